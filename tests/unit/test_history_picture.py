"""The picture of the history: what flows where, what is marked on which day, and what each page has room for."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from drawing import ink, inside

from fsm import read_scenarios
from fsm.diagram import Diagram, DiagramError, history_diagram
from fsm.diagram.layout.geometry import Layout, Rect
from fsm.diagram.layout.history import lay_out_history
from fsm.diagram.model import Answers, River, Stretch
from fsm.diagram.pictures.history import answered_river, every_river, history_picture
from fsm.diagram.pictures.river import DATA, ordinal_of, river
from fsm.edition import Edition, every_edition_id, load_edition
from fsm.edition.model import StepSpec
from fsm.edition.points import Point, points
from fsm.errors import ArgumentError
from fsm.history import answers_of, history_of

LOOKS: tuple[dict[str, Any], ...] = (
    {"aspect": "16:9"},
    {"aspect": "4:3"},
    {"aspect": "1:1"},
    {"aspect": "page"},
    {},
    {"width": 390},
    {"direction": "right"},
    {"direction": "down", "aspect": "16:9"},
)


@cache
def whole() -> River:
    """The whole history, with all points about turns."""
    return every_river(detail="rules")


def _stretches() -> dict[str, Stretch]:
    return {one.id: one for one in whole().stretches}


def test_each_shape_of_the_turn_flows_into_the_next() -> None:
    first = whole().stretches[0].start
    into = {(_year(one), one.kind): [_stretches()[id].kind for id in one.into] for one in whole().stretches}
    assert first == ordinal_of("1993-08-05")
    assert into[1993, "untap"] == ["untap"]
    assert into[1993, "ending"] == ["ending", "heal"]
    assert into[1994, "heal"] == into[1994, "ending"] == ["ending"]
    assert into[1995, "ending"] == ["cleanup"]
    assert into[1996, "cleanup"] == ["end", "cleanup"]
    assert into[1996, "discard"] == ["cleanup"]
    assert into[1996, "main"] == [step.kind for step in _stops(load_edition("cr1999-04-23"))][3:10]
    assert {kind for (year, _), kinds in into.items() if year == 1999 for kind in kinds} == set()


def _year(one: Stretch) -> int:
    return date.fromordinal(one.start).year


def _stops(edition: Edition) -> list[StepSpec]:
    return [step for phase in edition.phases for step in phase.steps or ((phase.inside,) if phase.inside else ())]


def test_a_name_that_changed_stands_where_it_changed() -> None:
    (end,) = (one for one in whole().stretches if one.kind == "end")
    assert [(date.fromordinal(one.start).year, one.text) for one in end.names] == [
        (1999, "End of turn step"),
        (2009, "End step"),
    ]


def test_bands_say_what_editions_say_and_when() -> None:
    bands = {band.name: [(date.fromordinal(one.start).isoformat(), one.text) for one in band.spans] for band in DRAWN}
    assert bands["Extra turns"][-2:] == [("1999-11-01", "oldest first"), ("2002-02-20", "newest first")]
    assert [day for day, _ in bands["Combat damage"]][-3:] == ["1999-04-23", "2009-07-11", "2024-11-08"]
    assert bands["Unused mana"][-1] == ("2025-11-14", "lost after durations end")


DRAWN = whole().bands


def test_every_band_has_an_answer_under_every_edition_that_has_a_rule_about_it() -> None:
    for data, band in zip(DATA.bands, DRAWN, strict=True):
        for id in every_edition_id():
            edition = load_edition(id)
            said = [one for one in band.spans if one.start <= ordinal_of(edition.effective) < one.end]
            assert len(said) == any(map(edition.cite, data.topics)), (data.name, id)


def test_every_point_about_turns_is_marked_in_the_steps_that_it_names() -> None:
    stretches, found = _stretches(), {moment.day: moment for moment in whole().moments}
    about = [point for point in points() if point.parts]
    assert sum(len(moment.changes) for moment in found.values()) == len(about)
    for point in about:
        (change,) = (one for one in found[ordinal_of(point.day)].changes if one.says == point.says)
        kinds = {stretches[place].kind for place in change.places}
        there = {one.kind for one in stretches.values() if one.start <= ordinal_of(point.day) < one.end}
        assert {*point.parts} & there <= kinds, point.says
        assert change.sign == DATA.signs[point.mark]


def test_the_days_that_matter_most_are_those_that_changed_the_turn_most() -> None:
    heaviest = sorted(every_river("1999-05-01").moments, key=lambda one: -one.weight)[:4]
    assert {moment.when for moment in heaviest} >= {"11 July 2009", "20 February 2002", "1 July 2003"}
    (magic,) = (moment for moment in heaviest if moment.when == "11 July 2009")
    assert "burn" in magic.changes[0].says


def test_part_of_the_history_has_only_its_days() -> None:
    found = every_river("2003", "2004-10")
    assert (found.first, found.last) == (ordinal_of("2003-01-01"), ordinal_of("2004-11-01"))
    assert found.moments
    assert all(found.first <= moment.day < found.last for moment in found.moments)
    assert found.editions[0].text == "Torment"
    assert {one.start for one in found.stretches} == {found.first}
    named = every_river("cr2006", "cr2011")
    assert (named.first, named.last) == (ordinal_of("2006-10-01"), ordinal_of("2011-05-02"))


@cache
def answers(scenario: str, by: str = "all") -> Answers:
    """The answers to a scenario of the corpus."""
    return answers_of(history_of(read_scenarios(scenario)[0], by))


def _said(found: River) -> dict[str, list[tuple[str, str, str]]]:
    return {
        band.name: [(date.fromordinal(one.start).isoformat(), one.text, one.rule) for one in band.spans]
        for band in found.bands
    }


def test_the_answers_to_a_scenario_stand_beside_what_decided_them() -> None:
    found = answered_river(answers("45/01"))
    assert _said(found) == {
        "The answer": [
            ("1999-04-23", "turns: Ann, Ann, Bob, Bob, Ann", ""),
            ("2002-02-20", "turns: Ann, Bob, Ann, Bob, Ann", "300.6"),
        ],
        "Extra turns": [("1999-11-01", "oldest first", "300.6"), ("2002-02-20", "newest first", "300.6")],
    }
    assert [moment.when for moment in found.moments] == ["20 February 2002"]


def test_an_answer_has_the_words_of_the_scenario_if_it_has_some() -> None:
    found = _said(answered_river(answers("02/01"), "2005", "2012"))
    burns, lost = "The mana stays until the phase ends, and burns then.", "The mana is lost as its step ends"
    assert [(day, text.partition(",")[0]) for day, text, _ in found["The answer"][1:]] == [("2009-07-11", lost)]
    assert found["The answer"][0] == ("2005-01-01", burns, "")
    assert [*found] == ["The answer", "Unused mana"]
    ended = _said(answered_river(answers("06/11")))["The answer"]
    assert ended[0][1].startswith("Until July 2009 damage waits on the stack")
    assert "cannot be done" in ended[1][1]


def test_one_answer_through_all_years_has_no_days() -> None:
    found = answered_river(answers("45/01", "expect"), "2003")
    assert (len(found.bands), found.moments) == (1, ())
    assert history_diagram("2003", None, answers("45/01", "expect")).render("svg").startswith(b"<svg")


def test_days_before_the_first_answer_are_not_drawn() -> None:
    with pytest.raises(DiagramError, match="there is no answer from 1993 to 1998: the first one is of 1999-04-23"):
        history_diagram("1993", "1998", answers("45/01"))


def test_a_detail_says_whether_the_changes_that_decided_have_their_rules() -> None:
    with_rules, without = (answered_river(answers("45/01"), detail=detail).moments for detail in ("rules", "names"))
    assert ([one.rule for one in with_rules[0].changes], [one.rule for one in without[0].changes]) == (["300.6"], [""])


def test_a_history_under_other_editions_is_not_drawn() -> None:
    own = history_of(read_scenarios("27/01")[0], "turns", [str(Path("scenarios/27-house-rules/reflection.toml"))])
    with pytest.raises(ArgumentError, match="found a history of other editions"):
        answers_of(own)


@pytest.mark.parametrize(
    ("since", "until", "told"),
    [
        ("2030", None, "no edition is drawn from 2030: those of this package count from "),
        ("2011", "2003", "from 2011 to 2003 there is no day: give the earlier one first"),
        ("tomorrow", None, "'tomorrow' is no day: write 2004-12-25, 2004, or the name of an edition"),
        (None, "2004-13", "'2004-13' is no day"),
        (None, "2004-02-30", "'2004-02-30' is no day"),
        (None, "1980", "no edition is drawn to 1980"),
    ],
)
def test_what_is_no_time_is_said(since: str | None, until: str | None, told: str) -> None:
    with pytest.raises(DiagramError, match=re.escape(told)):
        history_diagram(since, until)


def test_a_detail_says_which_changes_are_shown_and_whether_their_rules() -> None:
    few, usual, all_of_them = (every_river(detail=detail) for detail in ("names", "actions", "rules"))
    counts = [sum(len(moment.changes) for moment in one.moments) for one in (few, usual, all_of_them)]
    assert counts == sorted({*counts})
    rules = [[change.rule for moment in one.moments for change in moment.changes] for one in (usual, all_of_them)]
    assert not any(rules[0])
    assert "300.6" in rules[1]


def _placed(found: River, look: dict[str, Any]) -> Layout:
    return lay_out_history(history_picture(found), river=found, **look)


@cache
def laid_out(number: int) -> Layout:
    return _placed(whole(), LOOKS[number])


EACH = pytest.mark.parametrize("number", range(len(LOOKS)), ids=lambda number: str(LOOKS[number]))


@EACH
def test_no_texts_or_marks_lie_on_each_other(number: int) -> None:
    shown = laid_out(number)
    things = [(text.id, _core(ink(text))) for text in shown.texts]
    things += [(badge.id, _core(badge.rect)) for badge in shown.badges]
    over = [(one, other) for (one, a), (other, b) in combinations(things, 2) if a.overlaps(b)]
    assert over == []


@EACH
def test_everything_lies_on_the_page(number: int) -> None:
    shown = laid_out(number)
    around = Rect(0, 0, shown.width, shown.height)
    out = [text.id for text in shown.texts if not inside(ink(text), around)]
    out += [badge.id for badge in shown.badges if not inside(badge.rect, around)]
    out += [
        ribbon.id for ribbon in shown.ribbons for one in ribbon.points if not inside(Rect(one.x, one.y, 0, 0), around)
    ]
    assert out == []


@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_page_that_is_read_downwards_says_every_change(number: int) -> None:
    said = " ".join("".join(run.text for line in text.lines for run in line) for text in laid_out(number).texts)
    plain = re.sub(r"\s", "", said)
    missing = [
        change.says
        for moment in whole().moments
        for change in moment.changes
        if re.sub(r"\s", "", change.says) not in plain
    ]
    assert missing == []


@EACH
def test_what_goes_on_with_a_line_begins_with_a_space(number: int) -> None:
    """An SVG joins such a piece to the one before it, so that fonts of any width keep them apart."""
    later = [run.text for text in laid_out(number).texts for line in text.lines for run in line[1:]]
    assert [text for text in later if not text.startswith((" ", "\u00a0"))] == []


@pytest.mark.parametrize("number", [3, 4, 5])
def test_words_stand_at_their_day(number: int) -> None:
    """The head of a day is as high as the marks of the day, or of those before it that pushed these on."""
    shown = laid_out(number)
    marks = {badge.id.removeprefix("mark-").rpartition("-")[0]: badge.rect.cy for badge in shown.badges}
    heads = {text.id.removeprefix("says-")[:-2]: text.rect.y + 6 for text in shown.texts if text.id.endswith("-0")}
    near = [abs(marks[id] - y) for id, y in heads.items() if id in marks]
    assert len(near) > 30
    assert sorted(near)[len(near) // 2] < 3


def test_the_same_history_gives_the_same_bytes() -> None:
    found = every_river("2003", "2011")
    assert _placed(found, {"aspect": "16:9"}) == _placed(every_river("2003", "2011"), {"aspect": "16:9"})


def test_a_sheet_has_its_size_and_its_words() -> None:
    sheet = history_diagram("2003", "2006", paper="a3")
    assert sheet.layout.page
    assert abs(sheet.layout.page.width * sheet.layout.magnified - 297 * 72 / 25.4) < 0.01
    assert b"%PDF" in sheet.render("pdf")[:8]
    with pytest.raises(DiagramError, match="there is no paper 'a9'"):
        history_diagram(paper="a9")


def test_ribbons_are_drawn_behind_the_words_in_svg_and_in_bitmaps() -> None:
    drawn = history_diagram("2008", "2010").with_look(aspect="16:9")
    svg = drawn.svg()
    assert svg.index('id="stream-untap.1"') < svg.index('id="text-name-untap.1-1"')
    assert "Unused mana costs no life any more" in svg
    assert drawn.render("png").startswith(b"\x89PNG")


def test_words_of_others_cannot_break_a_picture() -> None:
    point = Point("2015-01-01", '<b>"&\\N', "changes", "<script>&amp;\\G", "added", parts=("draw",))
    both = load_edition("cr2006"), load_edition("cr2026")
    found = river(both, [point], ordinal_of("2000-01-01"), ordinal_of("2027-01-01"))
    svg = Diagram(_placed(found, {"aspect": "16:9"})).svg()
    assert "&lt;script&gt;&amp;amp;" in svg
    assert "<script" not in svg


def test_the_alternative_text_tells_the_shapes_the_bands_and_every_change() -> None:
    told = history_diagram("2008", "2010").alternative
    for said in ("Two years of the turn", "Combat damage", "11 July 2009, Magic 2010", "mana burn is gone"):
        assert said in told, said


def _core(rect: Rect) -> Rect:
    return Rect(rect.x + 0.5, rect.y + 1.5, rect.width - 1, rect.height - 3)
