"""Takes the picture of the player in ``editors/README.md``: ``python tests/photograph.py editors/player.png``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from chromium import HOW, chromium, find_chromium

from fsm.scenario import read_scenarios, run_scenario
from fsm.webpage import Page

SCENARIO = Path("scenarios/relentless-assault.turn.yaml")
PLACE = "#at=T1.combat.declare_attackers"
WIDTH, HEIGHT = 1400, 860


def photograph(target: Path) -> None:
    """Write what Chromium shows of the scenario under its last edition."""
    program = find_chromium()
    if program is None:
        sys.exit(HOW)
    scenario = read_scenarios(SCENARIO)[0]
    recording = run_scenario(scenario, scenario.editions[0])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "player.html")
        Page((recording,), SCENARIO.read_text(encoding="utf-8")).save(file)
        with chromium(program, Path(folder)) as browser:
            page = browser.page()
            page.screenshot(WIDTH, HEIGHT)  # sets the size of the window
            page.open(file)
            page.run(f"location.hash = {PLACE!r}")
            page.run("new Promise(done => setTimeout(done, 300))")
            target.write_bytes(page.screenshot(WIDTH, HEIGHT))


if __name__ == "__main__":
    photograph(Path(sys.argv[1]))
