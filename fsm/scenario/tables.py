"""The table in the format's description: ``python -m fsm.scenario.tables FILE`` renews it from the code."""

from __future__ import annotations

import sys
from pathlib import Path

from .. import shape
from ..game.vocabulary import EFFECTS

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


def renewed(text: str) -> str:
    """A description with its table as the code has it now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{effects_table()}\n{END}{after}"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(renewed(target.read_text(encoding="utf-8")), encoding="utf-8")
