"""Kinds of objects: every field that names one knows types, supertypes, subtypes, colors and names alike."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent
from typing import Any, get_args

import pytest
from cases import crossed, joined

from fsm import shape
from fsm.cards import Activated, Again, Card, Instead, Side, Static, Toll, Triggered, read_card
from fsm.cards.abilities import OF_OBJECTS
from fsm.cards.kinds import Each, Group, Kind, Target, a_kind, fits
from fsm.cards.vocabulary import EFFECTS
from fsm.errors import FsmError
from fsm.scenario import judge, parse_scenarios, run_scenario
from fsm.shape import ShapeError

HERO = "{name: Hero of Old, type: creature, flash: true, supertypes: [legendary], subtypes: [Elf, Scout],"
HERO += " colors: [green], power: 1, toughness: 1}"
SLOW = HERO.replace("flash: true, ", "")
DEAR = HERO.replace("power: 1", "cost: 1, power: 1")
BEAR = "{name: Bear, type: creature, power: 2, toughness: 2}"
IS = (
    "creature", "legendary", "Elf", "Scout", "green", "Hero of Old", "noncreature or Elf", "nonred", "non-Goblin",
    "legendary green Elf creature", "Scout Elf", "nontoken Elf", "artifact or legendary creature",
)  # fmt: skip
IS_NOT = ("artifact", "world", "Goblin", "token", "Hero", "nonlegendary", "non-Elf creature", "red Elf", "snow or land")

FORMS = {
    "MayPlay.of": """
      players: {Ann: {graveyard: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Old Tale, type: sorcery, effects: [{may_play: {what: top, now: true, of: [KIND]}}]}]
      script: [{at: T1.precombat_main, Ann: {cast: Old Tale}}]
      expect: {happens: [{event: choice, name: Hero of Old}]}""",
    "Delayed.of": """
      players: [Ann, Bob]
      cards: [HERO, {name: Old Ear, type: instant, effects: [{delayed: {at: you cast, of: KIND, do: [life: 1]}}]}]
      script: [{at: T1.upkeep, Ann: [{cast: Old Ear}, {cast: Hero of Old}]}]
      expect: {state: {T1.end: {Ann: {life: 21}}}}""",
    "Triggered.of": """
      players: {Ann: {battlefield: [Hero of Old, Watcher]}, Bob: {}}
      cards: [HERO, {name: Watcher, type: artifact, triggers: [{when: a creature attacks, of: KIND, do: [life: 1]}]}]
      script: [{at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}]
      expect: {state: {T1.end: {Ann: {life: 21}}}}""",
    "Static.cannot_enter": """
      players: {Ann: {battlefield: [Gate]}, Bob: {}}
      cards: [HERO, {name: Gate, type: artifact, static: [{cannot_enter: [Nobody, KIND]}]}]
      script: [{at: T1.upkeep, Ann: {cast: Hero of Old}}]
      expect: {state: {T1.end: {Ann: {graveyard: [Hero of Old]}}}}""",
    "Static.any_time": """
      players: {Ann: {battlefield: [Orrery]}, Bob: {}}
      cards: [SLOW, {name: Orrery, type: artifact, static: [{any_time: KIND}]}]
      script: [{at: T1.upkeep, Ann: {cast: Hero of Old}}]
      expect: {state: {T1.end: {Ann: {battlefield: [Orrery, Hero of Old]}}}}""",
    "CastAnyTime.of": """
      players: [Ann, Bob]
      cards: [SLOW, {name: Haste, type: instant, effects: [{cast_any_time: {name: Haste, of: KIND}}]}]
      script: [{at: T1.upkeep, Ann: {cast: Haste}}, {at: T1.upkeep, Ann: {cast: Hero of Old}}]
      expect: {state: {T1.end: {Ann: {battlefield: [Hero of Old]}}}}""",
    "Static.no_untap": """
      players: {Ann: {battlefield: [Hero of Old, Ice]}, Bob: {}}
      cards: [HERO, {name: Ice, type: enchantment, static: [{no_untap: KIND}]}]
      script: [{at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}]
      expect: {state: {T3.upkeep: {Ann: {tapped: [Hero of Old]}}}}""",
    "Static.untap_kind": """
      players: {Ann: {battlefield: [Hero of Old, Ice]}, Bob: {}}
      cards: [HERO, {name: Ice, type: enchantment, static: [{most_untap: 0, untap_kind: KIND}]}]
      script: [{at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}]
      expect: {state: {T3.upkeep: {Ann: {tapped: [Hero of Old]}}}}""",
    "Static.untap_kind, in the untap steps of others": """
      players: {Ann: {battlefield: [Hero of Old, Ice]}, Bob: {}}
      cards: [HERO, {name: Ice, type: enchantment, static: [{also_untaps: yours, untap_kind: KIND}]}]
      script: [{at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}]
      expect: {state: {T2.upkeep: {Ann: {tapped: []}}}}""",
    "RestartGame.of": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {}}
      cards:
        - HERO
        - name: Anew
          type: instant
          effects:
            - {move: {what: Hero of Old, to: exile, link: anew}}
            - {restart_game: {link: anew, of: KIND, then: [{put: {card: those, out_of: exile, under: you}}]}}
      script: [{at: T1.upkeep, Ann: {cast: Anew}}]
      expect: {state: {T2.upkeep: {Ann: {battlefield: [Hero of Old]}}}}""",
    "Static.cannot_kind": """
      players: {Ann: {battlefield: [Ice]}, Bob: {}}
      cards: [HERO, {name: Ice, type: enchantment, static: [{cannot: cast, cannot_kind: KIND, player: opponents}]}]
      script: [{at: T1.upkeep, Bob: {cast: Hero of Old, refused: true}}]""",
    "Static.cannot_kind, of abilities": """
      players: {Ann: {battlefield: [Ice]}, Bob: {battlefield: [Hero of Old]}}
      cards:
        - {name: Hero of Old, type: creature, supertypes: [legendary], subtypes: [Elf, Scout], colors: [green],
           power: 1, toughness: 1, abilities: [{do: [draw]}]}
        - {name: Ice, type: enchantment, static: [{cannot: activate, cannot_kind: KIND, player: opponents}]}
      script: [{at: T1.upkeep, Bob: {activate: Hero of Old, refused: true}}]""",
    "Static.others_attack": """
      players: {Ann: {battlefield: [Hero of Old, Drum]}, Bob: {}}
      cards: [HERO, {name: Drum, type: creature, toughness: 4, keywords: [defender], static: [{others_attack: KIND}]}]
      expect: {state: {T1.declare_attackers: {Ann: {attacking: [Hero of Old]}}}}""",
    "Static.bands_with": """
      teams: [[Ann, Dan], [Bob, Cat]]
      players: {Ann: {battlefield: [Hero of Old, Den]}, Bob: {}, Dan: {battlefield: [Hero of Old]}, Cat: {}}
      cards: [HERO, {name: Den, type: land, static: [{bands_with: KIND, bands_of: creature}]}]
      script:
        - at: T1.declare_attackers
          Ann: {attack: {Hero of Old: Bob, "Hero of Old#2": Bob}, bands: [[Hero of Old, "Hero of Old#2"]]}
      expect: {state: {T1.end: {Dan: {tapped: [Hero of Old]}}}}""",
    "Static.bands_of": """
      teams: [[Ann, Dan], [Bob, Cat]]
      players: {Ann: {battlefield: [Hero of Old, Den]}, Bob: {}, Dan: {battlefield: [Hero of Old]}, Cat: {}}
      cards: [HERO, {name: Den, type: land, static: [{bands_with: creature, bands_of: KIND}]}]
      script:
        - at: T1.declare_attackers
          Ann: {attack: {Hero of Old: Bob, "Hero of Old#2": Bob}, bands: [[Hero of Old, "Hero of Old#2"]]}
      expect: {state: {T1.end: {Dan: {tapped: [Hero of Old]}}}}""",
    "Toll.tap": """
      players: {Ann: {battlefield: [Hero of Old, Bear]}, Bob: {battlefield: [Moat]}}
      cards: [HERO, BEAR, {name: Moat, type: enchantment, static: [{attack_toll: {tap: KIND}}]}]
      script: [{at: T1.declare_attackers, Ann: {attack: [Bear], pay: [tap Hero of Old]}}]
      expect: {state: {T1.end: {Ann: {tapped: [Hero of Old, Bear]}}}}""",
    "Toll.sacrifice": """
      players: {Ann: {battlefield: [Hero of Old, Bear]}, Bob: {battlefield: [Moat]}}
      cards: [HERO, BEAR, {name: Moat, type: enchantment, static: [{attack_toll: {sacrifice: KIND}}]}]
      script: [{at: T1.declare_attackers, Ann: {attack: [Bear], pay: [sacrifice Hero of Old]}}]
      expect: {state: {T1.end: {Ann: {graveyard: [Hero of Old]}}}}""",
    "Instead.of": """
      players: {Ann: {battlefield: [Hero of Old, Rest]}, Bob: {}}
      cards:
        - HERO
        - {name: Rest, type: enchantment, static: [{instead: {which: permanent, of: KIND}}]}
        - {name: Slay, type: instant, effects: [{destroy: Hero of Old}]}
      script: [{at: T1.upkeep, Bob: {cast: Slay}}]
      expect: {state: {T1.end: {Ann: {exile: [Hero of Old]}}}}""",
    "Instead.of, a card": """
      players: {Ann: {battlefield: [Rest], library: [Hero of Old]}, Bob: {}}
      cards:
        - HERO
        - {name: Rest, type: enchantment, static: [{instead: {which: card, of: KIND}}]}
        - {name: Grind, type: instant, effects: [{mill: {player: opponents}}]}
      script: [{at: T1.upkeep, Bob: {cast: Grind}}]
      expect: {state: {T1.end: {Ann: {exile: [Hero of Old]}}}}""",
    "Instead.of, a spell": """
      players: {Ann: {battlefield: [Rest]}, Bob: {}}
      cards:
        - HERO
        - {name: Rest, type: enchantment, static: [{instead: {which: card, of: KIND}}]}
        - {name: Denial, type: instant, effects: [counter]}
      script:
        - {at: T1.upkeep, Ann: {cast: Hero of Old}}
        - {at: T1.upkeep, responding_to: Hero of Old, Bob: {cast: Denial}}
      expect: {state: {T1.end: {Ann: {exile: [Hero of Old]}}}}""",
    "Again.of": """
      players: {Ann: {battlefield: [Echo, Watcher]}, Bob: {}}
      cards:
        - HERO
        - {name: Echo, type: artifact, static: [{triggers_again: {because: enters, of: KIND}}]}
        - {name: Watcher, type: artifact, triggers: [{when: a permanent enters, do: [life: 1]}]}
      script: [{at: T1.precombat_main, Ann: {cast: Hero of Old}}]
      expect: {state: {T1.end: {Ann: {life: 22}}}}""",
    "Again.having": """
      players: {Ann: {battlefield: [Hero of Old, Echo]}, Bob: {}}
      cards:
        - name: Hero of Old
          type: creature
          supertypes: [legendary]
          subtypes: [Elf, Scout]
          colors: [green]
          triggers: [{when: upkeep, whose: you, do: [life: 1]}]
          toughness: 1
        - {name: Echo, type: artifact, static: [{triggers_again: {having: KIND}}]}
      until: T1
      expect: {state: {T1.end: {Ann: {life: 22}}}}""",
    "Counter.of": """
      players: [Ann, Bob]
      cards: [HERO, {name: Denial, type: instant, effects: [{counter: {of: KIND}}]}]
      script:
        - {at: T1.upkeep, Ann: {cast: Hero of Old}}
        - {at: T1.upkeep, responding_to: Hero of Old, Bob: {cast: Denial}}
      expect: {state: {T1.end: {Ann: {graveyard: [Hero of Old]}}}}""",
    "PhaseOut.of": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Mist, type: instant, effects: [{phase_out: {player: each, of: KIND}}]}]
      script: [{at: T1.upkeep, Bob: {cast: Mist}}]
      expect: {state: {T1.end: {Ann: {phased_out: [Hero of Old]}}}}""",
    "BringIn.of": """
      players: {Ann: {outside: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Wish, type: instant, effects: [{bring_in: {card: Hero of Old, of: KIND}}]}]
      script: [{at: T1.upkeep, Ann: {cast: Wish}}]
      expect: {state: {T1.end: {Ann: {outside: []}}}}""",
    "Tap.of": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Frost, type: instant, effects: [{tap: {player: each, of: KIND}}]}]
      script: [{at: T1.upkeep, Bob: {cast: Frost}}]
      expect: {state: {T1.end: {Ann: {tapped: [Hero of Old]}}}}""",
    "Untap.of": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Zeal, type: instant, effects: [{untap: {player: opponents, of: KIND}}]}]
      script:
        - {at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}
        - {at: T1.combat_damage, Bob: {cast: Zeal}}
      expect: {state: {T1.end: {Ann: {tapped: []}}}}""",
    "StayTapped.of": """
      players: {Ann: {battlefield: [Hero of Old], tapped: [Hero of Old]}, Bob: {}}
      first: Bob
      cards: [HERO, {name: Frost, type: instant, effects: [{stay_tapped: {player: opponents, of: KIND}}]}]
      script: [{at: T1.upkeep, Bob: {cast: Frost}}]
      expect: {state: {T2.upkeep: {Ann: {tapped: [Hero of Old]}}}}""",
    "MustAttack.of": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Dare, type: instant, effects: [{must_attack: {player: opponents, of: KIND}}]}]
      script: [{at: T1.upkeep, Bob: {cast: Dare}}]
      expect: {state: {T1.declare_attackers: {Ann: {attacking: [Hero of Old]}}}}""",
    "Goad.of": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Dare, type: instant, effects: [{goad: {player: opponents, of: KIND}}]}]
      script: [{at: T1.upkeep, Bob: {cast: Dare}}]
      expect: {state: {T1.declare_attackers: {Ann: {attacking: [Hero of Old]}}}}""",
    "RemoveFromCombat.of": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Trap, type: instant, effects: [{remove_from_combat: {player: each, of: KIND}}]}]
      script:
        - {at: T1.declare_attackers, Ann: {attack: [Hero of Old]}, Bob: {cast: Trap}}
      expect: {state: {T1.end: {Bob: {life: 20}}}}""",
    "Card.targets": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {}}
      cards: [HERO, {name: Slay, type: instant, targets: KIND, effects: [{destroy: target}]}]
      script: [{at: T1.upkeep, Bob: {cast: Slay, target: Hero of Old}}]
      expect: {state: {T1.end: {Ann: {graveyard: [Hero of Old]}}}}""",
    "Card.targets, a spell": """
      players: [Ann, Bob]
      cards: [HERO, {name: Denial, type: instant, targets: KIND spell, effects: [{counter: target}]}]
      script:
        - {at: T1.upkeep, Ann: {cast: Hero of Old}}
        - {at: T1.upkeep, responding_to: Hero of Old, Bob: {cast: Denial, target: Hero of Old}}
      expect: {state: {T1.end: {Ann: {graveyard: [Hero of Old]}}}}""",
    "Mana.only": """
      players: {Ann: {battlefield: [Well]}, Bob: {}}
      cards:
        - DEAR
        - {name: Well, type: land, abilities: [{mana_ability: true, do: [{mana: {amount: 1, only: KIND spell}}]}]}
      script: [{at: T1.upkeep, Ann: [{activate: Well}, {cast: Hero of Old}]}]
      expect: {state: {T1.end: {Ann: {battlefield: [Well, Hero of Old]}}}}""",
    "Activated.targets": """
      players: {Ann: {battlefield: [Hero of Old]}, Bob: {battlefield: [Axe]}}
      cards: [HERO, {name: Axe, type: artifact, abilities: [{targets: opposing KIND, do: [{destroy: target}]}]}]
      script: [{at: T1.upkeep, Bob: {activate: Axe, target: Hero of Old}}]
      expect: {state: {T1.end: {Ann: {graveyard: [Hero of Old]}}}}""",
    "Triggered.targets": """
      players: {Ann: {battlefield: [Hero of Old, Axe]}, Bob: {}}
      cards: [HERO, {name: Axe, type: land, triggers: [{when: upkeep, targets: own KIND, do: [{destroy: target}]}]}]
      until: T1
      expect: {state: {T1.end: {Ann: {graveyard: [Hero of Old]}}}}""",
    "a condition": """
      players: {Ann: {battlefield: [Bear]}, Bob: {battlefield: [Hero of Old]}}
      cards:
        - HERO
        - name: Bear
          type: creature
          toughness: 1
          triggers: [{when: attacks, while: "defender_has_KIND", do: [life: 1]}]
      script: [{at: T1.declare_attackers, Ann: {attack: [Bear]}}]
      expect: {state: {T1.end: {Ann: {life: 21}}}}""",
    **{
        f"{struct}.for_each": f"""
      players: {{Ann: {{battlefield: [Hero of Old], hand: [Sum], library: 9}}, Bob: {{}}}}
      cards: [HERO, {{name: Sum, type: sorcery, effects: [{effect}]}}]
      script: [{{at: T1.precombat_main, Ann: {{cast: Sum}}}}]
      expect: {{state: {{T1.precombat_main: {{after: Sum, Ann: {{{then}}}}}}}}}"""
        for struct, effect, then in (
            ("Mana", "{mana: {amount: 1, for_each: KIND}}", "mana: 1"),
            ("Life", "{life: {amount: 1, for_each: KIND}}", "life: 21"),
            ("Damage", "{damage: {amount: 1, for_each: KIND, player: you}}", "life: 19"),
            ("Draw", "{draw: {amount: 1, for_each: KIND}}", "hand: 1"),
            (
                "Counters",
                "{counters: {what: Hero of Old, kind: +1/+1, for_each: KIND}}",
                "power_toughness: {Hero of Old: 2/2}",
            ),
        )
    },
}
"""A scenario for each field with a kind; what it expects is so if the Hero of Old is of that kind."""


REFUSALS = ("for this attack Ann has to", "as its target", "may be cast only", "have no banding", "only for")
"""What is said of an action that is not legal since an object is not of a kind."""


def holds(form: str, kind: str, edition: str = "cr2026") -> bool:
    """Whether what a scenario expects is so, and what its script says is legal, if it says this kind."""
    said = kind.replace(" ", "_") if "defender_has_" in form else kind
    text = f"edition: {edition}\n{dedent(form)}"
    for word, stands_for in (("DEAR", DEAR), ("SLOW", SLOW), ("HERO", HERO), ("BEAR", BEAR), ("KIND", said)):
        text = text.replace(word, stands_for)
    (scenario,) = parse_scenarios(text)
    try:
        return not judge(scenario, run_scenario(scenario))
    except FsmError as error:
        if not any(said in str(error) for said in REFUSALS):
            raise
        return False


def named(structs: tuple[Any, ...]) -> Iterator[str]:
    for struct in structs:
        for field, hint in shape.fields(struct).items():
            if {Group, Kind, Target, Each} & {hint, *get_args(hint)}:
                yield f"{struct.__name__}.{field}"


def test_every_field_that_names_a_kind_has_a_scenario() -> None:
    structs = (Card, Side, Triggered, Activated, Static, Toll, Instead, Again, *EFFECTS.values())
    assert set(named(structs)) == {form.partition(",")[0] for form in FORMS if "." in form}


@joined(crossed(FORMS, IS))
def test_what_an_object_is(form: str, kind: str) -> None:
    assert holds(FORMS[form], kind)


@joined(crossed(FORMS, IS_NOT))
def test_what_an_object_is_not(form: str, kind: str) -> None:
    assert not holds(FORMS[form], kind)


HAPPENS = {
    "a creature attacks": "[{at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}]",
    "your creature attacks": "[{at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}]",
    "attached creature attacks": "[{at: T1.upkeep, Ann: {activate: Watcher, target: Hero of Old}}, "
    "{at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}]",
    "your creature deals combat damage": "[{at: T1.declare_attackers, Ann: {attack: [Hero of Old]}}]",
    "your creature dies": "[{at: T1.upkeep, Bob: {cast: Slay}}]",
    "attached creature dies": "[{at: T1.upkeep, Ann: {activate: Watcher, target: Hero of Old}}, "
    "{at: T1.precombat_main, Bob: {cast: Slay}}]",
    "attached permanent leaves": "[{at: T1.upkeep, Ann: {activate: Watcher, target: Hero of Old}}, "
    "{at: T1.precombat_main, Bob: {cast: Slay}}]",
    "your creature enters": "[{at: T1.upkeep, Ann: {cast: Blink}}]",
    "a permanent enters": "[{at: T1.upkeep, Ann: {cast: Blink}}]",
    "a permanent untaps": "[{at: T1.upkeep, Ann: {cast: Wake}}]",
    "your creature becomes the target": "[{at: T1.upkeep, Ann: {activate: Watcher, target: Hero of Old}}]",
    "a creature becomes the target": "[{at: T1.upkeep, Ann: {activate: Watcher, target: Hero of Old}}]",
    "you cast": "[{at: T1.upkeep, Bob: {cast: Slay}}, {at: T1.precombat_main, Ann: {cast: Hero of Old}}]",
    "a player casts": "[{at: T1.precombat_main, Ann: {cast: Hero of Old}}]",
    "you discard": "[{at: T1.upkeep, Bob: {cast: Grip}}]",
    "a player discards": "[{at: T1.upkeep, Bob: {cast: Grip}}]",
    "blocks a creature": "[{at: T2.declare_attackers, Bob: {attack: [Hero of Old]}}, "
    "{at: T2.declare_blockers, Ann: {block: {Watcher: Hero of Old}}}]",
    "becomes blocked by a creature": "[{at: T1.declare_attackers, Ann: {attack: [Watcher]}}, "
    "{at: T1.declare_blockers, Bob: {block: {Hero of Old: Watcher}}}]",
}
"""A script for each event of an object: the Hero of Old does it, or it is done to it."""


@pytest.mark.parametrize("event", OF_OBJECTS)
def test_every_event_of_an_object_looks_at_what_it_is(event: str) -> None:
    bobs = event in ("blocks a creature", "becomes blocked by a creature")
    held = ", hand: [Hero of Old]" if event.endswith(("discard", "discards")) else ""
    form = f"""
      players:
        Ann: {{battlefield: [Watcher{"" if bobs else ", Hero of Old"}]{held}}}
        Bob: {{battlefield: [{"Hero of Old" * bobs}]}}
      cards:
        - HERO
        - {{name: Watcher, type: [artifact, creature], power: 1, toughness: 5,
           abilities: [{{targets: creature, do: [{{attach: target}}]}}],
           triggers: [{{when: {event}, of: KIND, do: [life: 5]}}]}}
        - {{name: Slay, type: instant, effects: [{{destroy: Hero of Old}}]}}
        - {{name: Blink, type: instant, effects: [{{flicker: Hero of Old}}]}}
        - {{name: Grip, type: instant, effects: [{{discard: {{player: opponents}}}}]}}
        - {{name: Wake, type: instant, effects: [{{tap: Hero of Old}}, {{untap: Hero of Old}}]}}
      script: {HAPPENS[event]}
      until: T2
      expect: {{happens: [{{event: life.change, player: Ann, amount: 5}}]}}"""
    if event.startswith("attached"):
        form = form.replace("type: [artifact, creature]", "type: artifact, subtypes: [Equipment]").replace(
            "power: 1, toughness: 5,", ""
        )
    found = {kind: holds(form, kind) for kind in ("Elf", "legendary creature", "Hero of Old", "Goblin", "nonlegendary")}
    assert found == {
        "Elf": True,
        "legendary creature": True,
        "Hero of Old": True,
        "Goblin": False,
        "nonlegendary": False,
    }


def test_a_creature_that_died_is_what_it_was() -> None:
    form = """
      players: {Ann: {battlefield: [Hero of Old, Watcher]}, Bob: {}}
      cards:
        - HERO
        - {name: Watcher, type: artifact, triggers: [{when: your creature dies, of: KIND, do: [life: 5]}]}
        - name: Turn
          type: instant
          effects: [{become: {what: Hero of Old, type: creature, subtypes: [Frog], colors: [blue]}}]
        - {name: Slay, type: instant, effects: [{destroy: Hero of Old}]}
      script: [{at: T1.upkeep, Bob: {cast: Turn}}, {at: T1.precombat_main, Bob: {cast: Slay}}]
      expect: {state: {T1.end: {Ann: {life: 25}}}}"""
    assert [holds(form, kind) for kind in ("blue Frog", "Elf", "green")] == [True, False, False]


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("black permanent", r"found 'permanent' in 'black permanent'; leave 'permanent' out, expected"),
        ("legendry", r"'legendry' \(did you mean \"legendary\"\?\), expected a kind of object: basic, legendary"),
        ("Legendary", r"'Legendary' \(did you mean legendary\?\)"),
        ("noncreture", r"\(did you mean \"creature\"\?\)"),
        ("goblin", r"found 'goblin', .* begins with a capital letter"),
        ("red goblin", r"found 'goblin' in 'red goblin'"),
        ("artifact or ", r"or stands between|found 'or'"),
        ("copied", "found 'copied'"),
    ],
)
def test_a_word_that_nothing_is_is_refused(kind: str, why: str) -> None:
    with pytest.raises(ShapeError, match=why) as error:
        read_card({"name": "Gate", "type": "artifact", "static": [{"cannot_enter": ["white", kind]}]})
    assert error.value.path == ("static", 0, "cannot_enter", 1)


def test_no_kind_where_the_object_of_an_event_is_clear() -> None:
    with pytest.raises(ShapeError, match='of: "dies" is about no object that may be of a kind; leave of out'):
        read_card({"name": "Bear", "type": "creature", "triggers": [{"when": "dies", "of": "Elf", "do": []}]})


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        ({"destroy": "legendary"}, "what: legendary is a kind of objects, .* name one, or write target, self"),
        ({"untap": "land"}, "what: land is a kind of objects"),
        ({"put": "creature"}, "card: creature is a kind of objects"),
        ({"counter": "red"}, "what: red is a kind of objects, .* add of: with this kind"),
        ({"bring_in": "instant"}, "card: instant is a kind of objects, .* add of"),
        ({"prevent": {"dealt_by": "snow"}}, "dealt_by: snow is a kind of objects"),
        ({"may": [{"must_attack": "white"}]}, "what: white is a kind of objects"),
    ],
)
def test_a_kind_where_one_thing_is_named_is_refused(effect: Any, why: str) -> None:
    with pytest.raises(ShapeError, match=why):
        read_card({"name": "Trick", "effects": [effect]})


def test_a_name_of_several_words_is_one() -> None:
    of = frozenset(("Wall, the Old Goblin", "creature"))
    assert all(fits(kind, of) for kind in ("Wall, the Old Goblin", "Wall, the Old Goblin creature"))
    assert not any(fits(kind, of) for kind in ("Wall", "Goblin", "non-Wall, the Old Goblin"))
    assert fits("Fact or Fiction", frozenset(("Fact or Fiction", "instant")))
    assert a_kind("artifact or land") == "an artifact or a land"
