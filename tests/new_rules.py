"""New rewrite rules, made in one place each: everything that play, pictures and checks do follows from them.

Nothing may have been made of the old rules before, so this runs in a process of its own.
"""

from __future__ import annotations

import msgspec
from checking import entries, judged

from fsm.cards.vocabulary import Effect
from fsm.diagram import rule_diagram, turn_diagram
from fsm.edition import edition_ids
from fsm.game import StackObject, State, add_effect
from fsm.game.state.event import Log
from fsm.game.state.rewriting import rewritten
from fsm.recording import recorded_turns
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn import REWRITES, RewriteRule, TurnMachine, advance, anchors, base_turn, follow

TWO_MORE = msgspec.structs.replace(REWRITES["second_combat_damage"], puts="CD -> +CD -> +CD -> rest")
NO_END = RewriteRule(
    name="no_end_of_combat",
    topic="no_attackers",
    title="Without attackers there is no end of combat step",
    matches="DA -> EC -> rest",
    puts="DA -> [EC] -> rest",
    takes=("step",),
    when=REWRITES["skip_blocks_and_damage"].when,
    example=("combat/declare_attackers",),
)
PHASE_BEFORE = RewriteRule(
    name="insert_phases_before",
    topic="extra_phase",
    title="An extra phase comes directly before a later phase",
    matches="before -> anchor",
    puts="before -> +phase -> anchor",
    takes=("phase",),
    example=("combat", ("beginning",), "Invented Dawn"),
)


class PhaseBefore(Effect, frozen=True):
    """Adds a beginning phase directly before the next combat phase."""


def add_before(state: State, log: Log, effect: PhaseBefore, source: StackObject) -> State:
    later = anchors(PHASE_BEFORE, state.graph, state.at.stop, "beginning")
    combat = next(phase for phase in later if state.graph.node(phase).kind == "combat")
    return rewritten(state, log, PHASE_BEFORE.apply(state.graph, combat, ("beginning",), source.name))


DAWN = """
edition: {edition}
players: [Ann, Bob]
script:
  - at: T1.upkeep
    Ann: {{cast: {{name: Invented Dawn, type: instant, effects: [phase_before]}}}}
expect:
  turns: [Ann, Bob]
"""
ATTACK = """
edition: {edition}
players:
  Ann: {{battlefield: [{{name: Lancer, type: creature, power: 2, toughness: 2, keywords: [first strike]}}]}}
  Bob: {{}}
script:
  - at: T1.declare_attackers
    Ann: {{attack: [Lancer]}}
expect:
  turns: [Ann, Bob]
"""
NOBODY = "U Up D | M1 | BC DA [DB] [CD] [EC] | M2 | E CL"
STRIKES = "U Up [D] | M1 | BC DA DB CD +1:CD +2:CD EC | M2 | E CL"


class Fighter:
    """A model in which first strike deals damage, or nobody attacks."""

    def __init__(self, edition: str, attacks: bool) -> None:
        self.attacks = attacks
        self.machine = TurnMachine(self, base_turn(edition))

    def all_passed(self) -> bool:
        return True

    stack_empty = all_passed

    def second_damage(self) -> bool:
        return "/combat_damage/" in self.machine.state

    def no_attackers(self) -> bool:
        return not self.attacks

    def begun(self) -> list[str]:
        """The steps of the combat phase, as they begin."""
        names: list[str] = []
        while self.machine.advance():
            path = self.machine.state.split("/")
            names += [path[2]] if path[1:2] == ["combat"] and path[-1] == "beginning" else []
            if path == ["over"]:
                break
        return names


def steps(edition: str, answers: dict[str, bool]) -> list[str]:
    """The steps of the combat phase in the flat table, under the answers of the guards."""
    row, names = base_turn(edition).table["turn/combat/beginning_of_combat/beginning"], list[str]()
    while row.stop.startswith("combat/"):
        names += [row.stop.removeprefix("combat/")] if row.substate == "beginning" else []
        given = {"all_passed": True, "stack_empty": True, **answers}
        row = advance(
            row, given | {"second_damage": "/combat_damage/" in row.name and given.get("second_damage", False)}
        )
    return names


def check_insertion(edition: str) -> None:
    """Holds what the checker follows against a rule by which an effect inserts."""
    (scenario,) = parse_scenarios(DAWN.format(edition=edition))
    trace = entries(run_scenario(scenario))
    assert [event["node"] for event in trace if event.get("kind") == "phase.insert"] == ["T1.beginning#2"]
    assert judged(trace).possible, judged(trace).finding
    del REWRITES[PHASE_BEFORE.name]
    assert not judged(trace).possible
    REWRITES[PHASE_BEFORE.name] = PHASE_BEFORE


def check(edition: str) -> None:
    """Holds all that is made of a turn under an edition against the new rules."""
    base = base_turn(edition)
    assert (
        follow(base, "combat/declare_attackers", "no_attackers").notation().endswith("BC DA [DB] [CD] [EC] | M2 | E CL")
    )
    start, middle = ["beginning_of_combat", "declare_attackers"], ["declare_blockers", "combat_damage"]
    struck = [*start, *middle, "combat_damage+1", "combat_damage+2", "end_of_combat"]
    assert Fighter(edition, attacks=True).begun() == steps(edition, {"second_damage": True}) == struck
    assert Fighter(edition, attacks=False).begun() == steps(edition, {"no_attackers": True}) == start
    (scenario,) = parse_scenarios(ATTACK.format(edition=edition))
    recording = run_scenario(scenario)
    turns = [turn.graph.notation() for turn in recorded_turns(recording)[:2]]
    assert turns == [STRIKES, NOBODY], (edition, turns)
    trace = entries(recording)
    assert judged(trace).possible, judged(trace).finding
    second = next(n for n, event in enumerate(trace) if event.get("node", "").endswith("combat_damage#3"))
    assert not judged([entry for n, entry in enumerate(trace) if n != second]).possible
    machine = turn_diagram(base, level="machine")
    for format, text in {"scxml": b"combat_damage-2.priority", "json": b"combat_damage+2"}.items():
        assert text in machine.render(format), format


if __name__ == "__main__":
    REWRITES[TWO_MORE.name], REWRITES[NO_END.name] = TWO_MORE, NO_END
    REWRITES[PHASE_BEFORE.name] = PHASE_BEFORE
    add_effect("phase_before", PhaseBefore, add_before)
    for id in edition_ids():
        check(id)
        check_insertion(id)
    assert rule_diagram(TWO_MORE).dot().count("combat_damage") != rule_diagram(NO_END).dot().count("combat_damage")
