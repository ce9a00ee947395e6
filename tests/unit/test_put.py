"""Effects that put a card, which they name, onto the battlefield: the name has to be known, wherever it stands."""

from __future__ import annotations

import pytest

from fsm.errors import InputError
from fsm.scenario import parse_scenarios

HEAD = "players: [Ann, Bob]\nexpect: {turns: [Ann]}\n"


@pytest.mark.parametrize(
    "body",
    [
        "cards: [{name: x, effects: [{put: {card: NAME}}]}]",
        "cards: [{name: x, effects: [{delayed: {at: end, do: [{put: NAME}]}}]}]",
        "cards: [{name: x, type: artifact, triggers: [{when: enters, do: [{put: NAME}]}]}]",
        "cards: [{name: x, type: artifact, abilities: [{do: [{put: NAME}]}]}]",
        "script: [{at: T1.upkeep, Ann: {cast: {name: x, type: instant, effects: [{put: NAME}]}}}]",
        "players: {Ann: {battlefield: [{name: x, type: artifact, abilities: [{do: [{put: NAME}]}]}]}, Bob: }",
    ],
)
def test_an_unknown_card_is_refused_where_it_stands(body: str) -> None:
    head = HEAD if "players" not in body else "expect: {turns: [Ann]}\n"
    assert parse_scenarios(head + body.replace("NAME", "Grizzly Bears"), "f")
    with pytest.raises(
        InputError, match=r"^f:\d:\d+: unknown card 'Grizly Bears' \(did you mean \"Grizzly Bears\"\?\)"
    ):
        parse_scenarios(head + body.replace("NAME", "Grizly Bears"), "f")


def test_one_of_the_scenarios_own_cards_may_be_named_before_it_is_made() -> None:
    own = "cards: [{name: x, effects: [{put: y}]}, {name: y, type: creature}]"
    assert parse_scenarios(HEAD + own, "f")
