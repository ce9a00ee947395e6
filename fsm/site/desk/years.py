"""When the answer of a scenario changed, for the slider of years."""

from __future__ import annotations

from typing import Any

from ...history import history_lines, history_of
from ...history.history import History as Found
from ...history.telling import span_told
from .requests import History
from .runs import scenario_of

BY = "all"
"""What is compared: the turns, their steps and the end."""


def history(request: History) -> dict[str, Any]:
    """The spans of editions of one outcome, the oldest first, and all as the terminal tells it.

    Of each span the ids of its editions, the number of its outcome (0 is that of the newest edition), and what came.
    """
    found = history_of(scenario_of(request), BY)
    return {
        "spans": [
            {"editions": span.editions, "outcome": number, "told": span_told(found, span)}
            for span, number in zip(found.spans, _numbers(found), strict=True)
        ],
        "missing": dict(found.missing),
        "lines": list(history_lines(found, BY)),
    }


def _numbers(found: Found) -> list[int]:
    """The number of the outcome of each span: equal ones have one number, counted from the newest."""
    known: list[Any] = []
    for span in reversed(found.spans):
        if span.outcome not in known:
            known.append(span.outcome)
    return [known.index(span.outcome) for span in found.spans]
