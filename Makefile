# Samovar: everything from nothing. Needs make and Python 3.11 or newer; with a C compiler the rules run compiled.

PYTHON  ?= python3
VENV    ?= .venv
GAME    ?=
ARGS    ?=
UPGRADE ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
RUN := $(BIN)/python
# A lock names every package, so pip resolves nothing; `pip check` then compares what is installed.
LOCKED := -qq --no-deps --require-hashes
UV  := uv==0.13.7

MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.PHONY: help play test quick ahead lint format frames compile arena bench lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/play.stamp ## set up what is missing and open the table in the browser (ARGS=--lan for friends in the network)
	@$(RUN) tools/play.py $(ARGS)

test: ahead $(VENV)/test.stamp ## style, types, layers, all tests on the compiled rules, rules and laws interpreted too
	@$(RUN) tools/system_packages.py
	@$(RUN) tools/check.py

quick: $(VENV)/test.stamp ## the loop while working: style, types, layers, rules interpreted; less than a minute
	@$(RUN) tools/check.py --quick

# Compiling begins while the tools of the tests are fetched; tools/check.py waits for it and says how it went.
ahead: $(VENV)/play.stamp
	@$(RUN) tools/compile.py >/dev/null 2>&1 &

lint: $(VENV)/test.stamp ## style, types and layers only
	@$(RUN) tools/check.py style format types layers

format: $(VENV)/test.stamp ## put the sources into shape
	@$(RUN) -m ruff check --fix
	@$(RUN) -m ruff format

frames: $(VENV)/bin/python ## write games/*/frames.py from the step classes
	@$(RUN) tools/frames.py

compile: $(VENV)/play.stamp ## compile the rules in place, if a C compiler is there and they changed
	@$(RUN) tools/compile.py

arena: compile $(VENV)/lab.stamp ## let bots compete, with ratings (GAME=name ARGS="--games 500 --html report.html")
	@$(BIN)/samovar arena $(GAME) $(ARGS)

bench: compile $(VENV)/bench.stamp ## measure all games against peers in one run, count instructions (ARGS=--json)
	@$(BIN)/samovar bench $(ARGS)
	@$(BIN)/samovar bench --instructions $(ARGS)

lock: $(VENV)/bin/python ## write requirements/*.txt anew (UPGRADE=--upgrade for the newest versions)
	@test -x build/lock/bin/uv || { $(RUN) -m venv build/lock && build/lock/bin/python -m pip install -qq '$(UV)'; }
	@set -e; for name in play test server bench lab; do \
	  case $$name in \
	    play)  with="--extra build" ;; \
	    test)  with="--extra build --extra test --constraint requirements/play.txt" ;; \
	    server) with="--extra postgres --constraint requirements/test.txt" ;; \
	    bench) with="--extra build --extra bench --constraint requirements/test.txt" ;; \
	    lab)   with="--extra build --extra lab --constraint requirements/test.txt" ;; \
	  esac; \
	  build/lock/bin/uv pip compile pyproject.toml $$with $(UPGRADE) --quiet --universal --python-version 3.11 \
	    --generate-hashes --no-annotate --no-strip-extras --custom-compile-command 'make lock' --output-file requirements/$$name.txt; \
	  echo "requirements/$$name.txt"; \
	done

clean: ## remove the environment, everything built and all caches
	@rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src -name '*.so' -delete -o -name '*.pyd' -delete
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# --- set-up: each step leaves a stamp and is repeated only when what it was made from changes

$(VENV)/bin/python:
	@for python in '$(PYTHON)' python3.14 python3.13 python3.12 python3.11; do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  echo "environment: $(VENV), $$("$$python" --version)"; \
	  "$$python" -m venv $(VENV) && exit 0; \
	  rm -rf $(VENV); \
	  echo "error: $$python could not make a virtual environment (Debian and Ubuntu: apt install python3-venv)" >&2; \
	  exit 1; \
	done; \
	echo "error: Samovar needs Python 3.11 or newer and found none; say where one is: make PYTHON=/path/to/python3" >&2; \
	exit 1

# Compiling is left to tools/compile.py, which knows when it is due: the package itself is put in place as plain Python.
# Without bytecode pip takes half as long. Python writes that of a module when it is imported for the first time.
$(VENV)/play.stamp: requirements/play.txt pyproject.toml setup.py | $(VENV)/bin/python
	@echo "dependencies: requirements/play.txt"
	@$(PIP) install $(LOCKED) --no-compile -r requirements/play.txt
	@SAMOVAR_PURE=1 $(PIP) install -qq --no-deps --no-build-isolation --editable .
	@$(PIP) check
	@touch $@

$(VENV)/test.stamp $(VENV)/bench.stamp $(VENV)/lab.stamp: $(VENV)/%.stamp: requirements/%.txt $(VENV)/play.stamp
	@echo "dependencies: $<"
	@$(PIP) install $(LOCKED) -r $<
	@$(PIP) check
	@touch $@
