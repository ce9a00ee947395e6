"""What spells and abilities are called on the stack, as FORMAT.md says it."""

from __future__ import annotations

from cases import joined

from fsm.scenario import parse_scenarios, run_scenario

BELL = "{name: Bell, type: artifact, %s}"
CASTS = "script: [{at: T1.precombat_main, Ann: {cast: {name: Trick, type: instant, %s}}}]"

NAMES = [
    (BELL % "triggers: [{when: upkeep, do: [draw]}]", "", ["Bell"]),
    (BELL % "triggers: [{when: upkeep, name: Ring, do: [draw]}]", "", ["Ring"]),
    (BELL % "abilities: [{do: [draw]}]", "script: [{at: T1.upkeep, Ann: {activate: Bell}}]", ["Bell"]),
    (BELL % "abilities: [{name: Ring, do: [draw]}]", "script: [{at: T1.upkeep, Ann: {activate: Bell}}]", ["Ring"]),
    ("", CASTS % "effects: [{delayed: {at: end, do: [draw]}}]", ["Trick", "Trick"]),
    ("", CASTS % "effects: [{delayed: {at: end, name: Later, do: [draw]}}]", ["Trick", "Later"]),
    ("", CASTS % "on_cast: [draw]", ["Trick", "Trick"]),
    (BELL % "triggers: [{when: upkeep, name: Ring, do: [{delayed: {at: end, do: [draw]}}]}]", "", ["Ring", "Ring"]),
    (BELL % "chapters: [[draw], [draw]]", "", ["Bell, chapter 1"]),
    (BELL % "triggers: [{when: upkeep, do: [monarch]}]", "", ["Bell", "the monarch"]),
    (BELL % "triggers: [{when: untap, do: [initiative]}]", "", ["Bell", "the initiative"]),
    (BELL % "triggers: [{when: upkeep, do: [{player_counters: rad}]}]", "", ["Bell", "rad counters"]),
    ("", CASTS % "effects: [{emblem: {name: Sign, triggers: [{when: end, do: [draw]}]}}]", ["Trick", "Sign"]),
    ("", CASTS % "effects: [{emblem: {name: Sign, triggers: [{when: end, name: Omen, do: [draw]}]}}]",
     ["Trick", "Omen"]),
]  # fmt: skip


@joined(NAMES)
def test_it_is_called(permanent: str, more: str, names: list[str]) -> None:
    text = f"players: {{Ann: {{battlefield: [{permanent}]}}, Bob: }}\n{more}\n"
    (scenario,) = parse_scenarios(f"{text}until: T1")
    pushed = [frame.event.get("name") for frame in run_scenario(scenario) if frame.event.kind == "stack.push"]
    assert pushed == names


def test_combat_damage_is_called_so_in_2006() -> None:
    bear = "{name: Bear, type: creature, power: 2, toughness: 2}"
    script = "script: [{at: T1.declare_attackers, Ann: {attack: [Bear]}}]"
    text = f"edition: cr2006\nplayers: {{Ann: {{battlefield: [{bear}]}}, Bob: }}\n{script}\nuntil: T1"
    (scenario,) = parse_scenarios(text)
    pushed = [frame.event.get("name") for frame in run_scenario(scenario) if frame.event.kind == "stack.push"]
    assert pushed == ["combat damage"]
