"""What the package says about itself: its version, and its page on a package index."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from commands import ROOT, Fsm

import fsm as package
from fsm.library import documents
from fsm.pages.metadata import Metadata

ADDRESS = "https://example.org/owner/turn"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def made(address: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    Metadata(str(ROOT), {"address": address}).update(metadata)
    return metadata


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))


def test_the_version_has_one_source(fsm: Fsm) -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", package.__version__)
    assert fsm("--version").stdout == f"fsm, version {package.__version__}\n"
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "fsm/version.py"
    assert "version" in PROJECT["project"]["dynamic"]
    assert f'__version__ = "{package.__version__}"' in (ROOT / "fsm" / "version.py").read_text(encoding="utf-8")


def test_with_an_address_every_link_of_the_page_is_whole() -> None:
    told = made(f"{ADDRESS}/")
    text = told["readme"]["text"]
    before = [target for target in links((ROOT / "README.md").read_text(encoding="utf-8")) if "#" not in target[:1]]
    after = [target for target in links(text) if "#" not in target[:1]]
    assert len(after) == len(before) > 10
    for target in after:
        kind, file = re.fullmatch(rf"{ADDRESS}/(raw|blob)/main/([^#]+)(?:#.*)?", target).groups()  # type: ignore[union-attr]
        assert (ROOT / file).exists(), file
        assert (kind == "raw") == file.endswith(".svg")
    assert set(told["urls"]) == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}
    assert all(url.startswith(ADDRESS) for url in told["urls"].values())
    for name in ("Documentation", "Changelog"):
        assert (ROOT / told["urls"][name].removeprefix(f"{ADDRESS}/blob/main/")).is_file()


def test_without_an_address_the_page_names_commands() -> None:
    told = made("")
    text = told["readme"]["text"]
    assert told["urls"] == {}
    assert not links(text)
    assert "![" not in text
    assert "[picture" not in text
    assert str(ROOT) not in text
    named = re.findall(r"\(fsm docs (\w+)\)", text)
    assert len(named) > 5
    assert set(named) <= set(documents())


def test_the_address_stands_in_one_place() -> None:
    hook = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    assert (ROOT / hook["path"]).is_file()
    assert "urls" in PROJECT["project"]["dynamic"]
    assert isinstance(hook["address"], str)
    if hook["address"]:
        pages = [*ROOT.glob("*.md"), *(ROOT / "scenarios").glob("*.md"), *(ROOT / "fsm").rglob("*.py")]
        assert not [page for page in pages if hook["address"] in page.read_text(encoding="utf-8")]


def test_documents_of_the_wheel_are_those_that_it_takes_along() -> None:
    taken = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for path in documents().values():
        if not path.startswith("scenarios/"):
            assert taken[path] == f"fsm/documents/{path}"
    assert taken["scenarios"] == "fsm/corpus"
    assert all(Path(ROOT / path).exists() for path in taken)
