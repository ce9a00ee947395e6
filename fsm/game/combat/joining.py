"""What attacks or blocks without having been declared (508.4; 509.6, later 509.4), or attacks something else (508.7).

Neither cares for restrictions, requirements and costs. Editions before 2011 speak only of what enters attacking, and
those before 2023 choose nothing anew; they are read in the same way.
"""

from __future__ import annotations

from ...edition import obeys
from ..objects.abilities.targets import target_names
from ..objects.permanents.loyalty import attackable, can_fight, defender_of
from ..state.agenda import Choice, Task, push, task
from ..state.attackers import NO_COMBAT, Attacker
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.players.who import defenders
from ..state.state import Permanent, State, replace
from .banding import blocked_together
from .damage_orders import blockers_of, creature_name
from .declaring import BlockNews, blocks_added

Target = tuple[int, int | None]
"""What a creature attacks: a defending player, or a planeswalker or battle of theirs."""


class AttackAnew(Choice, frozen=True):
    """A player says what a creature attacks, which attacks already or begins to attack now."""

    id: int
    by: int
    targets: tuple[Target, ...]


@obeys("anew_one", "anew_whom")
def targets_now(state: State) -> tuple[Target, ...]:
    """All that may be attacked in this combat: opponents, and what they defend (508.7c, 508.7d)."""
    seats = defenders(state)
    permanents = (p for id in attackable(state, seats) if (p := state.permanent(id)) is not None)
    return (*((seat, None) for seat in seats), *((defender_of(state, p), p.id) for p in permanents))


class JoinAttack(Task, frozen=True):
    """A creature is still to attack by an effect."""

    id: int
    targets: tuple[Target, ...]


@task(JoinAttack)
@obeys("battle_fights", "let_attack_gone")
def join_attack(state: State, log: Log, joining: JoinAttack) -> State:
    """A creature attacks by an effect; its controller chooses among several targets. It never "attacked" (508.4).

    It does not attack outside combat, if its controller is no attacking player, or if nothing is there to attack.
    """
    creature, attackers = state.permanent(joining.id), (state.combat or NO_COMBAT).attackers
    if creature is None or not joining.targets or not can_fight(state, creature):
        return state
    seat, combat = creature.controller, state.graph.node(state.at.phase).kind == "combat"
    able = combat and state.is_active(seat) and all(attacker.id != creature.id for attacker in attackers)
    return _ask(state, log, AttackAnew(creature.id, seat, joining.targets)) if able else state


class ChooseAnew(Task, frozen=True):
    """A player is still to choose anew what a creature attacks."""

    id: int
    seat: int


@task(ChooseAnew)
@obeys("anew")
def attack_anew(state: State, log: Log, choosing: ChooseAnew) -> State:
    """A player chooses anew what an attacking creature attacks; what it attacks now is the first option."""
    attackers = (state.combat or NO_COMBAT).attackers
    now = next(((a.defender, a.attacked) for a in attackers if a.id == choosing.id), None)
    if now is None or state.permanent(choosing.id) is None:
        return state
    targets = tuple(sorted(targets_now(state), key=lambda target: target != now))
    return _ask(state, log, AttackAnew(choosing.id, choosing.seat, targets))


def _ask(state: State, log: Log, anew: AttackAnew) -> State:
    if len(anew.targets) < 2 or anew.by not in state.rotation.seats:
        return _chosen(state, log, anew) if anew.targets else state
    creature = state.permanent(anew.id)
    name = creature.card.name if creature is not None else ""
    return replace(push(state, anew), decision=ChooseOption(anew.by, name, names_of(state, anew.targets)))


def names_of(state: State, targets: tuple[Target, ...]) -> tuple[str, ...]:
    """The names of players, planeswalkers and battles that may be attacked."""
    permanents = iter(target_names(state, "permanent", [id for _, id in targets if id is not None]))
    return tuple(state.name(seat) if id is None else next(permanents) for seat, id in targets)


@task(AttackAnew)
@obeys("anew_free", "anew_stays", "put_free", "put_attacking", "anew", "instructions")
def _chosen(state: State, log: Log, anew: AttackAnew) -> State:
    """The creature stays in combat as it is, and has not attacked once more (508.7a)."""
    creature, combat, (seat, attacked) = state.permanent(anew.id), state.combat or NO_COMBAT, anew.targets[anew.option]
    if creature is None:
        return state
    old = next((attacker for attacker in combat.attackers if attacker.id == anew.id), None)
    if old is not None and (old.defender, old.attacked) == (seat, attacked):
        return state
    fields = {"name": creature.card.name, "object": anew.id, "attacked": names_of(state, ((seat, attacked),))[0]}
    if old is None:
        attackers = (*combat.attackers, Attacker(anew.id, seat, declared=False, attacked=attacked))
        state = replace(state, combat=replace(combat, attackers=attackers, any_put=True))
        emit(log, "combat.put", state, "put_attacking", creature.controller, **fields)
        return state
    new = replace(old, defender=seat, attacked=attacked)
    attackers = tuple(new if attacker is old else attacker for attacker in combat.attackers)
    state = replace(state, combat=replace(combat, attackers=attackers))
    topic = "anew" if state.edition.cite("anew") else "instructions"  # the effect says it where no rule does
    emit(log, "combat.anew", state, topic, anew.by, **fields)
    return state


class PlaceBlocker(Choice, frozen=True):
    """The active player says where a new blocker stands among those of an attacker: last, or before one of them."""

    blocker: int
    attacker: int
    others: tuple[int, ...]


class AddBlockers(Task, frozen=True):
    """These creatures are still to block an attacker; each finds its place before the next one comes."""

    blockers: tuple[int, ...]
    attacker: int
    entering: bool = False


@task(AddBlockers)
def add_next(state: State, log: Log, adding: AddBlockers) -> State:
    """The first of these creatures blocks the attacker, if it can."""
    first, *rest = adding.blockers
    state = push(state, replace(adding, blockers=tuple(rest))) if rest else state
    blocker = state.permanent(first)
    return state if blocker is None else add_blocker(state, log, blocker, adding.attacker, adding.entering)


@obeys("put_block_free", "put_block_gone", "put_block_other", "block_added", "put_blocking")
def add_blocker(state: State, log: Log, blocker: Permanent, attacker: int, entering: bool) -> State:
    """A creature blocks an attacker without having been declared; what ``entering`` blocks has never blocked.

    It blocks nothing if the attacker is not attacking any more, or, for what enters, attacks another player.
    Restrictions and requirements do not apply.
    """
    combat = state.combat or NO_COMBAT
    attacking = next((a for a in combat.attackers if a.id == attacker), None)
    if attacking is None or not can_fight(state, blocker) or (blocker.id, attacker) in combat.blocks:
        return state
    if entering and blocker.controller not in state.team(attacking.defender):
        return state
    together, others = blocked_together(combat, ((blocker.id, attacker),)), blockers_of(combat, attacker)
    blocked = {id for _, id in together}
    became = tuple(a.id for a in combat.attackers if a.id in blocked and not a.blocked)
    attackers = tuple(replace(a, blocked=True) if a.id in blocked else a for a in combat.attackers)
    state = replace(state, combat=replace(combat, attackers=attackers, blocks=combat.blocks + together))
    topic, whom = "put_blocking" if entering else "block_added", creature_name(state, attacker)
    topic = topic if state.edition.cite(topic) else "instructions"  # the effect says it where no rule does
    emit(log, "combat.add", state, topic, blocker.controller, name=blocker.card.name, object=blocker.id, attacker=whom)
    declared = () if entering else ((blocker.id, attacker),)
    state = blocks_added(state, log, BlockNews(declared, together, became))
    announced = state.edition.choices["damage_order"] == ("announced",)
    if not others or not announced or state.active not in state.rotation.seats:
        return state
    options = ("last", *(f"before {creature_name(state, id)}" for id in others))
    decision = ChooseOption(state.active, creature_name(state, blocker.id), options)
    return replace(push(state, PlaceBlocker(blocker.id, attacker, others)), decision=decision)


@task(PlaceBlocker)
def _placed(state: State, log: Log, place: PlaceBlocker) -> State:
    combat = state.combat
    if combat is None or not place.option:
        return state
    new, before = (place.blocker, place.attacker), (place.others[place.option - 1], place.attacker)
    blocks = [pair for pair in combat.blocks if pair != new]
    if before in blocks and len(blocks) < len(combat.blocks):
        blocks.insert(blocks.index(before), new)
        state = replace(state, combat=replace(combat, blocks=tuple(blocks)))
    return state
