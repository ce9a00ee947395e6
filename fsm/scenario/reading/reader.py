"""Reads scenario files: every message has file, line and column, what was found, and how to fix it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path as FilePath
from typing import Any

import msgspec

from ... import shape
from ...cards.card import catalogue_names
from ...cards.terms import WHO
from ...document import Document, without
from ...edition import (
    DEFAULT,
    Edition,
    Kinds,
    every_edition_id,
    is_file,
    kinds_in_use,
    lineage,
    load_edition,
    meant,
    naming,
    newest_first,
    no_edition,
    playable,
    played_ids,
)
from ...errors import InputError, UnplayedEdition, expect_type, together
from ...files import STANDARD, read_text
from ...game import Card, Options
from ...library import find_scenario
from ...names import check_name
from ...shape import Faults, Path, ShapeError, describe
from ...turn import Address
from ...words import listed, nearest
from ..model import Entry, Expect, Numbers, Setup, StateFields, WrittenScenario
from .by_edition import ByEdition, Marks, check_events, check_rulings, numbers_by_edition, read_marks, texts_by_edition
from .entries import Reading, read_act, read_script
from .expecting import check_expect, check_player
from .openness import Exploration, read_exploration
from .references import check_needs, check_players, check_references
from .setups import first_player, read_setup
from .yaml import MAX_BYTES, read_yaml, split_names

SUFFIX = ".turn.yaml"
"""The end of the names of scenario files."""


ROUNDS = 8
"""How often what does not fit is left out, until the rest of a scenario can be checked."""


class Scenario(msgspec.Struct, frozen=True):
    """A checked scenario: its editions, the newest first, the players and setups, the script, and the expectations.

    >>> from fsm import read_scenarios
    >>> read_scenarios("relentless-assault")[0].players
    ('Ann', 'Bob')
    """

    name: str
    file: str
    editions: tuple[str, ...]
    kinds: Kinds
    rules: ByEdition
    rulings: tuple[str, ...]
    options: Options
    about: str
    conclusion: dict[str, str]
    players: tuple[str, ...]
    setups: tuple[Setup, ...]
    first: int
    cards: dict[str, Card]
    script: tuple[Entry, ...]
    expect: Expect
    expect_in: dict[str, Expect]
    until: Address | None
    explore: Exploration | None
    marks: Marks
    document: Document

    def error(self, message: str, path: Path, on_key: bool = False) -> InputError:
        """An error at a place in its file."""
        return self.document.error(message, path, on_key)

    def expected(self, edition: str) -> Iterator[tuple[Expect, Path]]:
        """The expectations under an edition, with their paths."""
        yield self.expect, ("expect",)
        for written, expect in self.expect_in.items():
            if edition in meant(written, self.file):
                yield expect, ("expect_in", written)

    @property
    def expects(self) -> bool:
        """Whether it says what is expected, or where its run ends."""
        return self.until is not None or self.marks.golden or self.expect != Expect() or bool(self.expect_in)

    def check_expects(self) -> None:
        """``InputError`` if nothing is expected, so that a test of it could not fail."""
        if not self.expects:
            what = "turns, steps, order, state, happens, never or winner, or golden: true"
            raise self.error(f"nothing is expected: add expect: with {what}; fsm expect FILE writes what happens", ())

    def stands_for(self, edition: Edition) -> str:
        """The edition of this scenario that the given one is, or extends; an empty text if there is none."""
        expect_type(edition, Edition, "an edition, such as load_edition() gives")
        return next((id for id in lineage(edition) if id in self.editions), "")


def read_scenarios(path: str | FilePath) -> list[Scenario]:
    """The scenarios of a file, one for each YAML document; ``-`` is standard input.

    The file is named as on the command line: by its path, or as a scenario of the package, by name, number or title.
    ``InputError`` if there is none, or if it is unusable.

    >>> [scenario.name for scenario in read_scenarios("12/02")]
    ['Two Relentless Assaults in one main phase']
    """
    expect_type(path, (str, FilePath), "the path of a scenario file, or the name of a scenario of the package")
    file = find_scenario(str(path))
    return parse_scenarios(read_text(file, MAX_BYTES), "<stdin>" if file == STANDARD else file)


def parse_scenarios(text: str, file: str = "<text>") -> list[Scenario]:
    """The scenarios of a text; ``InputErrors`` has all that is wrong in it, if that is more than one thing.

    >>> (scenario,) = parse_scenarios("{players: [Ann, Bob], expect: {turns: [Ann, Bob]}}")
    >>> scenario.players
    ('Ann', 'Bob')
    """
    expect_type(text, str, "the text of a scenario file", "text")
    expect_type(file, str, "the name of the file, for messages", "file")
    found, errors = [], []
    for document in _documents(text, file):
        try:
            found.append(check_document(document))
        except InputError as error:
            errors.append(error)
    if errors:
        raise together(errors)
    return found


def choose_scenario(scenarios: list[Scenario], which: str = "") -> Scenario:
    """The scenario with that name or number, from 1; the first if none is named. ``InputError`` if there is none."""
    if not which:
        return scenarios[0]
    if which.isdecimal() and 1 <= int(which[:9]) <= len(scenarios):
        return scenarios[int(which) - 1]
    names = [scenario.name for scenario in scenarios]
    if which in names:
        return scenarios[names.index(which)]
    known = listed([describe(name) for name in names])
    raise InputError(f"no scenario {describe(which)} in the file{nearest(which, names)}; it has {known}")


def _documents(text: str, file: str) -> list[Document]:
    """The documents of a text; an error tells what scenario files are called, if this one is called otherwise."""
    try:
        documents = read_yaml(text, file)
        if not any(isinstance(document.data, dict) for document in documents):
            check_document(documents[0])
    except InputError as error:
        if "." not in file or file.endswith(SUFFIX):
            raise
        why = f"{error.message} (scenario files are called *{SUFFIX}; is this one?)"
        raise InputError(why, error.file, error.line, error.column) from None
    return documents


def check_document(document: Document) -> Scenario:
    """The scenario of one document; ``InputError``, or ``InputErrors`` if there are several, with their places."""
    try:
        with naming(_kinds(document)):
            scenario = _Checked(document).scenario()
    except ShapeError as error:
        raise document.errors(error) from None
    document.raise_any()
    return scenario


def _kinds(document: Document) -> list[Kinds]:
    """The kinds of the known editions that a document names; unknown ones are reported later, at their place."""
    said = document.data.get("edition") if isinstance(document.data, dict) else None
    many, found = isinstance(said, list), []
    for n, id in enumerate(said if isinstance(said, list) else [said]):
        name = meant(str(id), document.file)[-1]
        if not (is_file(name) or name in every_edition_id()):
            continue
        try:
            found.append(playable(name).kinds)
        except UnplayedEdition:
            continue
        except InputError as error:
            if error.line:  # the file is there, and the error has its place in it
                raise
            path: Path = ("edition", n) if many else ("edition",)
            raise ShapeError(f"the edition file {describe(id)} {error.message}", path) from None
    return found


def _wrong_edition(id: str) -> str:
    """Why a scenario cannot run under an edition; empty if it can."""
    if id in played_ids():  # which most name: it need not be loaded
        return ""
    if not is_file(id) and id not in every_edition_id():
        return no_edition(id)
    try:
        playable(id)
    except UnplayedEdition as error:
        return error.message
    return ""


def _follows(error: ShapeError, before: Iterable[ShapeError]) -> bool:
    """Whether an error may follow from one before it: something in the part that it is about was wrong already."""
    return any(other.path[: len(error.path)] == error.path and other.path != error.path for other in before)


class _Checked:
    """Reads one document and checks what types alone cannot; what is wrong is kept, and left out of the rest."""

    def __init__(self, document: Document) -> None:
        self.document, self.faults = document, Faults()

    def scenario(self) -> Scenario:
        raw, faults = self.written(), self.faults
        setups, names = self.setups(raw.players), faults.of(self.named, raw.players)
        if names is None:
            raise faults.error()
        self.names, self.ids = names, self.editions(raw)
        own = self.cards(raw)
        nameless = not all(isinstance(card, dict) and isinstance(card.get("name"), str) for card in self.said_cards())
        reading = Reading(names, own, self.document, self.numbers, nameless)
        scenario = Scenario(
            name=raw.name or FilePath(self.document.file).name.removesuffix(SUFFIX),
            file=self.document.file,
            editions=self.ids,
            kinds=kinds_in_use(),
            rules=faults.of(self.numbers, raw.rules, ("rules",)) or {},
            rulings=faults.of(check_rulings, raw.rulings, self.document) or (),
            options=Options(
                faults.of(self.teams, raw, setups) or (),
                raw.attack,
                "" if raw.daytime == "neither" else raw.daytime,
                raw.ante,
            ),
            about=raw.about,
            conclusion=self.concluded(raw),
            players=names,
            setups=setups,
            first=faults.of(first_player, raw.first, names, setups) or 0,
            cards=own,
            script=faults.of(read_script, raw.script, reading) or (),
            expect=raw.expect or Expect(),
            expect_in=raw.expect_in or {},
            until=raw.until,
            explore=faults.of(read_exploration, raw.explore, names, lambda data, path: read_act(data, path, reading)),
            marks=Marks() if self.unsure else faults.of(read_marks, raw, self.ids, self.document.file) or Marks(),
            document=self.document,
        )
        check_references(scenario, faults)
        if not faults:
            faults.of(check_needs, scenario, tuple(map(load_edition, self.ids)))
        self.expectations(scenario, raw)
        faults[:] = [error for n, error in enumerate(faults) if not _follows(error, faults[:n])]
        self.names_with_commas({*catalogue_names(), *own})
        faults.raise_any()
        return scenario

    def names_with_commas(self, names: set[str]) -> None:
        """A name that a comma splits is one error; others at its parts follow from it."""
        for error, parts in split_names(self.document.data, names):
            wrong = {*parts, parts[0][:-1]} if isinstance(parts[0][-1], int) else {*parts}
            self.faults[:] = [error, *(other for other in self.faults if other.path not in wrong)]

    def written(self) -> WrittenScenario:
        """The document by its types, without what does not fit them."""
        data = self.document.data
        if not isinstance(data, dict):
            why = f"found {describe(data)}, expected a scenario: a mapping with players: and expect:"
            raise ShapeError(why)
        raw: WrittenScenario | None = self.faults.of(shape.read_struct, WrittenScenario, data)
        left, wrong = data, self.faults
        for _ in range(ROUNDS):
            if raw is not None:
                return raw
            for error in wrong:
                left = without(left, error.path)
            wrong = Faults()
            raw = wrong.of(shape.read_struct, WrittenScenario, left)
        rest = {key: value for key, value in data.items() if not self.faults.under(key)}
        return raw or shape.read_struct(WrittenScenario, rest)

    @property
    def unsure(self) -> bool:
        """Whether it is open under which editions the scenario runs."""
        return self.faults.under("edition")

    def editions(self, raw: WrittenScenario) -> tuple[str, ...]:
        named = [meant(name, self.document.file) for name in raw.edition]
        ids = tuple(chain.from_iterable(named))
        for n, found in enumerate(named):
            if why := _wrong_edition(found[0]):
                path: Path = ("edition", n) if ("edition", n) in self.document.values else ("edition",)
                self.faults.append(ShapeError(why, path))
        if len(set(ids)) != len(ids):
            self.faults.append(ShapeError("duplicate edition; name each once", ("edition",)))
        if self.unsure:
            return (DEFAULT,)
        ids = ids or (DEFAULT,)
        for id in raw.expect_in or {}:
            if not set(meant(id, self.document.file)) <= set(ids):
                why = f"the scenario does not run under {describe(id)}; name it under edition:"
                self.faults.append(ShapeError(why, ("expect_in", id), True))
        return newest_first(ids)

    def concluded(self, raw: WrittenScenario) -> dict[str, str]:
        """The conclusion under each edition."""
        if self.unsure:
            return {}
        return self.faults.of(texts_by_edition, raw.conclusion, self.ids, self.document.file, ("conclusion",)) or {}

    def numbers(self, numbers: Numbers, path: Path) -> ByEdition:
        """Checked numbers of rules for each edition, which a mapping may name by its file."""
        if self.unsure:
            return {}
        if isinstance(numbers, dict):
            numbers = {id: own for name, own in numbers.items() for id in meant(name, self.document.file)}
        return numbers_by_edition(numbers, self.ids, path)

    def setups(self, data: Any) -> tuple[Setup, ...]:
        """What each player begins with."""
        if not isinstance(data, dict):
            return tuple(Setup() for _ in (data if isinstance(data, list) else [data]))
        return tuple(self.faults.of(read_setup, value, ("players", key)) or Setup() for key, value in data.items())

    def named(self, data: Any) -> tuple[str, ...]:
        """The checked names of the players."""
        if data is None:
            raise ShapeError('the key "players" is missing; add a list of two to eight names', ())
        names = tuple(data) if isinstance(data, dict) else shape.read(tuple[str, ...], data, ("players",))
        if not 2 <= len(names) <= 8 and not self.document.faults:  # a second player of a name is told already
            hint = f"; put brackets around a list: [{data}]" if isinstance(data, str) and "," in data else ""
            many = f"found {len(names)} player{'s' if len(names) != 1 else ''}, expected two to eight"
            raise ShapeError(many + hint, ("players",))
        for n, name in enumerate(names):
            path: Path = ("players", name) if isinstance(data, dict) else ("players", n)
            reserved = (*WHO, "at", "responding_to", "nobody", *shape.fields(StateFields))
            check_name(name, path, isinstance(data, dict))
            if name in reserved:
                raise ShapeError(f"a player cannot be called {describe(name)}; choose another name", path)
            if name in names[:n]:
                raise ShapeError(f"two players are called {describe(name)}", path)
        return names

    def teams(self, raw: WrittenScenario, setups: tuple[Setup, ...]) -> tuple[tuple[int, ...], ...]:
        """The teams as seats: two or more, every player in exactly one, and one life total for each."""
        seen: list[str] = []
        for n, team in enumerate(raw.teams):
            for k, name in enumerate(team):
                check_player(name, ("teams", n, k), self.names)
                if name in seen:
                    raise ShapeError(f"{describe(name)} is in a team already", ("teams", n, k))
                seen.append(name)
        missing = [name for name in self.names if name not in seen]
        if raw.teams and (missing or len(raw.teams) < 2 or not all(raw.teams)):
            what = f"{', '.join(missing)} in no team" if missing else f"found {len(raw.teams)} teams"
            raise ShapeError(f"{what}; expected two or more teams, with every player in one", ("teams",))
        teams = tuple(tuple(self.names.index(name) for name in team) for team in raw.teams)
        for seats in teams:
            said = {life: self.names[seat] for seat in seats if (life := setups[seat].life) is not None}
            if len(said) > 1:
                found = " and ".join(f"{life} of {name}" for life, name in said.items())
                last = list(said.values())[-1]
                why = f"found {found}; a team has one life total: give it for one of them"
                raise ShapeError(why, ("players", last, "life"))
        return teams

    def said_cards(self) -> list[Any]:
        """The scenario's own cards as they are written."""
        said = self.document.data.get("cards") or []
        return said if isinstance(said, list) else [said]

    def cards(self, raw: WrittenScenario) -> dict[str, Card]:
        """The scenario's own cards; one that is wrong is known by its name."""
        said = self.said_cards() if self.faults.under("cards") else ()
        names = [card.get("name") for card in said if isinstance(card, dict)]
        own: dict[str, Card] = {}
        for n, card in enumerate(raw.cards):
            if not isinstance(card, Card):
                why = "under cards: a card is defined, as {name: ..., type: ..., effects: [...]}"
                self.faults.append(ShapeError(why, ("cards", n)))
                continue
            if card.name in own:
                self.faults.append(ShapeError(f"two cards are called {describe(card.name)}", ("cards", n, "name")))
            self.faults.of(check_players, card, ("cards", n), self.names, self.document)
            own[card.name] = card
        return {name: Card(name) for name in names if isinstance(name, str)} | own

    def expectations(self, scenario: Scenario, raw: WrittenScenario) -> None:
        faults = self.faults
        if raw.until is not None and raw.until.turn is None:
            faults.append(ShapeError(f"{raw.until} names no turn; write T1.{raw.until}", ("until",)))
        if raw.expect is not None:
            faults.of(check_expect, raw.expect, ("expect",), self.names)
        for id, expect in scenario.expect_in.items():
            faults.of(check_expect, expect, ("expect_in", id), self.names)
        if not self.unsure:
            faults.of(check_events, scenario.expect, self.ids, ("expect",))
        for name, expect in scenario.expect_in.items() if not self.unsure else ():
            if ids := tuple(id for id in meant(name, self.document.file) if id in self.ids):
                faults.of(check_events, expect, ids, ("expect_in", name))
