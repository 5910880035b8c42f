# Every target sets itself up: a virtual environment in .venv and a release build of the core.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Threads of OpenBLAS wait busily for cores that the other workers have.
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/pytest --quiet -rs --numprocesses auto --maxprocesses 8 --dist worksteal
RUST   := Cargo.toml Cargo.lock $(shell find rust -name fuzz -prune -o \( -name '*.rs' -o -name 'Cargo.toml' \) -print)

.DEFAULT_GOAL := all
.PHONY: all help setup build demo test test-slow lint format bench docs clean

all: lint test  ## what every change must pass

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 12

$(BIN)/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Priory needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV) || { \
	  $(PYTHON) -m pip install --quiet --target .boot virtualenv && \
	  PYTHONPATH=.boot $(PYTHON) -m virtualenv --quiet --clear $(VENV); }
	$(BIN)/pip install --quiet --constraint constraints.txt pip

$(VENV)/installed: $(BIN)/pip pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --group dev
	@touch $@

setup: $(VENV)/installed  ## the virtual environment

$(VENV)/built: $(VENV)/installed $(RUST)
	@echo "Building the core: a few minutes the first time."
	@PIP_QUIET=1 PIP_CONSTRAINT=constraints.txt VIRTUAL_ENV=$(CURDIR)/$(VENV) PATH=$(CURDIR)/$(BIN):$$PATH \
	  maturin develop --quiet --release --locked
	@touch $@

build: $(VENV)/built  ## the compiled core, installed in place

demo: build  ## the mail filter at work, on the mailbox that comes with the project
	@$(BIN)/priory demo

test: build  ## every behaviour, in minutes
	cargo test --quiet --profile quick --locked --package priory-core
	$(PYTEST) -m "not slow"

test-slow: build  ## what test leaves out: whole corpora, variants of parameters, huge inputs
	$(PYTEST) -m slow

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

docs: build  ## the pages, in docs/_build
	$(BIN)/pip install --quiet --constraint constraints.txt --group docs
	$(BIN)/sphinx-build -n -W --quiet docs docs/_build
	@echo "The pages begin at docs/_build/index.html."

clean:  ## remove everything that was built
	rm -rf $(VENV) .boot target rust/core/fuzz/target docs/_build .pytest_cache .mypy_cache .ruff_cache python/priory/*.so
