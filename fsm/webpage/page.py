"""The page as a value: makes its text, saves it, shows itself in notebooks.

Template, style and scripts are as they stand in ``template/``, with the data of the recordings in it. The policy of
the page forbids every request; its one style and its one script are named by their hashes. ``shared.py`` makes the page
that many recordings share.
"""

from __future__ import annotations

import base64
import hashlib
import html
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagram import THEMES
from ..diagram.drawing.theme import FONTS
from ..files import make_folder, write_file
from .foreign import foreign
from .record import record, written

if TYPE_CHECKING:
    from ..recording import Recording, Trace

FOLDER = Path(__file__).with_name("template")
SCRIPTS = ("1-recording", "2-picture", "3-timeline", "4-list", "5-panes", "6-app")
_PLACE = re.compile(r"\{(policy|title|style|body|back|data|script)\}")


def page(title: str, data: dict[str, Any]) -> str:
    """The whole page as text."""
    return filled(
        title,
        policy=policy(style(), script("inside")),
        style=f"<style>{style()}</style>",
        data=f'<script type="application/json" id="data">{escaped(written(data))}</script>\n',
        script=f"<script>{script('inside')}</script>",
    )


def filled(title: str, **parts: str) -> str:
    """The template of the page with its parts; one that is not given is empty."""
    known = parts | {"title": html.escape(title), "policy": html.escape(parts["policy"])}
    return _PLACE.sub(lambda place: known.get(place[1], ""), _read("page.html"))


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
    """The style: that of the pictures' themes, then the page's own."""
    return f"{colours()}\n{_read('page.css')}"


def colours() -> str:
    """The roles of the pictures' themes as variables and classes."""
    light, dark = (THEMES[name].colours for name in ("light", "dark"))
    roles = "".join(f".f-{role}{{fill:var(--{role})}}.s-{role}{{stroke:var(--{role})}}" for role in light)
    fonts = ",".join(f'"{name}"' if " " in name else name for name in FONTS.split(","))
    return (
        f":root{{--font:{fonts};{variables(light)}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{variables(dark)}}}}}\n"
        f":root[data-theme=dark]{{{variables(dark)}}}\n{roles}"
    )


def variables(colours: Mapping[str, str]) -> str:
    """The colours of a theme as variables of CSS."""
    return "".join(f"--{role}:{colour};" for role, colour in colours.items()) + f"--focus:{colours['beginning']}"


@cache
def script(start: str) -> str:
    """The scripts, one after the other, in a scope of their own; the last says where the data comes from."""
    return '"use strict";\n{\n' + "\n".join(_read(f"{name}.js") for name in (*SCRIPTS, start)) + "}\n"


@cache
def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


Wrong = tuple[int, int, str]
"""What is wrong in a recording: the number of the event that shows it, a line of the script, and a text."""

HEIGHT = 680
"""How high a page is in a notebook, in pixels."""


class Page:
    """Recordings, or traces, as one page to step through; ``source`` is the text of their script, if it is known.

    Several recordings are shown side by side and kept at the same place. ``wrong`` is what is wrong in each, such as an
    expectation that fails: the number of its event, the line of the script, and a text. ``alike`` are the editions
    under which each goes the same way, the newest first, where not all of these are shown.
    """

    def __init__(
        self,
        recordings: Sequence[Recording | Trace],
        source: str = "",
        wrong: Sequence[Sequence[Wrong]] = (),
        alike: Sequence[Sequence[str]] = (),
    ) -> None:
        if not recordings:
            raise ValueError("found no recording, expected at least one")
        self.recordings, self.source, self.wrong = tuple(recordings), source, tuple(wrong)
        self.alike = tuple(alike)

    @classmethod
    def of_scenario(cls, runs: Sequence[Recording], source: str = "", wrong: Sequence[Sequence[Wrong]] = ()) -> Page:
        """The runs of a scenario under all editions, the newest first; of neighbours that go alike one is shown."""
        from .apart import apart

        shown = apart(runs)
        few = len(shown) < len(runs)
        wrongs = [wrong[place] for place in shown] if wrong else ()
        alike = [ids if len(ids) > 1 else () for ids in shown.values()] if few else ()
        return cls([runs[place] for place in shown], source, wrongs, alike)

    def html(self) -> str:
        """The page, which needs nothing else."""
        return page(self._title(), self.data())

    def data(self) -> dict[str, Any]:
        """What the page holds, as plain data."""
        from ..recording import Trace

        made = [foreign(one) if isinstance(one, Trace) else record(one) for one in self.recordings]
        for one, wrong in zip(made, self.wrong, strict=False):
            one["wrong"] = [list(each) for each in wrong]
        for one, ids in zip(made, self.alike, strict=False):
            one.update({"alike": list(ids)} if ids else {})
        return {
            "format": "turn-player",
            "version": 1,
            "recordings": made,
            "source": {"lines": self.source.splitlines()},
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page, whole or not at all; ``-`` is standard output. The folder is made if it is not there."""
        file = os.fspath(path)
        make_folder(file)
        write_file(file, self.html().encode())

    def _title(self) -> str:
        names = dict.fromkeys(getattr(one, "name", "") for one in self.recordings)
        return next(filter(None, names), "A game")

    def _repr_html_(self) -> str:
        inside = html.escape(self.html(), quote=True)
        return (
            f'<iframe title="{html.escape(self._title(), quote=True)}" sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{HEIGHT}px;border:0" srcdoc="{inside}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Page {self._title()!r}: {len(self.recordings)} recordings>"
