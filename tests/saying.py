"""Every word that a scenario may say, from the types that read it, and the places of the corpus where it can be said.

A *word* is a field of a struct, perhaps with one of the values that its type lists. It is tried in the corpus: said
where it is not, and left out where it is. If nothing else happens then, anywhere, the word does nothing.
"""

from __future__ import annotations

import copy
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from fsm import shape
from fsm.cards.terms import CONDITIONS, WHO, If, Players, Until, Who
from fsm.cards.vocabulary import EFFECTS, Choices, EffectRef, Effects, Option
from fsm.cards.written import durations
from fsm.document import Document
from fsm.edition import kinds_in_use
from fsm.errors import FsmError, InputError
from fsm.game import Card
from fsm.names import Name
from fsm.recording.trace import event_fields
from fsm.scenario import ActRef, Happening, judge, read_yaml, run_scenario
from fsm.scenario.model import Act, CardRef, HappensRef, PlayerState, Setup, StateFields, StateRef, WrittenScenario
from fsm.scenario.reading.reader import check_document
from fsm.shape import Such, Words

SCENARIOS = Path(__file__).parents[1] / "scenarios"
CATALOGUE = Path(__file__).parents[1] / "fsm" / "cards" / "catalogue.toml"

AT_LEAST = 5
"""How many turns are taken while a word is tried, so that what it says can come up."""

ECHOES = {"until", "what", "at", "count", "seq", "line"}
"""What an event repeats of the words that made it; that is no difference yet."""

Struct = type[Any]
Path_ = tuple[Any, ...]


@dataclass(frozen=True)
class Word:
    """A field, with a value if its type lists them (as JSON, so that it can be a key)."""

    struct: Struct
    field: str
    value: Any = None

    def __str__(self) -> str:
        said = "" if self.value is None else f": {self.value!r}"
        return f"{self.struct.__name__}.{self.field}{said}"


def structs() -> list[Struct]:
    """All that is read as a mapping of fields: effects, cards and abilities, acts, setups and expectations."""
    roots: tuple[Struct, ...] = (
        WrittenScenario,
        Act,
        Setup,
        PlayerState,
        StateFields,
        Happening,
        Card,
        Option,
        *EFFECTS.values(),
    )
    names = shape.definitions(*roots)
    found: dict[str, Struct] = {}

    def add(type_: Any) -> None:
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct) and type_.__name__ in names:
            if type_.__name__ not in found:
                found[type_.__name__] = type_
                for inner in shape.fields(type_).values():
                    add(inner)
            return
        for inner in get_args(type_):
            add(inner)

    for root in roots:
        add(root)
    return list(found.values())


def words() -> list[Word]:
    """All words."""
    return [word for struct in structs() for word in words_of(struct)]


def words_of(struct: Struct) -> Iterator[Word]:
    """The fields of a struct, each with the values that its type lists, or without one if it lists none."""
    defaults = {f.encode_name: f.default for f in msgspec.structs.fields(struct)}
    for field, type_ in shape.fields(struct).items():
        listed = tuple(dict.fromkeys(values(type_)))
        as_ever = (defaults[field], *(defaults[field] if isinstance(defaults[field], tuple) else ()))
        meant = (value for value in listed if value not in as_ever)  # to say the default changes nothing, of course
        yield from (Word(struct, field, value) for value in meant) if listed else (Word(struct, field),)


def values(type_: Any) -> Iterator[Any]:
    """The words that a type lists."""
    if type_ in (Who, Players):
        yield from WHO
    elif type_ is Until:
        yield from durations(kinds_in_use())
    elif type_ is If:
        yield from CONDITIONS
    elif type_ is bool:
        yield from (True, False)
    elif get_origin(type_) is Literal:
        yield from get_args(type_)
    elif isinstance(type_, Words):
        yield from type_.known()
    elif type_ not in shape.CUSTOM:
        for inner in get_args(type_):
            yield from values(inner)


EXAMPLES: dict[str, tuple[Any, ...]] = {
    "int": (0, 1, 2, 3, -1, 30),
    "str": ("T1", "Ann", "nothing of that name", "Bear", "T1.upkeep", "self", "creatures"),
    "effects": ([{"life": 3}], [{"extra_turn": "each"}], ["end_turn"]),
}
"""What is said of fields whose type lists no words."""


def said(word: Word) -> Iterator[Any]:
    """The values to try for a word: its own, alone or in a list, or examples."""
    type_ = shape.fields(word.struct)[word.field]
    type_ = get_args(type_)[0] if any(isinstance(one, Such) for one in get_args(type_)) else type_
    members = (type_, *get_args(type_))
    several = next((t for t in members if get_origin(t) is tuple), None)
    if word.value is not None:
        yield [word.value] if several else word.value
        return
    if word.field == "rule":
        yield "500.1"
    if int in members:
        yield from EXAMPLES["int"]
    if str in members or Name in members:
        yield from EXAMPLES["str"]
    if type_ == Effects:
        yield from EXAMPLES["effects"]
    elif several and str in get_args(several):
        yield from ([example] for example in EXAMPLES["str"])


Occurrence = tuple[Any, Path_]
"""Where a struct stands: in which scenario, and the path to its mapping."""


@cache
def corpus() -> tuple[dict[str, Any], ...]:
    """The scenarios of the corpus, with the cards that they name written out, so that these can be changed, too."""
    catalogue = tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))
    found = []
    for file in sorted(SCENARIOS.rglob("*.turn.yaml")):
        for document in read_yaml(file.read_text(encoding="utf-8"), str(file)):
            data = document.data
            if "winner" in str(data):  # a game to its end is long, and shows nothing of words but this one
                continue
            own = {card["name"] for card in data.get("cards") or []}
            names = dict.fromkeys(name for name in _texts(data) if name in catalogue and name not in own)
            cards = [*(data.get("cards") or []), *({"name": name, **catalogue[name]} for name in names)]
            found.append({**data, "cards": cards} if cards else data)
    return (*found, *made())


def made() -> Iterator[dict[str, Any]]:
    """A few scenarios for each effect, in which it may mean all that it can: the corpus need not show every word."""
    rock: dict[str, Any] = {"name": "Rock", "type": "artifact", "flash": True}
    trick: dict[str, Any] = {"name": "Trick", "type": "instant"}
    for name, struct in EFFECTS.items():
        needed = {field: _example(shape.fields(struct)[field]) for field in shape.required(struct)}
        effect = {name: needed}
        yield _scenario({**trick, "effects": [effect]})
        yield _scenario({**trick, "effects": [{"may": {"player": "opponents", "do": [effect]}}]})
        yield _scenario({**trick, "targets": "player", "effects": [effect]}, "Bob")
        yield _scenario({**trick, "targets": "permanent", "effects": [effect]}, "Bear")
        yield _scenario({**rock, "targets": "player", "triggers": [{"when": "upkeep", "do": [effect]}]}, "Cat")
        yield _scenario({**rock, "abilities": [{"do": [effect], "tap": True}]})
        for word in words_of(struct):
            if word.value is not None and shape.fields(struct)[word.field] not in (Who, Players, Until):
                yield _scenario({**trick, "effects": [{name: {**needed, word.field: next(said(word))}}]})


def _scenario(card: dict[str, Any], target: str = "") -> dict[str, Any]:
    """Three players with permanents and cards; one casts a card in another one's turn, and wants all there is."""
    begins = {
        "hand": 3, "library": 30, "graveyard": ["Bear"], "battlefield": ["Bear", "Bear", "Plains"],
        "tapped": ["Plains"],
    }  # fmt: skip
    bear = {"name": "Bear", "type": "creature", "power": 2, "toughness": 2}
    script: list[Any] = [{"at": "T2.upkeep", "Ann": {"cast": card["name"], **({"target": target} if target else {})}}]
    if any("may" in effect for effect in card.get("effects", ())):
        script += [{"at": "T2.upkeep", "Cat": {"choose": "yes"}}]
    if "abilities" in card:
        script += [{"at": "T2.draw", "Ann": {"activate": "Rock", "target": "Bear"}}]
    return {
        "name": f"{card} of {target}",
        "players": {"Ann": begins, "Bob": begins, "Cat": begins},
        "cards": [bear, {"name": "Plains", "type": "land"}, card],
        "script": script,
        "until": f"T{AT_LEAST}",
    }


def _example(type_: Any) -> Any:
    """A value of a type that has to be given."""
    if get_origin(type_) is Literal:
        return get_args(type_)[0]
    if words_known := next((one for one in get_args(type_) if isinstance(one, Words)), None):
        return next(iter(words_known.known()))
    if get_origin(type_) is Annotated:
        return _example(get_args(type_)[0])
    if type_ is Choices:
        return {"a": [{"life": 1}], "b": [{"life": 2}]}
    if type_ == Effects:
        return [{"life": 3}]
    if get_origin(type_) is tuple:
        return [_example(get_args(type_)[0])]
    return 2 if type_ is int else "Bear"


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _texts(inner)


@cache
def occurrences() -> dict[Struct, list[tuple[int, Path_]]]:
    """Where each struct stands in the corpus: the number of the scenario and the path."""
    found: dict[Struct, list[tuple[int, Path_]]] = defaultdict(list)
    for n, data in enumerate(corpus()):
        for struct, path in _walk(WrittenScenario, data, ()):
            found[struct].append((n, path))
    return found


def _walk(type_: Any, data: Any, path: Path_) -> Iterator[tuple[Struct, Path_]]:
    """The structs that data are read as, with the paths to them."""
    if type_ in READ_AS:
        yield from READ_AS[type_](data, path)
    elif isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        yield from _walk_struct(type_, data, path)
    elif get_origin(type_) in (Union, UnionType):
        for member in get_args(type_):
            yield from _walk(member, data, path)
    elif get_origin(type_) is Annotated:
        yield from _walk(get_args(type_)[0], data, path)
    elif get_origin(type_) is tuple:
        items = enumerate(data) if isinstance(data, list) else [(None, data)]
        for n, item in items:
            yield from _walk(get_args(type_)[0], item, path if n is None else (*path, n))
    elif get_origin(type_) is dict and isinstance(data, dict):
        for key, item in data.items():
            yield from _walk(get_args(type_)[1], item, (*path, key))


def _walk_struct(struct: Struct, data: Any, path: Path_) -> Iterator[tuple[Struct, Path_]]:
    if isinstance(data, dict):
        yield struct, path
        for field, inner in shape.fields(struct).items():
            if field in data:
                yield from _walk(SPECIAL.get((struct, field), inner), data[field], (*path, field))


def _effect(data: Any, path: Path_) -> Iterator[tuple[Struct, Path_]]:
    if isinstance(data, dict) and len(data) == 1:
        ((name, value),) = data.items()
        if name in EFFECTS:
            if not isinstance(value, dict):
                yield EFFECTS[name], (*path, name)
            yield from _walk(EFFECTS[name], value, (*path, name))
            first = next(iter(shape.fields(EFFECTS[name]).items()), None)
            if first and isinstance(value, list):
                yield from _walk(first[1], value, (*path, name))
    elif isinstance(data, str) and data in EFFECTS:
        yield EFFECTS[data], path


def _choices(data: Any, path: Path_) -> Iterator[tuple[Struct, Path_]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _walk(Effects, value, (*path, key))
    else:
        yield from _walk(tuple[Option, ...], data, path)


def _state(data: Any, path: Path_) -> Iterator[tuple[Struct, Path_]]:
    yield StateFields, path
    for key in data if isinstance(data, dict) else ():
        if key not in shape.fields(StateFields):
            yield from _walk(PlayerState, data[key], (*path, key))


def _players(data: Any, path: Path_) -> Iterator[tuple[Struct, Path_]]:
    for key, value in data.items() if isinstance(data, dict) else ():
        yield Setup, (*path, key)
        yield from _walk(Setup, value, (*path, key))


def _script(data: Any, path: Path_) -> Iterator[tuple[Struct, Path_]]:
    for n, entry in enumerate(data or ()):
        for key, value in entry.items():
            if key not in ("at", "responding_to"):
                yield from _walk(tuple[ActRef, ...], value, (*path, n, key))


READ_AS: dict[Any, Any] = {
    EffectRef: _effect,
    Choices: _choices,
    CardRef: lambda data, path: _walk(Card, data, path),
    ActRef: lambda data, path: _walk(Act, data, path),
    StateRef: _state,
    HappensRef: lambda data, path: _walk(Happening, data, path),
    "players": _players,
    "script": _script,
}
SPECIAL: dict[tuple[Struct, str], str] = {(WrittenScenario, name): name for name in ("players", "script")}


def at(data: Any, path: Path_) -> Any:
    """What stands at a path."""
    for key in path:
        data = data[key]
    return data


def changed(data: Any, path: Path_, new: Any) -> Any:
    """A copy of data with something else at a path."""
    if not path:
        return new
    copied = copy.copy(data)
    copied[path[0]] = changed(data[path[0]], path[1:], new)
    return copied


def fields_at(struct: Struct, value: Any) -> dict[str, Any]:
    """A struct's mapping, also of an effect that is written short."""
    if isinstance(value, dict):
        return value
    short = value is not None and not (isinstance(value, str) and value in EFFECTS)
    if short and struct in EFFECTS.values():
        return {next(iter(shape.fields(struct))): value}
    return {}


def with_word(word: Word, number: int, path: Path_, value: Any) -> Any:
    """The scenario with a word said at a place; None if it is there already."""
    data = corpus()[number]
    here = at(data, path)
    mapping = fields_at(word.struct, here)
    if mapping.get(word.field, ...) == value:
        return None
    new: Any = {**mapping, word.field: value}
    return changed(data, path, {here: new} if isinstance(here, str) and here in EFFECTS else new)


def without_word(word: Word, number: int, path: Path_) -> Any:
    """The scenario with a word left out that it says, or None."""
    data = corpus()[number]
    mapping = fields_at(word.struct, at(data, path))
    if word.field not in mapping or not _says(mapping[word.field], word.value):
        return None
    return changed(data, path, {key: value for key, value in mapping.items() if key != word.field})


def _says(value: Any, wanted: Any) -> bool:
    return wanted is None or value == wanted or (isinstance(value, list) and wanted in value)


Seen = tuple[Any, ...] | None


def observed(data: Any) -> Seen:
    """All that happens in a scenario and all that is judged; None if reading refuses it."""
    document = Document("f")
    document.data = data
    try:
        scenario = check_document(document)
    except InputError:
        return None
    seen: list[Any] = [scenario.name, scenario.rules, scenario.rulings, scenario.about]
    for edition in dict.fromkeys((scenario.editions[0], scenario.editions[-1])):
        try:
            recording = run_scenario(scenario, edition)
        except FsmError as error:
            seen.append(str(error))
            continue
        seen += [_event(frame) for frame in recording]
        ends = (frame.state for frame in recording if frame.event.kind in ("turn.end", "game.end"))
        seen += [_held(state) for state in (*ends, recording.final)]
        seen += [str(attempt) for attempt in recording.attempts]
        seen += [(failure.what, failure.found, failure.expected) for failure in judge(scenario, recording)]
    return tuple(seen)


def _event(frame: Any) -> tuple[Any, ...]:
    told = event_fields(frame)
    decision = frame.state.decision
    return (*(str(value) for key, value in told.items() if key not in ECHOES), str(decision))


def _held(state: Any) -> tuple[Any, ...]:
    """What players have, and what their permanents are."""
    permanents = ((p.card.name, p.controller, p.tapped, state.power(p), state.toughness(p)) for p in state.permanents())
    return (state.players, *permanents)


def longer(data: Any) -> Any:
    """A scenario that goes on for some turns."""
    until = str(data.get("until", ""))
    return data if until.startswith("T") and until > f"T{AT_LEAST}" else {**data, "until": f"T{AT_LEAST}"}


@cache
def before(number: int, long: bool) -> Seen:
    """What happens in a scenario of the corpus as it is."""
    data = corpus()[number]
    return observed(longer(data) if long else data)


def _places(word: Word) -> list[tuple[int, Path_]]:
    """Where a word can be tried: first where its field is said, and in small scenarios."""

    def key(place: tuple[int, Path_]) -> tuple[bool, int]:
        data = corpus()[place[0]]
        return word.field not in fields_at(word.struct, at(data, place[1])), len(str(data))

    return sorted(occurrences()[word.struct], key=key)


def proof(word: Word, most: int = 60) -> str:
    """Where a word does something: a scenario's name, ``refused`` if it is refused wherever it is tried, or nothing."""
    places = _places(word)
    saying = ((n, path, data) for n, path in places if (data := without_word(word, n, path)) is not None)
    for number, _, data in islice(saying, most):
        if observed(data) != before(number, long=False):
            return _name(number)
    tried = taken = 0
    for number, path in places:
        for value in said(word):
            data = with_word(word, number, path, value)
            seen = None if data is None else observed(longer(data))
            tried += data is not None
            if seen is not None:
                taken += 1
                if seen != before(number, long=True) or seen != _said_otherwise(word, number, path, seen):
                    return _name(number)
        if taken > most:
            break
    return "refused" if tried and not taken else ""


def _said_otherwise(word: Word, number: int, path: Path_, seen: Seen) -> Seen:
    """What happens with another player named there, if that is something else: words may mean the same."""
    others = (other for other in words_of(word.struct) if other.field == word.field and other.value is not None)
    for other in (*others, Word(word.struct, word.field, "you")) if word.value in WHO else ():
        data = with_word(other, number, path, next(said(other)))
        instead = None if data is None else observed(longer(data))
        if instead not in (None, seen):
            return instead
    return seen


def _name(number: int) -> str:
    return str(corpus()[number].get("name"))
