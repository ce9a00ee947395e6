"""The page: template, style and scripts as they stand in ``template/``, with the data of the recordings in it.

The policy of the page forbids every request; its one style and its one script are named by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from functools import cache
from pathlib import Path
from typing import Any

from ..diagram import THEMES
from ..diagram.drawing.theme import FONTS
from .record import written

FOLDER = Path(__file__).with_name("template")
SCRIPTS = ("1-recording", "2-picture", "3-timeline", "4-list", "5-panes", "6-app")
_PLACE = re.compile(r"\{(policy|title|style|data|script)\}")


def page(title: str, data: dict[str, Any]) -> str:
    """The whole page as text."""
    parts = {
        "policy": html.escape(policy(style(), script())),
        "title": html.escape(title),
        "style": style(),
        "data": escaped(written(data)),
        "script": script(),
    }
    return _PLACE.sub(lambda place: parts[place[1]], _read("page.html"))


def escaped(data: str) -> str:
    r"""JSON that ends no script element, whatever texts it holds.

    >>> escaped('"</script>"')
    '"\\u003c/script>"'
    """
    safe = data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return safe.encode("utf-8", "backslashreplace").decode()


def policy(*inline: str) -> str:
    """The content security policy: nothing is loaded, and only this style and this script are obeyed."""
    style_hash, script_hash = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline)
    rules = (
        "default-src 'none'",
        f"style-src 'sha256-{style_hash}'",
        f"script-src 'sha256-{script_hash}'",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(rules)


@cache
def style() -> str:
    """The style: the roles of the pictures' themes as variables and classes, then the page's own."""
    light, dark = (THEMES[name].colours for name in ("light", "dark"))
    roles = "".join(f".f-{role}{{fill:var(--{role})}}.s-{role}{{stroke:var(--{role})}}" for role in light)
    fonts = ",".join(f'"{name}"' if " " in name else name for name in FONTS.split(","))
    return (
        f":root{{--font:{fonts};{_variables(light)}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{_variables(dark)}}}}}\n"
        f":root[data-theme=dark]{{{_variables(dark)}}}\n{roles}\n{_read('page.css')}"
    )


def _variables(colours: Any) -> str:
    return "".join(f"--{role}:{colour};" for role, colour in colours.items()) + f"--focus:{colours['beginning']}"


@cache
def script() -> str:
    """The scripts, one after the other, in a scope of their own."""
    return '"use strict";\n{\n' + "\n".join(_read(f"{name}.js") for name in SCRIPTS) + "}\n"


@cache
def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
