"""The rewrite rules, as data: ``fsm diagram rule`` draws them, and the interpreter runs them.

To add a rule of your own, make a ``RewriteRule``; apply it with ``apply``, draw it with ``rule_diagram``.
"""

from __future__ import annotations

from functools import cache

from .pattern import ONLY, Guard, RewriteRule, When

_ASSAULT = ("precombat_main", ("combat", "postcombat_main"), "Relentless Assault")
_HAZE = ("beginning/upkeep", ("upkeep",), "Paradox Haze")

_ENDS_TURN = Guard("ends_turn", "an effect ended the turn in this step", "turn ended")

_ALL = (
    RewriteRule(
        name="insert_phases",
        title="An extra phase comes directly after the phase named",
        topic="extra_phase",
        matches="anchor -> rest",
        puts="anchor -> +first -> +second -> rest",
        takes=("phase",),
        stays="extra_phase_after_second_main",
        example=_ASSAULT,
        again=_ASSAULT,
    ),
    RewriteRule(
        name="insert_step_after_phase",
        title="An extra step after a phase comes in a phase of its own",
        topic="extra_step_after_phase",
        matches="anchor -> rest",
        puts=f"anchor -> +{ONLY} -> rest",
        takes=("phase",),
        example=("precombat_main", ("upkeep",)),
    ),
    RewriteRule(
        name="insert_steps",
        title="An extra step comes directly after the step named",
        topic="extra_step",
        matches="anchor -> rest",
        puts="anchor -> +step -> rest",
        takes=("step",),
        example=_HAZE,
        again=_HAZE,
    ),
    RewriteRule(
        name="insert_steps_before",
        title="An extra step comes directly before the step named",
        topic="extra_step",
        matches="before -> anchor",
        puts="before -> +step -> anchor",
        takes=("step",),
        example=("ending/end", ("end",)),
    ),
    RewriteRule(
        name="skip",
        title="Play goes past what is skipped",
        topic="skip",
        matches="anchor",
        puts="[anchor]",
        example=("beginning/draw", (), "Fatigue"),
    ),
    RewriteRule(
        name="skip_blocks_and_damage",
        title="Without attackers there are no blocks and no combat damage",
        topic="no_attackers",
        matches="DA -> DB -> CD -> rest",
        puts="DA -> [DB] -> [CD] -> rest",
        takes=("step",),
        when=When(Guard("no_attackers", "no creature attacks in this combat", "no attackers")),
        example=("combat/declare_attackers",),
    ),
    RewriteRule(
        name="second_combat_damage",
        title="First strike brings a second combat damage step",
        topic="second_damage",
        matches="CD -> rest",
        puts="CD -> +CD -> rest",
        takes=("step",),
        when=When(
            Guard(
                "second_damage",
                "a creature with first strike or double strike dealt damage in this step: a second one follows",
                "first strike",
            ),
            state="beginning",
        ),
        example=("combat/combat_damage",),
    ),
    RewriteRule(
        name="repeat_cleanup",
        title="Another cleanup step follows if players get priority in it",
        topic="cleanup_priority",
        matches="CL -> rest",
        puts="CL -> +CL -> rest",
        takes=("step",),
        when=When(
            Guard(
                "cleanup_repeats",
                "players got priority in this cleanup step: another one follows",
                "trigger or state-based action",
            ),
            state="priority",
            repeats=True,
        ),
        example=("ending/cleanup",),
    ),
    RewriteRule(
        name="renew_cleanup",
        title="Where the turn ends in a cleanup step, another one follows",
        topic="end_turn_cleanup",
        matches="CL -> rest",
        puts="CL -> +CL -> [rest]",
        takes=("step",),
        across=True,
        when=When(_ENDS_TURN, maker="effect", repeats=True),
        choice=("cleanup_ended", "new_cleanup"),
        example=("ending/cleanup", (), "Time Stop"),
    ),
    RewriteRule(
        name="end_turn",
        title="The turn ends: play goes straight to the cleanup step",
        topic="end_turn_cleanup",
        matches="anchor -> between -> CL -> rest",
        puts="anchor -> [between] -> CL -> [rest]",
        across=True,
        lacking="ending",
        when=When(
            _ENDS_TURN,
            maker="effect",
            later=Guard("turn_ended", "an effect ended the turn in an earlier step: nothing follows the cleanup step"),
        ),
        example=("combat/declare_attackers", (), "Time Stop"),
    ),
    RewriteRule(
        name="end_combat",
        title="The combat phase ends at once",
        topic="end_combat_phase",
        matches="anchor -> rest of combat",
        puts="anchor -> [rest of combat]",
        takes=("step",),
        when=When(
            Guard("ends_combat", "an effect ended the combat phase in this step", "combat ended"),
            maker="effect",
            phase="combat",
        ),
        example=("combat/declare_attackers", (), "Mandate of Peace"),
    ),
    RewriteRule(
        name="reverse_phases",
        title="The phases come in reverse order",
        topic="golden_rule",
        matches="first -> between -> last",
        puts="last -> reversed between -> first",
        takes=("turn",),
        example=("turn", (), "Topsy Turvy"),
    ),
)

REWRITES: dict[str, RewriteRule] = {rule.name: rule for rule in _ALL}
"""All rewrite rules of a turn, by name."""


@cache
def staying() -> frozenset[str]:
    """The topics of the marks of parts that stay after the second main phase."""
    return frozenset(rule.stays for rule in REWRITES.values() if rule.stays)
