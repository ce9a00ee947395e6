"""Choices of editions in cases that no scenario of the corpus shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsm.edition import every_edition_id, load_edition
from fsm.game import Choose, ChooseMulligan, Deck, Options, Pile, start_game, step
from fsm.scenario import judge, parse_scenarios, run_scenario


def edition_file(folder: Path, like: str, **choices: str) -> Path:
    """An edition file with some choices of its own."""
    file = folder / "own.toml"
    made = "".join(f'{name} = "{choice}"\n' for name, choice in choices.items())
    file.write_text(f'title = "Own"\nlike = "{like}"\n[choices]\n{made}', encoding="utf-8")
    return file


@pytest.mark.parametrize("like", ["cr2006", "cr2011", "cr2026"])
@pytest.mark.parametrize("choice", ["leaves_combat", "stays_in_combat"])
def test_a_blocker_that_has_phased_out_is_dealt_no_damage(tmp_path: Path, like: str, choice: str) -> None:
    """All damage goes to the blocker that is there, and nobody divides it."""
    (scenario,) = parse_scenarios(f"""
edition: {edition_file(tmp_path, like, phasing_out=choice)}
players: {{Ann: {{battlefield: [Bear]}}, Bob: {{battlefield: [Wall, Fence]}}}}
cards:
  - {{name: Bear, type: creature, power: 2, toughness: 2}}
  - {{name: Wall, type: creature, power: 0, toughness: 2}}
  - {{name: Fence, type: creature, power: 0, toughness: 2}}
  - {{name: Fade, type: instant, targets: permanent, effects: [phase_out]}}
script:
  - {{at: T1.declare_attackers, Ann: {{attack: [Bear]}}}}
  - {{at: T1.declare_blockers, Bob: {{block: {{Wall: Bear, Fence: Bear}}}}}}
  - {{at: T1.declare_blockers, Ann: {{cast: Fade, target: Wall}}}}
expect: {{state: {{T1.end: {{Bob: {{life: 20, graveyard: [Fence], phased_out: [Wall]}}}}}}}}
""")
    assert judge(scenario, run_scenario(scenario)) == []


@pytest.mark.parametrize(
    ("own", "last"), [("", "priority.pass"), ("[steps.cleanup]\npriority = 'until_empty'", "life.change")]
)
def test_who_gets_priority_in_a_cleanup_step_once_its_stack_is_empty(tmp_path: Path, own: str, last: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'title = "Own"\nlike = "cr2006"\n{own}\n', encoding="utf-8")
    (scenario,) = parse_scenarios(f"""
edition: {file}
players: {{Ann: {{hand: 8, battlefield: [Ledger]}}, Bob: {{}}}}
cards: [{{name: Ledger, type: enchantment, triggers: [{{when: you discard, do: [{{life: 1}}]}}]}}]
expect: {{steps: {{T1: "U Up [D] M1 BC DA [DB] [CD] EC M2 E CL +CL"}}}}
""")
    recording = run_scenario(scenario)
    assert judge(scenario, recording) == []
    events = [frame.event.kind for frame in recording if frame.event.node == "ending/cleanup"]
    assert events[events.index("step.end") - 1] == last


@pytest.mark.parametrize(
    ("choice", "teams", "left"),
    [
        ("never", ((0, 1), (2, 3)), 6),
        ("in_teams", ((0, 1), (2, 3)), 7),
        ("in_teams", (), 6),
        ("with_many", (), 7),
    ],
)
def test_what_a_first_mulligan_costs(
    tmp_path: Path, choice: str, teams: tuple[tuple[int, ...], ...], left: int
) -> None:
    edition = str(edition_file(tmp_path, "cr2011", free_mulligan=choice))
    decks = [Deck(Pile.of(("Forest", 40)), 0) for _ in range(4)]
    state, _ = start_game(edition, ["Ann", "Bob", "Cat", "Dan"], options=Options(teams), decks=decks)
    for option in (1, 0, 0, 0):
        assert isinstance(state.decision, ChooseMulligan)
        state, _ = step(state, Choose(state.decision.player, option))
    assert [player.hand.count for player in state.players] == [left, 7, 7, 7]


SAGAS = [id for id in every_edition_id() if load_edition(id).cite("lore_counters")]


@pytest.mark.parametrize("id", SAGAS)
def test_sagas_are_told_under_every_edition_that_has_them(id: str) -> None:
    (scenario,) = parse_scenarios(f"""
edition: {id}
players: [Ann, Bob]
cards: [{{name: The Tale, type: enchantment, chapters: [[{{life: 1}}], [{{life: 2}}]]}}]
script: [{{at: T1.precombat_main, Ann: {{cast: The Tale}}}}]
expect: {{state: {{T1.end: {{Ann: {{life: 21}}}}, T3.end: {{Ann: {{life: 23, battlefield: []}}}}}}}}
""")
    assert judge(scenario, run_scenario(scenario)) == []


def test_sagas_came_with_dominaria() -> None:
    assert SAGAS[0] == "cr2018-04-27"
    assert len(SAGAS) > 10
