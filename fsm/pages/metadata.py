"""The page of the package on a package index, its addresses, and what it depends on, made when the package is built.

The README leads to files of the project. On an index these links need the address of the project, which pyproject.toml
says in one place: ``address``, in ``[tool.hatch.metadata.hooks.custom]``. As long as it is empty, links become the
commands that lead to the same documents after installation, and pictures are left out. Hatchling runs this file alone,
before anything is installed.

pygraphviz has no wheels for musl, the C library of Alpine, and pip could not install the package there. So a wheel that
is built on musl, or for it, does not depend on pygraphviz, and its tag says that it is for musl; pip prefers it there.
"""

from __future__ import annotations

import json
import os
import re
import sys
import sysconfig
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PLATFORM = "WHEEL_PLATFORM"
"""The environment variable that names another platform to build for, such as musllinux_1_2_aarch64."""

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")
_SOURCE = re.compile(r'\b(src|srcset)="(?![a-z]+:)([^"]+)"')
_PICTURE = re.compile(r"^(?:!\[[^\]]*\]\([^)\s]+\)|<picture>.*?</picture>)\n\n", re.MULTILINE | re.DOTALL)


class Metadata(MetadataHookInterface):
    """Adds the readme and the addresses to what pyproject.toml says."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add what is called dynamic there."""
        address = str(self.config.get("address", "")).rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        told = with_addresses(text, address) if address else with_commands(text, self.root)
        drawing = " ".join(str(self.config["drawing"]).split())
        metadata["dependencies"] = [*self.config["dependencies"], *([] if musl() else [drawing])]
        metadata["readme"] = {"content-type": "text/markdown", "text": told}
        metadata["urls"] = addresses(address) if address else {}


class Wheel(BuildHookInterface[Any]):
    """Takes the gallery along, data that is ready, and says in the name of a wheel that it is for musl."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files of the gallery and, unless the package is used where it is written, ready data; set the tag."""
        root = Path(self.root)
        if version != "editable":
            self.ready = TemporaryDirectory()
            build_data["force_include"].update(made_ready(root, Path(self.ready.name)))
        taken = (file.relative_to(root).as_posix() for file in gallery(root))
        build_data["force_include"].update({path: f"fsm/documents/{path}" for path in taken})
        if musl():
            build_data["tag"] = f"py3-none-{musl()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the ready data, which the wheel has."""
        if version != "editable":
            self.ready.cleanup()


def made_ready(root: Path, folder: Path) -> dict[str, str]:
    """Write what the TOML files of the package say as JSON into a folder; where each is, and its place in the wheel.

    ``packaged_data`` reads it instead: a command then starts some 0.06 seconds sooner.
    """
    places = {}
    for number, file in enumerate(sorted((root / "fsm").rglob("*.toml"))):
        ready = folder / str(number)
        ready.write_text(json.dumps(tomllib.loads(file.read_text(encoding="utf-8"))), encoding="utf-8")
        places[str(ready)] = f"{file.relative_to(root).as_posix()}.json"
    return places


def gallery(root: Path) -> list[Path]:
    """The page of the gallery, its pictures, and the pages that it links to: all but the text for drift checks."""
    return sorted(file for end in ("md", "svg", "html") for file in (root / "diagrams").rglob(f"*.{end}"))


def musl() -> str:
    """The platform that is built for, if it is one of musl: that of this Python, or the one that a user names."""
    named = os.environ.get(PLATFORM, "")
    if not named and "musl" in str(sysconfig.get_config_var("SOABI")):
        named = f"musllinux_1_2_{os.uname().machine}"
    return named if named.startswith("musllinux") else ""


def addresses(address: str) -> dict[str, str]:
    """The addresses that an index lists, by their usual names.

    >>> addresses("https://example.org/turn")["Changelog"]
    'https://example.org/turn/blob/main/CHANGELOG.md'
    """
    return {
        "Homepage": address,
        "Documentation": f"{address}/blob/main/docs/README.md",
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
    }


def with_addresses(text: str, address: str) -> str:
    """A text in which links and pictures of the project have their whole address.

    >>> with_addresses("![A turn](a.svg), [Format](b.md#top), [below](#c)", "https://example.org/t")
    '![A turn](https://example.org/t/raw/main/a.svg), [Format](https://example.org/t/blob/main/b.md#top), [below](#c)'
    """

    def whole(link: re.Match[str]) -> str:
        picture, said, target = link.groups()
        return f"{picture}[{said}]({address}/{'raw' if picture else 'blob'}/main/{target})"

    return _SOURCE.sub(rf'\1="{address}/raw/main/\2"', _LINK.sub(whole, text))


def with_commands(text: str, root: str) -> str:
    """The text of the README without pictures; its links are the commands that print the documents."""
    sys.path.insert(0, root)
    try:
        from fsm.library import told_text  # by its whole name: hatchling runs this file alone
    finally:
        sys.path.remove(root)
    return told_text(_PICTURE.sub("", text), "README.md", files=False)
