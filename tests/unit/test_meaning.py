"""A card says no word that means nothing where it stands: it is refused, with the place."""

from __future__ import annotations

from typing import Any, get_type_hints

import pytest
from cases import joined

from fsm.cards import Activated, Instead, Static, Triggered, catalogue
from fsm.cards.abilities import EVENTS, PLAYER_EVENTS
from fsm.cards.terms import PLAYER_FIELDS
from fsm.cards.vocabulary import EFFECTS
from fsm.errors import InputError
from fsm.game import read_card
from fsm.scenario import parse_scenarios
from fsm.shape import ShapeError

TARGET_PLAYER = "no player is a target here"
TARGET_PERMANENT = "no permanent is a target here"
CHOSEN = '"chosen" has no meaning here'
SELF = "no permanent is the source of this"
ARTIFACT: dict[str, Any] = {"type": "artifact"}

NOTHING: list[tuple[dict[str, Any], str]] = [
    ({"effects": [{"extra_turn": "target"}]}, TARGET_PLAYER),
    ({"effects": [{"damage": 3}]}, TARGET_PLAYER),
    ({"effects": [{"damage": 3}], "type": "artifact"}, TARGET_PLAYER),
    ({"effects": [{"tap": {}}]}, TARGET_PERMANENT),
    ({"effects": [{"untap": "target"}], "targets": "player"}, TARGET_PERMANENT),
    ({"effects": [{"draw": {"player": "target"}}], "targets": "permanent"}, TARGET_PLAYER),
    ({"effects": [{"extra_turn": {"riders": [{"life": {"amount": 1, "player": "target"}}]}}], "targets": "player"},
     TARGET_PLAYER),
    ({"effects": [{"untap": "self"}]}, SELF),
    ({"effects": [{"pump": {"what": "self", "power": 1}}], "type": "creature"}, SELF),
    ({"effects": [{"lasting": {"name": "x", "until": "while_tapped"}}]}, SELF),
    ({"on_cast": [{"move": {"what": "self"}}]}, SELF),
    ({"effects": [{"life": {"amount": 1, "player": "chosen"}}], "targets": "player"}, CHOSEN),
    ({**ARTIFACT, "triggers": [{"when": "upkeep", "do": [{"draw": {"player": "chosen"}}]}]}, CHOSEN),
    ({**ARTIFACT, "triggers": [{"when": "upkeep", "whose": "chosen", "do": [{"draw": 1}]}]}, CHOSEN),
    ({**ARTIFACT, "static": [{"skip": "draw", "player": "chosen"}]}, CHOSEN),
    ({**ARTIFACT, "chapters": [[{"draw": {"player": "target"}}]]}, TARGET_PLAYER),
    ({"effects": [{"life": {"amount": 1, "player": "chooser"}}]}, '"chooser" has a meaning only within'),
    ({"effects": [{"choose_player": {"another": True, "do": ["draw"]}}]}, "no player is a target here"),
    ({"effects": [{"control_turn": {"player": "you", "controller": "target"}}]}, "no player is a target here"),
    ({"effects": [{"may": [{"skip": {"what": "draw", "then": [{"life": {"amount": 1, "player": "chooser"}}]}}]}]},
     '"chooser" has a meaning only within'),
    ({"effects": [{"extra_steps": {"step": "upkeep", "anchor": "draw"}}]}, "add where: before_next"),
    ({"effects": [{"token": {"name": "x", "whom": "opponents"}}]}, "add attacking: true"),
    ({**ARTIFACT, "power": 1}, "power: has no effect on a card of type artifact; .* write type: creature"),
    ({"toughness": 1}, "toughness: has no effect on a card of type sorcery"),
    ({**ARTIFACT, "ward": 0}, "ward: has no cost; write a number of mana, or a mapping"),
    ({"effects": [{"pump": {"what": "creatures", "ward": {}}}]}, "ward: has no cost"),
    ({"ward": 1}, "ward: has no effect on a card of type sorcery"),
    ({**ARTIFACT, "morph": 1, "disguise": 1}, "disguise: the card has morph too"),
    ({**ARTIFACT, "triggers": [{"when": "upkeep", "do": [{"counter": "that"}]}]}, "an activated ability or a target"),
    ({**ARTIFACT, "ongoing": True}, "ongoing: has no effect on a card of type artifact; .* write type: scheme"),
    ({"enters_tapped": True}, "enters_tapped: has no effect"),
    ({"type": "instant", "triggers": [{"when": "upkeep", "do": ["draw"]}]}, "triggers: has no effect"),
    ({"abilities": [{"do": ["draw"]}]}, "abilities: has no effect"),
    ({"static": [{"skip": "draw"}]}, "static: has no effect"),
    ({"chapters": [["draw"]]}, "chapters: has no effect"),
    ({**ARTIFACT, "effects": ["draw"]}, "effects: has no effect on .* artifact; .* instant, sorcery or scheme"),
    ({**ARTIFACT, "rebound": True}, "rebound: has no effect"),
    ({**ARTIFACT, "keywords": ["phasing", "haste"]}, '"haste" is for creatures'),
    ({"keywords": ["phasing"]}, '"phasing" is for creatures'),
    ({**ARTIFACT, "static": [{"no_untap": "Rock", "player": "each"}]},
     "player: has no effect without skip, mana_stays, attack_cost, .*, any_time, shows, .* or most_untap"),
    ({**ARTIFACT, "static": [{"mana_stays": True, "optional": True}]}, "optional: has no effect without skip"),
    ({**ARTIFACT, "static": [{"mana_stays": True, "while_tapped": True}]}, "while_tapped: has no effect without skip"),
    ({**ARTIFACT, "static": [{"mana_stays": True, "then": ["draw"]}]}, "then: has no effect without skip"),
    ({**ARTIFACT, "static": [{"mana_stays": True, "if": ["untapped"]}]}, "if: has no effect without skip"),
    ({**ARTIFACT, "static": [{}]}, "this static ability is empty"),
    ({**ARTIFACT, "static": [{"no_untap": "Rock", "of_type": "red"}]}, "of_type: has no effect without mana_stays"),
    ({**ARTIFACT, "static": [{"no_untap": "Rock", "as_type": "red"}]}, "as_type: has no effect without mana_stays"),
    ({**ARTIFACT, "static": [{"no_untap": "chosen creature"}]}, "nothing is chosen as the permanent enters"),
    ({**ARTIFACT, "static": [{"chooses": "color"}, {"any_time": "chosen"}]}, "any_time: cannot be of what was chosen"),
    ({**ARTIFACT, "targets": "chosen creature"}, "targets: cannot be of what was chosen"),
    ({**ARTIFACT, "cost": "1uu"}, "found '1uu' .did you mean 1UU.., expected a number of mana"),
    ({**ARTIFACT, "cost": "3"}, "found '3', expected a number of mana, or a number with letters after it"),
    *(
        ({"effects": [{"mana": {"amount": 1, "only": [only]}}]}, f"only: found '{only}', on which no mana is spent")
        for only in ("creature", "player", "triggered ability", "own spell")
    ),
    ({"effects": [{"draw": {"player": ["you", "target"]}}]}, TARGET_PLAYER),
    ({"effects": [{"damage": {"amount": 1, "player": ["you", "target"]}}], "targets": "permanent"}, TARGET_PLAYER),
    ({"effects": [{"draw": {"player": ["chooser", "Ann"]}}]}, '"chooser" has a meaning only within'),
    ({**ARTIFACT, "static": [{"skip": "draw", "player": ["Ann", "chosen"]}]}, CHOSEN),
    ({"effects": [{"extra_turn": ["Ann", "Ann"]}]}, "'Ann' is in the list already"),
    ({"effects": [{"extra_turn": ["Ann", "each"]}]}, '"each" is every player'),
    ({"effects": [{"extra_turn": []}]}, "found an empty list, expected a player"),
    ({"effects": [{"become": {}}], "targets": "permanent"}, "become: changes nothing; add type or colors"),
    ({"effects": [{"become": {"subtypes": ["Elf"], "colors": ["red"]}}], "targets": "permanent"},
     "subtypes: .* add type"),
    ({"effects": [{"let_attack": {"whom": "opponents", "attacked": "Jace"}}], "targets": "permanent"},
     "attacked: .* leave one of them out"),
    ({"effects": [{"phase_out": {"player": "you", "until": "end_of_turn", "stay_out": "game"}}]},
     "until: phases in as that ends, .* leave one of them out"),
    ({"effects": [{"phase_out": {"player": "you", "tapped": True}}]}, "tapped: is how it phases in .* add until"),
    ({"effects": [{"phase_out": {"player": "you", "stay_out": "while_there"}}]}, "no permanent is the source of this"),
    ({"effects": [{"draw": {"for_each": "those"}}]}, '"those" has a meaning only under then: of .* phase_out'),
]  # fmt: skip


@joined(NOTHING)
def test_a_word_that_means_nothing_is_refused(data: dict[str, Any], why: str) -> None:
    with pytest.raises(ShapeError, match=why):
        read_card({"name": "x", **data})


SOMETHING: list[dict[str, Any]] = [
    {"effects": [{"extra_turn": "target"}], "targets": "player"},
    {"effects": [{"damage": 3}], "targets": "permanent"},
    {"effects": [{"token_copy": {"then": [{"tap": "those"}]}}], "targets": "permanent"},
    {"effects": [{"phase_out": {"player": "each", "then": [{"draw": {"for_each": "those"}}]}}]},
    {"effects": [{"must_attack": {"player": "each"}}]},
    {"effects": [{"extra_turn": ["Ann", "target"]}, {"draw": {"player": ["each"]}}], "targets": "player"},
    {"effects": [{"delayed": {"at": "end", "do": [{"life": {"amount": 1, "player": "target"}}]}}], "targets": "player"},
    {**ARTIFACT, "targets": "player", "triggers": [{"when": "upkeep", "do": [{"draw": {"player": "chosen"}}]}]},
    {**ARTIFACT, "triggers": [{"when": "a permanent untaps", "do": [{"mill": {"player": "chosen"}}]}]},
    {**ARTIFACT, "abilities": [{"do": [{"untap": "self"}, {"tap": "target"}]}]},
    {**ARTIFACT, "chapters": [[{"untap": "self"}]], "keywords": ["phasing"]},
    {"effects": [{"may": [{"delayed": {"at": "end", "do": [{"life": {"amount": 1, "player": "chooser"}}]}}]}]},
]


@pytest.mark.parametrize("data", SOMETHING)
def test_a_word_that_means_something_is_taken(data: dict[str, Any]) -> None:
    assert read_card({"name": "x", **data}).name == "x"


def test_each_field_that_names_players_is_known_as_one() -> None:
    kinds = (*EFFECTS.values(), Triggered, Activated, Static, Instead)
    named = {name for kind in kinds for name, hint in get_type_hints(kind).items() if "Who" in str(hint)}
    assert named == set(PLAYER_FIELDS)


def test_every_card_of_the_catalogue_means_what_it_says() -> None:
    assert len(catalogue()) > 100


def test_the_place_is_that_of_the_word() -> None:
    effects = "      - draw\n      - life: {amount: 1, player: target}"
    text = f"players: [Ann, Bob]\ncards:\n  - name: x\n    effects:\n{effects}\nuntil: T1"
    with pytest.raises(InputError, match="f:6:35: no player is a target here"):
        parse_scenarios(text, "f")


THINGS = (
    ("{untap: source}", "no card or token is called 'source'"),
    ("{untap: creature}", 'did you mean "creatures"'),
    ("{tap: nothing of that name}", "it is target, self, creatures, others, attacking, other_attackers"),
    ("{must_attack: Baer}", 'did you mean "Bear"'),
)


@pytest.mark.parametrize(("effect", "why"), THINGS)
def test_what_an_effect_means_by_name_is_known(effect: str, why: str) -> None:
    text = f"players: [Ann, Bob]\ncards: [{{name: Bear, type: creature}}, {{name: x, effects: [{effect}]}}]\nuntil: T1"
    with pytest.raises(InputError, match=why):
        parse_scenarios(text, "f")


@pytest.mark.parametrize("what", ["Bear", "Time Vault", "Goblin", "creatures"])
def test_a_card_or_a_token_of_the_file_or_the_catalogue_is_known(what: str) -> None:
    cards = f"{{name: Bear, type: creature}}, {{name: x, effects: [{{token: Goblin}}, {{untap: {what}}}]}}"
    assert parse_scenarios(f"players: [Ann, Bob]\ncards: [{cards}]\nuntil: T1", "f")


@pytest.mark.parametrize(
    "act", ["{cast: Time Walk, ability: 2}", "{choose: Time Walk, mana: [x]}", "{pass: true, target: Bob}"]
)
def test_what_goes_with_another_verb_is_refused(act: str) -> None:
    with pytest.raises(InputError, match="goes with"):
        parse_scenarios(f"players: [Ann, Bob]\nscript: [{{at: T1.upkeep, Ann: {act}}}]\nuntil: T1", "f")


def test_events_of_players_and_of_permanents_are_counted_apart() -> None:
    assert not {*PLAYER_EVENTS.values()} & {*EVENTS}
