# Upcard's commands. `make help` lists them; everything happens in .venv.
.DEFAULT_GOAL := help
# The pictures of the documentation, and what Lighthouse says (npm fetches it).
.PHONY: screenshots lighthouse
.PHONY: help setup run test slow quick check promises load bench bench-compare mutants pins browser clean
SHELL := /bin/bash

# The first Python at hand that is new enough; PYTHON=/path/to/python chooses another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done)
HOST ?= 127.0.0.1
PORT ?= 8000
# How many test processes run side by side.
JOBS ?= auto

BIN := .venv/bin
# Everything goes through `python -m`, so that a moved checkout still works.
PY := $(BIN)/python
PYTEST := $(PY) -m pytest
COVERAGE := --cov --cov-report=term:skip-covered

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

setup: .venv/.tools ## make .venv with what is pinned, for running and for testing

# The environment is laid in two steps: what serves, then what tests and checks.
.venv/.made:
	@tools/venv.sh make "$(PYTHON)"
	@touch $@

.venv/.serve: .venv/.made constraints.txt pyproject.toml tools/venv.sh
	@tools/venv.sh serve
	@touch $@

.venv/.tools: .venv/.serve
	@tools/venv.sh tools
	@touch $@

run: .venv/.serve ## serve on HOST (127.0.0.1) and PORT (8000); HOST=0.0.0.0 for phones
	@exec $(BIN)/upcard serve --host "$(HOST)" --port "$(PORT)"

test: setup browser ## every test but the slow ones, with 100 % branch coverage
	$(PYTEST) -q -n $(JOBS) -m "not slow" $(COVERAGE)

# What start servers, replay random records by the hundred or print documents.
LONG = tests/promises tests/browser tests/web/test_whole_hands.py tests/web/test_cli.py \
	tests/web/test_api_fuzz.py tests/referee/test_knowledge_model.py \
	tests/referee/test_notation.py tests/referee/test_ruling.py tests/referee/test_vectors.py \
	tests/events/test_crash.py tests/events/test_many.py tests/events/test_replay.py \
	tests/docs/test_readme_tour.py

quick: setup ## the tests that take under a minute, no coverage
	$(PYTEST) -q -n $(JOBS) -x -m "not slow and not browser" $(LONG:%=--ignore=%)

# What measures how a server bears load has the machine to itself.
ALONE = tests/promises/test_16_load.py tests/promises/test_17_stops_cleanly.py

slow: setup browser ## the thorough and long tests
	$(PYTEST) -q -n $(JOBS) -m slow $(ALONE:%=--ignore=%)
	$(PYTEST) -q -m slow $(ALONE)

check: setup ## lint, format, types, import contracts, sizes, known vulnerabilities
	@failed=0; step() { echo "== $$*"; "$$@" || failed=1; }; \
	step $(PY) -m ruff check .; \
	step $(PY) -m ruff format --check .; \
	step $(PY) -m mypy; \
	step $(BIN)/lint-imports --no-cache; \
	step $(PY) tools/limits.py; \
	step $(PY) tools/audit.py; \
	exit $$failed

# The libraries that ours is measured beside, if they can be had here.
.venv/.peers: .venv/.tools
	@if tools/venv.sh peers; then touch $@; fi

promises: setup ## each promise shown again: what was done, how often, lost, doubled, wrong
	@UPCARD_PROMISES=1 $(PYTEST) -q -n $(JOBS) tests/promises

load: setup ## 100 tables of four phones on one server for a minute, on loopback
	@$(PY) -m bench.load

bench: .venv/.peers ## speed as ratios, in build/bench.json too; PARTS=solver for some
	@$(PY) -m bench $(PARTS)

bench-compare: ## two runs of make bench side by side: OLD=old.json NEW=new.json
	@$(PY) -m bench --compare "$(OLD)" "$(NEW)"

mutants: setup ## change the rules in small ways and see whether a test notices
	$(PY) tools/mutants.py $(MUTANTS)

screenshots: setup browser ## draw every page into docs/screens
	$(PY) tools/screenshots.py

lighthouse: setup browser ## Lighthouse on a phone; its scores go into the docs
	$(PY) tools/lighthouse.py

pins: .venv/.made ## renew constraints.txt: the newest versions that fit, with hashes
	@tools/pins.sh

# Chromium for the browser tests: brought along as root or in CI, else one line.
browser:
	@tools/chromium.sh

clean: ## remove the environment and everything made
	rm -rf .venv .coverage* .hypothesis .mypy_cache .ruff_cache .pytest_cache build
