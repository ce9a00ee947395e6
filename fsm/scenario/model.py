"""The typed values of a scenario file; the reader and the published schema are made from these types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NewType

import msgspec

from .. import shape
from ..cards.card import EFFECT
from ..cards.costs import ManaType
from ..cards.vocabulary import EFFECTS
from ..errors import AddressError
from ..game import Card, read_card
from ..names import Name
from ..shape import Counted, Custom, Faults, Natural, Path, ShapeError, Signed, Such, describe
from ..turn import Address, parse_address
from ..words import listed


class Place(Address, frozen=True):
    """The written form of an address; it has no instances."""


CardRef = NewType("CardRef", object)
"""A card: its name, or the card itself as a mapping."""

ActRef = NewType("ActRef", object)
"""An act of a player: ``pass``, ``concede``, or a mapping."""


EditionName = NewType("EditionName", str)
"""The name of an edition; a year needs no quotes."""

Notation = Annotated[str, Such('a line of steps, such as "U Up [D] | M1 | E CL"; one with [ or , goes in quotes')]
"""The notation of a turn, which is read when its edition is known."""

Numbers = tuple[str, ...] | dict[str, tuple[str, ...]]
"""Numbers of rules: a list, read under each edition that has them, or lists by edition."""


class Act(msgspec.Struct, frozen=True):
    """One act of a player: exactly one verb, and the fields that go with it.

    ``attack``: names, or names with the player whom each attacks; ``mana``: the permanents that make mana to pay for
    it, or while something is cast or activated, perhaps with the number of the ability; ``pay``: what else is paid, in
    order (``tap Bear``, ``sacrifice Forest``, ``discard Opt``, ``mana``). ``bands``: the attackers of each band.
    ``spend``: the types of the mana that is spent first.
    ``out_of``: the card is cast or played from there, as an effect lets the player do.
    ``face_down``: it is cast by its morph ability. ``optional``: the attackers whose optional costs are paid.
    ``refused``: the game has to refuse the act, for any reason (``true``) or by the rule with that number (a number,
    several, or some for each edition).
    """

    cast: CardRef | None = None
    play: CardRef | None = None
    activate: str | None = None
    attack: tuple[str, ...] | dict[str, str] | None = None
    block: Annotated[
        dict[str, str | tuple[str, ...]] | None, Such("blockers with what they block, such as {Wall: Bear}")
    ] = None
    discard: tuple[str, ...] | None = None
    order: tuple[str, ...] | None = None
    assign: dict[str, int] | None = None
    choose: str | None = None
    keep_tapped: tuple[str, ...] | None = None
    suspend: CardRef | None = None
    companion: str | None = None
    end: str | None = None
    target: str | None = None
    out_of: Literal["exile", "graveyard", "command"] | None = None
    face_down: bool = False
    mana: tuple[str | dict[str, int], ...] | None = None
    spend: tuple[ManaType, ...] | None = None
    pay: tuple[str, ...] | None = None
    bands: tuple[tuple[str, ...], ...] | None = None
    optional: tuple[str, ...] | None = None
    ability: Annotated[int, msgspec.Meta(ge=1, le=shape.MANY)] = 1
    pass_: bool = msgspec.field(default=False, name="pass")
    concede: bool = False
    refused: bool | Numbers = False


ALONE = ("pass", "concede")
VERBS = (
    "cast", "play", "activate", "attack", "block", "discard", "order", "assign", "choose", "keep_tapped", "suspend",
    "companion", "end", *ALONE,
)  # fmt: skip
"""What players do; ``ALONE`` take no value."""

PAYMENTS = ("tap", "sacrifice", "discard")
"""What may be paid for an attack or a block besides mana, each with a name."""

DECLARATIONS = ("attack", "block")

GOES_WITH = {
    "target": ("cast", "activate"),
    "out_of": ("cast", "play"),
    "face_down": ("cast",),
    "ability": ("activate",),
    "mana": (*DECLARATIONS, "cast", "activate"),
    "spend": ("cast", "activate"),
    "pay": DECLARATIONS,
    "bands": ("attack",),
    "optional": ("attack",),
}
"""The fields that go with a verb, each with its verbs."""


class Setup(msgspec.Struct, frozen=True):
    """What a player begins with; cards without a name are unknown.

    ``life``: any player of a team can state the team's total; by default the rules say how much.
    ``hand``: how many unknown cards, or exactly these. ``library``: how many, or exactly
    these, the top one first; by default it is endless. ``top``: known cards on top of it.
    ``loyalty``: the counters of planeswalkers and battles by name, if not those they enter with. ``chosen``: what was
    chosen as permanents entered, by name.
    ``graveyard`` and ``schemes``: the top one first. ``deck``: instead of a library and a hand, how many cards, or
    exactly these as they lie after shuffling, the top one first; ``mulligans``: how many the player takes, unless the
    script says otherwise, or for each of them the known cards on top of the library after it, the top one first.
    ``outside``: cards that the player owns outside the game, besides their ``companion``. ``command``: planes,
    vanguards and commanders.
    """

    life: Signed | None = None
    mana: Natural | dict[ManaType, Natural] = 0
    hand: Natural | tuple[str, ...] = 7
    library: Natural | tuple[str, ...] | None = None
    top: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    battlefield: tuple[CardRef, ...] = ()
    tapped: tuple[str, ...] = ()
    loyalty: dict[str, int] = {}
    chosen: dict[str, str] = {}
    schemes: tuple[str, ...] = ()
    deck: Natural | tuple[str, ...] | None = None
    mulligans: Natural | tuple[tuple[str, ...], ...] = 0
    outside: tuple[str, ...] = ()
    command: tuple[CardRef, ...] = ()
    companion: str = ""

    def placed(self) -> tuple[CardRef, ...]:
        """The cards that begin on the battlefield and, face up, in the command zone."""
        return (*self.battlefield, *self.command)

    def outside_game(self) -> tuple[str, ...]:
        """The cards outside the game; the companion is one of them."""
        return (*self.outside, self.companion) if self.companion else self.outside

    def shuffled(self) -> tuple[tuple[str, ...], ...]:
        """The known cards on top of the library after each mulligan."""
        return self.mulligans if isinstance(self.mulligans, tuple) else ()

    def names(self) -> Iterator[str]:
        """The names of the cards in hand, library and graveyard, in the deck, and outside the game."""
        piles = (self.hand, self.library, self.top, self.graveyard, self.deck, self.outside_game(), *self.shuffled())
        for pile in piles:
            yield from pile if isinstance(pile, tuple) else ()


class Cards(msgspec.Struct, frozen=True):
    """Cards by name, either ``in_order``, the top one or the newest first, or in ``any_order``."""

    in_order: tuple[str, ...] | None = None
    any_order: tuple[str, ...] | None = None


class PlayerState(msgspec.Struct, frozen=True):
    """The expected state of a player: numbers, or the names of the cards.

    A list is compared in order, the top card first, for ``graveyard``, ``library``, ``schemes`` and ``top`` (the
    first cards of the library), and in any order for all others. ``types`` are the supertypes, types and subtypes
    of permanents, ``status`` their four statuses, in any order. ``counters`` are those that the player has, by
    kind. ``chosen`` is what was chosen as permanents entered. ``attached`` is what their permanents are attached
    to, by name, or ``nothing``. ``power_toughness`` is what creatures have of both now, such as ``3/4``, by name.
    ``commander_damage`` is the combat damage that commanders have dealt to the player, by their names.
    """

    life: int | None = None
    mana: Counted | dict[ManaType, Counted] | None = None
    hand: Counted | Cards | tuple[str, ...] | None = None
    library: Counted | Cards | tuple[str, ...] | None = None
    top: tuple[str, ...] | None = None
    graveyard: Counted | Cards | tuple[str, ...] | None = None
    exile: Counted | Cards | tuple[str, ...] | None = None
    schemes: Counted | Cards | tuple[str, ...] | None = None
    ante: Counted | Cards | tuple[str, ...] | None = None
    outside: Counted | Cards | tuple[str, ...] | None = None
    battlefield: tuple[str, ...] | None = None
    phased_out: tuple[str, ...] | None = None
    tapped: tuple[str, ...] | None = None
    attacking: tuple[str, ...] | None = None
    blocking: tuple[str, ...] | None = None
    loyalty: dict[str, int] | None = None
    chosen: dict[str, str] | None = None
    types: dict[str, tuple[str, ...]] | None = None
    counters: dict[str, int] | None = None
    commander_damage: dict[str, int] | None = None
    speed: int | None = None
    emblems: tuple[str, ...] | None = None
    command: tuple[str, ...] | None = None
    status: dict[str, tuple[str, ...]] | None = None
    attached: dict[str, str] | None = None
    power_toughness: dict[str, str] | None = None


class StateFields(msgspec.Struct, frozen=True):
    """The expected state at a place: ``when`` in it, or ``after`` something resolved there; then players by name.

    ``stack`` is read from the top; ``extra_turns`` are the players of the turns to come, next first;
    ``defending`` is a name, or a list of names where several players may be attacked.
    ``controlled_by`` is the player who controls the active player now, for a turn or a phase.
    ``piles`` are the exiled cards of each object that speaks of them or may return them.
    """

    when: Literal["begins", "priority", "ends"] = "priority"
    after: str | None = None
    active: str | None = None
    priority: str | None = None
    stack: tuple[str, ...] | None = None
    lasting: tuple[str, ...] | None = None
    extra_turns: tuple[str, ...] | None = None
    defending: str | tuple[str, ...] | None = None
    daytime: Literal["day", "night", "neither"] | None = None
    monarch: str | None = None
    initiative: str | None = None
    controlled_by: str | None = None
    piles: dict[str, tuple[str, ...]] | None = None


class StateExpected(msgspec.Struct, frozen=True):
    """The expected fields of a state, and those of players."""

    fields: StateFields
    players: dict[str, PlayerState]


StateRef = NewType("StateRef", object)
"""The written form of a ``StateExpected``."""
HappensRef = NewType("HappensRef", object)


class Happening(msgspec.Struct, frozen=True):
    """An expected or forbidden event: its kind, and the fields to compare."""

    event: str
    at: Place | None = None
    player: str | None = None
    name: str | None = None
    by: str | None = None
    amount: int | None = None
    card: str | None = None
    controller: str | None = None
    rule: str | None = None


class Sight(msgspec.Struct, frozen=True):
    """The expectations of what one player sees of a run; a card that they may not see is ``a card``."""

    state: dict[str, StateRef] | None = None
    happens: tuple[HappensRef, ...] | None = None
    never: tuple[HappensRef, ...] | None = None


class Expect(msgspec.Struct, frozen=True):
    """The expectations of a run.

    ``turns``: the players of the turns, from the first. ``steps``: the notation of turns; only
    written marks are compared. ``order``: ``untap < upkeep``. ``state``: at places. ``happens``:
    events in this order. ``never``: places that never begin, or events. ``winner``: a player, or
    ``nobody``. ``sees``: what a player sees of all this, or what everybody does (``nobody``).
    """

    turns: Annotated[tuple[str, ...] | None, Such("the players of the turns, such as [Ann, Bob]")] = None
    steps: Annotated[dict[str, Notation] | None, Such("the steps of turns, such as {T1: U Up D | M1 | E CL}")] = None
    order: tuple[str, ...] | None = None
    state: Annotated[dict[str, StateRef] | None, Such("states at places, such as {T1.end: {Ann: {life: 20}}}")] = None
    happens: tuple[HappensRef, ...] | None = None
    never: tuple[HappensRef, ...] | None = None
    winner: str | None = None
    sees: dict[str, Sight] | None = None


class Entry(msgspec.Struct, frozen=True):
    """One entry of the script: the place, the object to respond to, and the players' acts, in order."""

    at: Address
    acts: tuple[tuple[str, Act, Path], ...]
    responding_to: str | None
    path: Path


class WrittenScenario(msgspec.Struct, frozen=True):
    """A scenario file: the lesson's name, edition(s), players, cards, script and expectations.

    ``teams`` are lists of players who take their turns together; ``attack: multiple`` lets one combat
    attack several players. ``daytime`` is day or night before the first turn; with ``ante`` they play for ante.
    ``conclusion`` is what it shows, in a sentence, or in one by edition.
    ``rules`` are the numbers of the rules that it shows: a list, or lists by edition. ``rulings`` are the numbers of
    the rulings that it shows.
    ``explore`` is read by ``openness``.
    ``marks``, ``skip``, ``xfail`` and ``golden`` are for tests: the marks of pytest, the reason to skip it or to
    expect that it fails, a text or texts by edition, and whether its runs are compared with golden traces.
    """

    expect: Expect | None = None
    players: Any = None
    name: Name = ""
    about: str = ""
    conclusion: str | dict[str, str] | None = None
    edition: tuple[EditionName, ...] = ()
    rules: Numbers = ()
    rulings: tuple[str, ...] = ()
    teams: tuple[tuple[str, ...], ...] = ()
    attack: Literal["one", "multiple"] = "one"
    daytime: Literal["neither", "day", "night"] = "neither"
    ante: bool = False
    first: str | None = None
    cards: tuple[CardRef, ...] = ()
    script: Any = None
    expect_in: dict[str, Expect] | None = None
    until: Place | None = None
    explore: Any = None
    marks: tuple[str, ...] = ()
    skip: str | dict[str, str] | None = None
    xfail: str | dict[str, str] | None = None
    golden: bool = False


def _read_place(data: Any, path: Path) -> Address:
    try:
        address = parse_address(data)
    except AddressError as error:
        raise ShapeError(str(error), path) from None
    return address


def _read_edition(data: Any, path: Path) -> str:
    name: str = shape.read(str, str(data) if type(data) is int else data, path)
    return name


def _read_card(data: Any, path: Path) -> str | Card:
    if isinstance(data, str):
        return data
    if not isinstance(data, dict):
        why = f"found {describe(data)}, expected a card's name, or a card as {{name: ..., effects: [...]}}"
        raise ShapeError(why, path)
    return read_card(data, path)


def _verb_alone(data: str, path: Path) -> dict[str, bool]:
    """A verb that needs no more, such as ``pass``."""
    verb, _, rest = data.partition(" ")
    if verb in VERBS and rest:
        raise ShapeError(f"found {describe(data)}, expected a colon after the verb: {{{verb}: {rest[:60]}}}", path)
    if verb[:1].isupper():
        such = f"expected what the player does with it, such as {{cast: {data[:60]}}}"
        raise ShapeError(f"found {describe(data)}, {such}", path)
    return {data: True}


def _read_act(data: Any, path: Path) -> Act:
    data = _verb_alone(data, path) if isinstance(data, str) else data
    if not isinstance(data, dict):
        raise ShapeError(f"found {describe(data)}, expected what a player does, as {{cast: Time Walk}}, or pass", path)
    data = data | {verb: True for verb in ALONE if data.get(verb, False) is None}
    act: Act = shape.read_struct(Act, data, path)
    verbs = [verb for verb in VERBS if data.get(verb) not in (None, False)]
    if len(verbs) != 1:
        two = "; write a list, with braces around each action: [{cast: ...}, {choose: ...}]" if verbs else ""
        raise ShapeError(f"found {listed(verbs) or 'no verb'}, expected one of {', '.join(VERBS)}{two}", path)
    for field, verbs_of in GOES_WITH.items():
        if data.get(field) is not None and verbs[0] not in verbs_of:
            raise ShapeError(f"{field}: goes with {' and '.join(verbs_of)}, not with {verbs[0]}", (*path, field), True)
    for n, one in enumerate(act.pay or ()):
        if one != "mana" and one.split(" ", 1)[0] not in PAYMENTS:
            known = "mana, or tap, sacrifice or discard with a name, such as sacrifice Forest"
            raise ShapeError(f"pay: found {describe(one)}, expected {known}", (*path, "pay", n))
    if act.refused in ((), {}):
        raise ShapeError("refused: is empty; write true, or the number of the rule that refuses it", (*path, "refused"))
    return act


def _read_state(data: Any, path: Path) -> StateExpected:
    if not isinstance(data, dict) or not data:
        raise ShapeError(f"found {describe(data)}, expected what the state is, such as {{Ann: {{life: 20}}}}", path)
    known = shape.fields(StateFields)
    own = {key: value for key, value in data.items() if key in known}
    faults = Faults()
    rest: dict[str, Any] = {
        key: faults.of(shape.read_struct, PlayerState, value, (*path, key))
        for key, value in data.items()
        if key not in known
    }
    fields: Any = faults.of(shape.read_struct, StateFields, own, path)
    faults.raise_any()
    return StateExpected(fields, rest)


def _read_happening(data: Any, path: Path) -> Address | Happening:
    if isinstance(data, str):
        return _read_place(data, path)
    happening: Happening = shape.read_struct(Happening, data, path)
    return happening


_TEXT = {"type": "string"}
_CARD = {"anyOf": [_TEXT, {"$ref": "#/$defs/Card"}]}

for _key in shape.fields(Setup):
    shape.ELSEWHERE.setdefault(WrittenScenario, {})[_key] = f"a player has it: players: {{Ann: {{{_key}: ...}}}}"
for _key in shape.fields(Expect):
    shape.ELSEWHERE[WrittenScenario][_key] = f"it is expected: expect: {{{_key}: ...}}"
for _key in ("at", "responding_to"):
    shape.ELSEWHERE[WrittenScenario][_key] = (
        "it belongs to an entry of script:, which begins with a dash: - at: T1.upkeep"
    )
shape.ELSEWHERE[Act] = dict.fromkeys(EFFECTS, EFFECT)
shape.CUSTOM[Place] = Custom(_read_place, lambda: dict(_TEXT))
shape.CUSTOM[EditionName] = Custom(_read_edition, lambda: {"type": ["string", "integer"]})
shape.CUSTOM[CardRef] = Custom(_read_card, lambda: _CARD)
shape.CUSTOM[ActRef] = Custom(_read_act, lambda: {"$ref": "#/$defs/action"})
shape.CUSTOM[StateRef] = Custom(_read_state, lambda: {"$ref": "#/$defs/state"})
shape.CUSTOM[HappensRef] = Custom(_read_happening, lambda: {"anyOf": [_TEXT, {"$ref": "#/$defs/Happening"}]})
