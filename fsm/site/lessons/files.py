"""The files of scenarios: what the player loads, the scenario itself, and pictures, each different one once."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...diagram import DiagramError
from ...library import Lesson
from ...recording import RecordedTurn, Recording
from ...webpage import Page
from ...webpage.pictures import as_it_went, drawn
from ...webpage.record import written

DATA = "data/scenarios"
PICTURES = "pictures"
"""The folders of data, below the top of the site, and of pictures, below that."""

_SIZE = re.compile(r'<svg[^>]*? width="([\d.]+)" height="([\d.]+)')


def file_name(lesson: Lesson) -> str:
    """The name of the files of a scenario: ``12-01``."""
    return lesson.short.replace("/", "-")


def write_data(files: Path, lesson: Lesson, recordings: list[Recording], alike: list[tuple[str, ...]]) -> None:
    """Write what the player loads of a scenario; pictures are files of their own, which scenarios share.

    ``alike`` are the editions under which each run goes the same way.
    """
    data = Page(recordings, lesson.text, (), [ids if len(ids) > 1 else () for ids in alike]).data()
    for recording in data["recordings"]:
        recording["pictures"] = [_write_once(files, written(picture), "json") for picture in recording["pictures"]]
    target = files / DATA / file_name(lesson)
    target.with_suffix(".json").write_text(written(data), encoding="utf-8", errors="backslashreplace")
    target.with_suffix(".yaml").write_text(lesson.text, encoding="utf-8")


def write_pictures(files: Path, turn: RecordedTurn) -> dict[str, Any] | None:
    """Write the picture of a turn in each form; gives for each form its file, width and height, or None."""
    try:
        forms = drawn(replace(as_it_went(turn), turns=()))
    except DiagramError:  # no Graphviz
        return None
    found: dict[str, Any] = {}
    for form, svg in forms.items():
        size = _SIZE.search(svg)
        width, height = (round(float(side)) for side in size.groups()) if size else (0, 0)
        found[form] = (f"{DATA}/{_write_once(files, svg, 'svg')}", width, height)
    return found


def _write_once(files: Path, text: str, suffix: str) -> str:
    """Write a file that is named by what is in it, if it is not there; gives its address from the folder of data."""
    name = f"{PICTURES}/{hashlib.sha256(text.encode()).hexdigest()[:12]}.{suffix}"
    target = files / DATA / name
    if not target.exists():
        target.write_text(text, encoding="utf-8")
    return name
