"""Diagrams of one turn and of several, and our own table driven beside the machines made of them."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count, repeat

from fsm.diagram import Diagram, DrawnTurn, turn_diagram
from fsm.turn import (
    GUARDS,
    OVER,
    Configuration,
    TurnGraph,
    advance,
    base_turn,
    end_turn,
    insert_phases,
    insert_steps,
    parse_turn,
    repeat_cleanup,
    second_combat_damage,
    skip,
    skip_blocks_and_damage,
)

Answers = dict[str, bool]
"""What is answered, by the names of all guards."""


@dataclass(frozen=True)
class Case:
    """A diagram, and the machine that it has to be: lanes side by side, in each turns by name one after the other."""

    diagram: Diagram
    lanes: tuple[tuple[tuple[str, TurnGraph], ...], ...]

    def text(self, format: str) -> str:
        return self.diagram.render(format).decode()


@dataclass
class Lane:
    """Our table, through one turn or several; ``path`` is where play is, ``left`` and ``entered`` the last move's."""

    turns: deque[tuple[str, TurnGraph]]
    end: str
    key: str = field(init=False)
    row: Configuration = field(init=False)

    def __post_init__(self) -> None:
        self.key, graph = self.turns.popleft()
        self.row = graph.table.start

    @property
    def path(self) -> str:
        return self.end if self.row.name == OVER else self.key + self.row.name.removeprefix("turn")

    def advance(self, answers: Answers) -> bool:
        before, self.row = self.row, advance(self.row, answers)
        if self.row.name == OVER and self.turns:
            self.key, graph = self.turns.popleft()
            self.row = graph.table.start
        return any(all(answers[guard] is wanted for guard, wanted in move.guards) for move in before.transitions)


class Ours:
    """All lanes of a case."""

    def __init__(self, case: Case, over: bool = True) -> None:
        alone = len(case.lanes) == 1
        ends = [OVER if alone else f"{lane[0][0]}/{OVER}" for lane in case.lanes]
        self.lanes = [Lane(deque(lane), end) for lane, end in zip(case.lanes, ends, strict=True)]
        self.over = over

    @property
    def done(self) -> bool:
        return all(lane.path == lane.end for lane in self.lanes)

    @property
    def paths(self) -> list[str]:
        """Where play is; at the end of all lanes that of the machine, if it has one."""
        return [OVER] if self.done and self.over else sorted(lane.path for lane in self.lanes)

    def walk(self, answers: Iterable[Answers]) -> Iterator[list[str]]:
        yield self.paths
        for answer in answers:
            for lane in self.lanes:
                lane.advance(answer)
            yield self.paths


class Players:
    """What the data of our SCXML say of one lane: passes and the stack, and what lasts until a step or a turn ends."""

    def __init__(self) -> None:
        self.stack = self.passed = 0
        self.flags: set[str] = set()

    def answers(self) -> Answers:
        counted = {
            "all_passed": self.passed >= 2,
            "stack_empty": self.stack == 0,
            "needs_priority": self.stack > 0,
        }
        return {name: counted.get(name, name in self.flags) for name in GUARDS}

    def hear(self, event: str, substate: str) -> None:
        if event == "pass":
            self.passed += 1
        elif event == "put_on_stack" and substate != "ending":  # a step that is ending takes nothing more
            self.stack += 1
            self.passed = 0
        elif event in ("no_attackers", "second_damage"):
            self.flags.add(event)
        elif event in ENDING and substate == "resolving":
            self.stack = 1
            self.flags |= ENDING[event]

    def moved(self, before: Configuration, after: Configuration) -> None:
        """What changes as play leaves a place and comes to another."""
        if before.substate == "resolving":
            self.stack -= 1
        if before.substate == "ending":
            self.flags &= {"turn_ended"}
        if before.graph is not after.graph or after.name == OVER or after is after.graph.table.start:
            self.flags -= {"turn_ended"}
        if after.substate == "priority":
            self.passed = 0
            self.flags.add("cleanup_repeats")


ENDING = {"end_turn": {"ends_turn", "turn_ended"}, "end_combat": {"ends_combat"}}


class Table:
    """The players of each lane, with a table of ours for it."""

    def __init__(self, case: Case) -> None:
        self.ours = Ours(case)
        self.players = [Players() for _ in self.ours.lanes]

    def hear(self, event: str) -> None:
        for lane, players in zip(self.ours.lanes, self.players, strict=True):
            before = lane.row
            if event != "advance":
                players.hear(event, before.substate)
            elif lane.advance(players.answers()):
                players.moved(before, lane.row)


LEFT = {name: name in ("all_passed", "stack_empty") for name in GUARDS}
"""Everybody has passed with an empty stack, and nothing else holds."""


def straight(case: Case) -> list[Answers]:
    """Everybody always passes, and nothing is ever put on the stack."""
    return _until_over(case, repeat(LEFT))


LIKELY = {"all_passed": 0.7, "stack_empty": 0.6, "needs_priority": 0.5, "no_attackers": 0.5, "turn_ended": 0.5}


def wavering(case: Case) -> list[Answers]:
    """Players pass or do not, things are put on the stack or resolve: every guard is true and false."""
    dice = random.Random(len(case.lanes[0]))  # noqa: S311  # the same walk every time
    return _until_over(case, ({name: dice.random() < LIKELY.get(name, 0.1) for name in GUARDS} for _ in count()))


def _until_over(case: Case, answers: Iterator[Answers]) -> list[Answers]:
    ours, said = Ours(case), []
    while not ours.done:
        said.append(next(answers))
        for lane in ours.lanes:
            lane.advance(said[-1])
        assert len(said) < 2_000
    return said


EVENTS = (
    "pass",
    "advance",
    "put_on_stack",
    "pass",
    "advance",
    "put_on_stack",
    "no_attackers",
    "second_damage",
    *ENDING,
)


def played(case: Case) -> list[str]:
    """Events through the whole machine: too few passes, spells in between, a trigger in the first cleanup step."""
    dice = random.Random(len(case.lanes[0]))  # noqa: S311  # the same walk every time
    table, events, triggered = Table(case), [], False
    while not table.ours.done:
        rows = [lane.row for lane in table.ours.lanes]
        passing = any(row.substate == "priority" for row in rows)
        passing = passing and min(players.passed for players in table.players) < 2
        useful = "pass" if passing else "advance"
        if not triggered and any(row.substate == "beginning" and row.node.kind == "cleanup" for row in rows):
            events.append("put_on_stack")
            triggered = True
        else:
            events.append(useful if dice.random() < 0.8 else dice.choice(EVENTS))
        table.hear(events[-1])
        assert len(events) < 2_000
    return events


def _rewritten() -> dict[str, TurnGraph]:
    base = base_turn("cr2026")
    extra = insert_phases(base, "precombat_main", ("combat", "postcombat_main"), "Relentless Assault")
    attack = skip_blocks_and_damage(extra, "combat+1/declare_attackers")
    return {
        "extra combat": extra,
        "skipped draw": skip(base_turn("cr2011"), "beginning/draw", "Fatigue"),
        "second damage step": second_combat_damage(base, "combat/combat_damage"),
        "repeated cleanup": repeat_cleanup(base_turn("cr2006"), "ending/cleanup"),
        "ended turn": end_turn(base, "combat/declare_attackers", "Time Stop"),
        "all at once": skip(
            insert_steps(attack, "beginning/upkeep", ("upkeep",), "Paradox Haze"), "beginning/draw", "Fatigue"
        ),
    }


REWRITTEN = _rewritten()


def one(graph: TurnGraph) -> Case:
    """A diagram of one turn."""
    return Case(turn_diagram(graph), ((("turn", graph),),))


def several(*parts: DrawnTurn, lanes: tuple[tuple[tuple[str, TurnGraph], ...], ...]) -> Case:
    """A diagram of several turns; its picture is that of the first."""
    return Case(Diagram(turn_diagram(parts[0].graph).layout, parts), lanes)


def _cases() -> dict[str, Case]:
    base, extra, haze = base_turn("cr2026"), REWRITTEN["extra combat"], REWRITTEN["all at once"]
    old = base_turn("cr2006")
    timeline = (
        DrawnTurn("Turn 1", base, "Ann"),
        DrawnTurn("A skipped turn", base, "Bob", skipped="Stasis"),
        DrawnTurn("Turn 2", haze, "Ann", "extra #1 by Time Walk"),
        DrawnTurn("Turn 2", base, "Bob"),
    )
    return {
        **{edition: one(base_turn(edition)) for edition in ("cr2006", "cr2008", "cr2011", "cr2026")},
        **{name: one(graph) for name, graph in REWRITTEN.items()},
        "timeline": several(*timeline, lanes=((("Turn-1", base), ("Turn-2", haze), ("Turn-2-2", base)),)),
        "rule": several(
            DrawnTurn("before", base),
            DrawnTurn("after", extra),
            lanes=((("together/before", base),), (("together/after", extra),)),
        ),
        "compare": several(
            DrawnTurn("cr2006", old),
            DrawnTurn("cr2026", base),
            lanes=((("together/cr2006", old),), (("together/cr2026", base),)),
        ),
    }


CASES = _cases()


HOSTILE = (
    "<script>alert(1)</script>",
    "\"quoted\" & 'so' &lt;&amp; &#92; #quot; #59;",
    "two\nlines\r\n\tand a tab",
    "--> [*] --> x : y; z",
    "%%{init: {'theme': 'dark'}}%% %date() %newline()",
    "@enduml",
    "!include /etc/passwd",
    "back\\n slash \\ $x `tick` ``` ~~~",
    "<b>html</b><br/><U+0041> [[link]] **bold** __line__ //slant// 1. one",
    "]]> <!-- x --> %s {0} {{x}} }",
    "over",
    "direction TB state end note class style: #fff; default fill:#000;",
    "x" * 200,
    "\u202eשלום עולם\u202c مرحبا",
    "無限の力 Ωмега 🔥 e\u0301",
    "\x00\x07\ud800\ufffe",
    "",
)
"""Names as somebody might give them to players and cards."""


def hostile() -> Case:
    """A diagram of a game in which everybody and everything has such a name."""
    from fsm.diagram.formats.chart import turn_keys

    bare = parse_turn("M1 | CL")
    graphs = [insert_phases(bare, "precombat_main", ("postcombat_main",), name) for name in HOSTILE]
    parts = tuple(
        DrawnTurn(name, graph, player=name or "Ann", extra=f"extra #1 by {name}")
        for name, graph in zip(HOSTILE, graphs, strict=True)
    )
    lanes = (tuple(zip(turn_keys(parts), graphs, strict=True)),)
    return Case(Diagram(turn_diagram(graphs[0]).layout, parts), lanes)


CASES["hostile"] = hostile()
