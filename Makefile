# Every target works on a fresh clone: the environment is made when it is missing or out of date.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := src tests

.PHONY: demo test check fix bench clean

demo: $(VENV)/ready  ## build the graph of the seed abstracts into output/
	$(BIN)/sciloom build examples/icml2024/*.txt -o output
	@echo "Open output/graph.html in a browser, or ask: $(BIN)/sciloom query --name proposals"

test: $(VENV)/ready  ## run the tests
	$(BIN)/python -m pytest -n 2

check: $(VENV)/ready  ## format, lint, types, layers, module sizes
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports
	@long=$$(git ls-files '*.py' '*.js' | xargs wc -l | awk '$$2 != "total" && $$1 > 500'); \
		if [ -n "$$long" ]; then echo "past 500 lines:"; echo "$$long"; exit 1; fi

fix: $(VENV)/ready  ## format and mend what ruff can mend
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)

bench: $(VENV)/ready  ## time the stages of a build on the seeds
	$(BIN)/python benchmarks/stages.py

clean:
	rm -rf $(VENV) build dist

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
