"""Every event of the corpus says what its kind declares; of random games that is one of the invariants."""

from __future__ import annotations

from collections import Counter

import pytest
from playing import Playing
from telling import check_events

from fsm.game import Event
from fsm.recording import Recording
from fsm.wording import EVENT_KINDS


@pytest.mark.slow
def test_every_event_of_the_corpus_is_of_its_kind_and_all_kinds_happen(recordings: tuple[Recording, ...]) -> None:
    kinds: Counter[str] = Counter()
    for recording in recordings:
        kinds += check_events(frame.event for frame in recording)
    assert kinds.keys() == EVENT_KINDS.keys()


@pytest.mark.parametrize(
    ("player", "detail", "why"),
    [
        (0, {"card": "Opt", "to": "exile"}, ""),
        (0, {"card": "Opt"}, "card.move says no to"),
        (None, {"card": "Opt", "to": "exile"}, "card.move says no player"),
        (0, {"card": 3, "to": "exile"}, "card.move: card is 3, expected text"),
        (0, {"card": "Opt", "to": "exile", "of": 1}, "card.move says of, which it does not declare"),
    ],
)
def test_what_is_not_of_its_kind_is_found(player: int | None, detail: dict[str, object], why: str) -> None:
    state = Playing().state
    event = Event("card.move", state.edition.cite("zones"), state, player=player, detail=tuple(detail.items()))
    if not why:
        check_events([event])
        return
    with pytest.raises(AssertionError, match=why):
        check_events([event])
