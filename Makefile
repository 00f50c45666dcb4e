# make demo    a hall of virtual e-boards, on a page in your browser
# make test    everything that must hold: lint, types, floors, tests
# make lint    the first three alone
# make bench   what half-moves, events, records and a thousand e-boards cost, beside their budgets
# make hall    a round of blitz on 60 virtual e-boards of seven kinds: what is recorded, and how soon it is published
# make exam    how well whole games played by hands are followed: PGN="files or directories" for other games
# make search  streams varied until the rules break an invariant: SECONDS=3600 SEED=1000 to go on from there
# make fuzz    damaged bytes thrown at every codec: SECONDS=3600 for an hour
# make wheel   what would be released, in dist/
# make readme  the README's table of e-boards and configs/70-touchmove.rules, out of the registry
# make constraints, make clean

PYTHON ?= python3
VENV ?= .venv

BIN := $(VENV)/bin
TYPED := bridge drivers benchmarks
CODE := $(TYPED) tests hatch_build.py
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_CONSTRAINT := constraints.txt
# Debian keeps mosquitto in /usr/sbin, which is not on everybody's path.
export PATH := $(PATH):/usr/sbin
# The tests start touchmove a hundred times: what is compiled once is kept, also where the environment is against it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test lint bench hall exam search fuzz readme wheel constraints clean

help:
	@sed -n 's/^# make/make/p' Makefile

demo: $(VENV)/ready-to-run
	$(BIN)/touchmove demo

# First what is pure, on all cores; then, with nothing beside it, what uses ports, processes and the radio.
test: lint
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m "not alone"
	@left_out=$$(tests/prepare.sh) && set -x && $(BIN)/python -m pytest -m "alone$$left_out"

lint: $(VENV)/ready-to-test
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(TYPED)
	$(BIN)/lint-imports

bench: $(VENV)/ready-to-test
	$(BIN)/python -m benchmarks

hall: $(VENV)/ready-to-test
	$(BIN)/python -m benchmarks.hall

exam: $(VENV)/ready-to-test
	$(BIN)/python -m benchmarks.exam $(PGN)

SECONDS ?= 60
SEED ?= 1
search: $(VENV)/ready-to-test
	$(BIN)/python -m benchmarks.search --seconds $(SECONDS) --first-seed $(SEED)

fuzz: $(VENV)/ready-to-test
	$(BIN)/python -m tests.drivers.fuzz --seconds $(SECONDS)

readme: $(VENV)/ready-to-test
	$(BIN)/python -m tests.readme_table

wheel: $(VENV)/created
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	$(BIN)/python tests/wheel_contents.py dist/*.whl

# Installs the newest versions that pyproject.toml allows, and writes them down.
constraints: export PIP_CONSTRAINT :=
constraints:
	rm -rf $(VENV)
	$(MAKE) $(VENV)/ready-to-test
	sed -i '/^[^#]/d' constraints.txt
	$(BIN)/python -m pip freeze --exclude-editable >> constraints.txt

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# What an installation depends on; it bundles the page. The code itself is used where it stands.
INSTALLED_FROM := pyproject.toml constraints.txt hatch_build.py \
  $(foreach kind,ts css html mjs json svg,$(wildcard bridge/web/page/*.$(kind)))

# Files in $(VENV) that say how far the installation has come; they are older than what calls for a new one.

$(VENV)/ready-to-run: $(VENV)/created $(INSTALLED_FROM)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/ready-to-test: $(VENV)/created $(INSTALLED_FROM)
	$(BIN)/python -m pip install --quiet --editable '.[test,lint]'
	@touch $@ $(VENV)/ready-to-run

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "touchmove needs Python 3.11 or newer, and $(PYTHON) is not. Name one that is: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
	  { echo "$(PYTHON) comes without its module venv. On Debian and its kin: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@
