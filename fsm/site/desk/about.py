"""What the package has: its version, editions, kinds of diagrams, and formats."""

from __future__ import annotations

from typing import Any

from ...diagram.formats import REGISTRY
from ...edition import edition_ids, load_edition
from ...version import __version__
from .drawing import KINDS, TEXTS
from .requests import About


def about(_: About) -> dict[str, Any]:
    """What the package has, the newest edition first."""
    editions = [load_edition(id) for id in reversed(edition_ids())]
    return {
        "version": __version__,
        "editions": [{"id": one.id, "title": one.title, "effective": one.effective} for one in editions],
        "kinds": [{"name": kind.name, "says": kind.says} for kind in KINDS.values()],
        "formats": [{"name": name, "says": REGISTRY[name].says} for name in TEXTS],
    }
