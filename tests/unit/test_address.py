"""Addresses: printed as they were read, refused with the mend, found in a rewritten turn."""

from __future__ import annotations

import pytest

from fsm.errors import AddressError
from fsm.turn import Address, base_turn, insert_phases, insert_steps, parse_address

GRAPH = insert_steps(
    insert_phases(base_turn("cr2026"), "combat", ("combat", "postcombat_main"), "x"),
    "beginning/upkeep",
    ("upkeep",),
    "x",
)


@pytest.mark.parametrize(
    "text",
    [
        *("T0", "T1", "T3.upkeep", "T3.upkeep#2", "T3.combat#2", "T3.combat#2.declare_attackers", "T12.precombat_main"),
        *("upkeep", "combat#2.end_of_combat#3", "ending.cleanup", "postcombat_main#2", "T9999999.beginning.untap"),
    ],
)
def test_an_address_is_printed_as_it_was_read(text: str) -> None:
    assert str(parse_address(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("T3.upkep", "'upkep' in 'T3.upkep' is not a phase or step \\(did you mean \"upkeep\"\\?\\)"),
        ("t3.upkeep", "'t3' in 't3.upkeep' has a small letter; write T3"),
        ("T0.upkeep", "T0 is before the first turn and has no phases; write T0 or T1"),
        ("T00", "begins with a turn"),
        ("T3.", "'' in 'T3.' is not a phase or step"),
        ("", "is not a phase or step"),
        ("T3.upkeep#0", 'did you mean "upkeep"'),
        ("T3.upkeep#x", 'did you mean "upkeep"'),
        ("T3.combat.upkeep", "cannot exist: the phase combat has beginning_of_combat"),
        ("T3.precombat_main.upkeep", "cannot exist: the phase precombat_main has no steps"),
        ("T3.upkeep.combat", "upkeep is not a phase; phases are beginning"),
        ("T3.combat.declare_attackers.x", "'x' in .* is not a phase or step"),
        ("T3.combat.declare_attackers.end", "too many parts: write turn.phase.step"),
        ("T99999999.upkeep", "is not a phase or step"),
        ("T3.upkeep\n", "is not a phase or step"),
        ("Ann's upkeep", "is not a phase or step"),
        ("x" * 201, "an address is a text such as"),
    ],
)
def test_what_is_no_address_is_refused_with_the_mend(text: str, message: str) -> None:
    with pytest.raises(AddressError, match=message):
        parse_address(text)


@pytest.mark.parametrize("value", [3, None, ["T1"], {"T1": 2}])
def test_an_address_is_a_text(value: object) -> None:
    with pytest.raises(AddressError, match="an address is a text"):
        parse_address(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("T1", "turn"),
        ("T1.upkeep", "beginning/upkeep"),
        ("T1.upkeep#2", "beginning/upkeep+3"),
        ("T1.upkeep#3", None),
        ("T1.combat#2", "combat+1"),
        ("T1.combat#2.declare_attackers", "combat+1/declare_attackers"),
        ("T1.combat#2.declare_attackers#2", None),
        ("T1.combat#3.declare_attackers", None),
        ("T1.declare_attackers#2", "combat+1/declare_attackers"),
        ("T1.postcombat_main", "postcombat_main+2"),
        ("T1.postcombat_main#2", "postcombat_main"),
        ("T1.precombat_main#2", None),
    ],
)
def test_an_address_finds_its_node(text: str, node: str | None) -> None:
    assert parse_address(text).locate(GRAPH) == node


def test_every_place_of_a_turn_is_found_by_the_address_it_shows() -> None:
    for id, address in GRAPH.addresses.items():
        assert parse_address(address).locate(GRAPH) == id
        assert parse_address(f"T7.{address}") == Address(7, *_rest(parse_address(address)))


def _rest(address: Address) -> tuple[str | None, int | None, str | None, int | None]:
    return address.phase, address.phase_number, address.step, address.step_number
