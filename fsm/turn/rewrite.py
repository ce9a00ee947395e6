"""The rewrites of a turn as functions: each takes a graph and an anchor, and returns the graph after one change.

The rules are in ``fsm.turn.rules``; ``fsm.turn.interpreter`` applies them. An anchor is a position
in the turn, never a kind: an address (``combat#2``, ``beginning.draw``) or the id of a node.
"""

from __future__ import annotations

from ..edition import obeys
from .graph import TurnGraph
from .interpreter import Anchor, apply_rule
from .rules import REWRITES


def insert_phases(
    graph: TurnGraph, anchor: Anchor, kinds: tuple[str, ...], by: str, after_second_main: bool = False
) -> TurnGraph:
    """Adds whole phases directly after a phase, in the order given, as one unit.

    cr2006 300.7, cr2011 500.8, cr2026 500.8. An added main phase is a postcombat one
    (cr2006 305.1, later 505.1a). ``after_second_main``: the anchor is the second main phase of the
    turn; if a later rewrite makes another phase the second one, the added phases move after it. ``RewriteError`` if
    there is no such place, or no such phase.

    >>> from fsm.turn import base_turn
    >>> turn = base_turn("cr2026")
    >>> insert_phases(turn, "precombat_main", ("combat", "postcombat_main"), "Relentless Assault").notation()
    'U Up D | M1 | +1:(BC DA DB CD EC) | +2:M2 | BC DA DB CD EC | M3 | E CL'
    >>> skip(insert_phases(turn, "combat", ("combat",), "Aurelia"), "combat#2", "Fatigue").notation()
    'U Up D | M1 | BC DA DB CD EC | [+1:(BC DA DB CD EC)] | M2 | E CL'
    """
    rule = REWRITES["insert_phases"]
    return apply_rule(rule, graph, anchor, kinds, by, rule.stays if after_second_main else "")


def insert_step_after_phase(graph: TurnGraph, anchor: Anchor, step: str, by: str) -> TurnGraph:
    """Adds a step after a phase: a new phase of that step, with its other steps skipped.

    cr2026 500.10; the older editions have no rule for it and are read the same way.
    """
    return apply_rule(REWRITES["insert_step_after_phase"], graph, anchor, (step,), by)


def insert_steps(graph: TurnGraph, anchor: Anchor, kinds: tuple[str, ...], by: str) -> TurnGraph:
    """Adds steps directly after a step, in its phase.

    cr2006 300.8, cr2011 500.9, cr2026 500.9.

    ``RewriteError`` if there is no such place.

    >>> from fsm.turn import base_turn
    >>> insert_steps(base_turn("cr2026"), "upkeep", ("upkeep",), "Paradox Haze").notation()
    'U Up +1:Up D | M1 | BC DA DB CD EC | M2 | E CL'
    """
    return apply_rule(REWRITES["insert_steps"], graph, anchor, kinds, by)


def insert_steps_before(graph: TurnGraph, anchor: Anchor, kinds: tuple[str, ...], by: str) -> TurnGraph:
    """Adds steps directly before a step (cr2006 300.8, cr2011 500.9, cr2026 500.9)."""
    return apply_rule(REWRITES["insert_steps_before"], graph, anchor, kinds, by)


@obeys("skip")
def skip(graph: TurnGraph, anchor: Anchor, by: str, topic: str = "skip") -> TurnGraph:
    """Skips a phase or a step: play continues as if it did not exist.

    cr2006 300.9, cr2011 500.10, cr2026 500.11.

    ``RewriteError`` if there is no such place.

    >>> from fsm.turn import base_turn
    >>> skip(base_turn("cr2026"), "combat", "False Peace").notation()
    'U Up D | M1 | [(BC DA DB CD EC)] | M2 | E CL'
    """
    return apply_rule(REWRITES["skip"], graph, anchor, (), by, topic)


def skip_blocks_and_damage(graph: TurnGraph, anchor: Anchor) -> TurnGraph:
    """Skips blockers and damage if there are no attackers.

    cr2006 308.4, cr2011 508.6, cr2026 508.8. This is not a replacement effect: nothing is used up.
    If attackers are declared again before the blockers (an extra step), that step decides.
    """
    return apply_rule(REWRITES["skip_blocks_and_damage"], graph, anchor)


def second_combat_damage(graph: TurnGraph, anchor: Anchor) -> TurnGraph:
    """Adds a second combat damage step, for first strike and double strike.

    cr2006 310.5, cr2011 510.5, cr2026 510.4.
    """
    return apply_rule(REWRITES["second_combat_damage"], graph, anchor)


@obeys("cleanup_priority")
def repeat_cleanup(graph: TurnGraph, anchor: Anchor, by: str = "", topic: str = "cleanup_priority") -> TurnGraph:
    """Adds another cleanup step after one in which players got priority, or in which the turn was ended.

    cr2006 314.3, cr2011 514.3a, cr2026 514.3a; cr2026 724.1d.
    """
    return apply_rule(REWRITES["repeat_cleanup"], graph, anchor, (), by, topic)


def end_turn(graph: TurnGraph, anchor: Anchor, by: str) -> TurnGraph:
    """Ends the turn: everything between the anchor and the cleanup step is skipped.

    cr2006 509.1c, cr2011 712.1c, cr2026 724.1d. During a cleanup step nothing is skipped before
    it; the edition says whether a new one follows (see ``repeat_cleanup``). Everything after
    that cleanup step is skipped too. If no cleanup step is left (the rules are silent: the
    ending phase may come first, see ``reverse_phases``), one is added directly after this
    phase, in an ending phase of its own.
    """
    return apply_rule(REWRITES["end_turn"], graph, anchor, (), by)


@obeys("end_turn_cleanup")
def end_turn_first(graph: TurnGraph, by: str) -> TurnGraph:
    """Ends the turn before its first step begins: only its cleanup step is left (cr2026 724.1d).

    The same turn if the cleanup step comes first already.
    """
    first = graph.following()
    if first is None or graph.node(first).kind == "cleanup":
        return graph
    return skip(end_turn(graph, first, by), first, by, "end_turn_cleanup")


def end_combat(graph: TurnGraph, anchor: Anchor, by: str) -> TurnGraph:
    """Ends the combat phase: its remaining steps are skipped, the next phase follows (cr2026 724.2)."""
    return apply_rule(REWRITES["end_combat"], graph, anchor, (), by)


def reverse_phases(graph: TurnGraph, anchor: Anchor, by: str) -> TurnGraph:
    """Reverses the order of a turn's phases (the anchor is the turn itself); a second time restores it.

    Only cards do this, no rule (cr2006 103.1, later 101.1). The steps of a phase keep their
    order. The first regular main phase is the precombat one (cr2006 305.1, later 505.1a), so
    the two change places.

    >>> from fsm.turn import base_turn
    >>> reverse_phases(base_turn("cr2026"), "turn", "Topsy Turvy").notation()
    '< E CL | M1 | BC DA DB CD EC | M2 | U Up D'
    """
    return apply_rule(REWRITES["reverse_phases"], graph, anchor, (), by)
