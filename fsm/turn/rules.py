"""The rewrite rules, as data: ``fsm diagram rule`` draws them, and the interpreter runs them.

To add a rule of your own, make a ``RewriteRule``; apply it with ``apply``, draw it with ``rule_diagram``.
"""

from __future__ import annotations

from .pattern import ONLY, RewriteRule

_ASSAULT = ("precombat_main", ("combat", "postcombat_main"), "Relentless Assault")
_HAZE = ("beginning/upkeep", ("upkeep",), "Paradox Haze")

_ALL = (
    RewriteRule(
        name="insert_phases",
        title="An extra phase comes directly after the phase named",
        topic="extra_phase",
        matches="anchor -> rest",
        puts="anchor -> +first -> +second -> rest",
        takes=("phase",),
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
        example=("combat/declare_attackers",),
    ),
    RewriteRule(
        name="second_combat_damage",
        title="First strike brings a second combat damage step",
        topic="second_damage",
        matches="CD -> rest",
        puts="CD -> +CD -> rest",
        takes=("step",),
        example=("combat/combat_damage",),
    ),
    RewriteRule(
        name="repeat_cleanup",
        title="Another cleanup step follows if anything waits",
        topic="cleanup_priority",
        matches="CL -> rest",
        puts="CL -> +CL -> rest",
        takes=("step",),
        example=("ending/cleanup",),
    ),
    RewriteRule(
        name="end_turn",
        title="The turn ends: play goes straight to the cleanup step",
        topic="end_turn_cleanup",
        matches="anchor -> between -> CL -> rest",
        puts="anchor -> [between] -> CL -> [rest]",
        across=True,
        lacking="ending",
        example=("combat/declare_attackers", (), "Time Stop"),
    ),
    RewriteRule(
        name="end_combat",
        title="The combat phase ends at once",
        topic="end_combat_phase",
        matches="anchor -> rest of combat",
        puts="anchor -> [rest of combat]",
        takes=("step",),
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
