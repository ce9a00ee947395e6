"""The published schemas and the readers agree, judged by somebody else's validator.

A schema describes shapes. What the reader knows beyond them is out of a schema's reach, and
is not asked of it here: which players, cards, editions, events and permanents there are;
whether a text is an address, a notation or an order; names that are reserved, empty or
given twice; ranges of numbers of cards, counts and amounts; a state of which only ``when``
is said; and that 20.0 is no whole number (JSON Schema says that it is one).
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cases import every_day, joined
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from fsm.edition import Kinds, kinds_in_use, naming
from fsm.errors import InputError, TraceError
from fsm.recording import Recording, read_trace, trace_lines, trace_schema
from fsm.scenario import parse_scenarios, read_scenarios, read_yaml, scenario_schema
from fsm.scenario.schema import folded, readable
from fsm.wording import EVENT_KINDS

BASE = "players: [Ann, Bob]\nexpect: {turns: [Ann]}\n"


@cache
def validator(which: str, kinds: Kinds) -> Draft202012Validator:
    """Whoever checks against a schema that knows the phases and steps in use."""
    schema = {"scenario": scenario_schema, "trace": trace_schema}[which]()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(which: str, data: Any) -> list[str]:
    return [error.message for error in validator(which, kinds_in_use()).iter_errors(data)]


def read(text: str) -> str:
    """What the reader says against a text, or nothing."""
    try:
        parse_scenarios(text)
    except InputError as error:
        return str(error)
    return ""


def plain(text: str) -> Any:
    (document,) = read_yaml(text, "f")
    return document.data


@pytest.mark.parametrize("first", every_day("01234", "0"))
def test_the_scenario_schema_accepts_the_corpus(corpus: tuple[Path, ...], first: str) -> None:
    for path in corpus[int(first) :: 5]:
        text = path.read_text(encoding="utf-8")
        own = [scenario.kinds for scenario in read_scenarios(path)] if ".toml" in text else []
        with naming(own):
            for document in read_yaml(text, str(path)):
                assert faults("scenario", document.data) == [], path


def test_the_scenario_schema_says_what_each_property_is_and_its_default() -> None:
    schema = scenario_schema()
    for name, part in [("file", schema), *schema["$defs"].items()]:
        assert [key for key, said in part.get("properties", {}).items() if not said.get("description")] == [], name
    assert schema["$defs"]["ExtraPhases"]["properties"]["after"]["default"] == "this_phase"
    assert schema["$defs"]["Token"]["properties"]["player"]["default"] == "you"
    assert schema["properties"]["attack"]["default"] == "one"


def test_the_scenario_schema_can_be_read() -> None:
    text = readable(scenario_schema())
    assert json.loads(text) == json.loads(json.dumps(scenario_schema()))
    assert len(text.splitlines()) < 3_500
    assert text.count('"does not untap"') == 1, "what repeats itself stands once"
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) <= scenario_schema()["$defs"].keys()


def test_a_folded_schema_means_the_same() -> None:
    color = {"enum": ["white", "blue", "black", "red", "green"]}
    some = {"anyOf": [{"type": "array", "items": color}, color]}
    whole = {"$defs": {"A": {"properties": {"a": {"description": "A.", **some}, "b": {"default": "red", **some}}}}}
    assert folded(whole, {"color": color})["$defs"] == {
        "A": {
            "properties": {
                "a": {"description": "A.", "$ref": "#/$defs/a"},
                "b": {"default": "red", "$ref": "#/$defs/a"},
            }
        },
        "color": color,
        "a": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/color"}}, {"$ref": "#/$defs/color"}]},
    }


ACCEPTED = [
    BASE,
    "players: [Ann, Bob]\nuntil: T1.upkeep",
    "players: [Ann, Bob]\nexpect_in: {cr2026: {turns: [Ann]}}",
    "players: {Ann: , Bob: {life: 3, hand: [Opt], library: 2, top: Opt, mana: 1}}\nexpect: {winner: nobody}",
    f"{BASE}edition: cr2006",
    f"{BASE}edition: [today, 2006]",
    f"{BASE}edition: [cr2006, cr2026]\nexpect_in: {{cr2006: {{turns: Ann}}}}",
    f"{BASE}name: x\nabout: y\nrules: '500.7'\nfirst: Bob\nscript:\nuntil:",
    f"{BASE}rules: {{cr2026: ['500.7', '500.10']}}",
    f"{BASE}rules: {{cr2026: '500.7'}}",
    f"{BASE}script: []",
    f"{BASE}marks: [slow]\nskip: why\nxfail: {{cr2026: why}}\ngolden: false",
    f"{BASE}marks: slow\nskip:\nxfail:",
    *("players: [Ann, Bob]\ngolden: true", "players: [Ann, Bob]\ngolden: false", "players: [Ann, Bob]\nuntil:"),
    *("players: [Ann, Bob]", "players: [Ann, Bob]\nexpect:", "players: [Ann, Bob]\nexpect_in: {}"),
    f"{BASE}script: [{{at: T1.upkeep, Ann: pass}}, {{at: T1.upkeep, Ann: [pass, concede], Bob: {{pass: true}}}}]",
    f"{BASE}script: [{{at: T1.upkeep, Ann: [{{pass: }}, {{concede: null}}]}}]",
    f"{BASE}explore: {{choose: [{{Ann: {{concede: }}}}]}}",
    f"{BASE}script: [{{at: T1.upkeep, responding_to: , Ann: {{cast: Time Walk, target: Bob, pass: false}}}}]",
    f"{BASE}script: [{{at: T1.combat, Ann: {{attack: Bear}}, Bob: {{block: {{Wall: Bear}}}}}}]",
    f"{BASE}script: [{{at: T1.combat, Ann: {{attack: []}}}}]",
    f"{BASE}attack: multiple\nscript: [{{at: T1.combat, Ann: {{attack: {{Bear: Bob}}, mana: Forest}}}}]",
    "players: [Ann, Bob]\nexpect: {state: {T1.combat: {defending: [Bob], Ann: {blocking: []}}}}",
    f"{BASE}script: [{{at: T1.upkeep, Ann: {{cast: {{name: x, effects: [end_turn, {{mana: 2}}]}}}}}}]",
    f"{BASE}cards: [{{name: x, effects: {{skip: draw}}}}, {{name: y, type: land, triggers: {{when: enters, do: []}}}}]",
    f"{BASE}cards: [{{name: x, type: [artifact, creature], static: {{skip: draw}}}}]",
    f"{BASE}cards: {{name: x, type: land, abilities: [{{do: {{mana: 1}}, tap: true, mana_ability: true}}]}}",
    f"{BASE}script: [{{at: T1.upkeep, Ann: {{cast: Time Walk, refused: true}}}}]",
    f"{BASE}script: [{{at: T1.upkeep, Ann: {{cast: Time Walk, refused: '505.6a'}}}}]",
    f"{BASE}script: [{{at: T1.upkeep, Ann: {{cast: Time Walk, refused: ['505.6a']}}}}]",
    f"{BASE}script: [{{at: T3.untap, Ann: {{keep_tapped: []}}}}, {{at: T5.untap, Ann: {{keep_tapped: Weapon}}}}]",
    f"{BASE}cards: [{{name: x, effects: [{{may: draw}}, {{may: {{player: each, do: [draw]}}}}]}}]",
    f"{BASE}cards: [{{name: x, effects: [{{choose_one: {{player: each, options: {{a: draw, b: []}}}}}}]}}]",
    f"{BASE}cards: [{{name: x, effects: [{{choose_one: [{{name: a, do: draw}}, {{name: b, do: []}}]}}]}}]",
    f"{BASE}cards: [{{name: x, effects: [{{mana: {{amount: 1, until: end_of_your_next_turn}}}}, no_schemes]}}]",
    "players: [Ann, Bob]\nexpect: {steps: {T1: U Up}, order: untap < upkeep}",
    "players: [Ann, Bob]\nexpect: {never: T1.draw, happens: {event: damage, amount: 1}}",
    "players: [Ann, Bob]\nexpect: {state: {T1.upkeep: {when: begins, stack: [], Ann: {hand: 7}, Bob: {exile: []}}}}",
    "players: [Ann, Bob]\nexpect: {turns: , winner: Ann}",
]


@joined(ACCEPTED)
def test_both_accept(text: str) -> None:
    assert read(text) == ""
    assert faults("scenario", plain(text)) == []


REFUSED = [
    *("[]", "x", "3", "{}", "expect: {turns: [Ann]}"),
    *("players: [Ann]\nexpect: {winner: Ann}", "players: Ann\nexpect: {winner: Ann}", "players: 3\nuntil: T1"),
    *("players: {Ann: }\nuntil: T1", "players: {Ann: 0, Bob: }\nuntil: T1", "players: {Ann: [], Bob: }\nuntil: T1"),
    *("players: {Ann: {lief: 1}, Bob: }\nuntil: T1", "players: {Ann: {life: x}, Bob: }\nuntil: T1"),
    *("players: {Ann: {hand: 1.5}, Bob: }\nuntil: T1", "players: {Ann: {hand: [1]}, Bob: }\nuntil: T1"),
    *("players: [a, b, c, d, e, f, g, h, i]\nuntil: T1", "players: [Ann, 3]\nuntil: T1", "players:\nuntil: T1"),
    *("players: [Ann, Bob]\nexpect: {}", "players: [Ann, Bob]\nexpect: []", "players: [Ann, Bob]\nuntil: 3"),
    "players: [Ann, Bob]\nexpect: {turns: }",
    "players: [Ann, Bob]\nexpect: {turns: []}",
    "players: [Ann, Bob]\nexpect: {steps: {}}",
    "players: [Ann, Bob]\nexpect: {steps: {T1: 3}}",
    "players: [Ann, Bob]\nexpect: {trns: [Ann]}",
    "players: [Ann, Bob]\nexpect: {winner: 3}",
    "players: [Ann, Bob]\nexpect: {state: {T1: {}}}",
    "players: [Ann, Bob]\nexpect: {state: {T1: {Ann: {}}}}",
    "players: [Ann, Bob]\nexpect: {state: {T1: {Ann: {life: }}}}",
    "players: [Ann, Bob]\nexpect: {state: {T1: {Ann: }}}",
    "players: [Ann, Bob]\nexpect: {state: {T1: {Ann: 3}}}",
    "players: [Ann, Bob]\nexpect: {state: {T1: {when: sometimes, active: Ann}}}",
    "players: [Ann, Bob]\nexpect: {happens: [{name: x}]}",
    "players: [Ann, Bob]\nexpect: {happens: [{event: damage, nmae: x}]}",
    "players: [Ann, Bob]\nexpect: {never: [3]}",
    *(
        f"{BASE}{line}"
        for line in (
            "nmae: x",
            "name: 3",
            "rules: 300.6",
            "rules: [[x]]",
            "rules: {cr2026: [3]}",
            "first: 3",
            "marks: [3]",
            "skip: true",
            "skip: ''",
            "xfail: {}",
            "xfail: {cr2026: 3}",
            "golden: maybe",
            "golden:",
            "edition: true",
            "name:",
        )
    ),
    *(
        f"{BASE}script: {script}"
        for script in ("x", "{}", "[x]", "[{}]", "[{at: T1}]", "[{Ann: pass}]", "[{at: 3, Ann: pass}]")
    ),
    *(
        f"{BASE}script: [{{at: T1.upkeep, Ann: {act}}}]"
        for act in (
            *(
                "jump",
                "3",
                "",
                "[]",
                "{}",
                "attack",
                "[[pass]]",
                "{pass: false}",
                "{pass: 1}",
                "{cast: Opt, pass: }",
                "{pass: true, concede: true}",
            ),
            *(
                "{cast: 3}",
                "{cast: }",
                "{cast: {}}",
                "{cast: {name: x, typ: y}}",
                "{cast: [x]}",
                "{target: Bob}",
                "{jump: x}",
            ),
            *("{attack: 3}", "{attack: [3]}", "{block: Bear}", "{block: {a: 3}}", "{assign: {a: b}}", "{choose: 1}"),
            *("{cast: Opt, refused: []}", "{cast: Opt, refused: 505.6}", "{cast: Opt, refused: [true]}"),
            *("{keep_tapped: 3}", "{keep_tapped: }", "{refused: true}"),
            *("{activate: x, ability: 0}", "{activate: x, ability: one}", "{cast: x, play: y}", "{discard: [1]}"),
        )
    ),
    *(
        f"{BASE}cards: [{card}]"
        for card in (
            *("{}", "{name: 3}", "{name: x, type: sorcry}", "{name: x, cost: a}", "{name: x, keywords: [fast]}"),
            *("{name: x, effects: [3]}", "{name: x, effects: [{}]}", "{name: x, effects: [{mana: 1, life: 1}]}"),
            *("{name: x, effects: [{lyfe: 1}]}", "{name: x, effects: [life]}", "{name: x, effects: [{end_turn: 3}]}"),
            *("{name: x, effects: [{delayed: end}]}", "{name: x, effects: [{skip: nonsense}]}"),
            *(
                "{name: x, effects: [{lasting: {name: x, until: tomorrow}}]}",
                "{name: x, triggers: [{when: never, do: []}]}",
            ),
            *("{name: x, triggers: [{when: upkeep}]}", "{name: x, abilities: [{}]}", "{name: x, static: [{skip: x}]}"),
            *("{name: x, effects: [may]}", "{name: x, effects: [{may: {}}]}", "{name: x, effects: [choose_one]}"),
            *("{name: x, effects: [{choose_one: {a: draw, b: draw}}]}", "{name: x, effects: [{choose_one: []}]}"),
            *("{name: x, effects: [{may: {extra_turn: you}}]}", "{name: x, effects: [{may: {do: [drw]}}]}"),
            *("{name: x, effects: [{choose_one: {options: {a: draw}}}]}", "{name: x, effects: [{choose_one: 3}]}"),
            *("{name: x, effects: [{choose_one: [{name: a}, {name: b, do: draw}]}]}", "{name: x, effects: [{may: 3}]}"),
            *("{name: x, flash: 1}", "{name: x, targets: everybody}", "{name: x, effects: }"),
        )
    ),
]


@joined(REFUSED)
def test_both_refuse(text: str) -> None:
    assert read(text) != ""
    assert faults("scenario", plain(text)) != []


@pytest.mark.slow
def test_the_trace_schema_accepts_the_traces_of_the_corpus(recordings: tuple[Recording, ...]) -> None:
    checked = set()
    for recording in recordings:
        for line in trace_lines(recording):
            data = json.loads(line)
            # Lines of the same kind and fields differ in their values only; a few of each are enough.
            form = (recording.edition.id, data.get("kind"), tuple((k, type(v).__name__) for k, v in data.items()))
            if form not in checked:
                checked.add(form)
                assert faults("trace", data) == [], line
    assert len(checked) > 150


HEADER = {"type": "header", "format": "turn-trace", "version": "1.0", "edition": "cr2026", "players": ["Ann", "Bob"]}
EVENT = {"type": "event", "seq": 1, "kind": "x", "turn": 1, "active": None, "phase": None, "step": None, "node": "T1"}
BAD_LINES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (HEADER, {"type": None}),
    (HEADER, {"format": "other"}),
    (HEADER, {"version": "2.0"}),
    (HEADER, {"players": [3]}),
    (HEADER, {"edition": 3}),
    (EVENT, {"seq": "1"}),
    (EVENT, {"seq": True}),
    (EVENT, {"kind": 3}),
    (EVENT, {"turn": None}),
    (EVENT, {"phase": 3}),
    (EVENT, {"rules": [5]}),
    (EVENT, {"player": 3}),
    (EVENT, {"kind": "card.draw", "card": 3}),
    (EVENT, {"kind": "life.change", "amount": "1"}),
    (EVENT, {"kind": "life.change", "amount": True}),
    (EVENT, {"kind": "permanent.phase", "out": 1}),
    (EVENT, {"kind": "combat.attack", "attackers": "Bear"}),
    (EVENT, {"kind": "combat.attack", "attackers": [1]}),
    (EVENT, {"kind": "daytime.change", "name": "noon"}),
    (EVENT, {"kind": "skip.create", "count": "some"}),
]


@pytest.mark.parametrize(("line", "change"), BAD_LINES)
def test_trace_reader_and_schema_refuse_the_same(line: dict[str, Any], change: dict[str, Any]) -> None:
    assert faults("trace", line) == []
    changed = {**line, **change}
    lines = [changed] if line is HEADER else [HEADER, changed]
    with pytest.raises(TraceError):
        read_trace("\n".join(map(json.dumps, lines)))
    assert faults("trace", changed) != []


def test_the_trace_schema_describes_every_field_of_every_kind_of_event() -> None:
    schema = trace_schema()
    for name, made in schema["$defs"].items():
        assert made["description"], name
        assert [field for field, said in made["properties"].items() if not said.get("description")] == [], name
    for name, kind in EVENT_KINDS.items():
        assert schema["$defs"][name]["properties"].keys() == kind.fields.keys()
        for field, said in kind.fields.items():
            assert said.meaning.lower().rstrip(".") in schema["$defs"][name]["properties"][field]["description"].lower()


def test_what_a_kind_does_not_declare_is_read_whatever_it_is() -> None:
    line = {**EVENT, "kind": "card.draw", "amount": ["any"]}
    assert faults("trace", line) == []
    assert read_trace("\n".join(map(json.dumps, [HEADER, line]))).events[0].kind == "card.draw"


def test_unknown_fields_fit_the_trace_schema() -> None:
    for line in (HEADER, EVENT, {"type": "end", "status": "ok", "events": 1}):
        assert faults("trace", {**line, "mood": {"any": []}}) == []
