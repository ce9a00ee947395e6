"""Reads scenario files: every message has file, line and column, what was found, and how to fix it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

import msgspec

from .. import shape
from ..cards.terms import WHO
from ..document import Document
from ..edition import DEFAULT, Edition, Kinds, beside, edition_ids, is_file, kinds_in_use, lineage, load_edition, naming
from ..errors import InputError
from ..files import read_text
from ..game import Card, Options
from ..names import check_name
from ..shape import Path, ShapeError, describe
from ..turn import Address
from ..words import nearest
from .expecting import check_address, check_expect, check_player
from .marks import Marks, read_marks
from .model import Act, ActRef, Entry, Expect, Numbers, Setup, StateFields, WrittenScenario
from .numbers import ByEdition, check_events, check_rulings, numbers_by_edition
from .openness import Exploration, read_exploration
from .references import card_meant, check_players, check_references
from .setups import first_player, read_setup
from .yaml import MAX_BYTES, read_yaml


class Scenario(msgspec.Struct, frozen=True):
    """A checked scenario: the players, their setups, the script, and the expectations."""

    name: str
    file: str
    editions: tuple[str, ...]
    kinds: Kinds
    rules: ByEdition
    rulings: tuple[str, ...]
    options: Options
    about: str
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
            if beside(written, self.file) == edition:
                yield expect, ("expect_in", written)

    def stands_for(self, edition: Edition) -> str:
        """The edition of this scenario that the given one is, or extends; an empty text if there is none."""
        return next((id for id in lineage(edition) if id in self.editions), "")


def read_scenarios(path: str | FilePath) -> list[Scenario]:
    """The scenarios of a file, one for each YAML document; ``-`` is standard input.

    ``InputError`` if the file is unusable.
    """
    return parse_scenarios(read_text(path, MAX_BYTES), "<stdin>" if str(path) == "-" else str(path))


def parse_scenarios(text: str, file: str = "<text>") -> list[Scenario]:
    """The scenarios of a text.

    >>> (scenario,) = parse_scenarios("{players: [Ann, Bob], expect: {turns: [Ann, Bob]}}")
    >>> scenario.players
    ('Ann', 'Bob')
    """
    return [check_document(document) for document in read_yaml(text, file)]


def check_document(document: Document) -> Scenario:
    """The scenario of one document; ``InputError`` with the place if it is unusable."""
    try:
        with naming(_kinds(document)):
            return _Checked(document).scenario()
    except ShapeError as error:
        raise document.error(str(error), error.path, error.on_key) from None


def _kinds(document: Document) -> list[Kinds]:
    """The kinds of the known editions that a document names; unknown ones are reported later, at their place."""
    said = document.data.get("edition") if isinstance(document.data, dict) else None
    many, found = isinstance(said, list), []
    for n, id in enumerate(said if isinstance(said, list) else [said]):
        if not isinstance(id, str) or not (is_file(id) or id in edition_ids()):
            continue
        try:
            found.append(load_edition(beside(id, document.file)).kinds)
        except InputError as error:
            if error.line:  # the file is there, and the error has its place in it
                raise
            path: Path = ("edition", n) if many else ("edition",)
            raise ShapeError(f"the edition file {describe(id)} {error.message}", path) from None
    return found


class _Checked:
    """Reads one document and checks what types alone cannot."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def scenario(self) -> Scenario:
        raw: WrittenScenario = shape.read_struct(WrittenScenario, self.document.data)
        names, setups = self.players(raw)
        self.names, self.ids = names, self.editions(raw)
        own = self.cards(raw)
        scenario = Scenario(
            name=raw.name or FilePath(self.document.file).name.removesuffix(".turn.yaml"),
            file=self.document.file,
            editions=self.ids,
            kinds=kinds_in_use(),
            rules=numbers_by_edition(self.beside(raw.rules), self.ids, ("rules",)),
            rulings=check_rulings(raw.rulings, self.document),
            options=Options(
                self.teams(raw, setups), raw.attack, "" if raw.daytime == "neither" else raw.daytime, raw.ante
            ),
            about=raw.about,
            players=names,
            setups=setups,
            first=first_player(raw.first, names, setups),
            cards=own,
            script=tuple(self.entry(data, ("script", n), own) for n, data in enumerate(self.script(raw))),
            expect=raw.expect or Expect(),
            expect_in=raw.expect_in or {},
            until=raw.until,
            explore=read_exploration(raw.explore, names, lambda data, path: self.act(data, path, own)),
            marks=read_marks(raw, self.ids, self.document.file),
            document=self.document,
        )
        check_references(scenario)
        self.expectations(scenario, raw)
        return scenario

    def editions(self, raw: WrittenScenario) -> tuple[str, ...]:
        ids = raw.edition or (DEFAULT,)
        for n, id in enumerate(ids):
            if not is_file(id) and id not in edition_ids():
                path: Path = ("edition", n) if ("edition", n) in self.document.values else ("edition",)
                raise ShapeError(
                    f"there is no edition {describe(id)}{nearest(id, edition_ids())}; "
                    f"there are: {', '.join(edition_ids())}, or name a file: mine.toml",
                    path,
                )
        if len(set(ids)) != len(ids):
            raise ShapeError("duplicate edition; name each once", ("edition",))
        for id in raw.expect_in or {}:
            if id not in ids:
                raise ShapeError(
                    f"the scenario does not run under {describe(id)}; name it under edition:", ("expect_in", id), True
                )
        return tuple(beside(id, self.document.file) for id in ids)

    def beside(self, numbers: Numbers) -> Numbers:
        """Numbers by edition, each edition by its id."""
        if not isinstance(numbers, dict):
            return numbers
        return {beside(id, self.document.file): own for id, own in numbers.items()}

    def players(self, raw: WrittenScenario) -> tuple[tuple[str, ...], tuple[Setup, ...]]:
        data = raw.players
        if data is None:
            raise ShapeError('the key "players" is missing; add a list of two to eight names', ())
        if isinstance(data, dict):
            setups = tuple(read_setup(value, ("players", key)) for key, value in data.items())
            names = tuple(data)
        else:
            names = shape.read(tuple[str, ...], data, ("players",))
            setups = tuple(Setup() for _ in names)
        if not 2 <= len(names) <= 8:
            raise ShapeError(
                f"found {len(names)} player{'s' if len(names) != 1 else ''}, expected two to eight", ("players",)
            )
        for n, name in enumerate(names):
            path: Path = ("players", name) if isinstance(data, dict) else ("players", n)
            reserved = (*WHO, "at", "responding_to", "nobody", *shape.fields(StateFields))
            check_name(name, path, isinstance(data, dict))
            if name in reserved:
                raise ShapeError(f"a player cannot be called {describe(name)}; choose another name", path)
            if name in names[:n]:
                raise ShapeError(f"two players are called {describe(name)}", path)
        return names, setups

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
                raise ShapeError(
                    f"found {found}; a team has one life total: give it for one of them", ("players", last, "life")
                )
        return teams

    def cards(self, raw: WrittenScenario) -> dict[str, Card]:
        own: dict[str, Card] = {}
        for n, card in enumerate(raw.cards):
            if not isinstance(card, Card):
                why = "under cards: a card is defined, as {name: ..., type: ..., effects: [...]}"
                raise ShapeError(why, ("cards", n))
            if card.name in own:
                raise ShapeError(f"two cards are called {describe(card.name)}", ("cards", n, "name"))
            check_players(card, ("cards", n), self.names, self.document)
            own[card.name] = card
        return own

    def script(self, raw: WrittenScenario) -> list[Any]:
        if raw.script is None:
            return []
        if not isinstance(raw.script, list):
            raise ShapeError(
                f"found {describe(raw.script)}, expected a list of entries, each with at: and a player", ("script",)
            )
        return raw.script

    def entry(self, data: Any, path: Path, own: dict[str, Card]) -> Entry:
        if not isinstance(data, dict) or "at" not in data:
            raise ShapeError(
                f"found {describe(data)}, expected an entry such as {{at: T1.upkeep, {self.names[0]}: {{cast: ...}}}}",
                path,
            )
        at = check_address(data["at"], (*path, "at"))
        if at.turn is None:
            raise ShapeError(f"{describe(data['at'])} names no turn; write T1.{at}", (*path, "at"))
        acts: list[tuple[str, Act, Path]] = []
        for key, value in data.items():
            if key in ("at", "responding_to"):
                continue
            here = (*path, key)
            if key not in self.names:
                known = ("at", "responding_to", *self.names)
                raise ShapeError(
                    f"{describe(key)} is not a player here{nearest(key, known)}; known here: {', '.join(known)}",
                    here,
                    True,
                )
            many = isinstance(value, list)
            if value == []:
                raise ShapeError(f"{key}'s list of actions is empty; add an action, or leave {key} out", here)
            for n, item in enumerate(value if many else [value]):
                inner = (*here, n) if many else here
                acts.append((key, self.act(item, inner, own), inner))
        if not acts:
            raise ShapeError("this entry has no action; name a player and what they do", path)
        answered = data.get("responding_to")
        return Entry(
            at, tuple(acts), None if answered is None else shape.read(str, answered, (*path, "responding_to")), path
        )

    def act(self, data: Any, path: Path, own: dict[str, Card]) -> Act:
        act: Act = shape.read(ActRef, data, path)
        for verb in ("cast", "play", "suspend"):
            reference = getattr(act, verb)
            if reference is not None:
                card = card_meant(reference, (*path, verb), own, self.names, self.document)
                act = msgspec.structs.replace(act, **{verb: card})
        if not isinstance(act.refused, bool):
            here = (*path, "refused")
            by_edition = numbers_by_edition(self.beside(act.refused), self.ids, here)
            for id, numbers in by_edition.items():
                if not numbers:
                    raise ShapeError(f"none of these rules is in {id}; add the one that refuses it there", here)
            act = msgspec.structs.replace(act, refused=by_edition)
        return act

    def expectations(self, scenario: Scenario, raw: WrittenScenario) -> None:
        if raw.until is not None and raw.until.turn is None:
            raise ShapeError(f"{raw.until} names no turn; write T1.{raw.until}", ("until",))
        if raw.expect is None and not raw.expect_in and raw.until is None and not raw.golden:
            what = "turns, steps, order, state, happens, never or winner"
            raise ShapeError(f"nothing is expected: add expect: with {what}, or golden: true", ())
        if raw.expect is not None:
            check_expect(raw.expect, ("expect",), self.names)
            check_events(raw.expect, self.ids, ("expect",))
        for id, expect in scenario.expect_in.items():
            check_expect(expect, ("expect_in", id), self.names)
            check_events(expect, (beside(id, self.document.file),), ("expect_in", id))
