# Samovar: set-up, checks and tools. Needs make and Python 3.11 or newer. With a C compiler the rules run compiled.

PYTHON  ?= python3
VENV    ?= .venv
GAME    ?=
ARGS    ?=
UPGRADE ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
RUN := $(BIN)/python
# A lock file names every package, so pip need not resolve. `pip check` then verifies the installation.
LOCKED := -qq --no-deps --require-hashes
UV  := uv==0.13.7
AUDIT := pip-audit==2.10.1

MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.PHONY: help play test quick ahead lint format frames compile arena bench docs lock audit clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/play.stamp ## install dependencies and open the table in the browser (ARGS=--lan to allow the local network)
	@$(RUN) tools/play.py $(ARGS)

test: ahead $(VENV)/test.stamp ## all checks: style, types, layers, tests on compiled rules, tests of the rules interpreted
	@$(RUN) tools/system_packages.py
	@$(RUN) tools/check.py

quick: $(VENV)/test.stamp ## checks for work in progress, about a minute: style, types, layers, rules interpreted
	@$(RUN) tools/check.py --quick

# Compiles in the background while the test tools are installed. tools/check.py waits for it and reports the result.
ahead: $(VENV)/play.stamp
	@$(RUN) tools/compile.py >/dev/null 2>&1 &

lint: $(VENV)/test.stamp ## style, types and layers only
	@$(RUN) tools/check.py style format types layers

format: $(VENV)/test.stamp ## format the sources
	@$(RUN) -m ruff check --fix
	@$(RUN) -m ruff format

frames: $(VENV)/bin/python ## write games/*/frames.py from the step classes
	@$(RUN) tools/frames.py

compile: $(VENV)/play.stamp ## compile the rules in place, if they changed and there is a C compiler
	@$(RUN) tools/compile.py

arena: compile $(VENV)/lab.stamp ## run a tournament of bots with ratings (GAME=name ARGS="--games 500 --html report.html")
	@$(BIN)/samovar arena $(GAME) $(ARGS)

bench: compile $(VENV)/bench.stamp ## measure speed against peers and count instructions (ARGS=--json)
	@$(BIN)/samovar bench $(ARGS)
	@$(BIN)/samovar bench --instructions $(ARGS)

docs: $(VENV)/docs.stamp ## build the documentation into build/site (open build/site/index.html)
	@$(RUN) tools/site.py

lock: $(VENV)/bin/python ## rewrite requirements/*.txt (UPGRADE=--upgrade for the newest versions)
	@test -x build/lock/bin/uv || { $(RUN) -m venv build/lock && build/lock/bin/python -m pip install -qq '$(UV)'; }
	@set -e; for name in play test server bench docs lab; do \
	  case $$name in \
	    play)  with="--extra build" ;; \
	    test)  with="--extra build --extra test --constraint requirements/play.txt" ;; \
	    server) with="--extra postgres --constraint requirements/test.txt" ;; \
	    bench) with="--extra build --extra bench --constraint requirements/test.txt" ;; \
	    docs)  with="--extra build --extra docs --constraint requirements/test.txt" ;; \
	    lab)   with="--extra build --extra lab --constraint requirements/test.txt" ;; \
	  esac; \
	  build/lock/bin/uv pip compile pyproject.toml $$with $(UPGRADE) --quiet --universal --python-version 3.11 \
	    --generate-hashes --no-annotate --no-strip-extras --custom-compile-command 'make lock' --output-file requirements/$$name.txt; \
	  echo "requirements/$$name.txt"; \
	done

# pip-audit asks the vulnerability database of PyPI, so it needs a connection to it and is no part of `make test`.
audit: ## look up the locked packages in a database of known vulnerabilities (needs the internet)
	@test -x build/audit/bin/pip-audit || { $(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install -qq '$(AUDIT)'; }
	@for lock in requirements/*.txt; do \
	  echo "$$lock"; build/audit/bin/pip-audit --strict --require-hashes --disable-pip --requirement $$lock || exit 1; \
	done

clean: ## remove the environment, everything built and all caches
	@rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src -name '*.so' -delete -o -name '*.pyd' -delete
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# --- set-up: each step touches a stamp and runs again only if its prerequisites change

$(VENV)/bin/python:
	@for python in '$(PYTHON)' python3.14 python3.13 python3.12 python3.11; do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  echo "environment: $(VENV), $$("$$python" --version)"; \
	  "$$python" -m venv $(VENV) && exit 0; \
	  rm -rf $(VENV); \
	  echo "error: $$python could not make a virtual environment (Debian and Ubuntu: apt install python3-venv)" >&2; \
	  exit 1; \
	done; \
	echo "error: Samovar needs Python 3.11 or newer and found none; set its path: make PYTHON=/path/to/python3" >&2; \
	exit 1

# Installs the package as plain Python. tools/compile.py compiles it when necessary.
# --no-compile halves pip's time. Python writes bytecode when a module is first imported.
$(VENV)/play.stamp: requirements/play.txt pyproject.toml setup.py | $(VENV)/bin/python
	@echo "dependencies: requirements/play.txt"
	@$(PIP) install $(LOCKED) --no-compile -r requirements/play.txt
	@SAMOVAR_PURE=1 $(PIP) install -qq --no-deps --no-build-isolation --editable .
	@$(PIP) check
	@touch $@

$(VENV)/test.stamp $(VENV)/bench.stamp $(VENV)/docs.stamp $(VENV)/lab.stamp: $(VENV)/%.stamp: requirements/%.txt $(VENV)/play.stamp
	@echo "dependencies: $<"
	@$(PIP) install $(LOCKED) -r $<
	@$(PIP) check
	@touch $@
