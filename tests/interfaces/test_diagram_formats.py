"""The formats of diagrams, each read by its real consumer: what it makes of them is what we meant."""

from __future__ import annotations

import json
import operator
import re
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, cast
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from consuming import ask
from statemachine.io import load
from transitions.extensions.markup import HierarchicalMarkupMachine
from walking import CASES, HOSTILE, Ours, Table, played, straight, wavering

from fsm.diagram.formats.graphml import guarded_ways
from fsm.diagram.pictures.naming import clean, element_id
from fsm.turn import GUARDS
from fsm.turn.machine import SlashState

if TYPE_CHECKING:
    from collections.abc import Callable

    from walking import Answers

    from fsm.diagram import DrawnTurn

ALL = pytest.mark.parametrize("name", CASES)


# transitions: builds the machine from its markup


class SlashMachine(HierarchicalMarkupMachine):
    """What the library's markup is read by, with slashes between the parts of a path."""

    state_cls = SlashState


class Answering:
    """A model that answers as it is told."""

    state: str | list[str]
    advance: Any

    def __init__(self, markup: Any) -> None:
        self.answers: Answers = {}
        SlashMachine(markup=markup).add_model(self)

    def __getattr__(self, name: str) -> Callable[[], bool]:
        if name not in GUARDS:
            raise AttributeError(name)
        return lambda: self.answers[name]

    @property
    def paths(self) -> list[str]:
        return sorted([self.state] if isinstance(self.state, str) else self.state)


@ALL
@pytest.mark.parametrize("way", [straight, wavering])
def test_transitions_walks_the_same_way(name: str, way: Any) -> None:
    case = CASES[name]
    model, answers = Answering(json.loads(case.text("markup.json"))), way(case)
    ours = Ours(case, over=False).walk(answers)
    assert model.paths == next(ours)
    for answer, expected in zip(answers, ours, strict=True):
        model.answers = answer
        model.advance()
        assert model.paths == expected


# SCXML: python-statemachine runs it, and so does SCION, in ECMAScript


@cache
def events_of(name: str) -> tuple[list[str], list[list[str]]]:
    """Events through a whole machine, and where we are at the start and after each, as the ids of SCXML."""
    table, events = Table(CASES[name]), played(CASES[name])
    paths = [table.ours.paths]
    for event in events:
        table.hear(event)
        paths.append(table.ours.paths)
    return events, [sorted(element_id(path.removeprefix("together/")) for path in at) for at in paths]


@ALL
def test_python_statemachine_runs_the_scxml(name: str) -> None:
    machine = load(CASES[name].text("scxml"), format="scxml")()
    events, expected = events_of(name)
    assert leaves(machine.configuration) == expected[0]
    for event, ids in zip(events, expected[1:], strict=True):
        machine.send(event)
        assert leaves(machine.configuration) == ids, event
    assert machine.is_terminated


def leaves(configuration: Any) -> list[str]:
    ids = {state.id for state in configuration}
    return sorted(state.id for state in configuration if not ids & {child.id for child in state.states})


@pytest.mark.consumers
def test_scion_runs_the_scxml() -> None:
    questions = [{"text": case.text("scxml"), "events": events_of(name)[0]} for name, case in CASES.items()]
    for name, configurations in zip(CASES, ask("scxml.mjs", questions), strict=True):
        assert [sorted(ids) for ids in configurations] == events_of(name)[1], name


TRANSITION = {"event", "target", "cond"}
SPECIFIED = {
    # element: its attributes, what may stand in it
    "scxml": ({"version", "datamodel", "initial"}, {"datamodel", "state", "parallel", "final"}),
    "datamodel": (set(), {"data"}),
    "data": ({"id", "expr"}, set()),
    "state": ({"id", "initial"}, {"onentry", "onexit", "transition", "state", "final"}),
    "parallel": ({"id"}, {"transition", "state"}),
    "final": ({"id"}, set()),
    "transition": (TRANSITION, {"assign"}),
    "onentry": (set(), {"assign"}),
    "onexit": (set(), {"assign"}),
    "assign": ({"location", "expr"}, set()),
}
"""What of SCXML 1.0 we write, as its recommendation allows it; attributes of other namespaces are free."""

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9._-]*\Z")


@ALL
def test_scxml_is_as_specified(name: str) -> None:
    root = ET.fromstring(CASES[name].text("scxml"))  # noqa: S314  # we wrote it
    space = "{http://www.w3.org/2005/07/scxml}"
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert all(NAME.match(id) for id in ids)
    for element in root.iter():
        tag = element.tag.removeprefix(space)
        attributes, inside = SPECIFIED[tag]
        assert {key for key in element.attrib if not key.startswith("{")} <= attributes, tag
        assert {child.tag.removeprefix(space) for child in element} <= inside, tag
        states = {
            child.attrib["id"] for child in element if child.tag.removeprefix(space) in ("state", "final", "parallel")
        }
        assert element.get("initial") in states | {None}
        assert (tag, element.get("initial")) != ("state", None) or not states
        assert element.get("target") in {None, *ids}
        assert not re.search("--|]]>", element.get("cond", ""))


@ALL
def test_the_conditions_of_scxml_are_our_guards(name: str) -> None:
    text = CASES[name].text("scxml")
    conditions = re.findall(r'cond="([^"]*)"', text)
    asked = {word for condition in conditions for word in re.findall(r"[\w]+_[a-z_]+", condition)}
    assert asked <= {*re.findall(r'<data id="([^"]*)"', text)} & {*re.findall(r'location="([^"]*)"', text)}
    assert {word for word in asked if not word.endswith(GUARDS)} == set()
    assert {guard for guard in GUARDS if any(word.endswith(guard) for word in asked)} >= ALWAYS


ALWAYS = set(GUARDS) - {"no_attackers", "second_damage", "ends_combat", "turn_ended"}
"""The guards that every machine asks; the others depend on what is still to come, and on the edition."""


@ALL
def test_a_machine_says_which_guards_its_host_answers(name: str) -> None:
    config = json.loads(CASES[name].text("json"))
    asked = set(config["meta"]["guards"])
    assert ALWAYS <= asked <= set(GUARDS)
    parts = {part.removeprefix("not_") for guard in config["meta"]["named"] for part in guard.split("_and_")}
    assert parts == asked
    markup = json.loads(CASES[name].text("markup.json"))
    told = markup["name"].removeprefix("turns; a model answers ").split(", ")
    conditions = [
        guard for move in markup["transitions"] for key in ("conditions", "unless") for guard in move.get(key, ())
    ]
    assert set(told) == set(conditions) == asked
    assert all(f"\n  {guard}: " in CASES[name].text("scxml") for guard in asked)


def test_a_way_that_guards_open_is_an_edge_of_the_graph() -> None:
    read = graph_of(CASES["cr2026"].text("graphml").encode())
    assert "no_attackers: no creature attacks" in read.graph["guards"]
    ways = {(u, v): data["guards"] for u, v, data in read.edges(data=True) if data.get("guards")}
    assert ways["combat/declare_attackers", "combat/end_of_combat"] == "no_attackers"
    assert ways["combat/combat_damage", "combat/combat_damage"] == "second_damage"
    assert ways["ending/cleanup", "ending/cleanup"] == "ends_turn; cleanup_repeats"
    assert ways["ending/end", "ending/cleanup"] == "ends_turn"
    assert ways["combat/declare_blockers", "postcombat_main"] == "ends_combat"


# whole turns, by the chart of the regular turn alone: what happens there opens its ways

STEP = ("advance", "pass", "pass", "advance", "advance")
"""A step in which nobody does anything."""

CAST = ("advance", "put_on_stack", "pass", "pass", "advance")
"""A step in which somebody casts a spell, which is resolving then."""

TO_COMBAT = ("advance", "advance", *STEP * 4)
"""From the beginning of the turn to that of the declare attackers step."""

DRIVEN: dict[str, tuple[tuple[str, ...], str]] = {
    "nobody attacks": (
        (*TO_COMBAT, "no_attackers", *STEP * 4, "advance", "advance"),
        "untap upkeep draw precombat_main beginning_of_combat declare_attackers end_of_combat postcombat_main end "
        "cleanup",
    ),
    "first strike": (
        (*TO_COMBAT, *STEP * 2, "second_damage", *STEP * 5, "advance", "advance"),
        "untap upkeep draw precombat_main beginning_of_combat declare_attackers declare_blockers combat_damage "
        "combat_damage-1 end_of_combat postcombat_main end cleanup",
    ),
    "a trigger in the cleanup step": (
        (
            *(*TO_COMBAT, *STEP * 6),
            *("put_on_stack", "advance", "pass", "pass", "advance", "advance", "pass", "pass", "advance", "advance"),
            *("advance", "advance"),
        ),
        "untap upkeep draw precombat_main beginning_of_combat declare_attackers declare_blockers combat_damage "
        "end_of_combat postcombat_main end cleanup cleanup",
    ),
    "the turn is ended": (
        ("advance", "advance", *STEP, *CAST, "put_on_stack", "end_turn", "advance", "advance", "advance", "advance"),
        "untap upkeep draw cleanup",
    ),
    "the combat is ended": (
        (*TO_COMBAT, *CAST, "end_combat", "advance", "advance", *STEP * 2, "advance", "advance"),
        "untap upkeep draw precombat_main beginning_of_combat declare_attackers postcombat_main end cleanup",
    ),
}


def begun(configurations: list[list[str]]) -> str:
    """The stops that have begun, in order."""
    places = [at[0].rpartition(".")[0] for at in configurations if at[0].endswith(".beginning")]
    return " ".join(place.rpartition(".")[2] for place in places)


@pytest.mark.parametrize("name", DRIVEN)
def test_python_statemachine_plays_turns_by_the_regular_chart(name: str) -> None:
    events, expected = DRIVEN[name]
    machine = load(CASES["cr2026"].text("scxml"), format="scxml")()
    configurations = [leaves(machine.configuration)]
    for event in events:
        machine.send(event)
        configurations.append(leaves(machine.configuration))
    assert begun(_changes(configurations)) == expected
    assert machine.is_terminated


def _changes(configurations: list[list[str]]) -> list[list[str]]:
    """The configurations that differ from those before them; a step that begins again goes through its states."""
    return [at for at, before in zip(configurations, [[], *configurations], strict=False) if at != before]


@pytest.mark.consumers
def test_scion_plays_turns_by_the_regular_chart() -> None:
    text = CASES["cr2026"].text("scxml")
    ran = ask("scxml.mjs", [{"text": text, "events": events} for events, _ in DRIVEN.values()])
    for configurations, (name, (_, expected)) in zip(ran, DRIVEN.items(), strict=True):
        assert begun(_changes(configurations)) == expected, name
        assert configurations[-1] == ["over"], name


def answered(name: str) -> list[Answers]:
    """What a host answers at each ``advance`` of a driven turn."""
    table, answers = Table(CASES["cr2026"]), []
    for event in DRIVEN[name][0]:
        if event == "advance":
            answers.append(table.players[0].answers())
        table.hear(event)
    return answers


@pytest.mark.consumers
def test_xstate_plays_turns_by_the_regular_chart() -> None:
    config = json.loads(CASES["cr2026"].text("json"))
    ran = ask("xstate.mjs", [{"config": config, "answers": answered(name)} for name in DRIVEN])
    for one, (name, (_, expected)) in zip(ran, DRIVEN.items(), strict=True):
        places = [[element_id(flattened(value)[0])] for value in one["values"]]
        assert begun(_changes(places)) == expected, name
        assert one["status"] == "done", name


# XState


def flattened(value: Any) -> list[str]:
    """The paths of the leaves of an XState value."""
    if isinstance(value, str):
        return [value]
    return sorted(f"{key}/{rest}" for key, inner in value.items() for rest in flattened(inner))


@pytest.mark.consumers
def test_xstate_walks_the_same_way() -> None:
    walks = [(name, way(CASES[name])) for name in CASES for way in (straight, wavering)]
    questions = [
        {
            "config": json.loads(CASES[name].text("json")),
            "answers": answers,
        }
        for name, answers in walks
    ]
    for (name, answers), ran in zip(walks, ask("xstate.mjs", questions), strict=True):
        assert [flattened(value) for value in ran["values"]] == list(Ours(CASES[name]).walk(answers)), name
        assert ran["status"] == "done"


def test_the_walks_ask_every_guard_both_ways() -> None:
    for name, case in CASES.items():
        answers = wavering(case)
        assert all({answer[guard] for answer in answers} == {True, False} for guard in GUARDS), name
        assert {"pass", "put_on_stack", "advance"} <= set(events_of(name)[0])
        assert any(id.endswith("cleanup.priority") for ids in events_of(name)[1] for id in ids), name
        visited = {path.rpartition("/")[2] for paths in Ours(case).walk(wavering(case)) for path in paths}
        assert visited == {"beginning", "priority", "resolving", "ending", "over"}


# GraphML: networkx reads it back


def graph_of(text: bytes) -> nx.DiGraph[str]:
    return cast("nx.DiGraph[str]", nx.read_graphml(BytesIO(text)))


FACTS = {"part", "level", "kind", "rule", "serial", "inserted_by", "skipped_by", "order"}


@ALL
def test_networkx_reads_the_same_graph(name: str) -> None:
    parts = CASES[name].diagram.turns
    read = graph_of(CASES[name].text("graphml").encode())
    meant: nx.DiGraph[str] = nx.compose_all([expected(part, f"{at} ") for at, part in enumerate(parts)])
    told: nx.DiGraph[str] = nx.DiGraph(read)
    for id, facts in read.nodes(data=True):
        told.nodes[id].clear()
        told.add_node(id, **{name: fact for name, fact in facts.items() if name in FACTS})
    assert nx.is_isomorphic(told, meant, node_match=operator.eq, edge_match=operator.eq)
    assert len(list(nx.weakly_connected_components(read))) == len(parts)


def expected(part: DrawnTurn, prefix: str) -> nx.DiGraph[str]:
    """The graph of a part as its turn graph has it, with what matters of each node."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for id, node in part.graph.nodes.items():
        order = part.graph.path.index(id) + 1 if id in part.graph.path else 0
        facts = {
            "part": clean(part.name) or "A turn",
            "level": node.level,
            "kind": "" if node.level == "turn" else node.kind,
            "rule": node.rule,
            "serial": node.serial,
            "inserted_by": clean(node.inserted.by) if node.inserted else "",
            "skipped_by": clean(node.skipped.by) if node.skipped else part.skipped if node.level == "turn" else "",
            "order": order,
        }
        graph.add_node(prefix + id, **{name: fact for name, fact in facts.items() if fact})
    graph.add_edges_from((prefix + u, prefix + v, data) for u, v, data in part.graph.digraph.edges(data=True))
    for (source, target), guards in guarded_ways(part.graph).items():
        kind = graph.edges.get((prefix + source, prefix + target), {}).get("kind", "way")
        graph.add_edge(prefix + source, prefix + target, kind=kind, guards="; ".join(guards))
    return graph


@ALL
def test_networkx_writes_it_again_as_it_was(name: str) -> None:
    """All attributes are of kinds that GraphML holds: texts, whole numbers, and what is true."""
    text = CASES[name].text("graphml").encode()
    read = graph_of(text)
    again = BytesIO()
    nx.write_graphml_xml(read, again)
    assert nx.is_isomorphic(graph_of(again.getvalue()), read, operator.eq, operator.eq)
    kinds = {type(fact) for _, facts in read.nodes(data=True) for fact in facts.values()}
    assert kinds <= {str, int, bool}
    assert set(re.findall(r'attr.type="(\w+)"', text.decode())) <= {"string", "long", "boolean"}


# names from users reach every format as they are


def test_machines_and_graphs_hold_any_name() -> None:
    case = CASES["hostile"]
    names = {clean(name) or "A turn" for name in HOSTILE}
    machine = json.loads(case.text("json"))["states"]
    assert {state["meta"]["label"] for state in machine.values() if "meta" in state} == names
    document = ET.fromstring(case.text("scxml"))  # noqa: S314  # we wrote it
    assert {e.attrib["{urn:turn-structure:1.0}label"] for e in document if "initial" in e.attrib} == names
    read = graph_of(case.text("graphml").encode())
    assert {facts["part"] for _, facts in read.nodes(data=True)} == names
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", key) for key in machine)
    assert len(machine) == len(HOSTILE) + 1
