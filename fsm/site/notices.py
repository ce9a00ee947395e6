"""The licences of what the site carries of others, from the list ``web/notices.toml``."""

from __future__ import annotations

import tomllib
from html import escape
from importlib.metadata import distribution
from pathlib import Path

import msgspec

from ..errors import InputError
from .addresses import SITE, slug
from .page import Page

ROOT = Path(__file__).parents[2]
LIST = ROOT / "web" / "notices.toml"
ADDRESS = "licences/"


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A work: what it is for, the name of its licence, where its source is, and where its licence stands."""

    purpose: str = msgspec.field(name="for")
    licence: str
    source: str
    text: str
    copyright: str = ""


def notices_page(files: Path) -> Page:
    """The page of licences; their texts are written below ``files``."""
    own = files / ADDRESS / "turn-structure.txt"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_bytes((ROOT / "LICENSE").read_bytes())
    works = msgspec.convert(tomllib.loads(LIST.read_text(encoding="utf-8")), dict[str, Notice])
    rows = "".join(_row(name, work, files) for name, work in works.items())
    head = "".join(f'<th scope="col">{name}</th>' for name in ("work", "for", "licence"))
    body = (
        f'<p>This site is made from turn-structure, <a href="{SITE}{ADDRESS}turn-structure.txt">MIT</a>. It carries '
        f'works of others:</p><div class="wide"><table class="list"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
    return Page(ADDRESS, "Licences", body, "The licences of what this site carries")


def _row(name: str, work: Notice, files: Path) -> str:
    text = work.text
    if not text.startswith("https:"):
        address = f"{ADDRESS}{slug(name)}.txt"
        with (files / address).open("x", encoding="utf-8") as file:  # two works never share a file
            file.write(licence_text(work))
        text = SITE + address
    return (
        f'<tr><th scope="row"><a href="{escape(work.source)}">{escape(name)}</a></th><td>{escape(work.purpose)}</td>'
        f'<td><a href="{escape(text)}">{escape(work.licence)}</a></td></tr>'
    )


def licence_text(work: Notice) -> str:
    """The text of a licence; ``InputError`` if it is not where the list says."""
    kind, _, name = work.text.rpartition(":")
    if kind == "pip":
        package, _, file = name.partition("/")
        found = [one for one in distribution(package).files or () if (file or "LICENSE") in one.name]
        paths = [Path(str(one.locate())) for one in found]
    else:
        paths = [ROOT / "web" / "node_modules" / name / "LICENSE" if kind == "npm" else ROOT / work.text]
    if not paths or not paths[0].is_file():
        raise InputError(f"there is no licence at {work.text}; make site installs what has it", str(LIST))
    return paths[0].read_text(encoding="utf-8").replace("{copyright}", work.copyright)
