"""Windows: spells and abilities that may be cast or activated only before or after a point in the turn; split second.

cr2011 506.6 and cr2026 506.8; "after upkeep" cr2026 503.2. Earlier rules are silent on several combats or upkeeps;
they are applied in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...cards.terms import Window
from ...edition import obeys
from ...words import listed
from ..state.refusal import Refusal, refuse
from ..state.state import State

POINTS = {"attackers": "declare_attackers", "blockers": "declare_blockers", "damage": "combat_damage"}
"""The step whose beginning is the point of a window."""

WORDS = {
    "during_combat": "during combat",
    "before_attackers": "before attackers are declared",
    "before_blockers": "before blockers are declared",
    "before_damage": "before the combat damage step",
    "after_attackers": "after attackers are declared",
    "after_blockers": "after blockers are declared",
    "after_upkeep": "after the upkeep step",
    "your_turn": "in a turn of its controller",
    "opponents_turn": "in an opponent's turn",
}

TURNS = ("your_turn", "opponents_turn")

Windows = tuple[Window, ...]


@obeys("window_ability", "windows", "window_upkeep", "window_any_combat", "window_first_combat")
def why_not_now(state: State, windows: Windows, what: str, act: str, seat: int) -> Refusal | None:
    """Why the windows of a spell or an ability forbid a player to cast or activate it now, or None.

    ``what`` begins the sentence that says so: "Opt may be cast"; ``act`` is the topic of what is done.
    """
    closed = next((window for window in windows if not _is_open(state, windows, window, seat)), None)
    if closed is None:
        return None
    if closed in TURNS:
        topic = ""
    elif closed == "after_upkeep":
        topic = "window_upkeep"
    else:
        topic = "window_any_combat" if "during_combat" in windows else "window_first_combat"
    only = listed(WORDS[window] for window in windows)
    why = f"{what} only {only}{_which_combat(state, windows, closed)}; this is {state.address}"
    return refuse(state, why, f"{topic} {act}".strip())


def _which_combat(state: State, windows: Windows, closed: str) -> str:
    """Which of several combat phases a closed window is about, if it is not the current one, and how far that is."""
    when, _, point = closed.partition("_")
    several = sum(1 for _ in _combats(state)) > 1
    if not several or "during_combat" in windows or point not in POINTS:
        return ""
    step, begins = state.edition.step(POINTS[point]).name, _point(state, windows, POINTS[point])
    far = "has begun already" if when == "before" else "has not begun yet"
    return f"; the first combat phase of the turn counts, and its {step} {far if begins is not None else 'is skipped'}"


@obeys("split_second")
def why_hushed(state: State) -> Refusal | None:
    """Why a spell on the stack lets no spell be cast and only mana abilities be activated, or None."""
    for spell in state.stack:
        if spell.kind == "spell" and spell.card is not None and spell.card.split_second:
            return refuse(state, f"{spell.name} is on the stack and has split second", "split_second")
    return None


@obeys("window_attackers", "window_blockers", "window_no_step", "window_skipped")
def _is_open(state: State, windows: Windows, window: str, seat: int) -> bool:
    """Whether a window is open for a player.

    If its point is skipped, a window before it is closed: the declare blockers step is skipped as the declare
    attackers step ends, and combat as the precombat main phase has ended (506.6e, cr2026 506.8e).
    """
    if window in TURNS:
        return state.is_active(seat) == (window == "your_turn")
    if window == "during_combat":
        return state.graph.node(state.at.phase).kind == "combat"
    if window == "after_upkeep":
        graph = state.graph
        upkeeps = [stop for stop in graph.stops if graph.node(stop).kind == "upkeep"]
        first = next((stop for stop in upkeeps if not graph.is_skipped(stop)), upkeeps[0])
        return graph.stops.index(first) < graph.stops.index(state.at.stop)
    when, _, point = window.partition("_")
    here = state.graph.stops.index(state.at.stop)
    begins = _point(state, windows, POINTS[point])
    if begins is None:
        return False
    return begins <= here if when == "after" else here < begins


def _combats(state: State) -> Iterator[str]:
    """The combat phases of the turn that are not skipped, in order."""
    graph = state.graph
    return (p for p in graph.children() if graph.node(p).kind == "combat" and not graph.is_skipped(p))


def _point(state: State, windows: Windows, kind: str) -> int | None:
    """The index among all stops of the first step of a kind in the combat that counts; None if there is no such step.

    That combat is the current one for "during combat", otherwise the first (506.6c-d).
    """
    graph = state.graph
    phase = state.at.phase if "during_combat" in windows else next(_combats(state), None)
    steps = graph.children(phase) if phase is not None else ()
    step = next((s for s in steps if graph.node(s).kind == kind and not graph.is_skipped(s)), None)
    return None if step is None else graph.stops.index(step)
