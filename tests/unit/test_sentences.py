"""The play-by-play read aloud: sentences in the words of each edition."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playing, card

from fsm.cards.terms import parts
from fsm.cards.vocabulary import Effect
from fsm.edition import edition_ids, load_edition
from fsm.game import Activate, Attack, Choose, ChooseSkip, Concede, DeclareAttackers, Options, Pass, catalogue
from fsm.game.objects.abilities.conditions import in_words
from fsm.wording import EFFECT_SENTENCES, card_sentences, event_sentence
from fsm.wording.parts import goes_to, kind_name, said_skips, until_when

BEAR = card("Bear", type="creature", power=2, toughness=2)


def told(edition: str, *effects: Any, kind: str, **data: Any) -> list[str]:
    """The sentences of a kind that these effects lead to, cast in Ann's first main phase."""
    game = Playing(edition, 2, [(0, BEAR)])
    game.to("T1.precombat_main")
    game.cast(0, *effects, name="Deed", **data)
    game.resolve()
    return [event_sentence(event) for event in game.events if event.kind == kind]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("end", ("end of turn step", "end step")),
        ("combat", ("combat phase", "combat phase")),
        ("beginning_of_combat", ("beginning of combat step", "beginning of combat step")),
        ("precombat_main", ("precombat main phase", "precombat main phase")),
    ],
)
def test_a_delayed_ability_names_the_step_as_its_edition_does(at: str, said: tuple[str, str]) -> None:
    for edition, name in zip(("cr2006", "cr2026"), said, strict=True):
        effect = {"delayed": {"at": at, "do": ["draw"]}}
        assert told(edition, effect, kind="trigger.delayed") == [
            f"Deed will trigger at the beginning of the next {name}"
        ]
    own = {"delayed": {"at": at, "do": ["draw"], "whose": "you", "this_turn": True}}
    assert told("cr2026", own, kind="trigger.delayed") == [
        f"Deed will trigger at the beginning of Ann's next {said[1]} of this turn"
    ]


def test_what_ends_the_turn_is_exiled_while_it_resolves() -> None:
    """724.1b: it has begun to resolve, and never finishes; what is below it does not resolve at all."""
    for edition, exiled in (("cr2006", "removed from the game"), ("cr2026", "exiled")):
        game = Playing(edition)
        game.to("T1.precombat_main")
        game.cast(0, "draw", name="Below")
        game.cast(0, "end_turn", name="Time Stop")
        game.resolve()
        sentences = [event_sentence(e) for e in game.events if e.kind in ("stack.resolve", "stack.remove")]
        assert sentences == [
            "Time Stop resolves",
            f"Time Stop is {exiled} while it resolves",
            f"Below is {exiled} without resolving",
        ]


@pytest.mark.parametrize(("exiled", "edition"), [("exiled", "cr2026"), ("removed from the game", "cr2006")])
def test_an_ability_that_ends_the_turn_is_not_its_source(exiled: str, edition: str) -> None:
    sundial = card("Sundial", type="artifact", abilities=[{"do": ["end_turn"]}])
    bell = card("Bell", type="artifact", triggers=[{"when": "upkeep", "do": ["draw"]}])
    game = Playing(edition, 2, [(0, sundial), (0, bell)])
    game.to("T1.beginning.upkeep")
    game.do(Activate(0, 1, 0))
    game.resolve()
    assert [event_sentence(e) for e in game.of_kind("stack.remove")] == [
        f"The ability of Sundial is {exiled} while it resolves",
        f"The ability of Bell is {exiled} without resolving",
    ]


def test_an_ability_without_a_legal_target_is_not_its_source() -> None:
    icy = card("Icy", type="artifact", abilities=[{"targets": "creature", "do": [{"tap": "target"}]}])
    game = Playing("cr2026", 2, [(0, icy), (1, BEAR)])
    game.to("T1.beginning.upkeep")
    game.do(Activate(0, 1, 0, 2))
    game.happen(0, {"destroy": {"what": "Bear"}})
    game.resolve()
    (removed,) = game.of_kind("stack.remove")
    assert event_sentence(removed) == "The ability of Icy leaves the stack without resolving: it has no legal target"


def test_who_concedes_is_told_apart_from_who_loses() -> None:
    for edition in edition_ids():
        game = Playing(edition, 3)
        game.to("T1.beginning.upkeep")
        game.do(Concede(1))
        game.cast(0, {"life": {"player": "you", "amount": -20}})
        game.do(Pass(0), Pass(2))
        sentences = [event_sentence(event) for event in game.of_kind("player.lose")]
        assert sentences == ["Bob concedes and loses the game", "Ann loses the game"]


def test_what_attacked_who_has_left_attacks_nobody() -> None:
    """Creatures stay in combat (506.4, 800.4e); of the last opponent nothing has to be said, as the game ends."""
    game = Playing(
        "cr2026", 3, [(0, BEAR), (0, card("Elk", type="creature", toughness=1))], options=Options(attack="multiple")
    )
    game.until(lambda state: isinstance(state.decision, DeclareAttackers))
    game.do(Attack(0, (1, 2), (1, 1)), Concede(1), Concede(2))
    assert [event_sentence(event) for event in game.of_kind("player.leave")] == [
        "Bob leaves the game; Bear and Elk stay in combat and attack nobody now",
        "Cat leaves the game",
    ]


def test_that_a_player_does_not_lose_is_told_once() -> None:
    angel = card("Angel", type="artifact", static=[{"cannot": "lose"}])
    game = Playing("cr2026", 2, [(0, angel)])
    game.to("T1.beginning.upkeep")
    for amount in (-19, -1, -1):
        game.happen(0, {"life": {"player": "you", "amount": amount}})
    for amount in (9, 1, 1):
        game.happen(0, {"player_counters": {"player": "you", "kind": "poison", "amount": amount}})
    kinds = ("life.change", "player.counters")
    told = [event_sentence(event) for event in game.events if event.kind in kinds]
    assert [sentence for sentence in told if "Angel" in sentence] == [
        "Ann loses 1 life, now 0; Angel keeps Ann from losing",
        "Ann's poison counters change by +1 to 10; Angel keeps Ann from losing",
    ]
    assert game.state.outcome is None


def test_combat_damage_on_the_stack_is_put_there_by_nobody() -> None:
    game = Playing("cr2006", 2, [(0, BEAR)])
    game.until(lambda state: state.address.endswith("declare_attackers"))
    game.do(Attack(0, (1,)))
    game.to("T1.combat.end_of_combat")
    kinds = ("stack.push", "stack.resolve")
    assert [event_sentence(e) for e in game.events if e.kind in kinds] == [
        "Combat damage is put on the stack",
        "Combat damage resolves",
    ]


@pytest.mark.parametrize(
    ("until", "said"),
    [
        ("end_of_turn", "until end of turn"),
        ("end_of_combat", "until end of combat"),
        ("end_of_upkeep", "until the end of the upkeep step"),
        ("end_of_your_next_turn", "until the end of Ann's next turn"),
        ("next_end", "until the next end of turn step"),
        ("next_turn", "until the next turn"),
        ("your_next_turn", "until Ann's next turn"),
        ("your_next_ending", "until Ann's next end phase"),
        ("end_of_its_next_untap", "through its controller's next untap step"),
        ("while_tapped", "for as long as its source is tapped"),
        ("game", "for the rest of the game"),
    ],
)
def test_durations(until: str, said: str) -> None:
    assert until_when(load_edition("cr2006"), until, "Ann") == said


def test_zones_and_skips() -> None:
    old, new = load_edition("cr2006"), load_edition("cr2026")
    assert goes_to(old, "exile", "Ann") == "is removed from the game"
    assert goes_to(new, "exile", "Ann") == "is exiled"
    assert goes_to(new, "graveyard", "Ann") == "is put into Ann's graveyard"
    assert said_skips(new, "draw", 1) == "the next draw step"
    assert said_skips(new, "extra_turn", 2) == "the next 2 extra turns"
    assert said_skips(new, "main", "all") == "each main phase"
    assert kind_name(old, "ending") == "end phase"


CONTROLLED = {
    "artifact": "an artifact",
    "swamp": "a swamp",
    "black": "a black permanent",
    "no_Island": "no Island",
    "no_black": "no black permanent",
}


@pytest.mark.parametrize(("types", "said"), CONTROLLED.items())
def test_what_the_defending_player_controls(types: str, said: str) -> None:
    assert in_words(f"defender_has_{types}") == f"the defending player controls {said}"


def test_a_choice_between_skips_names_the_turn_phase_or_step_as_its_edition_does() -> None:
    for edition, what, said in (
        ("cr2026", "combat", "the combat phase"),
        ("cr2006", "end", "the end of turn step"),
        ("cr2026", "turn", "the turn"),
    ):
        game = Playing(edition)
        game.to("T1.precombat_main")
        for name in ("Nap", "Rest"):
            game.cast(0, {"skip": {"what": what, "player": "opponents"}}, name=name)
            game.resolve()
        game.until(lambda state: isinstance(state.decision, ChooseSkip))
        game.do(Choose(1, 0))
        (sentence,) = [event_sentence(event) for event in game.events if event.kind == "choice"]
        assert sentence == f"Bob chooses for {said}: Nap"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Threaten", "its controller gains control of the target this turn"),
        ("Humble Defector", "the target gains control of this permanent."),
        ("Jade Statue", "this permanent becomes a Golem artifact creature until the end of the combat phase"),
        ("Incite", "the target becomes red this turn"),
        ("Augur of Skulls", "the next time this permanent would be destroyed this turn, it regenerates instead"),
        ("Gonti's Aether Heart", "its controller gets two energy counters"),
        ("Teleport", "the target can't be blocked this turn"),
        ("Enlarge", "the target gets +7/+7, has trample and must be blocked if able this turn"),
        ("Keeper of Keys", "all creatures of its controller can't be blocked this turn"),
        ("Courtly Provocateur", "the target blocks each combat if able this turn"),
        ("Juggernaut", "It has no other abilities."),
        ("Medomai the Ageless", "it can't attack during an extra turn."),
    ],
)
def test_what_a_card_does_to_permanents_is_plain(name: str, said: str) -> None:
    assert said in " ".join(card_sentences(catalogue()[name]))


def test_every_effect_of_the_catalogue_has_a_sentence_of_its_own() -> None:
    """Of the others the docstring is told with the fields, which is good for nobody who reads what a card does."""
    used = {type(part) for card in catalogue().values() for part, _ in parts(card) if isinstance(part, Effect)}
    assert not {kind.__name__ for kind in used} - {kind.__name__ for kind in EFFECT_SENTENCES}
