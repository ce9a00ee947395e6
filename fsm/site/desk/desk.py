"""Reads a request, asks who answers it, and writes the answer; whatever is wrong becomes an answer too."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from ...errors import FsmError, InputError, InputErrors
from ...words import raised
from . import requests as r
from .requests import FILE

Answer = dict[str, Any]

ANSWERS: dict[type[r.Request], str] = {
    r.About: "about.about",
    r.Run: "telling.told",
    r.Picture: "drawing.picture",
    r.Download: "drawing.download",
    r.Player: "drawing.player",
    r.History: "years.history",
    r.Expect: "editing.expect",
    r.Complete: "completing.complete",
    r.Acts: "acting.acts",
    r.Add: "acting.add",
    r.WhatIf: "acting.what_if",
    r.Players: "editing.players",
    r.Editions: "editing.editions",
    r.Card: "dropping.cards",
    r.Trace: "dropping.trace",
    r.Edition: "dropping.edition",
}
"""The module and the function that answer each request; they are loaded as they are asked, for a quick start."""

_DECODER = msgspec.json.Decoder(r.Asked)


def answer(request: str) -> str:
    """The answer to a request, both as JSON; it never raises an error.

    >>> answer('{"do": "run", "text": "players: [Ann]"}')
    '{"ok": false, "errors": [{"line": 1, "column": 10, "message": "found 1 player, expected two to eight"}]}'
    """
    try:
        asked = _DECODER.decode(request)
        module, name = ANSWERS[type(asked)].split(".")
        answering: Callable[[Any], Answer] = getattr(import_module(f"{__package__}.{module}"), name)
        return json.dumps({"ok": True, **answering(asked)})
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
