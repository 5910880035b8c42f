# Every target sets itself up: a virtual environment in .venv and a release build of the core.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
OLDEST := .venv-oldest
# The oldest that the package supports; the oldest NumPy has no wheels for those after 3.12.
OLDEST_PYTHON ?= python3.11
# Threads of OpenBLAS wait busily for cores that the other workers have.
TESTED := --quiet -rs --numprocesses auto --maxprocesses 8 --dist worksteal
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/pytest $(TESTED)
RUST   := Cargo.toml Cargo.lock $(shell find rust -name fuzz -prune -o \( -name '*.rs' -o -name 'Cargo.toml' \) -print)

.DEFAULT_GOAL := all
.PHONY: all help setup build demo test test-slow test-oldest lint format bench accuracy docs clean

all: lint test  ## what every change must pass

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 12

# Of a Python, the folder of a virtual environment, and the file of its versions.
define environment
	$(1) -m venv $(2) || { \
	  $(1) -m pip install --quiet --target .boot virtualenv && \
	  PYTHONPATH=.boot $(1) -m virtualenv --quiet --clear $(2); }
	$(2)/bin/pip install --quiet --constraint $(3) pip
endef

# Of the folder of a virtual environment, the file of its versions, and options.
define develop
	@echo "Building the core: a few minutes the first time."
	@PIP_QUIET=1 PIP_CONSTRAINT=$(2) VIRTUAL_ENV=$(CURDIR)/$(1) PATH=$(CURDIR)/$(1)/bin:$$PATH \
	  maturin develop --quiet --release --locked $(3)
endef

$(BIN)/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Priory needs Python 3.11 or newer")'
	$(call environment,$(PYTHON),$(VENV),constraints.txt)

$(VENV)/installed: $(BIN)/pip pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --group dev
	@touch $@

setup: $(VENV)/installed  ## the virtual environment

$(VENV)/built: $(VENV)/installed $(RUST)
	$(call develop,$(VENV),constraints.txt)
	@touch $@

build: $(VENV)/built  ## the compiled core, installed in place

demo: build  ## the mail filter at work, on the mailbox that comes with the project
	@$(BIN)/priory demo

test: build  ## every behaviour, in minutes
	cargo test --quiet --profile quick --locked --package priory-core
	$(PYTEST) -m "not slow"

test-slow: build  ## what test leaves out: whole corpora, variants of parameters, huge inputs
	$(PYTEST) -m slow

$(OLDEST)/bin/pip:
	$(call environment,$(OLDEST_PYTHON),$(OLDEST),constraints-oldest.txt)

$(OLDEST)/built: $(OLDEST)/bin/pip pyproject.toml constraints-oldest.txt $(RUST)
	$(OLDEST)/bin/pip install --quiet --constraint constraints-oldest.txt maturin
	$(call develop,$(OLDEST),constraints-oldest.txt,--group test)
	@touch $@

test-oldest: $(OLDEST)/built  ## what test runs in Python, with the oldest versions of dependencies
	OPENBLAS_NUM_THREADS=1 $(OLDEST)/bin/pytest $(TESTED) -m "not slow"

lint: build  ## formatting, types, import layers
	cargo fmt --all --check
	cargo clippy --quiet --release --locked --all-targets -- --deny warnings
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --quiet --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup  ## rewrite the sources in the project's format
	cargo fmt --all
	$(BIN)/ruff format
	$(BIN)/ruff check --fix --quiet

bench: build  ## speed and memory beside scikit-learn's, in one run
	$(BIN)/python -m benchmarks $(BENCH)

accuracy: build  ## how often it is right beside its peers, in one run; numbers for the pages
	$(BIN)/python -m accuracy --json docs/accuracy.json $(ACCURACY)
	$(BIN)/python -m accuracy.page

docs: build  ## the pages, in docs/_build
	$(BIN)/pip install --quiet --constraint constraints.txt --group docs
	$(BIN)/sphinx-build -n -W --quiet docs docs/_build
	@echo "The pages begin at docs/_build/index.html."

clean:  ## remove everything that was built
	rm -rf $(VENV) $(OLDEST) .boot target rust/core/fuzz/target docs/_build .pytest_cache .mypy_cache .ruff_cache python/priory/*.so
