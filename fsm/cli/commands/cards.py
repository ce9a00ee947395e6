"""``fsm cards``: the catalogue of cards, listed, searched, and one of them explained."""

from __future__ import annotations

import click

from ...errors import InputError
from ..streams import echo
from ..values import CARD, SHAPE


@click.command()
@click.argument("name", nargs=-1, type=CARD)
@click.option(
    "--shape",
    type=SHAPE,
    metavar="WORD",
    help="List the cards of a shape, such as extra_turn; an unknown word lists all shapes.",
)
def cards(name: tuple[str, ...], shape: str | None) -> None:
    """List the catalogue of cards, or explain one of them.

    The card NAME is explained in our own words, written in YAML as a scenario can define it under cards:, and followed
    by the scenarios that use it. Words of a name are enough: fsm cards kiki. If several cards have them they are
    listed, and if none has, the cards that are explained with these words.
    """
    from ...cardbook import cards_of_shape, explain_card, find_cards, list_cards

    words = " ".join(name)
    if shape is not None:
        if name:
            raise InputError("--shape lists cards; name a card, or a shape")
        echo("\n".join(list_cards(cards_of_shape(shape))))
        return
    found = find_cards(words) if name else None
    lines = explain_card(found[0].name) if found is not None and len(found) == 1 else list_cards(found)
    echo("\n".join(lines))
