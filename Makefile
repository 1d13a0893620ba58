# Two commands for everybody: `make play` and `make test`. Both set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: page site play test check unit bench nightly lock clean golden protocol release-check matrix docs
.DEFAULT_GOAL := help

help:  ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /: /'

$(VENV)/run.stamp: requirements/run.lock pyproject.toml
	@PYTHON="$(PYTHON)" sh scripts/setup.sh run

$(VENV)/dev.stamp: requirements/dev.lock pyproject.toml
	@PYTHON="$(PYTHON)" sh scripts/setup.sh dev

play: $(VENV)/run.stamp page  ## play in the browser (ARGS="--lan" lets friends in); $(BIN)/hotdice play is the terminal
	@$(BIN)/hotdice serve --open $(ARGS)

page: $(VENV)/run.stamp  ## build the page, where its sources have changed
	@$(BIN)/python scripts/page_build.py

site: $(VENV)/run.stamp  ## write the page into the folder site, for any static host (ARGS=FOLDER: another folder)
	@$(BIN)/python -m scripts.site $(ARGS)

# Tests wait a good deal, for sockets, browsers and each other: types are checked meanwhile.
test: $(VENV)/dev.stamp page  ## every check that a change must pass
	@$(MAKE) --no-print-directory -j 2 check unit

check: $(VENV)/dev.stamp page
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/deptry src
	$(BIN)/bandit -q -c pyproject.toml -r src scripts
	$(BIN)/python scripts/page_build.py --lint

unit: $(VENV)/dev.stamp page
	$(BIN)/pytest -n 4 --dist worksteal -m "not nightly" --second-try

nightly: $(VENV)/dev.stamp page  ## the heavy checks
	$(BIN)/python -m scripts.nightly

bench: $(VENV)/dev.stamp  ## speed, as figures and as ratios within one run
	$(BIN)/python -m bench

release-check: $(VENV)/dev.stamp page  ## everything that must hold before a version is published
	$(BIN)/python -m scripts.release_check

matrix: $(VENV)/dev.stamp  ## the tests with every supported Python of this machine
	$(BIN)/python -m scripts.matrix

docs: $(VENV)/dev.stamp  ## the documentation as a site in build/docs
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/docs
	@echo "open build/docs/index.html"

golden: $(VENV)/dev.stamp  ## write the pinned counts and golden files anew
	$(BIN)/python -m scripts.golden

protocol: $(VENV)/dev.stamp  ## write docs/protocol.md, the types of the page and what is made from the table of rule keys anew
	$(BIN)/python -m scripts.protocol
	$(BIN)/python -m scripts.page_types
	$(BIN)/python -m scripts.mail_words
	$(BIN)/python -m scripts.page_sheets
	$(BIN)/python -m scripts.rule_keys

lock:  ## choose new exact versions (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
		pyproject.toml requirements/run.in -o requirements/run.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
		pyproject.toml requirements/dev.in -o requirements/dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
		requirements/node.in -o requirements/node.lock

clean:  ## remove the virtual environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
