"""Holds the index of every edition against the texts: ``PYTHONPATH=tests python -m numbering FOLDER [--settle]``.

FOLDER has the texts of the Comprehensive Rules, each called by the day from which it counts: ``2004-10-01.txt``. The
program writes the table of numbers again and says what is wrong: a number that the text does not have, one about the
turn that the index does not have, a statement that an edition has from the one that it extends although the text is
another one by a tenth or more. Who has read such a statement again, and found that it fits, adds it to
``read_again.txt``; ``--settle`` adds all that are open. Exit code 1 if anything is wrong or open.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from fsm.edition import Edition, days, in_order, load_edition, numbers_there, played_ids

from .tables import MISPRINTS, READ_AGAIN, in_text, read_again, turn_sections, write_numbers
from .texts import likeness, plain, rules_of

ALIKE = 0.9


def main(folder: Path, settle: bool) -> int:
    """Reads the texts, writes the tables, and says what is wrong; 1 if anything is."""
    ids = played_ids()
    texts = {id: _text(folder, days()[id]) for id in ids}
    write_numbers(texts)
    known, open_ones, faults = read_again(), {}, 0
    for id in ids:
        edition, text = load_edition(id), texts[id]
        wrong = [n for n in edition.rules if (here := in_text(edition, n)) and here not in text and "Ruling" not in n]
        missing = [n for n in text if n.partition(".")[0] in turn_sections(edition) and not _has(edition, n)]
        changed = list(_changed(edition, texts))
        left = [number for number in changed if number not in known.get(id, frozenset())]
        open_ones[id] = [*(number for number in changed if number not in left), *left]
        faults += len(wrong) + len(missing) + (0 if settle else len(left))
        said = f"{id:13} {len(edition.rules):4} numbers, wrong {len(wrong)} {wrong or ''} missing {missing or 0}"
        reading = f"changed texts {len(changed):3}, to be read {len(left)} {' '.join(left)}"
        sys.stdout.write(f"{said}  {reading}\n")
    if settle:
        lines = [f"{id}: {' '.join(sorted(found, key=in_order))}\n" for id, found in open_ones.items() if found]
        READ_AGAIN.write_text(READ_AGAIN.read_text(encoding="utf-8").partition("\ncr")[0] + "\n" + "".join(lines))
    return int(bool(faults))


def _text(folder: Path, day: str) -> dict[str, str]:
    """The rules of the newest text that is at hand on a day."""
    known = [file for file in folder.glob("????-??-??.txt") if file.stem <= day]
    if not known:
        sys.exit(f"{folder}: found no text that counts from {day} or before, expected {day}.txt or an older one")
    file = max(known, key=lambda file: file.stem)
    meant = MISPRINTS.get(file.stem, {})
    rules = rules_of(file.read_text(encoding="utf-8"))
    return {meant.get(number, number): plain(rule) for number, rule in rules.items()}


def _has(edition: Edition, number: str) -> bool:
    return number in edition.rules or any(in_text(edition, known) == number for known in edition.rules)


def _changed(edition: Edition, texts: dict[str, dict[str, str]]) -> Iterator[str]:
    """The numbers whose statement is that of the edition it extends, although the text is much changed."""
    old = load_edition(edition.like) if edition.like else edition
    for number, there in numbers_there(edition).items():
        if edition.rules[number].says != old.rules[there].says:
            continue
        one, other = texts[edition.id].get(in_text(edition, number)), texts[old.id].get(in_text(old, there))
        if one and other and likeness(one, other) < ALIKE:
            yield number


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), "--settle" in sys.argv))
