"""Pictures, files to download, and the data of the player's page."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from msgspec.structs import asdict

from ...diagram import DIAGRAM_KINDS, FORMATS, Diagram, DiagramError, DiagramKind
from ...edition import load_edition
from ...errors import InputError
from ...recording import trace_lines
from ...scenario.writing.starting import file_name
from ...turn import base_turn
from ...webpage import Page
from ...webpage.wrong import wrong_in
from .requests import Download, OfText, Picture, Player
from .runs import run_of, run_so_far_under, scenario_of

SUBJECTS = ("turn", "recording", "edition", "editions")
"""What the pictures of the page are of."""

KINDS = {name: kind for name, kind in DIAGRAM_KINDS.items() if kind.of in SUBJECTS}
"""The kinds of diagrams that the page offers."""

_LEFT_OUT = ("png", "pdf") if find_spec("networkx") else ("png", "pdf", "graphml")

TEXTS = tuple(name for name in FORMATS if name not in _LEFT_OUT)
"""The formats of diagrams that are texts and can be written here: the page makes bitmaps of an SVG."""

TYPES = {"svg": "image/svg+xml", "html": "text/html", "yaml": "application/yaml", "json": "application/json"}
"""The media types of what is no plain text."""


def picture(request: Picture) -> dict[str, Any]:
    """A picture as SVG, and the name of its file."""
    return {"svg": _diagram(request).svg(), "name": f"{_stem(request)}.svg"}


def _diagram(request: Picture) -> Diagram:
    if request.kind not in KINDS:
        raise DiagramError(f"there is no picture {request.kind[:40]!r}; there are: {', '.join(KINDS)}")
    kind = KINDS[request.kind]
    options = {name: getattr(request, name) for name in kind.options}
    drawn = kind.draw(*_subject(kind, request), **options).with_look(**asdict(request.look))
    return drawn if request.caption is None else drawn.with_caption(request.caption)


def _subject(kind: DiagramKind, request: Picture) -> tuple[Any, ...]:
    """What a kind of diagrams is of."""
    _, recording = run_of(request)
    match kind.of:
        case "turn":
            return (recording.turn(request.turn),)
        case "recording":
            return (recording,)
        case "edition":
            return (base_turn(recording.edition),)
    if not request.other:
        raise InputError("this picture compares two editions; name the other one")
    return recording.edition, load_edition(request.other)


def _stem(request: Picture) -> str:
    """The name of the file of a picture, without its suffix."""
    _, recording = run_of(request)
    match KINDS[request.kind].of:
        case "turn":
            return f"{file_stem(request)}-turn-{recording.turn(request.turn).number}"
        case "recording":
            return f"{file_stem(request)}-{request.kind}"
        case _:
            ids = (recording.edition.id, request.other if request.kind == "compare" else "")
            return "-".join((request.kind, *(id.removesuffix(".toml") for id in ids if id)))


def file_stem(request: OfText) -> str:
    """The name of a scenario for files, without a suffix."""
    try:
        return file_name(scenario_of(request).name).removesuffix(".turn.yaml")
    except InputError:
        return "scenario"


def download(request: Download) -> dict[str, Any]:
    """A file: its name, its media type, and its content as text."""
    if request.format == "yaml":  # as it is, even if it is wrong
        return _file(f"{file_stem(request)}.turn.yaml", "yaml", request.text)
    if request.format == "trace":
        lines = trace_lines(run_of(request)[1])
        return _file(f"{file_stem(request)}.trace.jsonl", "trace", "".join(f"{line}\n" for line in lines))
    if request.format == "html":
        page = _page(request, (request.edition,) if request.edition else ())
        return _file(f"{file_stem(request)}.html", "html", page.html())
    if request.format not in TEXTS:
        known = ", ".join(("yaml", "trace", "html", *TEXTS))
        raise InputError(f"there is no file {request.format[:40]!r} here; there are: {known}")
    drawn = _diagram(request).render(request.format).decode()
    return _file(f"{_stem(request)}.{request.format}", request.format, drawn)


def _file(name: str, format: str, content: str) -> dict[str, Any]:
    return {"name": name, "type": TYPES.get(format, "text/plain"), "content": content}


def player(request: Player) -> dict[str, Any]:
    """The data of the player's page."""
    return {"data": _page(request, request.editions).data()}


def _page(request: OfText, editions: tuple[str, ...]) -> Page:
    """The page of the runs under some editions, by default under all that differ; each as far as it goes."""
    ids = [load_edition(id).id for id in editions] or scenario_of(request).editions
    runs = [(scenario_of(request, id), *run_so_far_under(request, id)) for id in ids]
    made = Page if editions else Page.of_scenario
    return made([recording for _, recording, _ in runs], request.text, [[*wrong_in(*run)] for run in runs])
