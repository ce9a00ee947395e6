"""Makes an edition from the data of its files, and checks what types alone cannot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from ..shape import Faults, Path, ShapeError, describe
from ..words import listed, nearest
from .kinds import MAINS, make_kinds
from .model import (
    AT_NEED,
    DOUBTS,
    Certainty,
    Edition,
    EditionFile,
    PhaseEntry,
    PhaseSpec,
    Rule,
    RuleEntry,
    StepEntry,
    StepSpec,
    Topic,
    Untested,
)

_KIND = re.compile(r"[a-z][a-z_]{0,39}\Z")
_TOKEN = re.compile(r"(?!M\Z)[A-Z][A-Za-z]{0,7}\Z")
_LETTER = re.compile(r"[A-Z?]\Z")
_NUMBER = re.compile(r"[0-9A-Za-z][0-9A-Za-z.]{0,39}\Z")
Entry = str | RuleEntry | tuple[str, ...]
"""What a file says of a number: a topic, several, or an entry of its own."""

_RESERVED = ("turn", "extra_turn", "main", "game", "at")


def build_edition(id: str, like: str, written: EditionFile, topics: Mapping[str, Topic]) -> Edition:
    """The edition from its data; ``ShapeError`` has the path to a wrong entry, and the others."""
    faults = Faults()
    rules = faults.of(read_rules, {n: written.rules[n] for n in sorted(written.rules, key=in_order)}, topics) or {}
    cites = citing(rules, topics)
    faults.of(_check_kinds, written)
    faults.of(_check_turn, written)
    if not faults.under("rules"):
        faults.of(_check_cited, written, rules, cites)
    faults.raise_any()
    steps = {kind: StepSpec(kind, s.name, s.rule, s.token, s.priority, s.actions) for kind, s in written.steps.items()}
    phases = {kind: _phase(kind, entry, steps) for kind, entry in written.phases.items()}
    procedures = msgspec.structs.asdict(written.procedures)
    return Edition(
        id=id,
        title=written.title,
        effective=written.effective,
        like=like,
        phases=tuple(phases[kind] for kind in written.turn),
        all_phases=phases,
        all_steps=steps | {kind: phase.inside for kind, phase in phases.items() if phase.inside},
        kinds=make_kinds(
            {kind: phase.steps for kind, phase in written.phases.items()},
            {kind: step.token for kind, step in written.steps.items()},
        ),
        leaving_step=written.leaving.step,
        leaving_phase=written.leaving.phase,
        procedures={name: parts for name, parts in procedures.items() if parts or name == "end_turn"},
        choices=as_choices(written.choices),
        zones={str(zone): name for zone, name in written.zones.items()},
        terms=dict(written.terms),
        rules=rules,
        cites=cites,
    )


def as_choices(said: msgspec.Struct) -> dict[str, tuple[str, ...]]:
    """The choices of an edition by name, each as texts."""
    values = msgspec.structs.asdict(said)
    return {name: tuple(map(str, one if isinstance(one, tuple) else (one,))) for name, one in values.items()}


def _phase(kind: str, entry: PhaseEntry, all_steps: Mapping[str, StepSpec]) -> PhaseSpec:
    steps = tuple(all_steps[step] for step in entry.steps)
    inside = None if steps else StepSpec(kind, entry.name, entry.rule, "", entry.priority, entry.actions)
    actions = entry.actions if steps else ()
    return PhaseSpec(kind, entry.name, entry.rule, entry.letter, entry.hue, steps, inside, actions)


def _check_kinds(written: EditionFile) -> None:
    """Checks phases and steps: their names, the steps of each phase, the tokens."""
    faults = Faults()
    for table, kinds in (("phases", written.phases), ("steps", written.steps)):
        for kind in kinds:
            if not _KIND.match(kind) or kind in _RESERVED or (table == "steps" and kind in written.phases):
                what = "small letters and _, which no other phase or step has, such as second_upkeep"
                why = f"found {describe(kind)}, expected a name of {what}"
                faults.append(ShapeError(why, (table, kind), True))
    for kind, phase in written.phases.items():
        faults.of(_check_phase, kind, phase, written)
    tokens: list[str] = []
    for kind, step in written.steps.items():
        if not _TOKEN.match(step.token) or step.token in tokens:
            odd = f"found {describe(step.token)}, expected a token of letters such as RF, but not M"
            taken = f"the token {step.token} belongs to another step; take another one"
            faults.append(ShapeError(taken if _TOKEN.match(step.token) else odd, ("steps", kind, "token")))
        tokens.append(step.token)
    faults.raise_any()


def _check_phase(kind: str, phase: PhaseEntry, written: EditionFile) -> None:
    here: Path = ("phases", kind)
    check_listed(phase.steps, written.steps, (*here, "steps"), "step")
    if not _LETTER.match(phase.letter):
        raise ShapeError(f"found {describe(phase.letter)}, expected one capital letter", (*here, "letter"))
    if (kind in MAINS) == bool(phase.steps):
        other = f"a main phase has no steps; {listed(MAINS)} are the main phases"
        raise ShapeError(f"the phase {kind} has {'steps' if phase.steps else 'no steps'}: {other}", here, True)
    for other_kind, other_phase in written.phases.items():
        shared = [step for step in phase.steps if step in other_phase.steps and other_kind != kind]
        if shared:
            message = f"the step {shared[0]} is in the phase {other_kind} too; a step belongs to one phase"
            raise ShapeError(message, (*here, "steps"))


def check_listed(kinds: tuple[str, ...], known: Iterable[str], path: Path, what: str) -> None:
    """Checks a list of phases or steps: each exists, and none comes twice."""
    known = tuple(known)
    for n, kind in enumerate(kinds):
        if kind not in known:
            hint = f"{nearest(kind, known)}; add [{what}s.{kind}], with its name and rule"
            raise ShapeError(f"there is no {what} {describe(kind)}{hint}", (*path, n))
        if kind in kinds[:n]:
            raise ShapeError(f"duplicate {what} {kind}; each comes once in a regular turn", (*path, n))
    if not kinds and what == "phase":
        raise ShapeError("found a turn without phases, expected at least one", path)


def _check_turn(written: EditionFile) -> None:
    check_listed(written.turn, written.phases, ("turn",), "phase")
    mains = [kind for kind in written.turn if kind in MAINS]
    if mains[:1] == [MAINS[1]]:
        here: Path = ("turn", written.turn.index(MAINS[1]))
        raise ShapeError(f"the first main phase of a turn is {MAINS[0]}, each other one {MAINS[1]}", here)
    faults = Faults()
    for path, part in _parts(written):
        faults.of(_check_part, path, part)
    faults.raise_any()


def _parts(written: EditionFile) -> Iterator[tuple[Path, PhaseEntry | StepEntry]]:
    """The phases and steps, each with its path."""
    yield from ((("phases", kind), phase) for kind, phase in written.phases.items())
    yield from ((("steps", kind), step) for kind, step in written.steps.items())


def _check_part(path: Path, part: PhaseEntry | StepEntry) -> None:
    """Checks what only one step may have."""
    kind = path[-1]
    only = {**dict.fromkeys(AT_NEED, "cleanup"), "if_attackers": "declare_attackers"}.get(part.priority, kind)
    if kind != only:
        message = f"only the step {only} can have the priority {part.priority}; expected always or never"
        raise ShapeError(message, (*path, "priority"))
    if "second_damage" in part.actions and kind != "combat_damage":
        message = "only the combat damage step can have a second one for first strike; leave second_damage out"
        raise ShapeError(message, (*path, "actions", part.actions.index("second_damage")))


def read_rules(
    said: Mapping[str, Entry],
    topics: Mapping[str, Topic],
    sure: Certainty = "text",
    untested: Untested | Literal[""] = "",
) -> dict[str, Rule]:
    """The rules of an index, in its order; how sure they are, and why no scenario shows them, if they do not say it."""
    faults = Faults()
    read = {number: faults.of(_rule, number, entry, topics, sure, untested) for number, entry in said.items()}
    faults.raise_any()
    return {number: rule for number, rule in read.items() if rule}


def citing(rules: Mapping[str, Rule], topics: Mapping[str, Topic]) -> dict[str, tuple[str, ...]]:
    """The numbers of the rules that govern each topic."""
    cites: dict[str, tuple[str, ...]] = dict.fromkeys(topics, ())
    for rule in rules.values():
        for topic in rule.topics:
            cites[topic] += (rule.number,)
    return cites


def _rule(
    number: str, entry: Entry, topics: Mapping[str, Topic], sure: Certainty, untested: Untested | Literal[""]
) -> Rule:
    here: Path = ("rules", number)
    if not _NUMBER.match(number):
        raise ShapeError(f"found {describe(number)}, expected the number of a rule such as 500.7 or H.1", here, True)
    if isinstance(entry, RuleEntry):
        named, says, here = entry.topic or (), entry.says, (*here, "topic")
    else:
        named, says = (entry,) if isinstance(entry, str) else entry, ""
    for topic in named:
        if topic not in topics:
            hint = nearest(topic, topics)
            raise ShapeError(f"rule {number} names the unknown topic {describe(topic)}{hint}", here)
    if not named and not says:
        raise ShapeError(f"rule {number} has no text; give it a topic, or says = ...", here)
    says = says or " ".join(topics[name].says for name in named)
    if not isinstance(entry, RuleEntry):
        return Rule(number, named, f"{says}{DOUBTS[sure]}", untested)
    says = f"{says}{DOUBTS[entry.sure or sure]}"
    heading: Literal["heading", ""] = "" if named or "." in number else "heading"
    return Rule(number, named, says, entry.untested or untested or heading, entry.missing, entry.partly)


def _check_cited(written: EditionFile, rules: Mapping[str, Rule], cites: Mapping[str, tuple[str, ...]]) -> None:
    """Checks that every phase, step and action has a rule in the index."""
    faults = Faults()
    for path, part in _parts(written):
        if part.rule not in rules:
            hint = nearest(part.rule, rules)
            message = f"no rule {describe(part.rule)} under [rules]{hint}; add it there, with what it says"
            faults.append(ShapeError(message, (*path, "rule")))
        faults.of(check_actions, part.actions, cites, (*path, "actions"))
    for table, names in (("leaving", ("step", "phase")), ("procedures", ("end_turn", "end_combat"))):
        for name in names:
            faults.of(check_actions, getattr(getattr(written, table), name), cites, (table, name))
    faults.raise_any()


def check_actions(actions: tuple[str, ...], cites: Mapping[str, tuple[str, ...]], path: Path) -> None:
    """Checks that each of some actions has a rule."""
    for n, action in enumerate(actions):
        if not cites.get(action):
            raise ShapeError(f"the action {action!r} has no rule; give its number under [rules]", (*path, n))


@lru_cache(4096)  # the editions share most of their numbers
def in_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key of rule numbers: 500.9 comes before 500.10, and 704.5z before 704.5aa."""
    parts = re.findall(r"\d+|[A-Za-z]+", number)
    return tuple((0, int(part), "") if part.isdigit() else (1, len(part), part) for part in parts)
