# Everything runs in .venv inside this checkout; caches and temporary files stay in .cache.
SEED ?= 1
PYTHON ?= python3
CACHE := $(CURDIR)/.cache
BIN := $(CURDIR)/.venv/bin

export PATH := $(BIN):$(PATH)
export TMPDIR := $(CACHE)/tmp
export PIP_CACHE_DIR := $(CACHE)/pip
export UV_CACHE_DIR := $(CACHE)/uv
export MYPY_CACHE_DIR := $(CACHE)/mypy
export RUFF_CACHE_DIR := $(CACHE)/ruff
export HYPOTHESIS_STORAGE_DIRECTORY := $(CACHE)/hypothesis
# Compiled modules are kept, even where the environment says not to: the tests start hundreds of
# processes, and without them each would compile for seconds what it imports.
export PYTHONPYCACHEPREFIX := $(CACHE)/pycache
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test lint types setup lock evidence check-evidence bench clean

help:
	@echo "make demo [SEED=7]  play one whole game of three bots on the simulated island"
	@echo "make test           run every test and check"
	@echo "make evidence       run the large statistics, write docs/measured/*.json"
	@echo "make bench          run the benchmarks, JSON on stdout"
	@echo "make clean          remove .venv and .cache"

# Environment: uv if present, else venv and pip; says what it downloads; does nothing when current.
setup:
	@mkdir -p "$(TMPDIR)" "$(CACHE)/demo"
	@"$(PYTHON)" host/bootstrap.py

demo: setup
	@vulkar play --sim --seed "$(SEED)" --seats 1=simple,2=simple,3=simple \
	    --new --journal "$(CACHE)/demo/seed-$(SEED).journal" \
	    --picture "$(CACHE)/demo/seed-$(SEED).png"

test: setup lint types
	@echo "Running the tests."
	@pytest -n 2 --dist loadgroup -q

lint: setup
	@echo "Checking style and the import contract."
	@ruff check -q . && ruff format -q --check .
	@lint-imports --cache-dir "$(CACHE)/import_linter" > "$(CACHE)/imports.txt" \
	    || { cat "$(CACHE)/imports.txt"; exit 1; }

types: setup
	@echo "Checking types of host and firmware."
	@mypy
	@mypy --config-file firmware/mypy.ini

evidence: setup
	@python -m tests.evidence

bench: setup
	@python -m tests.bench

# One lock for both installers. Needs the network and uv.
lock: setup
	uv pip compile -q --universal --generate-hashes --python-version 3.11 \
	    --extra sim --extra web --extra dev --no-header --no-annotate pyproject.toml -o requirements.lock

clean:
	rm -rf .venv .cache

check-evidence: setup
	@python -m tests.evidence --check
