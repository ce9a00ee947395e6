"""A scenario under every edition: its outcomes through time, and what decided between them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.cli.values import COMPARED
from fsm.edition import differing, load_edition, mixed, played_ids, settings
from fsm.errors import ArgumentError, UnknownEdition
from fsm.history import BY, History, history_lines, history_of
from fsm.history.deciding import deciding, fewest
from fsm.history.telling import NOUNS
from fsm.scenario import parse_scenarios, read_scenarios

NEIGHBOURS = [*pairwise(played_ids()), ("cr2006", "cr2026"), ("cr2026", "cr2006")]


@pytest.mark.parametrize(("one", "other"), NEIGHBOURS)
def test_an_edition_with_all_settings_of_another_plays_like_it(one: str, other: str) -> None:
    older, newer = load_edition(one), load_edition(other)
    names = differing(older, newer)
    assert settings(mixed(older, newer, names)) == settings(newer)
    assert settings(mixed(older, newer, ())) == settings(older)
    assert not differing(older, older)
    for name in names[:5]:
        changed = differing(older, mixed(older, newer, (name,)))
        assert name in changed, "the setting itself, and the rules that its actions need"
        assert all(other == name or other.startswith("rule:") for other in changed)


@given(st.integers(1, 40), st.data())
def test_the_fewest_names_are_found_that_reach_an_outcome(many: int, data: st.DataObject) -> None:
    names = tuple(f"n{at}" for at in range(many))
    needed = set(data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=4)))
    assert set(fewest(names, lambda tried: needed <= {*tried})) == needed


def test_nothing_decides_what_the_settings_do_not() -> None:
    older, newer = load_edition("cr2001-07-23"), load_edition("cr2002-02-20")
    assert deciding(older, newer, lambda _: False) == ()


def test_of_several_that_reach_it_alone_a_choice_comes_before_a_rule() -> None:
    older, newer = load_edition("cr2001-07-23"), load_edition("cr2002-02-20")
    assert deciding(older, newer, lambda _: True) == (("extra_turns",),)


def history(name: str, by: str = "all") -> History:
    return history_of(read_scenarios(name)[0], by)


def told(name: str, by: str = "all") -> str:
    return "\n".join(history_lines(history(name, by), by, 0))


@pytest.mark.parametrize(
    ("name", "decided"),
    [
        ("45/01", [("cr2002-02-20", ("extra_turns",))]),
        ("45/03", [("cr2003-07-01", ("draw.actions",))]),
        ("45/05", [("cr2003-07-01", ("declare_attackers.priority",))]),
        ("02/03", [("cr2009-07-11", ("leaving.phase",))]),
        ("06/21", [("cr2009-07-11", ("declare_blockers.actions",)), ("cr2024-11-08", ("declare_blockers.actions",))]),
        ("relentless-assault", []),
    ],
)
def test_what_decided_it_is_found(name: str, decided: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [(change.newer, change.settings) for change in history(name).changes] == decided


def test_spans_and_what_decided_between_them_are_told() -> None:
    assert told("45/01").splitlines() == [
        "Two extra turns, before and after February 2002",
        "  1999-04-23 .. 2002-02-19  turns: Ann, Ann, Bob, Bob, Ann",
        "  2002-02-20 .. today       turns: Ann, Bob, Ann, Bob, Ann",
        "",
        "2002-02-20  what decided it: Extra turns (extra_turns: 1 of 3 settings that differ)",
        "  before    the oldest one is taken first [300.6]",
        "  since     the newest one is taken first [300.6]",
        "  Extra turns are added directly after the current turn: the newest is taken first.",
    ]


def test_a_script_that_cannot_be_played_in_an_edition_says_why() -> None:
    said = told("45/05")
    assert re.search(
        r"  1999-04-23 .. 2003-06-30  line \d+ cannot be done: this never came up: nobody gets prior", said
    )
    assert "  2003-07-01 .. today       the script is played to its end\n" in said


def test_what_is_the_same_everywhere_is_said_in_a_line() -> None:
    same = "the turns, their steps and the end are the same under all 49 editions; --by events compares each event"
    assert told("relentless-assault").splitlines()[1:] == [f"  1999-04-23 .. today       {same}"]


@pytest.mark.parametrize("by", BY)
def test_what_is_compared_can_be_chosen(by: str) -> None:
    changes = [change.newer for change in history("02/03", by).changes]
    assert changes == {"turns": [], "steps": []}.get(by, changes)
    assert ("cr2009-07-11" in changes) == (by not in ("turns", "steps"))


def test_what_is_unknown_is_refused() -> None:
    (scenario,) = read_scenarios("45/01")
    with pytest.raises(ArgumentError, match=r"found 'turn' .*, expected all, turns"):
        history_of(scenario, "turn")


def test_phases_of_a_house_edition_are_not_there_in_others(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'title = "Own"\nlike = "cr2026"\nturn = ["beginning", "precombat_main", "rest", "ending"]\n'
        '[phases.rest]\nname = "rest phase"\nrule = "500.1"\nsteps = ["doze"]\n'
        '[steps.doze]\ntoken = "DZ"\nname = "doze step"\nrule = "500.1"\n',
        encoding="utf-8",
    )
    (scenario,) = parse_scenarios(
        "edition: own.toml\nplayers: [Ann, Bob]\nscript: [{at: T1.doze, Ann: pass}]\nexpect: {turns: [Ann]}\n",
        str(tmp_path / "own.turn.yaml"),
    )
    found = history_of(scenario)
    assert all(span.why or span.outcome for span in found.spans)
    with pytest.raises(UnknownEdition):
        history_of(scenario, editions=["cr9999"])


def test_what_can_be_compared_has_a_noun_and_is_offered_by_the_command() -> None:
    assert [*BY] == [*NOUNS]
    assert [item.value for item in COMPARED.shell_complete(None, None, "")] == [*BY]  # type: ignore[arg-type]
