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
# The page is built with Node: the system's where it is new enough, else the one of a package.
if ! "$venv/bin/python" -c 'import sys; sys.path.insert(0, "scripts"); import page_build; page_build.node_path()' >/dev/null 2>&1; then
    echo "hotdice set-up: installing Node for the page" >&2
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/node.lock ||
        fail "Node could not be installed (see above); the page needs it, the terminal (hotdice play) does not"
fi
"$venv/bin/python" scripts/page_build.py >&2 || fail "the page could not be built (see above); the terminal works without: $venv/bin/hotdice play"

# The tests look at the page in a real browser.
if [ "$kind" = dev ] && ! command -v chromium >/dev/null 2>&1; then
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        echo "hotdice set-up: installing chromium for the tests of the page" >&2
        apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium >/dev/null ||
            fail "chromium could not be installed (see above)"
    else
        fail "the tests of the page need chromium. On Debian: sudo apt-get install chromium"
    fi
fi

touch "$venv/$kind.stamp"
if [ "$kind" = dev ]; then touch "$venv/run.stamp"; fi
