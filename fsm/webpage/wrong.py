"""What is wrong in a run, for its page."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import InputError
from ..recording import Recording
from ..scenario import Scenario, judge
from .page import Wrong


def wrong_in(scenario: Scenario, recording: Recording, error: InputError | None = None) -> Iterator[Wrong]:
    """The act that ended a run, or the expectations that fail."""
    if error is not None:
        yield len(recording), error.line, error.message
    elif scenario.stands_for(recording.edition):
        for failure in judge(scenario, recording):
            found = f": expected {failure.expected}, found {failure.found}" if failure.expected or failure.found else ""
            yield failure.event or len(recording), failure.line, f"{failure.what}{found}"
