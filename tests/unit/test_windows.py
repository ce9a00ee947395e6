"""Casting windows: where in a turn with two combats a card may be cast (cr2011 506.6, cr2026 506.8, 503.2)."""

from __future__ import annotations

import pytest
from cases import crossed, joined
from playing import Playing, card

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import Attack, Cast, DeclareAttackers, Priority
from fsm.game.priority.casting import why_not_cast

EVERY = pytest.mark.parametrize("edition", edition_ids())
BEAR = card("Bear", type="creature", power=2, toughness=2, keywords=["vigilance"])

STOPS = "Up M1 BC DA DB CD EC BC2 DA2 EC2 M2 E"
"""Where there is priority in the turn that is looked at: an attack in the first combat, none in the second."""


def where(edition: str, *windows: str, attack: bool = True, skip: bool = False, upkeeps: int = 1) -> str:
    """The stops of such a turn, by their short names, where a card with these windows may be cast."""
    names = {"beginning_of_combat": "BC", "declare_attackers": "DA", "declare_blockers": "DB", "combat_damage": "CD"}
    names |= {"end_of_combat": "EC", "upkeep": "Up", "precombat_main": "M1", "postcombat_main": "M2", "end": "E"}
    trick = card("Trick", castable=list(windows))
    game = Playing(edition, 2, [(0, BEAR)])
    if skip:
        game.happen(0, {"skip": {"what": "combat", "all": True, "until": "end_of_turn"}})
    for _ in range(upkeeps - 1):
        game.happen(0, {"extra_steps": "upkeep"})
    found: list[str] = []
    turn = game.state.turn
    while game.state.turn == turn:
        state = game.state
        if isinstance(state.decision, DeclareAttackers):
            game.do(Attack(0, (1,) if attack and "#2" not in state.address else ()))
            continue
        if state.decision == Priority(0) and not state.stack:
            kind, (number, _) = state.at.node.kind, state.graph.numbers[state.at.stop]
            if kind == "precombat_main" and not skip and len(state.graph.children()) == 5:
                game.happen(0, {"extra_phases": {"phases": ["combat"], "after": "this_main_phase"}})
                continue
            if not why_not_cast(state, Cast(0, trick)):
                found.append(names[kind] + (str(number) if number > 1 else ""))
        game.until(lambda now, then=state: now is not then)
    return " ".join(dict.fromkeys(found))


@joined(
    crossed(
        edition_ids(),
        [
            ((), STOPS),
            (("during_combat",), "BC DA DB CD EC BC2 DA2 EC2"),
            (("before_attackers",), "Up M1 BC"),
            (("before_blockers",), "Up M1 BC DA"),
            (("before_damage",), "Up M1 BC DA DB"),
            (("after_attackers",), "DA DB CD EC BC2 DA2 EC2 M2 E"),
            (("after_blockers",), "DB CD EC BC2 DA2 EC2 M2 E"),
            (("during_combat", "before_attackers"), "BC BC2"),
            (("during_combat", "before_blockers"), "BC DA BC2 DA2"),
            (("during_combat", "before_damage"), "BC DA DB BC2 DA2"),
            (("during_combat", "after_blockers"), "DB CD EC"),
            (("after_attackers", "before_damage"), "DA DB"),
            (("after_upkeep",), STOPS.removeprefix("Up ")),
        ],
    )
)
def test_where_a_window_is_open(edition: str, windows: tuple[str, ...], expected: str) -> None:
    assert where(edition, *windows) == expected


@EVERY
def test_a_point_that_is_skipped_is_over_as_attackers_have_been_declared(edition: str) -> None:
    """506.6e, 506.8e; and what comes after it never comes (506.6f, 506.8f)."""
    assert where(edition, "before_damage", attack=False) == "Up M1 BC DA"
    assert where(edition, "during_combat", "before_blockers", attack=False) == "BC DA BC2 DA2"
    assert where(edition, "during_combat", "after_blockers", attack=False) == ""
    assert where(edition, "after_blockers", attack=False) == ""


@EVERY
def test_without_combat_a_window_before_it_ends_with_the_precombat_main_phase(edition: str) -> None:
    assert where(edition, "before_blockers", skip=True) == "Up M1"
    assert where(edition, "during_combat", skip=True) == ""


@EVERY
def test_after_upkeep_means_after_the_first_one(edition: str) -> None:
    assert where(edition, "after_upkeep", upkeeps=2) == f"Up2 {STOPS.removeprefix('Up ')}"


@EVERY
def test_what_is_cast_too_late_is_refused_with_the_rule(edition: str) -> None:
    game = Playing(edition, 2)
    game.to("T1.postcombat_main")
    rule = r"506\.[68]d|409\.1"
    with pytest.raises(IllegalAction, match=rf"only before attackers are declared; this is T1\.\S+ \(({rule})\)"):
        game.cast(0, castable=["before_attackers"])
    with pytest.raises(IllegalAction, match=r"only during combat and before blockers are declared; .*\(506|409"):
        game.cast(0, castable=["during_combat", "before_blockers"])


@EVERY
def test_in_a_later_combat_it_is_told_which_one_counts(edition: str) -> None:
    game = Playing(edition, 2, [(0, BEAR)])
    game.to("T1.precombat_main")
    game.happen(0, {"extra_phases": {"phases": ["combat"], "after": "this_main_phase"}})
    with pytest.raises(IllegalAction, match=r"the first combat phase of the turn counts, and its .+ has not begun yet"):
        game.cast(0, castable=["after_blockers"])
    game.until(lambda state: isinstance(state.decision, DeclareAttackers))
    game.do(Attack(0, (1,)))
    game.to("T1.combat#2.beginning_of_combat")
    counts = (
        "the first combat phase of the turn counts, and its combat damage step has begun already; this is T1.combat#2"
    )
    with pytest.raises(IllegalAction, match=counts):
        game.cast(0, castable=["before_damage"])
