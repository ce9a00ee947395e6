"""Promela: the machine of a diagram as a model for SPIN, played by players who pass and cast instants.

Each state of the machine is a label, and each move a jump under its guards. Everything between two decisions is one
atomic step, and after the last turn the game begins again as it was; so SPIN stores exactly the states in which a
player decides, which are those that ``fsm explore`` finds. Turns side by side are processes of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, count
from string import Template
from textwrap import fill

from ...files import packaged
from ...turn import Transition
from ...turn.chart import OPTIONAL, REQUIRED
from ...turn.transition import SEPARATOR
from .chart import TOGETHER, ExportChart, ExportState, asked

DECIDING = "priority"
"""The state of a step in which players decide."""

END = "end_over"
"""The label of the end of the last turn; for SPIN a process may stop there."""

NEVER = frozenset(OPTIONAL) - {"no_attackers"}
"""The guards that never hold if everybody only passes and casts instants without an effect on the turn."""


def promela(chart: ExportChart) -> str:
    """Write the machine as a model; ``spin -DPLAYERS=3 -DSPELLS=2 -DHEIGHT=2 -a`` gives it other numbers."""
    regions = chart.states[0].children if chart.together else ()
    machines = [Machine(f"_{_word(region.name)}", (region,)) for region in regions] or [Machine("", chart.states)]
    players = max(2, *(len(set(machine.seats.values())) for machine in machines))
    head = Template(packaged("diagram/formats/promela.pml"))
    lines = (f"{line}\n" for machine in machines for line in machine.lines())
    return head.substitute(about=_about(chart, machines), players=players) + "".join(lines)


class Machine:
    """A process of the model: the turns that it goes through, and the label of each of their states."""

    def __init__(self, suffix: str, states: tuple[ExportState, ...]) -> None:
        self.game, self.name = f"game{suffix}", f"play{suffix}"
        self.turns = tuple(state for state in states if state.is_turn)
        self.stops = {state.path: (turn, stop) for turn in self.turns for stop, state in _inside(turn)}
        self.states = {state.path: state for turn in self.turns for _, state in _inside(turn)}
        found: dict[str, str] = {}
        known = {END}
        for path in self.states:
            word = f"at_{_word(path.removeprefix(f'{TOGETHER}{SEPARATOR}'))}"
            found[path] = next(one for one in chain((word,), (f"{word}_{n}" for n in count(2))) if one not in known)
            known.add(found[path])
        self.labels = found
        names: dict[object, int] = {}
        self.seats = {turn.path: names.setdefault((turn.facts or {}).get("player"), len(names)) for turn in self.turns}
        self.reached = tuple(self._reached())

    def lines(self) -> Iterator[str]:
        """The process: first the states in which players decide, then all others as one atomic sequence."""
        first = next(iter(self.labels.values()), END)
        deciding = [path for path in self.reached if self.states[path].name == DECIDING]
        yield f"\nGame {self.game};\n\nactive proctype {self.name}() {{\n\tgoto {first};"
        for path in deciding:
            yield from self._deciding(path)
        yield "\n\tatomic {\n\t\tfalse;    /* play comes here by jumps alone */"
        for path in self.reached:
            if path not in deciding:
                yield from self._passing(path)
        again = f"begin_again({self.game}); goto {first}" if deciding else "false"
        yield f"\n{END}:\n\t\t{again}\n\t}}\n}}"

    def _reached(self) -> Iterator[str]:
        """The states that play can come to, in order of play."""
        todo = list(self.states)[:1]
        seen = set(todo)
        while todo:
            for move in moves(self.states[todo.pop()]):
                if move.target in self.states and move.target not in seen:
                    seen.add(move.target)
                    todo.append(move.target)
        return (path for path in self.states if path in seen)

    def _deciding(self, path: str) -> Iterator[str]:
        here, game = self.labels[path], self.game
        yield f"\n{here}:    /* {self._place(path)} */\n\tif"
        yield f"\t:: atomic {{ may_cast({game}) -> cast({game}); goto {here} }}"
        yield f"\t:: atomic {{\n\t\tpass({game});"
        yield from self._jumps(path)
        yield f"\t\tgoto {here}\n\t}}\n\tfi;"

    def _passing(self, path: str) -> Iterator[str]:
        """A state in which nobody decides; as a step with priority ends, the stack is empty."""
        name = self.states[path].name
        yield f"\n{self.labels[path]}:" + (f"    /* {self._place(path)} */" if name == "beginning" else "")
        if name == "resolving":
            yield f"\t\tresolve({self.game});"
        if name == "ending" and any(move.guards for move in moves(self.states[path])):
            yield f"\t\tassert(stack_empty({self.game}));    /* a step ends with an empty stack */"
        yield from self._jumps(path)
        if all(map(self._asked, moves(self.states[path]))):
            yield "\t\tfalse;    /* nothing else is possible */"

    def _jumps(self, path: str) -> Iterator[str]:
        """The moves out of a state, in the order in which they are tried."""
        for move in moves(self.states[path]):
            guards, jump = self._asked(move), "; ".join((*self._changes(path, move), f"goto {self._label(move)}"))
            yield f"\t\tif :: {guards} -> {jump} :: else fi;" if guards else f"\t\t{jump};"

    def _asked(self, move: Transition) -> str:
        """The guards of a move, joined; those that never hold are known not to."""
        asked = (f"{name}({self.game})" if name in REQUIRED else name for name, _ in move.guards if name not in NEVER)
        wanted = (wanted for name, wanted in move.guards if name not in NEVER)
        return " && ".join(text if yes else f"!{text}" for text, yes in zip(asked, wanted, strict=True))

    def _changes(self, path: str, move: Transition) -> Iterator[str]:
        """What becomes of priority as a turn, or a step in which players had it, is left."""
        here, there = (self.stops[one][0] if one in self.stops else None for one in (path, move.target))
        if there is not None and there is not here:
            yield f"begin_turn({self.game}, {self.seats[there.path]})"
        elif there is not None and move.guards and self.states[path].name == "ending":
            yield f"give_priority({self.game})"

    def _label(self, move: Transition) -> str:
        return self.labels.get(move.target, END)

    def _place(self, path: str) -> str:
        """Where a state is, in words."""
        turn, stop = self.stops[path]
        told = [facts[name] for facts, name in ((turn.facts or {}, "label"), (stop.facts or {}, "label"))]
        return _comment(f"{': '.join(map(str, told))} ({(stop.facts or {}).get('rule')})")


def moves(state: ExportState) -> tuple[Transition, ...]:
    """The moves of a state that this model may make, in the order in which they are tried."""
    return tuple(
        move for move in state.transitions if not any(name in NEVER and wanted for name, wanted in move.guards)
    )


def _inside(state: ExportState) -> Iterator[tuple[ExportState, ExportState]]:
    """The states without states inside, in order of play, each with the one that it is in."""
    for child in state.children:
        if child.children:
            yield from _inside(child)
        elif child.kind == "atomic":
            yield state, child


def _word(path: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", path)


def _about(chart: ExportChart, machines: list[Machine]) -> str:
    """What the model plays, and which guards of the machine it leaves out."""
    turns = [turn.facts or {} for machine in machines for turn in machine.turns]
    named = "; ".join(f"{facts['label']} ({facts['edition']})" for facts in turns) or "No turn"
    left_out = ", ".join(name for name in asked(chart) if name in NEVER) or "there is none"
    return fill(
        _comment(
            f"{named}. Players pass and cast instants that change nothing. Nobody attacks, unless no_attackers is "
            f"false. What the other guards ask never holds: {left_out}."
        ),
        110,
        subsequent_indent="   ",
    )


def _comment(text: str) -> str:
    """A text that neither ends a comment nor begins one."""
    return text.replace("*/", "* /").replace("/*", "/ *")
