"""Play in Firefox: a scenario is typed, broken, mended, shared, opened anew and stepped through."""

from __future__ import annotations

import pytest
from consuming import ask, need

pytestmark = pytest.mark.site

WALK = "name: Ann walks\nplayers: [Ann, Bob]\nscript:\n  - {at: T1.precombat_main, Ann: {cast: Time Walk}}\nuntil: T3\n"


def test_play_answers_in_firefox(address: str) -> None:
    question = {
        "typed": WALK,
        "broken": WALK.replace("Walk}", "Wlak}"),
        "mended": WALK.replace("until: T3", "until: T4"),
        "edition": "cr2006",
    }
    (seen,) = ask("firefox.mjs", [question], need("firefox-esr", "Firefox"), address)
    assert seen["wrong"] == []
    assert seen["typed"] == ["T1 Ann", "T2 Ann", "T3 Bob"]
    assert 'did you mean "Time Walk"' in seen["broken"]
    assert seen["mended"] == seen["opened"] == ["T1 Ann", "T2 Ann", "T3 Bob", "T4 Ann"]
    assert seen["verdict"] == seen["again"] == "Ann walks · cr2006"
    before, after = (int(number.split(" / ")[0]) for number in seen["stepped"])
    assert after > before
