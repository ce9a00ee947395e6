"""Writes DOT lines: the graphviz package quotes ids and values; attributes are sorted by name.

The package quotes each value with four regular expressions. A picture repeats the same few
hundred values, so quoted values are cached.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

LONGEST = 2_000
"""The largest number of characters of a text that are written."""


@lru_cache(maxsize=1 << 16)
def quote(text: str) -> str:
    """Quote an id or a value, if needed; HTML labels stay as they are."""
    from graphviz.quoting import quote as quoted

    return str(quoted(text))


@lru_cache(maxsize=1 << 14)
def literal(text: str) -> str:
    """Escape a plain text so that Graphviz takes it literally: no entities, no escapes, no HTML.

    Long texts are cut, since Graphviz reads at most 16,384 bytes between quotes.
    """
    from html import escape

    from graphviz import escape as as_it_is

    told = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return str(as_it_is(escape(told, quote=False)))


def attributes(values: Mapping[str, str]) -> str:
    """Write attributes, sorted by name.

    >>> attributes({"width": "2", "id": "a b"})
    '[id="a b" width=2]'
    """
    return f"[{' '.join([f'{name}={quote(value)}' for name, value in sorted(values.items())])}]"


def node(id: str, label: str, values: Mapping[str, str]) -> str:
    """Write a node, its label before its attributes."""
    return f"{quote(id)} [label={quote(label)} {attributes(values)[1:]}"
