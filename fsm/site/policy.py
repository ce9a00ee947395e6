"""The content security policy, and how a page comes to obey it: styles and scripts move into files of the site."""

from __future__ import annotations

import hashlib
import re
from html import escape, unescape
from pathlib import Path

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""What a page may load: files of the site, and nothing else. WebAssembly is compiled, no text is run as a program."""

INLINE = "_static/inline"
"""The folder for what stood in pages, below the top of the site."""

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_TAG = re.compile(r'<[a-zA-Z][^<>]*? style="([^"]*)"[^<>]*>')
_HANDLER = re.compile(r'<[a-zA-Z][^<>]*? on[a-z]+="')


class Inline:
    """What stood in pages, collected: each script, style and style of an element becomes a file, named by its hash."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.files: dict[str, str] = {}
        self.rules: dict[str, str] = {}

    def moved(self, html: str) -> str:
        """A page without scripts and styles of its own; it names their files. ``ValueError`` if that cannot be."""
        if _HANDLER.search(html):
            raise ValueError("an element has a handler of events, such as onclick; add a listener in a script")
        html = _SCRIPT.sub(lambda found: f'<script src="{self._file(found[1], "js")}"></script>', html)
        html = _STYLE.sub(lambda found: f'<link rel="stylesheet" href="{self._file(found[1], "css")}">', html)
        return _TAG.sub(self._classed, html)

    def _file(self, text: str, suffix: str) -> str:
        name = f"{INLINE}/{_hash(text)}.{suffix}"
        self.files[name] = text
        return f"site:{name}"

    def _classed(self, tag: re.Match[str]) -> str:
        name = f"s-{_hash(tag[1])}"
        self.rules[name] = unescape(tag[1]).strip().rstrip(";")
        bare = tag[0].replace(f' style="{tag[1]}"', "", 1)
        if ' class="' in bare:
            return bare.replace(' class="', f' class="{name} ', 1)
        return re.sub(r"^<([\w-]+)", rf'<\1 class="{name}"', bare)

    def write(self, site: Path) -> None:
        """Write the files, and one with the styles of elements, which all pages load."""
        declared = (
            f".{name}{{{';'.join(f'{one.strip()} !important' for one in rule.split(';'))}}}"
            for name, rule in sorted(self.rules.items())
        )
        for name, text in (*self.files.items(), (f"{INLINE}/elements.css", "\n".join(declared))):
            target = site / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


def guarded(html: str) -> str:
    """A page with the policy in its head, the styles of elements, and the icon of the site if it has none."""
    head = (
        f'\n<meta http-equiv="Content-Security-Policy" content="{escape(POLICY, quote=False)}">'
        f'\n<link rel="stylesheet" href="site:{INLINE}/elements.css">'
    )
    if 'rel="icon"' not in html:
        head += '\n<link rel="icon" href="site:_static/icon.svg">'
    return re.sub(r'(<meta charset="utf-8" ?/?>)', lambda meta: meta[1] + head, html, count=1, flags=re.IGNORECASE)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]
