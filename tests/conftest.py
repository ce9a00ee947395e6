"""What all tests share: the corpus, its recordings, and how much Hypothesis tries."""

from __future__ import annotations

import gc
import os
import signal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cases import PROVE
from commands import extra_turns, fsm, lesson, program  # noqa: F401  # fixtures
from hypothesis import HealthCheck, settings
from visiting import address, browser, play_page, tab, visit  # noqa: F401  # fixtures

if TYPE_CHECKING:
    from fsm.recording import Recording

HERE = Path(__file__).parent

collect_ignore = [
    "documented_effect.py",  # adds an effect to the process that imports it
    "elsewhere",  # hides what other systems lack there
]

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
_SAME = os.environ.get("CI") == "true"
settings.register_profile(
    "everyday", deadline=None, max_examples=20, suppress_health_check=_SLOW, derandomize=_SAME, print_blob=_SAME
)
settings.register_profile(PROVE, settings.get_profile("everyday"), max_examples=60)
settings.load_profile("everyday")

os.environ["FSM_TRACEBACK"] = "1"  # an error of the program is a failure, wherever it comes up

# A shell's background job ignores Ctrl-C, and so would every command that a test starts, and then interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the tests of the recorded corpus first: one process of several gets them all, and records it once."""
    items.sort(key=lambda item: "recordings" not in getattr(item, "fixturenames", ()))


def pytest_collection() -> None:
    """Collects no garbage while tests are collected: all of it stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Spares every later collection of garbage all that was imported and collected; the rest of them come seldom."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    gc.enable()


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return HERE.parent


@pytest.fixture(scope="session")
def corpus(root: Path) -> tuple[Path, ...]:
    """All scenario files: the lessons, and those of the golden tests."""
    found = (*sorted((root / "scenarios").rglob("*.turn.yaml")), *sorted((HERE / "golden").glob("*.turn.yaml")))
    assert found, "no scenario files below scenarios/ or tests/golden/"
    return found


@pytest.fixture(scope="session")
def recordings(corpus: tuple[Path, ...]) -> tuple[Recording, ...]:
    """Every scenario of the corpus, run under each of its editions."""
    made = tuple(recording for path in corpus for recording in _run(path))
    gc.freeze()  # they stay: no later collection has to look through them
    return made


@cache
def _run(path: Path) -> tuple[Recording, ...]:
    from fsm.scenario import read_scenarios, run_scenario

    return tuple(run_scenario(s, edition) for s in read_scenarios(path) for edition in s.editions)
