"""An exploration shared out to processes or a Dask cluster finds what one process finds, whatever happens to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cases import case
from commands import Fsm, environment

from fsm.edition import Edition, load_edition, naming
from fsm.errors import InputError, WorkerLost
from fsm.exploring import Bounds, Cluster, Explored, Processes, expanding, explore, search, sharing
from fsm.exploring.digests import Digests
from fsm.exploring.expanding import Batch, Expanded, expand
from fsm.exploring.keys import Key, Keys
from fsm.exploring.options import Options
from fsm.exploring.search import Progress
from fsm.game import State, play
from fsm.scenario import Happening, Scenario, parse_scenarios, read_scenarios
from fsm.scenario.reading.openness import Exploration, Statement
from fsm.scenario.running.beginning import begin
from fsm.wording import EVENT_KINDS

CORPUS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.turn.yaml"))

WORDS = """
name: words
players: {Ann: {hand: [Kind Word, Harsh Word]}, Bob: {hand: [Harsh Word, Kind Word]}}
cards:
  - {name: Kind Word, type: instant, effects: [{life: 3}]}
  - {name: Harsh Word, type: instant, effects: [{life: {amount: -3, player: opponents}}]}
until: T1
explore:
  stack: 2
  always: [{at: T1.end, Ann: {life: 20}}]
  never: [T1.combat_damage]
  reachable: [{at: T1.end, Bob: {life: 17}}]
"""


class Alone:
    """Four workers in this process: each expands every batch again, and often forgets what it held."""

    count = 4

    def expand(self, worker: int, batches: Sequence[Batch]) -> Generator[Expanded]:
        for batch in batches:
            if worker == batch.depth % 9:
                expanding._worker.cache_clear()
            expanded = expand(batch)
            assert expand(batch) == expanded
            yield expanded


def timeless(explored: Explored) -> Explored:
    return msgspec.structs.replace(explored, seconds=0.0)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many batches, also of few states."""
    for name, size in (("ENOUGH", 1), ("BATCH", 5)):
        monkeypatch.setattr(sharing, name, size)


def everything(scenario: Scenario) -> Scenario:
    """The scenario with everything open, and every kind of event to be reached."""
    wanted = tuple(Statement("reachable", Happening(event=k), ("players",), {"event": k}) for k in EVENT_KINDS)
    return msgspec.structs.replace(scenario, explore=Exploration(None, wanted, 3))


@pytest.mark.usefixtures("small_batches")
@pytest.mark.slow
def test_batches_of_any_scenario_give_what_one_process_finds() -> None:
    for file in CORPUS[::40]:
        for scenario in read_scenarios(file):
            for one in (scenario, everything(scenario)):
                with case(f"{file}: {one.name}"):
                    bounds = Bounds(states=120)
                    shared = explore(one, bounds=bounds, workers=Alone())
                    assert timeless(shared) == timeless(explore(one, bounds=bounds))


@pytest.mark.usefixtures("small_batches")
@pytest.mark.slow
def test_bounds_cut_batches_where_they_cut_one_process() -> None:
    (scenario,) = parse_scenarios(WORDS)
    found = explore(scenario)
    assert found.complete
    assert [finding.holds for finding in found.findings] == [False, True, True]
    for bounds in (Bounds(), Bounds(states=found.states), Bounds(states=100), Bounds(depth=9), Bounds(seconds=0.0)):
        with case(str(bounds)):
            alone, shared = explore(scenario, bounds=bounds), explore(scenario, bounds=bounds, workers=Alone())
            assert alone.cut == shared.cut
            assert bounds.seconds == 0.0 or timeless(alone) == timeless(shared)


@pytest.mark.usefixtures("small_batches")
def test_ways_end_in_batches_as_in_one_process() -> None:
    setup, _, _ = WORDS.partition("until")
    for more in (
        "script: [{at: T1.draw, Ann: {cast: Kind Word}}]\nexplore: {choose: attack}",
        "explore: {choose: [concede]}",
    ):
        with case(more):
            (scenario,) = parse_scenarios(f"{setup}until: T2\n{more}\n")
            alone, shared = explore(scenario), explore(scenario, workers=Alone())
            assert alone.ends["script"] + alone.ends["over"] > 0
            assert timeless(alone) == timeless(shared)


LIMIT = """
players: {Ann: {hand: [Crowd]}, Bob: {}}
cards:
  - name: Crowd
    type: instant
    effects: [{token: {name: Bear, power: 2, toughness: 2, count: 10000}}, {token: {name: Cub, power: 1, toughness: 1}}]
until: T1
explore: {choose: cast%s}
"""


def test_a_limit_is_told_as_by_one_process() -> None:
    (scenario,) = parse_scenarios(LIMIT % "", "limit.turn.yaml")
    errors = []
    for workers in (None, Alone()):
        with pytest.raises(InputError) as error:
            explore(scenario, workers=workers)
        errors.append(str(error.value))
    assert errors[0] == errors[1]
    (decided,) = parse_scenarios(LIMIT % ", reachable: [{event: stack.push}]")
    assert timeless(explore(decided, workers=Alone())) == timeless(explore(decided))


def reached(scenario: Scenario, rules: Edition) -> Iterator[tuple[State, int]]:
    """The states of a scenario, the nearest first, each played only when it is asked for."""
    options, waiting = Options(scenario), deque([(begin(scenario, rules)[0], 0)])
    yield waiting[0]
    while waiting:
        state, done = waiting.popleft()
        actions, after = options(state, done)
        for action in actions if state.outcome is None else ():
            waiting.append((play(state, action), after))
            yield waiting[-1]


def keys_and_digests(scenario: Scenario, most: int) -> list[tuple[Key, bytes]]:
    rules = load_edition(scenario.editions[0])
    with naming([scenario.kinds, rules.kinds]):
        keys, digests = Keys(), Digests()
        return [(keys(*one), digests.digest(*one)) for one in islice(reached(scenario, rules), most)]


def test_digests_are_equal_where_keys_are() -> None:
    same = 0
    for file in CORPUS[::20]:
        with case(str(file)):
            found = keys_and_digests(everything(read_scenarios(file)[0]), 60)
            keys, digests = {key for key, _ in found}, {digest for _, digest in found}
            assert len(keys) == len(digests) == len(set(found))
            same += len(found) - len(keys)
    assert same > 30


def test_processes_find_what_one_process_finds() -> None:
    (scenario,) = parse_scenarios(WORDS)
    with Processes(2) as workers:
        for bounds in (Bounds(), Bounds(states=300)):
            shared = explore(scenario, bounds=bounds, workers=workers)
            assert timeless(shared) == timeless(explore(scenario, bounds=bounds))


class Killer:
    """Told of the progress, it kills a process once, in the middle."""

    def __init__(self, pids: Iterator[int]) -> None:
        self.pids = pids
        self.killed: list[int] = []

    def __call__(self, progress: Progress) -> None:
        if progress.states > 300 and not self.killed:
            self.killed = [next(self.pids)]
            os.kill(self.killed[0], signal.SIGKILL)


def children(pid: int) -> Iterator[int]:
    """The processes that a process has started, and that have not ended."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z" and b"fsm.exploring" in (stat.parent / "cmdline").read_bytes():
                yield int(stat.parent.name)


@pytest.mark.slow
def test_the_work_of_a_killed_process_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EVERY", -1.0)
    (scenario,) = parse_scenarios(WORDS)
    killer = Killer(children(os.getpid()))
    with Processes(2) as workers:
        found = explore(scenario, progress=killer, workers=workers)
    assert killer.killed
    assert timeless(found) == timeless(explore(scenario))
    assert not list(children(os.getpid()))


def test_processes_that_always_end_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    (scenario,) = parse_scenarios(WORDS)
    with Processes(2) as workers, pytest.raises(WorkerLost, match="ended on the same states"):
        explore(scenario, workers=workers)


LONG = WORDS.replace("until: T1", "until: T9").replace("stack: 2", "stack: 3")


@contextmanager
def exploring(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """A long exploration by two processes, with their numbers, as soon as both work."""
    (folder / "long.turn.yaml").write_text(LONG.split("  always")[0], encoding="utf-8")
    command = [sys.executable, "-m", "fsm", "explore", "long.turn.yaml", "--processes", "2", "--states", "90000000"]
    with subprocess.Popen(
        command, cwd=folder, env=environment(), stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        end, workers = time.monotonic() + 60, list[int]()
        while len(workers) < 2 and time.monotonic() < end and process.poll() is None:
            time.sleep(0.05)
            workers = list(children(process.pid))
        try:
            yield process, workers
        finally:
            process.kill()


def all_gone(pids: list[int]) -> bool:
    """Whether processes end within some seconds."""
    for _ in range(100):
        if not any(Path(f"/proc/{pid}/cmdline").exists() and state_of(pid) != "Z" for pid in pids):
            return True
        time.sleep(0.1)
    return False


def state_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return "Z"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_ctrl_c_ends_all_processes(tmp_path: Path) -> None:
    with exploring(tmp_path) as (process, workers):
        assert len(workers) == 2
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, told = process.communicate(timeout=20)
        assert process.returncode == 130
        assert b"Traceback" not in told
        assert all_gone(workers)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
@pytest.mark.slow
def test_processes_end_with_a_killed_search(tmp_path: Path) -> None:
    with exploring(tmp_path) as (process, workers):
        assert len(workers) == 2
        process.kill()
        _, told = process.communicate(timeout=20)
        assert b"Traceback" not in told
        assert all_gone(workers)


def test_the_command_shares_the_work_out(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "words.turn.yaml").write_text(WORDS, encoding="utf-8")
    alone, shared = (fsm("explore", "words.turn.yaml", *more) for more in ((), ("--processes", "2")))
    assert alone.exit_code == shared.exit_code == 1
    assert alone.stdout == shared.stdout
    both = fsm("explore", "words.turn.yaml", "--processes", "2", "--perft", "3")
    assert both.exit_code == 2
    assert "do not go together" in both.stderr
    assert fsm("explore", "words.turn.yaml", "--processes", "0").exit_code == 2


def test_without_dask_the_error_says_what_to_install(fsm: Fsm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    (tmp_path / "words.turn.yaml").write_text(WORDS, encoding="utf-8")
    done = fsm("explore", "words.turn.yaml", "--dask", "tcp://127.0.0.1:1")
    assert done.exit_code == 2
    assert "pip install 'turn-structure[cluster]'" in done.stderr


def need_dask() -> None:
    if os.environ.get("CLUSTER") != "required" and find_spec("distributed") is None:
        pytest.skip("Dask is not installed: make cluster")


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A Dask cluster of two workers on this machine."""
    need_dask()
    distributed: Any = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.mark.slow
def test_a_cluster_finds_what_one_process_finds(cluster: Any, fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "words.turn.yaml").write_text(WORDS, encoding="utf-8")
    alone = fsm("explore", "words.turn.yaml")
    shared = fsm("explore", "words.turn.yaml", "--dask", cluster.scheduler_address)
    assert alone.exit_code == shared.exit_code == 1
    assert alone.stdout == shared.stdout


MODELS = Path(__file__).parents[2] / "benchmarks" / "models"
FASTER = 1.5
"""How many times as fast two workers are to be as one process."""


@pytest.mark.slow
@pytest.mark.skipif("CLUSTER_BENCH" not in os.environ, reason="measures, on an idle machine: make cluster-bench")
@pytest.mark.parametrize("model", ["creatures", "extra_turns", "triggers"])
def test_two_workers_of_a_cluster_are_faster_than_one_process(cluster: Any, model: str) -> None:
    (scenario,), bounds = read_scenarios(MODELS / f"{model}.turn.yaml"), Bounds(states=60_000)
    with Cluster(cluster.scheduler_address) as workers:
        explore(scenario, bounds=Bounds(states=1_000), workers=workers)
        pairs = [(explore(scenario, bounds=bounds), explore(scenario, bounds=bounds, workers=workers)) for _ in "123"]
    assert all(alone.counts == shared.counts for alone, shared in pairs)
    faster = sorted(alone.seconds / shared.seconds for alone, shared in pairs)
    assert faster[1] >= FASTER, f"{model}: {', '.join(f'{times:.2f}' for times in faster)} times as fast"


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_loses_nothing(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EVERY", -1.0)
    (scenario,) = parse_scenarios(WORDS)
    killer = Killer(worker.pid for worker in cluster.workers.values())
    with Cluster(cluster.scheduler_address) as workers:
        assert workers.count == 2
        found = explore(scenario, progress=killer, workers=workers)
    assert killer.killed
    assert timeless(found) == timeless(explore(scenario))


@pytest.mark.slow
def test_a_cluster_that_does_not_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    need_dask()
    from fsm.exploring import cluster

    monkeypatch.setattr(cluster, "SECONDS", 1)
    with pytest.raises(WorkerLost, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1 "):
        Cluster("tcp://127.0.0.1:1")
