"""Generated tables in documents: ``python -m fsm.pages.tables FILE`` updates those of a file.

The tables of effects, fields, events, acts and capabilities come from the code, the last column of the rulings from the
scenarios.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from .. import shape
from ..cards.vocabulary import EFFECTS
from ..driving.instructions import ACTS, CAPABILITIES
from ..errors import InputError
from ..wording import EVENT_KINDS
from . import rulings
from .fields import card_fields, effect_fields

END = "<!-- end -->"


def effects_table() -> str:
    """All effects with their fields and what they do; the first field may be written alone."""
    rows = ["| effect | fields | what it does |", "|---|---|---|"]
    for name, type_ in EFFECTS.items():
        needed = shape.required(type_)
        fields = [f"`{f}`" + ("" if f in needed else "?") for f in shape.fields(type_)]
        says = (type_.__doc__ or "").strip().splitlines()[0].replace("``", "`")
        rows.append(f"| `{name}` | {' '.join(fields)} | {says} |")
    return "\n".join(rows)


def events_table() -> str:
    """All kinds of events with their meaning and their fields."""
    rows = ["| event | what happens | fields |", "|---|---|---|"]
    for kind in EVENT_KINDS.values():
        fields = (f"`{name}`{'' if field.always else '?'} {field.meaning}" for name, field in kind.fields.items())
        rows.append(f"| `{kind.name}` | {kind.meaning} | {' · '.join(fields)} |")
    return "\n".join(rows)


def acts_table() -> str:
    """All that an engine may be told to do, with the fields, what it does, and the capability that it takes."""
    rows = ["| `do` | fields | what happens | capability |", "|---|---|---|---|"]
    for type_ in ACTS:
        needed = shape.required(type_)
        fields = [f"`{f}`" + ("" if f in needed else "?") for f in shape.fields(type_)]
        says = " ".join((type_.__doc__ or "").replace("``", "`").split())
        rows.append(f"| `{type_.__struct_config__.tag}` | {' '.join(fields)} | {says} | `{type_.needs}` |")
    return "\n".join(rows)


def capabilities_table() -> str:
    """All capabilities of engines."""
    rows = ["| capability | an engine that has it |", "|---|---|"]
    return "\n".join([*rows, *(f"| `{name}` | {says} |" for name, says in CAPABILITIES.items())])


TABLES: dict[str, Callable[[], str]] = {
    "<!-- effects -->": effects_table,
    "<!-- events -->": events_table,
    "<!-- fields of effects -->": effect_fields,
    "<!-- fields of cards -->": card_fields,
    "<!-- acts -->": acts_table,
    "<!-- capabilities -->": capabilities_table,
}
"""The tables, by the line before each."""


def renewed(text: str, file: Path) -> str:
    """A document with updated tables; ``InputError`` if the list of rulings has a mistake."""
    if rulings.BEGIN in text:
        return rulings.renewed_rulings(text, file)
    for begin, table in TABLES.items():
        if begin in text:
            before, _, rest = text.partition(begin)
            _, _, after = rest.partition(END)
            text = f"{before}{begin}\n{table()}\n{END}{after}"
    return text


if __name__ == "__main__":
    target = Path(sys.argv[1])
    try:
        text = renewed(target.read_text(encoding="utf-8"), target)
    except InputError as error:
        sys.exit(str(error))
    target.write_text(text, encoding="utf-8")
