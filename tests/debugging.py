"""A session of the debugger on the text of a scenario, and one to step through."""

from __future__ import annotations

import io

from fsm.debugger import Session
from fsm.debugger.terminal import Terminal
from fsm.scenario import parse_scenarios

HOURS = """name: Two players add extra turns
edition: cr2026
players: [Ann, Bob]
script:
  - at: T1.precombat_main
    Ann: {cast: Time Walk}
  - at: T1.precombat_main
    responding_to: Time Walk
    Bob: {cast: Opt}
  - at: T1.end
    Bob: {cast: {name: Invented Hour, type: instant, effects: [{extra_turn: Bob}]}}
"""


def debug(text: str, *lines: str, edition: str = "cr2026") -> str:
    """What a session on a scenario says to some lines."""
    said = io.StringIO()
    (scenario,) = parse_scenarios(text, "x.turn.yaml")
    session = Session(scenario, text, edition)
    Terminal(session, stdin=io.StringIO("".join(f"{x}\n" for x in lines)), stdout=said).cmdloop()
    return said.getvalue()
