"""The notation of a turn: what is printed is read back exactly, and what is wrong is shown by its column."""

from __future__ import annotations

from itertools import product

import pytest
from cases import joined

from fsm.errors import NotationError
from fsm.turn import (
    base_turn,
    end_turn,
    insert_phases,
    insert_step_after_phase,
    insert_steps,
    parse_turn,
    print_turn,
    skip,
)

PLAIN = [
    "U Up D | M1 | BC DA DB CD EC | M2 | E CL",
    "U Up [D] | M1 | BC DA [DB] [CD] EC | M2 | E CL",
    "U Up D | M1 | +1:(BC DA DB CD EC) | +2:M2 | BC DA DB CD EC | M3 | E CL",
    "U Up +2:Up +1:Up D | M1 | [(BC DA DB CD EC)] | M2 | E CL +3:CL",
    "U Up D | M1 | BC DA DB CD EC | +1:([U] Up [D]) | [M2] | E CL",
    "U Up D | [M1] | [+1:(BC DA DB CD EC)] | BC DA DB CD EC | M2 | [+2:E] E CL",
    "M1",
    "CL",
]


@pytest.mark.parametrize("edition", ["cr2006", "cr2026"])
@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_is_printed_as_it_was_read(text: str, edition: str) -> None:
    assert print_turn(parse_turn(text, edition)) == text


@pytest.mark.parametrize("text", PLAIN)
def test_exact_text_is_read_back_to_the_same_graph(text: str) -> None:
    graph = parse_turn(text)
    assert parse_turn(print_turn(graph, exact=True)) is graph


BY = ("Time Walk", 'a "quoted" name', "back\\slash", "a: b", "[x] | +1:M2", "Ł\n\t龍", "", " ", "\u2028")


@joined(product(BY, ["cr2006", "cr2008", "cr2011", "cr2026"]))
def test_any_name_of_a_creator_survives_the_exact_form(by: str, edition: str) -> None:
    graph = insert_phases(base_turn(edition), "combat", ("combat", "postcombat_main"), by)
    graph = insert_steps(graph, "combat+1/end_of_combat", ("end_of_combat",), by)
    graph = insert_step_after_phase(graph, "beginning", "end", by)
    graph = end_turn(skip(graph, "beginning/draw", by), "precombat_main", by)
    assert parse_turn(graph.notation(exact=True), edition) is graph


def test_exact_text_names_the_topic_and_the_creator() -> None:
    graph = skip(base_turn("cr2026"), "beginning/draw", "Fatigue")
    assert graph.notation(exact=True).startswith('U Up [D]"skip: Fatigue" | M1')


def test_main_phases_may_be_left_unnumbered_and_spaces_are_free() -> None:
    assert parse_turn("U Up D|M|BC   DA DB CD EC |\tM| E CL ") is base_turn("cr2026")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: found the end, expected a step or a main phase"),
        ("U Up D | ", "found the end"),
        ("U Up X", "column 6: 'X' is not a step"),
        ("U Up ?", "column 6: '\\?' has no meaning"),
        ("U Up D | M2", "column 10: this is main phase number 1: write M1"),
        ("U M1", "column 3: 'M1' is not a step.*stands alone"),
        ("U E", "column 1: no phase holds U E"),
        ("U Up Up D", "column 6: a second upkeep here has to be inserted: write \\+n:"),
        ("M1 | M2 | M3", "column 11: a second postcombat_main"),
        ("BC DA | BC", "column 9: a second combat"),
        ("(U Up D", "column 8: found the end, expected '\\)'"),
        ("[U Up", "column 4: found 'Up', expected '\\]'"),
        ("U)", "column 2: '\\)' opens nothing"),
        ("(U) Up", "column 5: a phase ends with its '\\)'"),
        ("U +1 Up", "column 6: found 'Up', expected ':'"),
        ("U +0:Up", "column 3: '\\+' has no meaning"),
        ("+1:Up +1:Up U", "column 7: a second upkeep"),
        ('U [D]"a\x01"', 'column 6: "a.*" is not a text in quotes'),
        ('U [D]"\\q"', "column 6: .* is not a text in quotes"),
        ('U [D]"open', "column 6: '\"' has no meaning"),
    ],
)
def test_what_is_wrong_is_shown_by_its_column(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_turn(text)


def test_a_text_without_end_is_refused() -> None:
    with pytest.raises(NotationError, match="at most"):
        parse_turn("U " * 600_000)


@pytest.mark.parametrize(
    "text", ["((U))", "[[U]]", "U : Up", "| U", "U || M1", '"x"', '"x":U', "+1:", "[+1:U", "()", "[]"]
)
def test_whatever_else_is_wrong_is_a_notation_error_too(text: str) -> None:
    with pytest.raises(NotationError, match="column"):
        parse_turn(text)


def test_deep_nesting_is_a_notation_error() -> None:
    with pytest.raises(NotationError):
        parse_turn("(" * 50_000)
