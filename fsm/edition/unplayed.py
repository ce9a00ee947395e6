"""Editions before there were steps and a stack: what their files say, and the editions that they make.

No game can be played under them here. They are drawn, compared, listed and explained.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from ..names import Name
from ..shape import Faults, ShapeError, describe
from ..words import nearest
from .build import as_choices, check_actions, check_listed, citing, read_rules
from .kinds import make_kinds
from .model import Certainty, Edition, Hue, Leaving, PhaseSpec, RuleEntry, StepSpec, Term, Topic, TurnBasedAction, Zone

_TOKEN = re.compile(r"[A-Z][A-Za-z]{0,7}\Z")


class OldPhase(msgspec.Struct, frozen=True):
    """A phase without steps. ``token`` is what the notation calls it; of its ``actions``, ``combat`` is an attack."""

    name: Name
    rule: str
    token: str
    actions: tuple[TurnBasedAction | Literal["combat"], ...] = ()
    priority: Literal["always", "never"] = "always"
    letter: str = "?"
    hue: Hue = "other"


class OldLeaving(msgspec.Struct, frozen=True):
    """The actions, in order, as each phase ends; ``zero_life`` looks for players without life, who lose only then."""

    phase: tuple[Leaving | Literal["zero_life"], ...]


class OldChoices(msgspec.Struct, frozen=True):
    """What is known of the choices in which editions differ; ``draw`` and ``damage`` are of such editions alone."""

    first_draw_skipped_with_players: tuple[Annotated[int, msgspec.Meta(ge=1, le=8)], ...]
    damage_order: Literal["free"]
    draw: Literal["at_once", "in_batch"]
    damage: Literal["at_once", "prevented_first"]


class UnplayedFile(msgspec.Struct, frozen=True):
    """The merged data of the file of an edition that is not played, and of those that it extends.

    ``unplayed`` says why not, ``sources`` from where it is known, and ``sure`` how sure its lines are.
    """

    title: Name
    unplayed: Name
    sources: Name
    turn: tuple[str, ...]
    phases: dict[str, OldPhase]
    leaving: OldLeaving
    choices: OldChoices
    zones: dict[Zone, Name]
    rules: dict[str, str | RuleEntry | tuple[str, ...]]
    terms: dict[Term, Name] = {}
    sure: Certainty = "memory"
    effective: str = ""
    like: str = ""
    renumbered: dict[str, str] = {}


def build_unplayed(id: str, like: str, written: UnplayedFile, topics: Mapping[str, Topic]) -> Edition:
    """The edition from its data; ``ShapeError`` has the path to a wrong entry, and the others."""
    faults = Faults()
    rules = faults.of(read_rules, written.rules, topics, written.sure, "unplayed") or {}
    cites = citing(rules, topics)
    faults.of(check_listed, written.turn, written.phases, ("turn",), "phase")
    for kind, phase in written.phases.items():
        if not _TOKEN.match(phase.token):
            odd = f"found {describe(phase.token)}, expected a token of letters such as Up"
            faults.append(ShapeError(odd, ("phases", kind, "token")))
        if phase.rule not in rules and not faults.under("rules"):
            why = f"no rule {describe(phase.rule)} under [rules]{nearest(phase.rule, rules)}; add it there"
            faults.append(ShapeError(why, ("phases", kind, "rule")))
        faults.of(check_actions, phase.actions, cites, ("phases", kind, "actions"))
    faults.of(check_actions, written.leaving.phase, cites, ("leaving", "phase"))
    faults.raise_any()
    phases = {kind: _phase(kind, phase) for kind, phase in written.phases.items()}
    return Edition(
        id=id,
        title=written.title,
        effective=written.effective,
        like=like,
        phases=tuple(phases[kind] for kind in written.turn),
        all_phases=phases,
        all_steps={kind: phase.inside for kind, phase in phases.items() if phase.inside},
        kinds=make_kinds(dict.fromkeys(phases, ()), {kind: phase.token for kind, phase in written.phases.items()}),
        leaving_step=(),
        leaving_phase=written.leaving.phase,
        procedures={},
        choices=as_choices(written.choices),
        zones={str(zone): name for zone, name in written.zones.items()},
        terms=dict(written.terms),
        rules=rules,
        cites=cites,
        unplayed=written.unplayed,
        sources=written.sources,
    )


def _phase(kind: str, entry: OldPhase) -> PhaseSpec:
    inside = StepSpec(kind, entry.name, entry.rule, "", entry.priority, entry.actions)
    return PhaseSpec(kind, entry.name, entry.rule, entry.letter, entry.hue, (), inside)
