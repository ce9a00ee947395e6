"""The last step: ``python -m fsm.site.finish FOLDER SITE TOP`` puts the pages of Sphinx, the others and files together.

Each page gets its frame, obeys the policy, and has addresses that begin at the page itself; those of the page that is
shown at any address begin at TOP, the path of the site at its host. Links that lead nowhere are an error.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import unquote

from .addresses import NOT_FOUND
from .page import Page, read_page
from .policy import Inline, guarded

LEFT_OUT = ("_sources", ".buildinfo", "objects.inv", "searchindex.js", "search", "frame")
"""What Sphinx makes and the site does not need."""
STATIC = (
    "pygments.css",
    "site.css",
    "site.js",
    "icon.svg",
    "furo.css",
    "furo-extensions.css",
    "furo.js",
    "furo.js.LICENSE.txt",
)
"""What pages load of its static files."""

MOST = 20
"""How many links that lead nowhere are told."""

PLACES = ("play/", "player/")
"""The pages whose addresses end in a place of a game, and not in an anchor."""

_ADDRESS = re.compile(r'(?<=[\s"])(href|src|srcset|data-content_root)="site:([^"]*)"')
_ID = re.compile(r'\s(?:id|name)="([^"]+)"')
_SECTION = re.compile(r'<section id="([^"]+)">(\s*(?:<span id="[^"]+"></span>)*)<h([1-6])>')
_CONTENTS = re.compile(r'<div class="toc-tree">.*?</div>', re.DOTALL)
_OWN = re.compile(r'(href|src)="\.\./(?!\.\.)([^"]*)"')
_ARTICLE = re.compile(r"<section id=\"frame-title\">.*?(?=\n\s*</article>)", re.DOTALL)


def finish(folder: Path, site: Path, top: str = "/") -> list[str]:
    """Write the site; gives the links that lead nowhere."""
    html = folder / "html"
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(html, site, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for file in (site / "_static").rglob("*"):
        if file.is_file() and file.name not in STATIC:
            file.unlink()
    shutil.copytree(folder / "files", site, dirs_exist_ok=True)
    frame = Frame((html / "frame" / "index.html").read_text(encoding="utf-8"))
    texts = {_address(site, file): file.read_text(encoding="utf-8") for file in site.rglob("*.html")}
    texts |= {page.address: frame.around(page) for page in map(read_page, (folder / "pages").rglob("page.json"))}
    inline = Inline()
    done = {address: guarded(inline.moved(text)) for address, text in texts.items()}
    inline.write(site)
    for address, text in done.items():
        target = site / address / "index.html" if not address.endswith(".html") else site / address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_made_relative(_marked(text, address), address, top), encoding="utf-8")
    return list(_broken(done, site))


def _address(site: Path, file: Path) -> str:
    path = file.relative_to(site).as_posix()
    return path.removesuffix("index.html") if path == "index.html" or path.endswith("/index.html") else path


def _contents(page: Page) -> str:
    """What stands at the side of a page, as Sphinx writes it: the title, which is not shown, then the parts."""
    items = "".join(
        f'<li><a class="reference internal" href="#{escape(id)}">{escape(name)}</a></li>' for id, name in page.contents
    )
    title = f'<li><a class="reference internal" href="#">{escape(page.title)}</a><ul>{items}</ul></li>'
    return f'<div class="toc-tree"><ul>{title}</ul></div>' if items else ""


class Frame:
    """A page of Sphinx whose title, text and contents are replaced."""

    def __init__(self, text: str) -> None:
        """Take the page, which lies one folder below the top."""
        self.text = _OWN.sub(r'\1="site:\2"', text)

    def around(self, page: Page) -> str:
        """The whole page."""
        text = self.text.replace("<title>FRAME-TITLE", f"<title>{escape(page.title)}", 1)
        inside = f"<section>\n<h1>{escape(page.title)}</h1>\n{page.body}\n</section>"
        text = _ARTICLE.sub(lambda _: inside, text, count=1)
        text = _CONTENTS.sub(lambda _: _contents(page), text, count=1)
        if not page.contents:
            text = text.replace('class="toc-drawer"', 'class="toc-drawer no-toc"').replace(" toc-scroll", "")
            text = re.sub(r'(class="toc-overlay-icon toc-\w+-icon)"', r'\1 no-toc"', text)
        about = f'<meta name="description" content="{escape(page.about)}">\n' if page.about else ""
        return text.replace("</head>", f"{about}</head>", 1)


def _marked(text: str, address: str) -> str:
    """A page that says where it is in the navigation, and what the search is to read of it: it leads to headings."""
    for place, said in ((address, "page"), (f"{address.partition('/')[0]}/", "true")):
        entry = f'<a class="reference" href="site:{place}"'
        if entry in text:
            text = text.replace(entry, f'{entry} aria-current="{said}"', 1)
            break
    for drawer, name in (("sidebar", "The site"), ("toc", "This page")):  # each landmark has a name of its own
        text = text.replace(f'<aside class="{drawer}-drawer', f'<aside aria-label="{name}" class="{drawer}-drawer', 1)
    text = _SECTION.sub(r'<section>\2<h\3 id="\1">', text)
    text = re.sub(r'data-content_root="[^"]*"', 'data-content_root="site:"', text, count=1)
    searched = "" if address == NOT_FOUND else " data-pagefind-body"
    return text.replace('<article role="main"', f'<article role="main"{searched}', 1)


def _made_relative(text: str, address: str, top: str) -> str:
    """A page whose addresses begin at the page itself, or at the top."""
    up = top if address == NOT_FOUND else "../" * address.count("/")

    def relative(found: re.Match[str]) -> str:
        target = found[2].removeprefix(address) if found[2].startswith(f"{address}#") else up + found[2]
        return f'{found[1]}="{target or "./"}"'

    return _ADDRESS.sub(relative, text)


def _broken(texts: dict[str, str], site: Path) -> Iterator[str]:
    """The links of all pages to a page, a file or an anchor that is not there."""
    anchors = {address: set(_ID.findall(text)) for address, text in texts.items()}
    for address, text in texts.items():
        for target in dict.fromkeys(found[2] for found in _ADDRESS.finditer(text)):
            goes, _, anchor = target.partition("#")
            goes = goes.partition("?")[0]
            if goes not in anchors and not (goes and (site / goes).is_file()):
                yield f"{address or 'home'}: {target} is not there"
            elif anchor and goes in anchors and goes not in PLACES and unquote(anchor) not in anchors[goes]:
                yield f"{address or 'home'}: {goes} has no anchor {anchor}"


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: python -m fsm.site.finish FOLDER SITE TOP")
    broken = finish(Path(sys.argv[1]), Path(sys.argv[2]), f"/{sys.argv[3].strip('/')}/".replace("//", "/"))
    sys.stderr.writelines(f"{line}\n" for line in broken[:MOST])
    if broken:
        sys.exit(f"{len(broken)} links lead nowhere")
