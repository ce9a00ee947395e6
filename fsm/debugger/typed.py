"""What is typed in a game: a verb and names, in any case, or parts of them that mean one thing; as a script has it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from ..errors import FsmError
from ..game import catalogue
from ..game.state.decision import DeclareAttackers
from ..scenario.model import VERBS, CardRef
from ..scenario.running.actions import option_names, own_permanents
from ..shape import ShapeError, read
from ..words import listed, meant, nearest, shown
from .options import scenario_cards
from .session import Session
from .whatif import flow_yaml, parse_deed


def typed_act(session: Session, verb: str, rest: str, player: str = "") -> Any:
    """The act that is typed as a verb and names, in any case, or parts of them that mean one thing.

    ``cast boomerang on bears``, ``attack bear, ox``, ``block bear with wall``; or as a script has it. A card that was
    made up in place before is meant by its name.
    """
    if verb == "pass" or (not rest and verb == "concede"):
        return verb
    names = offered(session, verb, player)
    if verb in CARDS and not rest.startswith((":", "[")):
        return _with_card(session, verb, rest, names)
    if rest.startswith("{"):
        return parse_deed(json.dumps({verb: flow_yaml(rest)}), ())
    if rest.startswith((":", "[")) or verb not in _NAMED:
        return parse_deed(f"{verb} {rest}", ())
    if verb == "block":
        return {"block": _blocks(session, rest, player)}
    if verb == "attack":
        return {"attack": _attacks(session, rest.removeprefix("with "), names)}
    if verb in ("choose", "companion", "end"):
        return {verb: name_of(rest, names)}
    return {verb: _numbered(split_names(rest, names), names)}


ALL = ("all", "everything", "everybody")
"""What a player says who attacks with all creatures that can."""

VERBS_TYPED = (*VERBS, "have", "resolve", "can")
"""The verbs of what is typed."""

CARDS = ("cast", "play", "activate", "suspend")
"""The verbs that are followed by a card or a permanent, and perhaps by a target."""

FACE_DOWN = " face down"
"""What follows a card that is cast by its morph."""

_TARGET = re.compile(r"(.+) (on|targeting|target) (.+)")

_NAMED = ("attack", "block", "choose", "companion", "end", "order", "discard", "keep_tapped")


def _with_card(session: Session, verb: str, rest: str, names: tuple[str, ...]) -> dict[str, Any]:
    """What is done with a card or permanent; a target follows the last ``on`` or ``target`` of no name."""
    what, on, whom = rest, "", ""
    if rest.startswith("{"):
        what, on, whom = rest.rpartition("} on ")
        what = f"{what}}}" if on else rest
    elif not meant(rest, names) and (found := _TARGET.fullmatch(rest)):
        what, on, whom = found.groups()
    down = verb == "cast" and what.endswith(FACE_DOWN) and not meant(what, names)
    what = what.removesuffix(FACE_DOWN) if down else what
    name = parse_card(what, names) if rest.startswith("{") else name_of(what, names)
    said = {verb: made_up(session).get(name, name) if isinstance(name, str) else name}
    said |= {"face_down": True} if down else {}
    return said | ({"target": name_of(whom, _everything(session))} if on else {})


def _attacks(session: Session, rest: str, names: tuple[str, ...]) -> list[str] | dict[str, str]:
    alone = " on " not in rest or meant(rest, names)
    attackers, _, whom = (rest, "", "") if alone else rest.rpartition(" on ")
    all_of_them = attackers.casefold() in ALL and not meant(attackers, names)
    said = _numbered(_candidates(session) if all_of_them else split_names(attackers, names), names)
    return said if alone else dict.fromkeys(said, name_of(whom, _everything(session)))


def _candidates(session: Session) -> list[str]:
    """The creatures that can attack in the next combat of this turn."""
    now, turn = session.waiting(), session.state.turn
    ahead = [*([now] if now else []), *(answer.before for answer in session.ahead())]
    asked = next((s for s in ahead if isinstance(s.decision, DeclareAttackers) and s.turn == turn), None)
    if asked is None or not isinstance(asked.decision, DeclareAttackers):
        raise FsmError("no creature can attack before the end of this turn")
    return [one.card.name for one in map(asked.permanent, asked.decision.candidates) if one is not None]


def _blocks(session: Session, text: str, player: str) -> dict[str, str | list[str]]:
    blocks: dict[str, list[str]] = {}
    said: list[str] = []
    attacker, *others = text.split(" with ")
    if text and not others:
        raise FsmError(f"{shown(text, 60)!r} names no blocker; write block Grizzly Bears with Hill Giant")
    names, everything = offered(session, "attack", player), _everything(session)
    for n, part in enumerate(others, 1):
        *blockers, after = [*split_names(part, everything), *([""] if n == len(others) else [])]
        new = _numbered([*said, *blockers], names)[len(said) :]
        said += new
        for blocker in new:
            blocks.setdefault(blocker, []).append(name_of(attacker, everything))
        attacker = after
    return {blocker: many[0] if len(many) == 1 else many for blocker, many in blocks.items()}


def _numbered(said: Iterable[str], names: Iterable[str]) -> list[str]:
    """The names that are meant; one that comes again is the next of that name: ``Bear``, ``Bear#2``."""
    found, names = list[str](), tuple(names)
    for one in said:
        name = name_of(one, names)
        times = sum(1 for other in found if other.partition("#")[0] == name)
        found.append(f"{name}#{times + 1}" if times else name)
    return found


def split_names(text: str, names: Iterable[str]) -> list[str]:
    """The names in a text with commas between them; the longest that are known, since a name may have a comma itself.

    >>> split_names("2 aurelia, the warleader, ox", ["Aurelia, the Warleader", "Ox"])
    ['2 aurelia, the warleader', 'ox']
    """
    if text.startswith("{"):
        return [text]
    parts, names = [part.strip() for part in text.split(",") if part.strip()], tuple(names)
    found: list[str] = []
    while parts:
        joined = ((n, ", ".join(parts[:n])) for n in range(min(len(parts), MOST_COMMAS + 1), 1, -1))
        many = next((n for n, one in joined if meant(_COUNTED.sub("", one), names)), 1)
        found.append(", ".join(parts[:many]))
        parts = parts[many:]
    return found


MOST_COMMAS = 3
"""How many commas a name has at most."""

_COUNTED = re.compile(r"\A[1-9][0-9]? |#[1-9][0-9]*\Z")


def following(session: Session, line: str, player: str = "") -> tuple[tuple[str, ...], str]:
    """The names that may follow an act as far as it is typed, and what is typed of the last one."""
    verb, _, rest = line.partition(" ")
    verb = verb_meant(verb)
    if verb == "block":
        before, with_, begun = rest.rpartition(" with ")
        names = offered(session, "attack", player) if with_ else _attackers(session)
        return (names, begun if with_ else rest) if before or not with_ else ((), "")
    _, on, begun = rest.rpartition(" on ")
    if on and verb in (*CARDS, "attack"):
        return _everything(session), begun
    return offered(session, verb, player), rest


def _attackers(session: Session) -> tuple[str, ...]:
    """The names of the creatures that attack, or, before they do, of all."""
    state = session.waiting() or session.state
    attacking = {one.id for one in state.combat.attackers} if state.combat is not None else set[int]()
    found = [p for p in state.permanents() if state.is_creature(p)]
    return tuple(dict.fromkeys(p.card.name for p in found if p.id in attacking or not attacking))


def offered(session: Session, verb: str, player: str = "") -> tuple[str, ...]:
    """The names that may follow a verb here: cards, permanents of the player, or options."""
    state = session.waiting() or session.state
    own = scenario_cards(session)
    if verb in ("cast", "play", "suspend", "have"):
        return (*own, *(name for name in catalogue() if name not in own))
    if verb in ("attack", "block", "activate", "keep_tapped"):
        seats = [state.game.seat(player)] if player and verb != "activate" else range(len(state.players))
        return tuple(
            dict.fromkeys(p.card.name for seat in seats for p in map(state.permanent, own_permanents(state, seat)) if p)
        )
    if verb == "choose":
        return option_names(state)
    if verb == "companion":
        return tuple(dict.fromkeys(one.companion for one in state.players if one.companion))
    return ()


def _everything(session: Session) -> tuple[str, ...]:
    """The names that may be a target: players, permanents, and what is on the stack."""
    state = session.state
    permanents = (permanent.card.name for permanent in state.permanents())
    return tuple(dict.fromkeys((*state.game.names, *permanents, *(one.name for one in state.stack))))


def name_of(text: str, names: Iterable[str]) -> str:
    """The one name that a text means, perhaps with a number as in ``Bear#2``; the text itself, if it means none."""
    name, number, count = text.rpartition("#")
    if number and count.isdecimal():
        return f"{name_of(name, names)}#{count}"
    found = meant(text, names)
    if len(found) > 1:
        raise FsmError(f"{shown(text, 60)!r} may be {listed(found[:5], 'or')}; type more of it")
    return found[0] if found else text


def parse_card(text: str, names: Iterable[str]) -> Any:
    """A card by its name, or a card of one's own as a script has it: ``{name: Ox, type: creature, power: 2}``."""
    if text.startswith("{"):
        data = flow_yaml(text)
        try:
            read(CardRef, data)
        except ShapeError as error:
            within = [str(key) for key in error.path[: len(error.path) - error.on_key] if isinstance(key, str)]
            where = f" in {'.'.join(within)}" if within else ""
            raise FsmError(f"{shown(text, 60)!r} is not a card{where}: {error}") from None
        return data
    name = name_of(text, names := tuple(names))
    if name not in names:
        raise FsmError(f"unknown card {shown(text, 60)!r}{nearest(text, names)}; fsm cards lists the catalogue")
    return name


def verb_meant(word: str) -> str:
    """The verb that a word means, in any case and also as others say it: ``Casts`` is ``cast``; or the word itself.

    >>> verb_meant("casts"), verb_meant("Passes"), verb_meant("has"), verb_meant("Aurelia")
    ('cast', 'pass', 'have', 'Aurelia')
    """
    said = word.casefold()
    known = (verb for verb in VERBS_TYPED if said in (verb, f"{verb}s", f"{verb}es"))
    return "have" if said == "has" else next(known, word)


def made_up(session: Session) -> dict[str, Any]:
    """The cards that the script of a session has made up in place, as they are written, by name."""
    acts = [entry for entry in session.scenario.document.data.get("script") or () if isinstance(entry, dict)]
    return {card["name"]: card for card in _cards_in(acts)}


def _cards_in(data: Any) -> Iterable[dict[str, Any]]:
    """The cards that are written in place in some data."""
    if isinstance(data, dict) and {"name", "type"} <= data.keys():
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _cards_in(part)
