"""Which runs of a scenario for many editions are shown: of those that go alike, one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..edition import every_edition_id
from ..edition.ids import edition_ids
from ..recording import Recording
from ..recording.differences import same_course


def apart(runs: Sequence[Recording]) -> Mapping[int, tuple[str, ...]]:
    """The runs to show, by their places, each with the editions of those beside it that go as it does.

    Of such a stretch the first one is shown, and each whose edition is not called by its day: those of the years are
    what other pages compare.
    """
    stretches: list[list[int]] = []
    for place, run in enumerate(runs):
        if stretches and same_course(runs[stretches[-1][-1]], run):
            stretches[-1].append(place)
        else:
            stretches.append([place])
    dated = {*every_edition_id()} - {*edition_ids()}
    return {
        place: tuple(runs[one].edition.id for one in alike)
        for alike in stretches
        for place in alike
        if place == alike[0] or runs[place].edition.id not in dated
    }
