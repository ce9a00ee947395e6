"""What a difference between two editions does to a game: its weight, and the words for what each edition does.

A story is about facts of an edition's data, as ``facts`` names them: the name of a turn-based action,
``step_ends/mana_empties`` for what is done as a step ends, ``rule/end_combat`` for a rewrite rule,
``damage_order=free`` for a choice. No edition is named here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....edition import Edition
from ..find_rules import all_rules

MOST = 3
"""How many differences stand above all others."""

LEAST_WEIGHT = 30
"""The least weight of a difference that may stand there; the weights go up to 100."""


@dataclass(frozen=True, slots=True)
class Story:
    """What differs, in a few words; the keys of the differences that it tells; and the words for what an edition does.

    The words are pairs of a fact and a clause: the clause of the first fact that holds counts; the empty fact
    always holds. ``topics`` are those whose rules it cites, of each edition the first that it has.
    """

    weight: int
    lead: str
    keys: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...] = ()
    topics: tuple[str, ...] = ()

    def clause(self, edition: Edition) -> str:
        """What an edition does; empty if this story has no words for it."""
        known = facts(edition)
        return next((clause for fact, clause in self.clauses if not fact or fact in known), "")

    def rule(self, edition: Edition) -> str:
        """The number of the rule of an edition."""
        return next((number for topic in self.topics if (number := edition.number(topic))), "")


STORIES = (
    Story(
        100,
        "Mana burn",
        ("phase/mana_burn", "phase/mana_empties"),
        (
            ("phase_ends/mana_burn", "a player loses 1 life for each unused mana as a phase ends"),
            ("", "unused mana costs no life"),
        ),
        ("mana_burn", "mana_empties"),
    ),
    Story(
        99,
        "Combat damage and the stack",
        ("action/damage_on_stack", "action/deal_damage"),
        (
            ("damage_on_stack", "combat damage uses the stack, and players may respond to it"),
            ("", "combat damage is dealt at once"),
        ),
        ("damage_on_stack", "deal_damage"),
    ),
    Story(
        95,
        "How long mana lasts",
        ("step/mana_empties",),
        (
            ("step_ends/mana_empties", "unused mana is lost as each step ends"),
            ("", "mana lasts from step to step until the phase ends"),
        ),
        ("mana_kept", "mana_empties", "mana_burn"),
    ),
    Story(
        70,
        "One creature fights several",
        ("action/order_blockers", "action/order_attackers", "choice/damage_order"),
        (
            ("damage_order=announced", "their order is announced first, and each must get lethal damage in turn"),
            ("damage_order=free", "its player divides the damage freely"),
        ),
        ("order_blockers", "assign_damage"),
    ),
    Story(
        60,
        "First strike",
        ("choice/second_damage",),
        (
            ("second_damage=did_not_assign", "whoever assigned no damage the first time does so the second time"),
            ("second_damage=had_neither", "whoever had neither strike the first time deals damage the second time"),
        ),
        ("second_damage",),
    ),
    Story(
        55,
        "A creature that attacks this turn if able",
        ("choice/attack_requirement",),
        (
            ("attack_requirement=once_each_turn", "it has to only until it has attacked"),
            ("attack_requirement=each_combat", "it has to in each combat"),
        ),
        ("attack_requirement",),
    ),
    Story(
        50,
        "Ending the turn in its cleanup step",
        ("choice/cleanup_ended",),
        (("cleanup_ended=nothing", "the turn is over"), ("cleanup_ended=new_cleanup", "a new cleanup step follows")),
        ("end_turn_cleanup",),
    ),
    Story(
        48,
        "Creatures that enter attacking",
        ("choice/no_attackers",),
        (
            ("no_attackers=declared,put", "blocks and damage take place for them, even if nobody declared attackers"),
            ("no_attackers=declared", "blocks and damage are skipped if nobody declared attackers"),
        ),
        ("no_attackers",),
    ),
    Story(
        46,
        "A creature that has to and can't attack alone",
        ("choice/requirement_others",),
        (
            ("requirement_others=required", "it takes along only another that has to attack"),
            ("requirement_others=any", "it takes along any other"),
        ),
        ("attack_requirement",),
    ),
    Story(
        45,
        "Ending combat",
        ("rule/end_combat",),
        (("rule/end_combat", "an effect may end it"), ("", "no effect ends it")),
    ),
    Story(
        42,
        "The defending player",
        ("action/choose_defender",),
        (
            ("beginning_of_combat/choose_defender", "they are chosen in the beginning of combat step"),
            ("choose_defender", "they are chosen as the combat phase starts"),
        ),
        ("choose_defender",),
    ),
    Story(
        40,
        "Day and night",
        ("action/day_night",),
        (("day_night", "the untap step may turn one into the other"), ("", "there is neither")),
    ),
)
"""All stories, heaviest first."""

USUAL = {
    "structure": 90,
    "priority": 80,
    "phase": 40,
    "step": 40,
    "action": 35,
    "rule": 30,
    "choice": 25,
    "procedure": 15,
    "order": 8,
    "name": 5,
}
"""The weight of a difference without a story, by its kind, the first part of its key."""

_OF_TEAMS = (
    "choice/team_life_each",
    "choice/team_effects",
    "choice/teams_first_draw",
    "choice/team_attacked",
)
_RARE = dict.fromkeys(map(str, _OF_TEAMS), 12)
"""The weights of differences that only some games know."""

_BY_KEY = {key: story for story in STORIES for key in story.keys}


def known_story(key: str) -> Story | None:
    """The story with a key, if there is one."""
    return _BY_KEY.get(key)


def weight(key: str) -> int:
    """The weight of a difference without a story."""
    return _RARE.get(key, USUAL.get(key.partition("/")[0], 0))


def facts(edition: Edition) -> frozenset[str]:
    """All facts of an edition that a story may ask for."""
    return frozenset(_facts(edition))


def _facts(edition: Edition) -> Iterator[str]:
    for phase in edition.phases:
        steps = phase.steps or ((phase.inside,) if phase.inside else ())
        for kind, actions in ((phase.kind, phase.actions), *((step.kind, step.actions) for step in steps)):
            yield from actions
            yield from (f"{kind}/{name}" for name in actions)
    yield from (f"step_ends/{name}" for name in edition.leaving_step)
    yield from (f"phase_ends/{name}" for name in edition.leaving_phase)
    yield from (f"rule/{rule.name}" for rule in all_rules().values() if edition.number(rule.topic))
    yield from (f"{name}={','.join(values)}" for name, values in edition.choices.items())
