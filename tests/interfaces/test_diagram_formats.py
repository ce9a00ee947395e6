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

from fsm.diagram.naming import clean, element_id
from fsm.turn.machine import GUARDS, SlashState

if TYPE_CHECKING:
    from walking import Answers

    from fsm.diagram import Part

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
        self.answers: Answers = (False, False, False)
        SlashMachine(markup=markup).add_model(self)

    def all_passed(self) -> bool:
        return self.answers[0]

    def stack_empty(self) -> bool:
        return self.answers[1]

    def needs_priority(self) -> bool:
        return self.answers[2]

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
    conditions = re.findall(r'cond="([^"]*)"', CASES[name].text("scxml"))
    asked = {word for condition in conditions for word in re.findall(r"[a-z]+_[a-z_]+", condition)}
    assert {word for word in asked if not word.endswith(GUARDS)} == set()
    assert {guard for guard in GUARDS if any(word.endswith(guard) for word in asked)} == set(GUARDS)


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
            "answers": [dict(zip(GUARDS, a, strict=True)) for a in answers],
        }
        for name, answers in walks
    ]
    for (name, answers), ran in zip(walks, ask("xstate.mjs", questions), strict=True):
        assert [flattened(value) for value in ran["values"]] == list(Ours(CASES[name]).walk(answers)), name
        assert ran["status"] == "done"


def test_the_walks_ask_every_guard_both_ways() -> None:
    for name, case in CASES.items():
        assert {answer[:2] for answer in wavering(case)} == {(a, b) for a in (True, False) for b in (True, False)}, name
        assert {"pass", "put_on_stack", "advance"} == set(events_of(name)[0])
        assert any(id.endswith("cleanup.priority") for ids in events_of(name)[1] for id in ids), name
        visited = {path.rpartition("/")[2] for paths in Ours(case).walk(wavering(case)) for path in paths}
        assert visited == {"beginning", "priority", "resolving", "ending", "over"}


# GraphML: networkx reads it back


def graph_of(text: bytes) -> nx.DiGraph[str]:
    return cast("nx.DiGraph[str]", nx.read_graphml(BytesIO(text)))


FACTS = {"part", "level", "kind", "rule", "serial", "inserted_by", "skipped_by", "order"}


@ALL
def test_networkx_reads_the_same_graph(name: str) -> None:
    parts = CASES[name].diagram.parts
    read = graph_of(CASES[name].text("graphml").encode())
    meant: nx.DiGraph[str] = nx.compose_all([expected(part, f"{at} ") for at, part in enumerate(parts)])
    told: nx.DiGraph[str] = nx.DiGraph(read)
    for id, facts in read.nodes(data=True):
        told.nodes[id].clear()
        told.add_node(id, **{name: fact for name, fact in facts.items() if name in FACTS})
    assert nx.is_isomorphic(told, meant, node_match=operator.eq, edge_match=operator.eq)
    assert len(list(nx.weakly_connected_components(read))) == len(parts)


def expected(part: Part, prefix: str) -> nx.DiGraph[str]:
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
