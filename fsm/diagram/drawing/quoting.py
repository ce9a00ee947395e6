"""Writes DOT lines: ids and values quoted by the graphviz package, attributes in one fixed order.

The package quotes each value by four regular expressions; a picture says the same few
hundred things again and again, so what was quoted once is kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 2_000
"""How many characters of a text are written."""


@lru_cache(maxsize=1 << 16)
def quote(text: str) -> str:
    """Quote an id or a value, if it needs that; HTML labels stay as they are."""
    from graphviz.quoting import quote as quoted

    return str(quoted(text))


@lru_cache(maxsize=1 << 14)
def literal(text: str) -> str:
    """Escape a plain text so that Graphviz takes it literally: no entities, no escapes of its own, no HTML.

    It is cut where Graphviz could not read it: a text in quotes has to end within 16,384 bytes.
    """
    from html import escape

    from graphviz import escape as as_it_is

    told = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return str(as_it_is(escape(told, quote=False)))


def attributes(values: Mapping[str, str]) -> str:
    """Write attributes by name.

    >>> attributes({"width": "2", "id": "a b"})
    '[id="a b" width=2]'
    """
    return f"[{' '.join([f'{name}={quote(value)}' for name, value in sorted(values.items())])}]"


def node(id: str, label: str, values: Mapping[str, str]) -> str:
    """Write a node, its label before its attributes."""
    return f"{quote(id)} [label={quote(label)} {attributes(values)[1:]}"
