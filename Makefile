# On a fresh machine with only Python, each target does its own set-up.
PYTHON ?= python3
VENV ?= .venv
DEMO ?= demo
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
# The many processes of the tests load what the first of them compiled, also where that is not usual.
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo test browser-test check prove pytest-versions consumers consumers-test editors editors-test vscode bench diagrams golden format clean help

help:            ## what there is to make
	@grep -E '^[a-z-]+: .*##' Makefile | sed 's/:.*##/\t/'

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(PIP) install -e .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(PIP) install -e '.[test]'
	@touch $@ $(VENV)/.run

$(VENV)/.check: pyproject.toml | $(VENV)/bin/python
	$(PIP) install -e '.[test,check]'
	@touch $@ $(VENV)/.run $(VENV)/.test

SCENARIO = scenarios/relentless-assault.turn.yaml

demo: $(VENV)/.run   ## the main job: play-by-play, trace and pictures of one scenario, into demo/
	@mkdir -p $(DEMO)
	@$(BIN)/fsm run $(SCENARIO) --edition cr2026 --trace $(DEMO)/relentless-assault.trace.jsonl
	@for edition in cr2006 cr2011 cr2026; do \
	  $(BIN)/fsm diagram turn --edition $$edition -o $(DEMO)/turn.$$edition.svg && \
	  $(BIN)/fsm diagram scenario $(SCENARIO) --edition $$edition -o $(DEMO)/relentless-assault.$$edition.svg && \
	  $(BIN)/fsm diagram scenario $(SCENARIO) --edition $$edition -o $(DEMO)/relentless-assault.$$edition.png || exit; \
	done
	@echo && echo "Trace and pictures are in $(DEMO)/:" && ls $(DEMO)

test: $(VENV)/.test   ## the tests: unit, properties, interfaces, golden texts, the corpus
	$(BIN)/python -m pytest -n auto -m "not slow and not consumers and not browser and not editors"
	@echo "Left out: the slower proofs (make prove), the formats as other programs read them (make consumers-test)"
	@echo "the pictures as a browser draws them (make browser-test), and editors (make editors-test)"

browser-test: $(VENV)/.test   ## the pictures as Chromium draws them: text in its place in any font, themes, no scripts
	BROWSER=required $(BIN)/python -m pytest -m browser tests/browser

prove: $(VENV)/.test pytest-versions   ## the slower proofs
	$(BIN)/python -m pytest -n auto -m slow

# Each pytest goes into a folder of its own, before the one of the environment on the path.
PYTEST_VERSIONS ?= 8.3 8.4 9.0 9.2

pytest-versions: $(VENV)/.test   ## the pytest plugin under every pytest that it is for
	@for version in $(PYTEST_VERSIONS); do \
	  $(PIP) install --upgrade --target $(VENV)/pytest-$$version "pytest==$$version.*" && \
	  PYTHONPATH=$(VENV)/pytest-$$version $(BIN)/python -m pytest --version && \
	  PYTHONPATH=$(CURDIR)/$(VENV)/pytest-$$version $(BIN)/python -m pytest -q \
	    tests/interfaces/test_pytest_plugin.py tests/interfaces/test_cli_test.py || exit; \
	done

# What reads our diagrams and is no Python: Mermaid, XState and SCION by npm, into tests/consumers; PlantUML by apt,
# with the Graphviz that it asks for state diagrams.
NODE_CONSUMERS = tests/consumers/node_modules/.package-lock.json

$(NODE_CONSUMERS): tests/consumers/package-lock.json
	@command -v npm >/dev/null || { echo "make consumers needs node 20 or later, with npm" >&2; exit 1; }
	cd tests/consumers && npm ci
	@touch $@

consumers: $(NODE_CONSUMERS)   ## installs the programs that consumers-test asks
	@command -v plantuml >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update -qq && apt-get install -y -qq --no-install-recommends plantuml graphviz; \
	  else echo "PlantUML is missing: apt-get install plantuml (as root), or put plantuml on the PATH" >&2; exit 1; fi; }

consumers-test: $(VENV)/.test consumers   ## the formats of diagrams, each read by its real consumer
	CONSUMERS=required $(BIN)/python -m pytest -n auto -m consumers

# What steps through scenarios besides our own terminal: a debug client by npm, Emacs with dap-mode and tmux by apt.
EDITOR_CLIENTS = tests/editors/node_modules/.package-lock.json

$(EDITOR_CLIENTS): tests/editors/package-lock.json
	@command -v npm >/dev/null || { echo "make editors needs node 20 or later, with npm" >&2; exit 1; }
	cd tests/editors && npm ci
	@touch $@

editors: $(EDITOR_CLIENTS)   ## installs the editors that editors-test asks
	@command -v tmux >/dev/null && emacs --batch --eval "(require 'dap-mode)" 2>/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update -qq && apt-get install -y -qq --no-install-recommends emacs-nox elpa-dap-mode tmux; \
	  else echo "Missing: apt-get install emacs-nox elpa-dap-mode tmux (as root)" >&2; exit 1; fi; }

editors-test: $(VENV)/.test editors   ## real editors and a real terminal step through a scenario
	EDITORS=required $(BIN)/python -m pytest -m editors tests/interfaces/test_editors.py

vscode: $(VENV)/.run   ## the extension for Visual Studio Code, as a file to install
	$(BIN)/fsm schema scenario > editors/vscode/scenario.schema.json
	cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && npx --yes @vscode/vsce package --allow-missing-repository

check: $(VENV)/.check   ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright

format: $(VENV)/.check   ## puts the code into its format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.run   ## speeds, each as a ratio to a reference measured in the same run
	$(BIN)/python benchmarks/bench.py

diagrams: $(VENV)/.run   ## the gallery in diagrams/, from graphs and scenarios
	$(BIN)/python -m fsm.pages.gallery diagrams

golden: $(VENV)/.test   ## writes the golden texts anew; read the difference before you commit it
	REWRITE_GOLDEN=1 $(BIN)/python -m pytest -q tests

clean:           ## removes what was made
	rm -rf $(VENV) $(DEMO) tests/consumers/node_modules tests/editors/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
