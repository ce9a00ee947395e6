"""What the package says about itself: its version, and its page on a package index."""

from __future__ import annotations

import inspect
import os
import pydoc
import re
import tomllib
import typing
from pathlib import Path
from typing import Any

import pytest
from commands import ROOT, Fsm
from packaging.requirements import Requirement

import fsm as package
from fsm.library import documents
from fsm.pages.metadata import PLATFORM, Metadata, gallery, musl
from fsm.recording import RecordedTurn

ADDRESS = "https://example.org/owner/turn"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


HOOK: dict[str, Any] = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]


def made(address: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    Metadata(str(ROOT), {**HOOK, "address": address}).update(metadata)
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
    shown = re.findall(r'(?:src|srcset)="([^"]+)"', text)
    assert len(shown) == 2
    assert all((ROOT / one.removeprefix(f"{ADDRESS}/raw/main/")).is_file() for one in shown)
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
    assert "<picture" not in text
    assert str(ROOT) not in text
    named = re.findall(r"\(fsm docs (\w+)\)", text)
    assert len(named) > 5
    assert set(named) <= set(documents())


def test_the_changes_are_short_and_by_kind() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = text.split("\n## ")[1:]
    assert versions[0].startswith(package.__version__)
    for version in versions:
        assert len(version.split()) <= 800, "say less of each change; the documents tell the rest"
        for kind in version.split("\n### ")[1:]:
            for entry in kind.split("\n- ")[1:]:
                assert len(entry) <= 300, f"one line or two: {entry}"


def test_the_address_stands_in_one_place() -> None:
    assert (ROOT / HOOK["path"]).is_file()
    assert "urls" in PROJECT["project"]["dynamic"]
    assert isinstance(HOOK["address"], str)
    if HOOK["address"]:
        pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "fsm").rglob("*.py")]
        assert not [page for page in pages if HOOK["address"] in page.read_text(encoding="utf-8")]


def test_documents_of_the_wheel_are_those_that_it_takes_along() -> None:
    taken = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    pictures = {path.relative_to(ROOT).as_posix() for path in gallery(ROOT)}
    assert {"diagrams/README.md", "diagrams/turn-cr2026.svg", "diagrams/rules/cr2026.html"} <= pictures
    assert not [path for path in pictures if path.endswith(".dot")]
    for path in documents().values():
        if not path.startswith(("scenarios/", "docs/")) and path not in pictures:
            assert taken[path] == f"fsm/documents/{path}"
    assert (taken["scenarios"], taken["docs"]) == ("fsm/corpus", "fsm/documents/docs")
    assert all(Path(ROOT / path).exists() for path in taken)


def test_pygraphviz_is_left_out_where_it_has_no_wheels(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = made("")["dependencies"]
    (drawing,) = (one for one in usual if one.startswith("pygraphviz"))
    marker = Requirement(drawing).marker
    assert marker is not None
    here = {"platform_python_implementation": "CPython", "sys_platform": "linux"}
    assert marker.evaluate({**here, "platform_machine": "x86_64"})
    assert not marker.evaluate({**here, "platform_machine": "armv7l"})
    assert not marker.evaluate({**here, "sys_platform": "freebsd14", "platform_machine": "x86_64"})
    monkeypatch.setenv(PLATFORM, "musllinux_1_2_aarch64")
    assert [one for one in usual if one != drawing] == made("")["dependencies"]
    monkeypatch.delenv(PLATFORM)
    monkeypatch.setattr("sysconfig.get_config_var", lambda name: "cpython-312-x86_64-linux-musl")
    assert musl() == f"musllinux_1_2_{os.uname().machine}"
    assert drawing not in made("")["dependencies"]


PUBLIC = [(name, getattr(package, name)) for name in sorted(package.__all__)]
CALLED = [
    (f"{name}.{method}", function)
    for name, value in PUBLIC
    for method, function in (vars(value).items() if isinstance(value, type) else [("", value)])
    if inspect.isfunction(function) and not method.startswith("_")
]


def test_the_package_and_each_public_name_explain_themselves() -> None:
    for _, value in [("fsm", package), *PUBLIC]:
        assert pydoc.render_doc(value)


def test_the_types_of_public_names_and_their_arguments_can_be_read() -> None:
    for _, value in [*PUBLIC, *CALLED]:
        if inspect.isfunction(value) or isinstance(value, type):
            typing.get_type_hints(value)
    assert len(CALLED) > 60
    assert typing.get_type_hints(package.scenario_diagram)["turn"] is RecordedTurn
    assert "agenda" in inspect.signature(package.State).parameters
