#!/bin/sh
# Makes .venv with locked versions: `setup.sh run` for playing, `setup.sh dev` for the tests.
set -eu
kind=$1
venv=.venv
python=${PYTHON:-python3}

fail() {
    printf 'hotdice set-up: %s\n' "$1" >&2
    exit 1
}

command -v "$python" >/dev/null 2>&1 || fail "Python 3.11 or newer is needed, and '$python' was not found. On Debian: apt-get install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed; '$python' is $("$python" -V 2>&1). Name another one with: make PYTHON=python3.12 ..."

if ! [ -x "$venv/bin/python" ]; then
    rm -rf "$venv"
    if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
        rm -rf "$venv"
        # Debian ships the venv module apart from Python; a plain machine lacks it.
        if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
            echo "hotdice set-up: installing python3-venv" >&2
            apt-get -qq update && apt-get -qq install -y python3-venv >/dev/null
            "$python" -m venv "$venv" >/dev/null || fail "could not make a virtual environment in $venv"
        else
            fail "Python's venv module is missing. On Debian: sudo apt-get install python3-venv"
        fi
    fi
fi

echo "hotdice set-up: installing the locked packages ($kind); this is done once" >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "requirements/$kind.lock" ||
    fail "the packages of requirements/$kind.lock could not be installed (see above); is the network there?"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . ||
    fail "hotdice itself could not be installed (see above)"
touch "$venv/$kind.stamp"
if [ "$kind" = dev ]; then touch "$venv/run.stamp"; fi
