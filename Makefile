# Two commands: `make run` does the main job on the sample lake, `make test` runs every test.
export PYTHONSAFEPATH = 1
# Bytecode is kept, whatever is set outside: without it every process compiles all of us anew.
export PYTHONDONTWRITEBYTECODE =
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
INSTALLED = $(VENV)/.installed

.PHONY: run test check test-trino test-faults bench bench-directory bench-server bench-peers bench-growth bench-trino quality lock types clean

run: $(INSTALLED)
	@test -d sample_lake || $(BIN)/teamlandkarte sample sample_lake
	@$(BIN)/teamlandkarte refresh
	@$(BIN)/teamlandkarte match --role "Backend Developer" --competence Python --competence PostgreSQL \
	  --competence "Apache Kafka" --competence Terraform --weight Python=essential
	@$(BIN)/teamlandkarte serve --print-config

test: $(INSTALLED)
	$(BIN)/pytest -q -n auto --maxprocesses 4 --dist worksteal -m "not trino"

$(INSTALLED): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(INSTALLED)

check: $(INSTALLED) types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	.ci/wheel $(BIN)

# Type checkers do not run import hooks, so they see the packages through links.
types:
	mkdir -p .build/typing/teamlandkarte
	for room in cli etl index server; do ln -sfn ../../../$$room .build/typing/teamlandkarte/$$room; done
	ln -sfn ../../tests .build/typing/tests

test-trino: $(INSTALLED)
	.ci/trino $(BIN)

# Every system call of a refresh, one by one, half an hour on two cores; `make test` tries a sample.
test-faults: $(INSTALLED)
	$(BIN)/pytest -q -s -n auto --maxprocesses 4 tests/faults --every-point

# The engine, refreshes of up to a million people, and a million links from a real Trino: a quarter of an hour.
bench: $(INSTALLED)
	PYTHONSAFEPATH= $(BIN)/python -m tests.bench.bench_engine
	$(BIN)/python tests/bench/bench_refresh.py
	PYTHONSAFEPATH= $(BIN)/python -m tests.bench.bench_links
	$(MAKE) bench-trino

# A service of the employee directory with 50,000 people, and what it keeps of 400 days.
bench-directory: $(INSTALLED)
	$(BIN)/python tests/bench/bench_directory.py

# Tool calls end to end, over stdio and HTTP; the made-up versions stay in .build for the next run.
bench-server: $(INSTALLED)
	PYTHONSAFEPATH= $(BIN)/python -m tests.bench.bench_server .build/bench

# Beside other libraries, which are installed into an environment of their own; writes docs/benchmarks.
PEERS = .build/peers
bench-peers: $(PEERS)/.installed
	PYTHONSAFEPATH= $(PEERS)/bin/python -m tests.bench.compare
	PYTHONSAFEPATH= $(PEERS)/bin/python -m tests.bench.kernels

bench-growth: $(PEERS)/.installed
	PYTHONSAFEPATH= $(PEERS)/bin/python -m tests.bench.growth

$(PEERS)/.installed: requirements.lock tests/bench/peers.txt
	test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --require-hashes -r requirements.lock
	$(PEERS)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	$(PEERS)/bin/python -m pip install --quiet -r tests/bench/peers.txt
	touch $(PEERS)/.installed

# At a real Trino server, which it brings along as `make test-trino` does.
bench-trino: $(INSTALLED)
	.ci/trino $(BIN) bench

# How well terms are compared and texts are read, on the data of tests/quality.
quality: $(INSTALLED)
	PYTHONSAFEPATH= $(BIN)/python -m tests.quality.measure_similarity
	PYTHONSAFEPATH= $(BIN)/python -m tests.quality.measure_names
	PYTHONSAFEPATH= $(BIN)/python -m tests.quality.measure_extraction

lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group dev pyproject.toml --output-file requirements.lock

clean:
	rm -rf .build build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
