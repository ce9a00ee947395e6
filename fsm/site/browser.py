"""The desk in a browser: pictures are drawn by a function of the page."""

from __future__ import annotations

import os
from collections.abc import Callable

from ..diagram import DiagramError
from ..diagram.drawing.render import register_drawer
from .desk import answer, telling

__all__ = ["start", "telling"]  # what answers the first request is loaded with it

FOLDER = "/home/editions"
"""Where the editions are that a user gives."""


def start(svg: Callable[[str, float], str], folder: str = FOLDER) -> Callable[[str], str]:
    """Draw by a function that makes SVG of DOT text with fixed positions; what answers requests is returned."""

    def draw(dot: str, format: str, dpi: float) -> bytes:
        if format != "svg":
            raise DiagramError(f"{format} cannot be drawn here; draw svg")
        try:
            return str(svg(dot, dpi)).encode()
        except Exception as error:  # an error of JavaScript is an exception without a class of ours
            raise DiagramError(f"this cannot be drawn: {error}") from error

    register_drawer(draw)
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    os.chdir(folder)
    return answer
