"""Cards that words find, and files that are dropped onto the page: traces and editions."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from ...cardbook import card_yaml, find_cards
from ...cardshapes import shapes
from ...check.judge import check_trace, setup_of
from ...check.reading import Lines, TraceReader
from ...edition import load_edition, playable
from ...errors import CardError, EditionError, InputError, TraceError, together
from ...files import write_file
from ...game import catalogue
from ...recording import read_trace
from ...recording.trace import MAX_BYTES
from ...search import tokens
from ...webpage import Page
from ...wording import card_kind, card_sentences
from .requests import FILE, Card, Edition, Trace
from .runs import forget

TRACE = "trace.jsonl"

FEW = 20


def cards(request: Card) -> dict[str, Any]:
    """The cards that words find, or all; none if nothing is found. Of a few it has what a scenario says of them."""
    try:
        found = find_cards(request.words) if tokens(request.words) else (*catalogue().values(),)
    except CardError as error:
        return {"cards": [], "why": str(error)}
    return {
        "cards": [
            {
                "name": card.name,
                "kind": card_kind(card),
                "does": list(card_sentences(card)),
                "note": card.note,
                "shapes": shapes(card),
                "yaml": card_yaml(card.name) if len(found) <= FEW else "",
            }
            for card in found
        ]
    }


def trace(request: Trace) -> dict[str, Any]:
    """What is wrong with a trace, if anything is, and the data of its page."""
    text = request.text.encode("utf-8", "replace")
    if len(text) > MAX_BYTES:
        raise InputError(f"the file is larger than {MAX_BYTES:,} bytes, the maximum", FILE)
    reader = TraceReader(Lines(io.BytesIO(text), FILE))
    id = str(reader.header["edition"])
    if not id:
        raise InputError("the trace names no edition, which its header does", FILE, 1)
    rules = playable(id)
    verdict = check_trace(reader, rules, setup_of(reader.header), TRACE)
    read = read_trace(request.text, FILE)
    if not read.events:
        raise TraceError("the trace has no events, so there is nothing to show", FILE)
    lines = [line.removeprefix(f"{TRACE}:").removeprefix(" ") for line in (*verdict.lines(rules), *reader.notes)]
    return {"verdict": [] if verdict.possible else lines, "says": lines, "data": Page((read,)).data()}


def edition(request: Edition) -> dict[str, Any]:
    """Keep an edition under the name of its file, in the current folder, if it can be read."""
    name = request.name
    if Path(name).name != name or not name.endswith(".toml") or not name.isprintable() or len(name) > 100:
        raise InputError(f"found the name {name[:100]!r}, expected that of a file without a folder, such as mine.toml")
    write_file(name, request.text.encode("utf-8", "replace"))
    forget()
    try:
        made = load_edition(name)
    except EditionError as error:
        Path(name).unlink()
        wrong = [one for one in getattr(error, "errors", (error,)) if one.file == name]
        raise together([InputError(one.message, "", one.line, one.column) for one in wrong] or [error]) from None
    return {"id": made.id, "title": made.title}
