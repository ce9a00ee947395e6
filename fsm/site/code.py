"""Code on pages that Sphinx does not make, in the colours that it uses."""

from __future__ import annotations

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name


def code(text: str, language: str) -> str:
    """A block of code as HTML.

    >>> "<pre>" in code("players: [Ann, Bob]", "yaml")
    True
    """
    return str(highlight(text, get_lexer_by_name(language), HtmlFormatter()))
