"""Changes that buttons make in the text: players, editions, and what is expected."""

from __future__ import annotations

from typing import Any

from ...edition import edition_id
from ...history.lines import are_named, spans
from ...scenario.writing.editing import with_key, with_players
from ...scenario.writing.expected import with_expectations
from .requests import FILE, Editions, Expect, Players
from .runs import number_of


def players(request: Players) -> dict[str, Any]:
    """The text with other players."""
    return {"text": with_players(request.text, FILE, number_of(request), request.players)}


def editions(request: Editions) -> dict[str, Any]:
    """The text for other editions: by their names, or by their days if some have no other name."""
    ids = [edition_id(name) for name in request.editions]
    named = ids if are_named(ids) else [*spans(ids)]
    said = named[0] if len(named) == 1 else named
    return {"text": with_key(request.text, FILE, number_of(request), "edition", said)}


def expect(request: Expect) -> dict[str, Any]:
    """The text with expectations of what happened."""
    return {"text": with_expectations(request.text, FILE, number_of(request), request.replace)[0]}
