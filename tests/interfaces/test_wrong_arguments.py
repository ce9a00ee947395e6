"""Public functions, methods and actions with what makes no sense: an ``FsmError`` that says what was expected."""

from __future__ import annotations

import functools
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fsm
from fsm import Action, RewriteError, RewriteRule, State, base_turn
from fsm.errors import ArgumentError
from fsm.recording import recorded_turns

GRAPH = base_turn("cr2026")
STATE, EVENTS = fsm.start_game("cr2026", ["Ann", "Bob"])
TEXT = "{players: [Ann, Bob], expect: {turns: [Ann]}}"
(SCENARIO,) = fsm.parse_scenarios(TEXT)
RUN = fsm.run_scenario(SCENARIO)
(TURN,) = recorded_turns(RUN)
EDITION = fsm.load_edition("cr2026")
ADDRESS = fsm.parse_address("T1.upkeep")
RULE = RewriteRule("mine", "skip", "anchor", "[anchor]")
SAID = {"title": "", "subtitle": ""}
LOOK = {"theme": "", "direction": "", "aspect": "", "width": 0, "scale": 0}


class Solitaire:
    """A model that a machine can be attached to."""

    def all_passed(self) -> bool:
        return True

    def stack_empty(self) -> bool:
        return True


Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


def call(function: Callable[..., Any], *arguments: Any, **named: Any) -> Call:
    """A call that makes sense; each of its arguments is replaced by what makes none."""
    return function, arguments, named


FUNCTIONS: dict[str, Call] = {
    one[0].__name__: one
    for one in (
        call(base_turn, "cr2026"),
        call(fsm.catalogue),
        call(fsm.compare_diagram, "cr2006", "cr2026"),
        call(fsm.history_diagram, "2003", "2004"),
        call(fsm.default_action, STATE),
        call(fsm.edition_ids),
        call(fsm.find_card, "Time Walk", {}),
        call(fsm.insert_phases, GRAPH, "combat", ("combat",), "x"),
        call(fsm.insert_steps, GRAPH, "upkeep", ("upkeep",), "x"),
        call(fsm.judge, SCENARIO, RUN),
        call(fsm.legal_actions, STATE),
        call(fsm.load_edition, "cr2026"),
        call(fsm.parse_address, "T1.upkeep", None),
        call(fsm.parse_scenarios, TEXT, "a file"),
        call(fsm.parse_turn, "U Up D", "cr2026"),
        call(fsm.play_by_play, RUN),
        call(fsm.poster_diagram, GRAPH, **SAID, paper="a4"),
        call(fsm.read_card, {"name": "X", "type": "instant"}, ()),
        call(fsm.read_scenarios, "12/02"),
        call(fsm.read_trace, "\n".join(fsm.trace_lines(RUN)), "a file"),
        call(fsm.rule_diagram, "insert_phases", "cr2026"),
        call(fsm.run_scenario, SCENARIO, "cr2026", fsm.run_scenario.__defaults__[1]),  # type: ignore[index]
        call(fsm.scenario_diagram, TURN, **SAID, level="step", at=None),
        call(fsm.skip, GRAPH, "combat", "x", "skip"),
        call(fsm.start_game, "cr2026", ["Ann", "Bob"], None, (), None, (), 7),
        call(fsm.step, STATE, fsm.Pass(0)),
        call(fsm.timeline_diagram, RUN, **SAID),
        call(fsm.trace_lines, RUN),
        call(fsm.turn_diagram, GRAPH, **SAID, highlight=None, level="step", at=None, detail=None),
    )
}
"""The functions of the package."""

METHODS: dict[str, Call] = {
    one[0].__qualname__: one
    for one in (
        call(ADDRESS.locate, GRAPH),
        call(EDITION.ends_by, "upkeep"),
        call(EDITION.has, "combat"),
        call(EDITION.line, "500.7"),
        call(EDITION.phase, "combat"),
        call(EDITION.phase_of, "upkeep"),
        call(EDITION.step, "upkeep"),
        call(EDITION.term, "battlefield"),
        call(EDITION.without_priority, "untap"),
        call(EDITION.cite, "skip"),
        call(EDITION.number, "skip"),
        call(GRAPH.address, "combat"),
        call(GRAPH.changes, GRAPH),
        call(GRAPH.children, "combat"),
        call(GRAPH.coming, "beginning/upkeep"),
        call(GRAPH.diagram, "step", at=None, title="", detail=None),
        call(GRAPH.find, "combat", 1),
        call(GRAPH.following, "beginning/upkeep"),
        call(GRAPH.is_skipped, "combat"),
        call(GRAPH.node, "combat"),
        call(GRAPH.number, "combat"),
        call(GRAPH.parent, "combat"),
        call(GRAPH.part, "combat"),
        call(GRAPH.phase_of, "combat"),
        call(RULE.apply, GRAPH, "combat", (), "x", "skip"),
        call(RULE.cited, EDITION),
        call(RUN.begins, ADDRESS),
        call(fsm.Pile.of, ("Forest", 3)),
        call(fsm.Recording.of, EVENTS, "A game"),
        call(RUN.happened, "extra turn"),
        call(RUN.inside, ADDRESS),
        call(RUN.leaving, ADDRESS),
        call(RUN.life, "Ann", "T1.upkeep"),
        call(RUN.page, ""),
        call(RUN.schedule, "T1.upkeep"),
        call(RUN.seen_by, "Ann"),
        call(RUN.steps, 1),
        call(RUN.turn, 1),
        call(SCENARIO.stands_for, EDITION),
        call(TURN.diagram, level="step", at=None),
        call(GRAPH.diagram().dot, ""),
        call(GRAPH.diagram().render, "dot", ""),
        call(GRAPH.diagram().save, "x.dot", "", ""),
        call(GRAPH.diagram().with_look, **LOOK),
        call(fsm.TurnMachine, Solitaire(), GRAPH, at="combat"),
        call(RewriteRule, "x", "skip", "anchor", "[anchor]", ("step",)),
    )
}
"""The methods of the values of the package. Those of a state are the engine's own, and run millions of times."""

TEN: tuple[Any, ...] = (None, 3, -1, "", "zzz", [3], {"a": 1}, b"x", object(), "x" * 50_000)
"""Nothing, numbers, an empty text, an unknown name, a list, a mapping, bytes, an object, a huge text."""

ODD: tuple[Any, ...] = (
    True, 2026, 10**30, 1.5, float("nan"), "x", "\ud800", "T1.²", "a => b", "x\0y", [], [None], (), (3,), {},
    set(), len, GRAPH, STATE, RUN, SCENARIO, fsm, type,
)  # fmt: skip
"""More that makes no sense, for functions."""

HELP = re.compile(
    r"expected|there are: |there is no |such as |known here: |; the run has |give |write |begins with|steps are|"
    r"this turn has|the model \w+ has no |no such file|a scenario has at least|scenarios have|unknown card .* define|"
    r"is not a phase or step|is missing|not JSON|has no meaning in a notation"
)
"""What a message says that tells what was expected."""

ANY = {("Edition.cite", 0), ("Edition.number", 0)}
"""The arguments of which no type is refused that can be looked up: play asks them at each event."""


def called(function: Callable[..., Any], arguments: list[Any], named: dict[str, Any]) -> None:
    """Calls a function, and takes all that it gives."""
    made = function(*arguments, **named)
    for _ in made if isinstance(made, Iterator) else ():
        pass


def with_one(call: Call, bad: Any) -> Iterator[tuple[str | int, list[Any], dict[str, Any]]]:
    """The arguments of a call, each in turn replaced by something bad."""
    _, arguments, named = call
    for at in range(len(arguments)):
        yield at, [*arguments[:at], bad, *arguments[at + 1 :]], named
    for name in named:
        yield name, [*arguments], {**named, name: bad}


def test_all_functions_are_tried() -> None:
    functions = {name for name in fsm.__all__ if callable(getattr(fsm, name)) and name.islower()}
    assert functions == set(FUNCTIONS)


@pytest.mark.parametrize("name", [*FUNCTIONS, *METHODS])
def test_what_makes_no_sense_is_an_error_that_says_what_was_expected(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tried = FUNCTIONS.get(name) or METHODS[name]
    called(tried[0], [*tried[1]], tried[2])
    for bad in (*TEN, *(ODD if name in FUNCTIONS else ())):
        for at, arguments, named in with_one(tried, bad):
            try:
                called(tried[0], arguments, named)
            except fsm.FsmError as error:
                said = str(error)
                assert HELP.search(said), f"{name} with {bad!r:.60} as argument {at}: {said}"
                assert len(said) < 2_100
                assert said.isprintable() or "\n" in said
            except Exception as error:
                raise AssertionError(f"{name} with {bad!r:.60} as argument {at}: {error!r}") from error


@pytest.mark.parametrize("name", [*FUNCTIONS, *METHODS])
def test_an_argument_of_another_type_is_not_accepted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tried = FUNCTIONS.get(name) or METHODS[name]
    for bad in (b"x", object()):
        for at, arguments, named in with_one(tried, bad):
            if (name, at) not in ANY:
                with pytest.raises(fsm.FsmError):
                    called(tried[0], arguments, named)


ACTIONS = [one for name in fsm.__all__ if isinstance(one := getattr(fsm, name), type) and issubclass(one, Action)]


@functools.cache
def decisions() -> dict[str, State]:
    """A state for each kind of decision that a game with combats asks for."""
    files = ("12/10", "06/06", "06/07")
    recordings = [fsm.run_scenario(one, "cr2026") for file in files for one in fsm.read_scenarios(file)]
    return {type(one.before.decision).__name__: one.before for run in recordings for one in run.answers}


@pytest.mark.parametrize("kind", [one for one in ACTIONS if one is not Action])
def test_an_action_that_makes_no_sense_is_an_error(kind: type[Action]) -> None:
    assert set(decisions()) >= {"Priority", "DeclareAttackers", "DeclareBlockers"}
    fields = msgspec.structs.fields(kind)
    for state in decisions().values():
        assert state.decision is not None
        usual = {one.name: one.default for one in fields if one.default is not msgspec.NODEFAULT}
        usual = {one.name: 1 for one in fields} | usual | {"player": state.decision.player}
        for field in fields:
            for bad in TEN:
                try:
                    fsm.step(state, kind(**(usual | {field.name: bad})))
                except fsm.FsmError:
                    pass
                except Exception as error:
                    raise AssertionError(f"{kind.__name__}, {field.name}={bad!r:.60}: {error!r}") from error


NOTHING: Any = None
NUMBER: Any = 2026
NAME: Any = "Time Walk"
LISTED: Any = ["combat"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (functools.partial(base_turn, NUMBER), r"found 2026 \(int\), expected the id of an edition, such as 'cr2026'"),
        (functools.partial(fsm.step, STATE, NOTHING), r"found None \(NoneType\), expected an action"),
        (functools.partial(fsm.step, NOTHING, NOTHING), "expected a state of a game; start_game gives the first one"),
        (functools.partial(fsm.skip, GRAPH, NUMBER, "x"), "expected a place in a turn, such as 'combat#2'"),
        (
            functools.partial(fsm.step, STATE, fsm.Cast(0, NAME)),
            r"Cast: card: found 'Time Walk' \(str\), expected a card",
        ),
        (
            functools.partial(fsm.insert_phases, GRAPH, "combat", LISTED, "x"),
            r"expected a tuple of phases or steps",
        ),
        (functools.partial(fsm.turn_diagram, GRAPH, title=NUMBER), r"title: found 2026 \(int\), expected a text"),
        (functools.partial(fsm.skip, NOTHING, "combat", "x"), "expected a turn, such as base_turn"),
    ],
)
def test_a_wrong_type_is_told_with_what_was_expected(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ArgumentError, match=said) as wrong:
        call()
    assert isinstance(wrong.value, TypeError)


@pytest.mark.parametrize(
    ("topic", "matches", "puts", "said"),
    [
        ("skip", "anchor => rest", "anchor -> [rest]", "found 'anchor => rest', expected names in a chain"),
        ("skip", "anchor -> rest", "anchor -> ", "found 'anchor -> ', expected names in a chain"),
        ("skip", 3, "anchor", "found 3, expected names in a chain"),
        ("skip", "anchor -> rest", "anchor -> [rset]", r"keeps or skips 'rset', which 'anchor -> rest' has not"),
        ("skipp", "anchor -> rest", "anchor", r'there is no topic \'skipp\' \(did you mean "skip"\?\)'),
        (None, "anchor", "anchor", "there is no topic None"),
    ],
)
def test_a_rewrite_rule_that_makes_no_sense_is_refused(topic: Any, matches: Any, puts: str, said: str) -> None:
    with pytest.raises(RewriteError, match=said):
        RewriteRule("odd", topic, matches, puts)


@pytest.mark.parametrize(
    ("matches", "puts", "takes", "said"),
    [
        (
            "a -> b",
            "b -> a",
            ("step",),
            r"'b -> a' keeps or skips other names than 'a -> b', expected each of them once",
        ),
        ("a -> b", "a", ("step",), "'a' keeps or skips other names than 'a -> b'"),
        ("a -> b", "a -> b -> a", ("step",), "keeps or skips other names"),
        ("a -> b -> c", "c -> a", ("turn",), "keeps or skips other names"),
        ("anchor", "[anchor]", ("steps",), r'takes: found \'steps\' \(did you mean "step"\?\), expected turn, phase'),
        ("anchor", "[anchor]", (3,), "takes: found 3, expected turn, phase or step"),
    ],
)
def test_a_rewrite_rule_that_cannot_do_what_it_says_is_refused(matches: str, puts: str, takes: Any, said: str) -> None:
    with pytest.raises(RewriteError, match=said):
        RewriteRule("odd", "skip", matches, puts, takes)


@pytest.mark.parametrize(
    ("puts", "given", "said"),
    [
        ("anchor -> +Up -> next", ("draw",), r"found \('draw',\) to insert, and .* inserts \+Up; expected none given"),
        ("anchor -> [next]", ("draw",), r"found \('draw',\) to insert, and .* inserts nothing"),
        ("anchor -> +Up -> +step -> next", ("draw",), "inserts tokens beside other names"),
        ("anchor -> +step -> next", (), "nothing to insert, expected at least one phase or step"),
    ],
)
def test_a_rewrite_takes_what_its_rule_inserts(puts: str, given: tuple[str, ...], said: str) -> None:
    with pytest.raises(RewriteError, match=said):
        RewriteRule("mine", "extra_step", "anchor -> next", puts, ("step",)).apply(GRAPH, "upkeep", given, "x")


def test_an_unknown_name_is_a_key_error_that_can_be_sent_on() -> None:
    with pytest.raises(KeyError) as wrong:
        GRAPH.node("combatt")
    said = "there is no node 'combatt' (did you mean \"combat\"?); there are: turn, beginning, beginning/untap"
    for error in (wrong.value, pickle.loads(pickle.dumps(wrong.value))):  # noqa: S301  # our own
        assert isinstance(error, fsm.FsmError)
        assert str(error).startswith(said)


def test_the_package_lists_its_public_names_alone() -> None:
    assert dir(fsm) == sorted(fsm.__all__)
    assert not [name for name in dir(fsm) if name.startswith("_") or name in ("Any", "TYPE_CHECKING", "import_module")]
    assert fsm.__version__


def test_nobody_decides_when_the_game_is_over() -> None:
    over, _ = fsm.step(STATE, fsm.Concede(0))
    with pytest.raises(fsm.IllegalAction, match="the game is over"):
        fsm.default_action(over)
