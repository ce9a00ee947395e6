"""The page that shows how an effect is added does what it shows, from one call; and what cannot be added is refused."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fsm.cards.vocabulary import EFFECTS, NAME_OF, Effect, Life
from fsm.errors import InputError
from fsm.game import StackObject, State, add_effect, read_card, remove_effect
from fsm.game.effects.apply import APPLY
from fsm.game.state.event import Log
from fsm.scenario import judge, parse_scenarios, run_scenario, scenario_schema
from fsm.wording import card_sentences, effect_sentence

NAME = "no_combat_next_turn"
SMALL = "players: [Ann, Bob]\nexpect: {turns: [Ann]}\n"


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    """Every test leaves the vocabulary as it found it."""
    before = (dict(EFFECTS), dict(NAME_OF), dict(APPLY))
    yield
    for name in set(EFFECTS) - set(before[0]):
        remove_effect(name)
    assert before == (EFFECTS, NAME_OF, APPLY)


@pytest.fixture
def blocks(root: Path) -> dict[str, list[str]]:
    """The page's code blocks by language."""
    page = (root / "docs" / "EFFECTS.md").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL):
        found.setdefault(language, []).append(text)
    assert {language: len(texts) for language, texts in found.items()} == {"python": 2, "yaml": 1, "text": 1}
    return found


def run(program: str, **given: object) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "EFFECTS.md", "exec"), {"__name__": "effects_page", **given})  # noqa: S102  # that is the test
    return printed.getvalue()


def test_the_page_does_what_it_shows(blocks: dict[str, list[str]], root: Path) -> None:
    adding, playing = blocks["python"]
    assert (root / "tests" / "documented_effect.py").read_text(encoding="utf-8").endswith(f'"""\n\n{adding}')
    (scenario,) = blocks["yaml"]
    with pytest.raises(InputError, match=f"found {NAME!r}, expected one effect"):
        parse_scenarios(scenario, "EFFECTS.md")
    assert run(adding) == ""
    assert run(playing, text=scenario) == blocks["text"][0]


def test_it_is_added_in_one_place_and_known_everywhere(blocks: dict[str, list[str]]) -> None:
    run(blocks["python"][0])
    card = read_card({"name": "Day of Rest", "effects": [NAME]})
    assert list(card_sentences(card)) == ["As it resolves: the next turn has no combat phase."]
    assert "NoCombatNextTurn" in scenario_schema()["$defs"]
    remove_effect(NAME)
    assert "NoCombatNextTurn" not in scenario_schema()["$defs"]


@pytest.mark.parametrize("edition", ["cr2006", "cr2008", "cr2011", "cr2026"])
def test_a_skipped_turn_is_not_the_next_one(blocks: dict[str, list[str]], edition: str) -> None:
    run(blocks["python"][0])
    (scenario,) = parse_scenarios(
        f"""
edition: {edition}
players: [Ann, Bob, Cleo]
script:
  - at: T1.precombat_main
    Ann: {{cast: {{name: Day of Rest, effects: [{NAME}]}}}}
  - at: T1.precombat_main
    Bob: {{cast: Meditate}}
expect:
  turns: [Ann, Cleo, Ann]
  steps: {{T2: "U Up D | M1 | [BC DA DB CD EC] | M2 | E CL", T3: U Up D M1 BC DA EC M2 E CL}}
"""
    )
    assert judge(scenario, run_scenario(scenario, edition)) == []


class Nothing(Effect, frozen=True):
    """Does nothing."""

    times: int = 1


def nothing(state: State, log: Log, effect: Nothing, source: StackObject) -> State:
    return state


def test_fields_are_what_a_card_may_say() -> None:
    add_effect("nothing", Nothing, nothing)
    effects: tuple[object, ...] = read_card({"name": "x", "effects": [{"nothing": 3}, "nothing"]}).effects
    assert effects == (Nothing(3), Nothing())
    assert effect_sentence(Nothing()) == "does nothing"
    with pytest.raises(InputError, match="unknown key"):
        parse_scenarios(f"{SMALL}cards: [{{name: x, effects: [{{nothing: {{tims: 3}}}}]}}]")


@pytest.mark.parametrize(
    ("name", "kind"), [("skip", Nothing), ("nothing", Life), ("No Thing", Nothing), ("", Nothing), ("Nothing", Nothing)]
)
def test_what_is_taken_or_misnamed_is_refused(name: str, kind: type[Effect]) -> None:
    with pytest.raises(ValueError, match="effect"):
        add_effect(name, kind, nothing)  # type: ignore[arg-type]  # of any kind, on purpose


def test_only_an_effect_is_one() -> None:
    with pytest.raises(TypeError, match="not a struct made from Effect"):
        add_effect("number", int, nothing)  # type: ignore[type-var,arg-type]
