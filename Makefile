# Two commands for everybody: `make play` and `make test`. Both set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: page play test check unit bench nightly lock clean golden protocol
.DEFAULT_GOAL := help

help:  ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /: /'

$(VENV)/run.stamp: requirements/run.lock pyproject.toml
	@PYTHON="$(PYTHON)" sh scripts/setup.sh run

$(VENV)/dev.stamp: requirements/dev.lock pyproject.toml
	@PYTHON="$(PYTHON)" sh scripts/setup.sh dev

play: $(VENV)/run.stamp page  ## play in the browser (ARGS="--lan" lets friends in); $(BIN)/hotdice play is the terminal
	@$(BIN)/hotdice serve --open $(ARGS)

page: $(VENV)/run.stamp  ## build the page, where its sources have changed
	@$(BIN)/python scripts/page_build.py

test: check unit  ## every check that a change must pass

check: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/deptry src
	$(BIN)/bandit -q -c pyproject.toml -r src scripts

unit: $(VENV)/dev.stamp page
	$(BIN)/pytest -n 2 -m "not nightly"

nightly: $(VENV)/dev.stamp page  ## the heavy checks
	$(BIN)/pytest -n 2 -m "hypothesis and not nightly" --hypothesis-profile explore
	$(BIN)/pytest -n 2 -m "not hypothesis and not nightly" --hypothesis-profile explore tests/match
	$(BIN)/pytest -n 2 -m "nightly and not alone"
	$(BIN)/pytest -m "nightly and alone"

bench: $(VENV)/dev.stamp  ## speed, as figures and as ratios within one run
	$(BIN)/python -m bench

golden: $(VENV)/dev.stamp  ## write the pinned counts and golden files anew
	$(BIN)/python -m scripts.golden

protocol: $(VENV)/dev.stamp  ## write docs/protocol.md and the types of the page anew from the message types
	$(BIN)/python -m scripts.protocol
	$(BIN)/python -m scripts.page_types

lock:  ## choose new exact versions (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
		pyproject.toml requirements/run.in -o requirements/run.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
		pyproject.toml requirements/dev.in -o requirements/dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
		requirements/node.in -o requirements/node.lock

clean:  ## remove the virtual environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
