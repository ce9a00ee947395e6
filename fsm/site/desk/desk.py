"""Reads a request, asks who answers it, and writes the answer; whatever is wrong becomes an answer too."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ...diagram.formats import REGISTRY
from ...edition import edition_ids, load_edition
from ...errors import FsmError, InputError, InputErrors
from ...scenario.writing.expected import with_expectations
from ...version import __version__
from ...words import raised
from . import acting, editing
from . import requests as r
from .completing import complete
from .drawing import KINDS, TEXTS, download, picture, player
from .runs import FILE, number_of
from .telling import told

Answer = dict[str, Any]


def about(_: r.About) -> Answer:
    """What the package has, the newest edition first."""
    editions = [load_edition(id) for id in reversed(edition_ids())]
    return {
        "version": __version__,
        "editions": [{"id": one.id, "title": one.title, "effective": one.effective} for one in editions],
        "kinds": [{"name": kind.name, "says": kind.says} for kind in KINDS.values()],
        "formats": [{"name": name, "says": REGISTRY[name].says} for name in TEXTS],
    }


def expect(request: r.Expect) -> Answer:
    """The text with expectations."""
    return {"text": with_expectations(request.text, FILE, number_of(request), request.replace)[0]}


ANSWERS: Mapping[type[r.Request], Callable[[Any], Answer]] = {
    r.About: about,
    r.Run: told,
    r.Picture: picture,
    r.Download: download,
    r.Player: player,
    r.Expect: expect,
    r.Complete: complete,
    r.Acts: acting.acts,
    r.Add: acting.add,
    r.WhatIf: acting.what_if,
    r.Players: editing.players,
    r.Editions: editing.editions,
    r.Card: editing.cards,
    r.Trace: editing.trace,
    r.Edition: editing.edition,
}
"""Who answers each request."""

_DECODER = msgspec.json.Decoder(r.Asked)


def answer(request: str) -> str:
    """The answer to a request, both as JSON; it never raises an error.

    >>> answer('{"do": "run", "text": "players: [Ann]"}')
    '{"ok": false, "errors": [{"line": 1, "column": 10, "message": "found 1 player, expected two to eight"}]}'
    """
    try:
        asked = _DECODER.decode(request)
        return json.dumps({"ok": True, **ANSWERS[type(asked)](asked)})
    except Exception as error:  # the page has to be told of any
        return json.dumps({"ok": False, "errors": list(_errors(error))})


def _errors(error: Exception) -> list[Answer]:
    """What is wrong, each with its place in the text."""
    if isinstance(error, InputErrors):
        return [_error(one) for one in error.errors]
    if isinstance(error, FsmError):
        return [_error(error)]
    if isinstance(error, msgspec.MsgspecError):
        return [_placed(f"this is no request: {error}")]
    if isinstance(error, MemoryError):
        return [_placed("the memory is used up; let the scenario do less")]
    return [_placed(f"an error of this program, please report it: {raised(error)}")]


def _error(error: FsmError) -> Answer:
    if isinstance(error, InputError) and error.file in ("", FILE):
        return _placed(error.message, error.line, error.column)
    return _placed(str(error))


def _placed(message: str, line: int = 0, column: int = 0) -> Answer:
    return {"line": line, "column": column, "message": message}
