"""Translates a script's acts into actions: names become permanents, seats and options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from msgspec.structs import replace

from ...cards.kinds import ANY, OR_SUSPENDED, PLAYERS, on_stack, target_in_words
from ...errors import IllegalAction
from ...game import Action, Card, Refusal, State
from ...game.decisions import combat
from ...game.decisions.table import DECISION_KINDS
from ...game.objects.abilities.targets import legal_targets, target_names, why_no_target
from ...game.objects.cards.links import permits
from ...game.objects.cards.moving import card_name, card_named
from ...game.objects.permanents.loyalty import defender_of
from ...game.priority.casting import stoppable
from ...game.state import action as a
from ...game.state import decision as d
from ...game.state.piles.pile import CardId, card_meant
from ...shape import describe
from ...wording.parts import ability_name
from ...words import listed, nearest
from ..model import Act
from .absent import Absent

_MEANT: dict[str, type[Action]] = {
    "cast": a.Cast,
    "play": a.PlayLand,
    "activate": a.Activate,
    "pass_": a.Pass,
    "attack": a.Attack,
    "block": a.Block,
    "discard": a.DiscardCards,
    "order": a.Order,
    "assign": a.Assign,
    "choose": a.Choose,
    "keep_tapped": a.KeepTapped,
    "suspend": a.Suspend,
    "companion": a.BringCompanion,
    "end": a.EndEffect,
}
"""The action type of each verb of a script."""

VERB_OF = {kind: verb.rstrip("_") for verb, kind in _MEANT.items()} | {a.Concede: "concede"}
"""The verb of each action type."""

_NUMBERED = re.compile(r"(.+)#([1-9][0-9]{0,5})\Z")


def asks(decision: d.Decision, act: Act) -> bool:
    """Whether an act answers a decision."""
    verb = next(verb for verb in _MEANT if getattr(act, verb) not in (None, False))
    return _MEANT[verb] in DECISION_KINDS[type(decision)].actions


def action_of(state: State, seat: int, act: Act) -> Action:
    """The action for an act in a state; ``IllegalAction`` if a name is unknown there."""
    decision = state.decision
    if act.concede:
        return a.Concede(seat)
    if act.pass_:
        return a.Pass(seat)
    spell, land, later = cast(object, act.cast), cast(object, act.play), cast(object, act.suspend)
    if isinstance(spell, Card):
        mana = _mana(state, act, own_permanents(state, seat))
        targets, later = ("none", "") if act.face_down else (spell.targets, _targets_later(spell, act.target))
        target = _target(state, seat, act, spell.name, targets, later)
        at, spend = _offered(state, seat, spell, act), act.spend or ()
        return a.Cast(seat, spell, target, *mana, at=at, spend=spend, face_down=act.face_down)
    if isinstance(land, Card):
        return a.PlayLand(seat, land, _offered(state, seat, land, act))
    if isinstance(later, Card):
        return a.Suspend(seat, later)
    if act.companion is not None:
        return a.BringCompanion(seat, act.companion)
    if act.end is not None:
        return a.EndEffect(seat, _stoppable(state, act.end))
    if act.activate is not None:
        id = _permanents(state, [act.activate], activable(state, seat))[0]
        permanent = state.permanent(id)
        abilities = state.abilities(permanent)[act.ability - 1 : act.ability] if permanent is not None else ()
        source = ability_name(act.activate)
        target = _target(state, seat, act, source, abilities[0].targets) if abilities else None
        mana = _mana(state, act, own_permanents(state, seat), (id,))
        return a.Activate(seat, id, act.ability - 1, target, *mana, act.spend or ())
    return _answer(state, seat, act, decision)


def makes_mana(state: State, seat: int, act: Act) -> bool:
    """Whether an act activates a mana ability."""
    with suppress(IllegalAction):
        action = action_of(state, seat, act)
        permanent = state.permanent(action.permanent) if isinstance(action, a.Activate) else None
        if permanent is not None and isinstance(action, a.Activate):
            return any(ability.mana_ability for ability in state.abilities(permanent)[action.ability :][:1])
    return False


def _offered(state: State, seat: int, card: Card, act: Act) -> CardId | None:
    """The card outside the hand that an act means, if possible one that an effect offers; None for one of the hand."""
    if act.out_of is None:
        return None
    cards = [e.permits.card for e in permits(state, seat) if e.permits is not None]
    found = [id for id in cards if id.zone == act.out_of and card_name(state, id) == card.name]
    own = found[0] if found else card_named(state, seat, act.out_of, card.name)
    if own is None:
        raise IllegalAction(f"{state.name(seat)} has no {card.name} there: {act.out_of}", ())
    return own


def _stoppable(state: State, name: str) -> int:
    """The number of an effect that players may end, by its name; the oldest of that name."""
    known = stoppable(state)
    found = [one.id for one in known if one.name == name]
    if not found:
        names = {one.name: None for one in known}
        offered = f"available: {listed(names)}" if names else "there is none"
        raise IllegalAction(f"no {describe(name)} can be ended{nearest(name, names)}; {offered}")
    return found[0]


def activable(state: State, seat: int) -> list[int]:
    """The permanents whose abilities a player can activate: their own, then those with an ability for anyone."""
    having = state.permanents() if state.lasting else state.index.activated
    others = (p for p in having if p.controller != seat and any(a.by == "anyone" for a in state.abilities(p)))
    return [p.id for p in (*state.permanents(seat), *others)]


def _answer(state: State, seat: int, act: Act, decision: d.Decision | None) -> Action:
    match decision:
        case d.DeclareAttackers() if act.attack is not None:
            return _attack(state, seat, act, act.attack)
        case d.DeclareBlockers() if act.block is not None:
            _check_swapped(state, act.block, decision.attackers)
            blockers = _permanents(state, list(act.block), own_permanents(state, seat))
            pairs = _blocks(state, blockers, act.block.values(), decision.attackers, _elsewhere(state, decision))
            return a.Block(seat, pairs, **_paying(state, act, own_permanents(state, seat), blockers))
        case d.ChooseDiscards() if act.discard is not None:
            return a.DiscardCards(seat, tuple(card_meant(name, state.game.cards) for name in act.discard))
        case d.OrderTriggers() | d.ArrangeCards() if act.order is not None:
            return a.Order(seat, _positions(act.order, decision.names))
        case d.ChooseBottom() if act.order is not None:
            return a.Order(seat, _positions(act.order, decision.hand)[: len(act.order)])
        case d.OrderDamage() if act.order is not None:
            ids = _permanents(state, act.order, decision.others)
            return a.Order(seat, tuple(decision.others.index(id) for id in ids))
        case d.AssignDamage() if act.assign is not None:
            attacked = {state.name(-1 - to): to for to in decision.recipients if to < 0}
            others = [name for name in act.assign if name not in attacked]
            meant = dict(zip(others, _permanents(state, others, decision.recipients), strict=True)) | attacked
            given = {meant[name]: amount for name, amount in act.assign.items()}
            return a.Assign(seat, tuple(given.get(id, 0) for id in decision.recipients))
        case d.ChooseUntap() if act.keep_tapped is not None:
            return a.KeepTapped(seat, _permanents(state, act.keep_tapped, own_permanents(state, seat)))
    names = option_names(state)
    if names and act.choose is not None:
        return a.Choose(seat, _position(act.choose, names))
    raise IllegalAction("the game does not wait for this action now")


def _check_swapped(state: State, block: Mapping[str, str | tuple[str, ...]], attackers: Iterable[int]) -> None:
    """``IllegalAction`` for a block in which an attacker blocks what does not attack."""
    attacking = {p.card.name for id in attackers if (p := state.permanent(id)) is not None}
    for blocker, blocked in block.items():
        for one in (blocked,) if isinstance(blocked, str) else blocked:
            if _plain(blocker) in attacking and _plain(one) not in attacking:
                raise IllegalAction(f"{blocker} attacks, and {one} does not; did you mean that {one} blocks {blocker}?")


def option_names(state: State) -> tuple[str, ...]:
    """The names that a script uses for the options of a choice."""
    decision = state.decision
    return DECISION_KINDS[type(decision)].names(state, decision) if decision is not None else ()


def why_unasked(state: State, seat: int, act: Act) -> Refusal:
    """Why an attack or a block is illegal outside its decision; ``IllegalAction`` if a name is unknown there."""
    everything = [p.id for p in state.permanents()]
    if act.attack is not None:
        return combat.why_no_attackers(state, seat, _permanents(state, list(act.attack), own_permanents(state, seat)))
    blocks = act.block or {}
    blocking = _permanents(state, list(blocks), own_permanents(state, seat))
    return combat.why_no_blockers(state, seat, _blocks(state, blocking, blocks.values(), everything))


def _blocks(
    state: State,
    blocking: Iterable[int],
    blocked: Iterable[str | tuple[str, ...]],
    among: Sequence[int],
    last: Sequence[int] = (),
) -> tuple[tuple[int, int], ...]:
    """The pairs of each blocker and the attackers that it blocks by name: if possible none of the last ones."""
    pairs = zip(blocking, ([one] if isinstance(one, str) else one for one in blocked), strict=True)
    return tuple((id, one) for id, names in pairs for one in _permanents(state, names, (*among, *last), last))


def _elsewhere(state: State, decision: d.DeclareBlockers) -> list[int]:
    """The creatures that attack other players than those who declare blockers: an illegal block may name them."""
    attackers = state.combat.attackers if state.combat is not None else ()
    return [attacker.id for attacker in attackers if attacker.id not in decision.attackers]


def own_permanents(state: State, seat: int) -> list[int]:
    """The permanents that a player can declare: their own, or those of their team."""
    return [p.id for mate in state.team(seat) for p in state.permanents(mate)]


def _attack(state: State, seat: int, act: Act, attack: tuple[str, ...] | dict[str, str]) -> a.Attack:
    """Creatures by name, perhaps with the player each attacks, and what is paid for it."""
    own = own_permanents(state, seat)
    attackers = _permanents(state, list(attack), own)
    pairs = list(zip(attack, attackers, strict=True))
    bands, (optional,) = _named_attackers(act.bands or (), pairs), _named_attackers((act.optional or (),), pairs)
    declared = a.Attack(seat, attackers, bands=bands, optional=optional, **_paying(state, act, own, attackers))
    if not isinstance(attack, dict):
        return declared
    decision = state.decision
    assert isinstance(decision, d.DeclareAttackers)  # noqa: S101  # action_of checks the decision first
    others = tuple(p.id for p in state.permanents() if p.id not in decision.attackable)
    attacked = {
        id: _permanents(state, [name], (*decision.attackable, *others))[0]
        for id, name in zip(attackers, attack.values(), strict=True)
        if name not in state.game.names
    }
    seats = {id: defender_of(state, p) for id, one in attacked.items() if (p := state.permanent(one)) is not None}
    named = zip(attackers, attack.values(), strict=True)
    defenders = tuple(seats[id] if id in seats else state.game.seat(name) for id, name in named)
    return replace(declared, defenders=defenders, attacked=tuple(attacked.items()))


def _named_attackers(
    groups: Iterable[tuple[str, ...]], attackers: list[tuple[str, int]]
) -> tuple[tuple[int, ...], ...]:
    """The attackers of each band or group, by the names with which they attack; each in one group at most."""
    found: list[tuple[int, ...]] = []
    left = list(attackers)
    for group in groups:
        ids: list[int] = []
        for name in group:
            one = next((pair for pair in left if pair[0] == name), None)
            if one is None:
                raise IllegalAction(f"no attacker {describe(name)} is left for this; name it as in attack:")
            left.remove(one)
            ids.append(one[1])
        found.append(tuple(sorted(ids)))
    return tuple(found)


def _paying(state: State, act: Act, own: list[int], declared: tuple[int, ...]) -> dict[str, Any]:
    """What is paid for an attack or a block; permanents that make mana or pay are preferably not in it."""
    makers, numbers = _mana(state, act, own, declared)
    paid = [one.partition(" ") for one in act.pay or ()]
    kept = (*declared, *makers)
    ids: dict[str, Iterator[int]] = {}
    for how in ("tap", "sacrifice"):
        found = _permanents(state, [name for kind, _, name in paid if kind == how], own, kept)
        kept, ids[how] = (*kept, *found), iter(found)
    payments = tuple(_payment(state, kind, name, ids) for kind, _, name in paid)
    return {"mana": makers, "mana_abilities": numbers, "pay": payments}


def _mana(
    state: State, act: Act, own: list[int], last: tuple[int, ...] = ()
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The permanents that make mana, those in ``last`` only if no others are there, and the numbers of abilities."""
    sources = act.mana or ()
    makers = _permanents(state, [one if isinstance(one, str) else next(iter(one)) for one in sources], own, last)
    if all(isinstance(one, str) for one in sources):
        return makers, ()
    return makers, tuple(_ability(state, id, one) for id, one in zip(makers, sources, strict=True))


def _ability(state: State, id: int, source: str | dict[str, int]) -> int:
    """The number of the mana ability that is meant: the one that is written, or the first one."""
    if not isinstance(source, str):
        return next(iter(source.values())) - 1
    permanent = state.permanent(id)
    abilities = state.abilities(permanent) if permanent is not None else ()
    return next((number for number, ability in enumerate(abilities) if ability.mana_ability), 0)


def _payment(state: State, kind: str, name: str, ids: dict[str, Iterator[int]]) -> a.Payment:
    if kind == "mana":
        return a.Payment("mana")
    if kind == "discard":
        return a.Payment("discard", card=card_meant(name, state.game.cards))
    return a.Payment("tap" if kind == "tap" else "sacrifice", next(ids[kind]))


def _targets_later(card: Card, said: str | None) -> str:
    """That a spell has no target itself, but an ability of what it becomes has one as it triggers."""
    aim = next((one.targets for one in card.triggers if one.targets != "none"), "")
    whom = target_in_words(aim) if aim else ""
    return f"its triggered ability targets {whom}, which is an entry of its own: choose: {said}" if aim else ""


def _target(state: State, seat: int, act: Act, source: str, targets: str, later: str = "") -> int | None:
    """The target of an act; ``IllegalAction`` with its rule if what is named is there, but nothing that is targeted."""
    said = act.target
    if said is None:
        return None
    if kind := on_stack(targets):
        return _stacked(state, said, kind)
    if said in state.game.names and targets in (*PLAYERS, ANY):
        number = state.game.seat(said)
        return -1 - number if targets == ANY else number
    if targets in OR_SUSPENDED:
        offered = legal_targets(state, targets, seat)
        if said in (named := dict(zip(target_names(state, targets, offered), offered, strict=True))):
            return named[said]
    found = _misfit(state, said, targets) if targets != "none" else later
    if (found or targets == "none") and (refusal := why_no_target(state, source, targets, seat, NOTHING, found)):
        raise refusal.error()
    return _permanents(state, [said], [p.id for p in state.permanents()])[0]


def _misfit(state: State, said: str, targets: str) -> str:
    """That what is named is a player, or is none, where the other is targeted; ``IllegalAction`` if nothing has it."""
    players, known = state.game.names, any(p.card.name == _plain(said) for p in state.permanents())
    if targets not in PLAYERS:
        return f"{said} is a player" if said in players and not known else ""
    if not known:
        raise IllegalAction(f"no player {describe(said)}{nearest(said, players)}; there are {listed(players)}")
    return f"{said} is no player"


NOTHING = -1_000_000
"""A target that nothing has."""


def _plain(name: str) -> str:
    """A name without its number: that of ``Bear#2`` is ``Bear``."""
    numbered = _NUMBERED.match(name)
    return numbered[1] if numbered else name


def _stacked(state: State, name: str, kind: str) -> int:
    """The number of a spell or an ability on the stack by name; ``Bear#2`` is the second Bear from the top."""
    offered = legal_targets(state, kind, 0)
    named = dict(zip(target_names(state, kind, offered), offered, strict=True))
    if name not in named:
        none = "there is none (add responding_to: NAME to act on top of one)"
        there = f"on the stack: {listed(named)}" if named else none
        raise IllegalAction(f"no {kind} {describe(name)} is on the stack{nearest(name, named)}; {there}")
    return named[name]


def _permanents(state: State, wanted: Sequence[str], among: Iterable[int], last: Iterable[int] = ()) -> tuple[int, ...]:
    """Ids of permanents by name, each once, untapped ones first; ``Bear#2`` is the second Bear."""
    there = {p.id: p for p in state.permanents()}
    late = {id for id, permanent in there.items() if permanent.tapped} | set(last)
    alike: dict[str, list[int]] = {}
    for id in among:
        if id in there:
            alike.setdefault(there[id].card.name, []).append(id)
    free = {name: iter(sorted(ids, key=late.__contains__)) for name, ids in alike.items()}
    found: list[int] = []
    taken: set[int] = set()
    for name in wanted:
        one = _numbered(name, alike) or next((id for id in free.get(name, ()) if id not in taken), None)
        if one is None:
            raise Absent(name, alike)
        found.append(one)
        taken.add(one)
    return tuple(found)


def _numbered(name: str, alike: Mapping[str, list[int]]) -> int | None:
    """The second Bear for ``Bear#2``, if there is one."""
    numbered = _NUMBERED.match(name)
    if numbered is None:
        return None
    number = int(numbered[2])
    ids = alike.get(numbered[1], [])[number - 1 : number]
    return ids[0] if ids else None


def _positions(wanted: Sequence[str], offered: Sequence[str]) -> tuple[int, ...]:
    free: dict[str, list[int]] = {}
    for at in range(len(offered) - 1, -1, -1):
        free.setdefault(offered[at], []).append(at)
    order: dict[int, None] = {}
    for name in wanted:
        if not free.get(name):
            raise IllegalAction(
                f"no {describe(name)} to put in order{nearest(name, offered)}; there are {listed(offered)}"
            )
        order[free[name].pop()] = None
    return (*order, *(at for at in range(len(offered)) if at not in order))


def _position(wanted: str, offered: Sequence[str]) -> int:
    if wanted not in offered:
        raise IllegalAction(
            f"{describe(wanted)} is not offered{nearest(wanted, offered)}; there are {listed(offered, 'or')}"
        )
    return list(offered).index(wanted)
