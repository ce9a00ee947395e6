"""Tables in the descriptions: ``python -m fsm.pages.tables FILE`` renews that of a file.

The effects' table comes from the code, the last column of the rulings' from the scenarios.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .. import shape
from ..cards.vocabulary import EFFECTS
from ..errors import InputError
from . import rulings

BEGIN, END = "<!-- effects -->", "<!-- end -->"


def effects_table() -> str:
    """All effects with their fields, the first of which may stand alone, and what they do."""
    rows = ["| effect | fields | what it does |", "|---|---|---|"]
    for name, type_ in EFFECTS.items():
        needed = shape.required(type_)
        fields = [f"`{f}`" + ("" if f in needed else "?") for f in shape.fields(type_)]
        says = (type_.__doc__ or "").strip().splitlines()[0].replace("``", "`")
        rows.append(f"| `{name}` | {' '.join(fields)} | {says} |")
    return "\n".join(rows)


def renewed(text: str, file: Path) -> str:
    """A description with its table as it is now; ``InputError`` if the list of rulings is not in order."""
    if rulings.BEGIN in text:
        return rulings.renewed_rulings(text, file)
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{effects_table()}\n{END}{after}"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    try:
        text = renewed(target.read_text(encoding="utf-8"), target)
    except InputError as error:
        sys.exit(str(error))
    target.write_text(text, encoding="utf-8")
