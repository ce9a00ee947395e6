"""Declarations: who is attacked, which creatures attack, which block, and what triggers once all have declared.

cr2006 306-309, cr2011 and cr2026 506-509.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ...edition import obeys
from ...words import listed
from ..objects.abilities.conditions import ATTACKS
from ..objects.abilities.triggers import Happened, on_blocks, on_creature, on_event, on_player, watchers
from ..objects.permanents.loyalty import attackable
from ..objects.permanents.moving import tap
from ..state.agenda import Task, push, task
from ..state.attackers import NO_COMBAT, Attacker, Bands, without
from ..state.decision import ChooseDefender, DeclareAttackers, DeclareBlockers
from ..state.event import Event, Log, emit
from ..state.players.teams import if_teams, team_detail
from ..state.players.who import defenders, opponents, several
from ..state.state import Permanent, State, replace, set_permanent
from ..state.tally import counted
from .attacking import attack_candidates, attackers_of
from .banding import bands_with, blocked_together
from .blocking import block_candidates
from .costs import Attacks
from .damage_orders import creature_name
from .requirements import requirement_finder


class BlockNews(msgspec.Struct, frozen=True, gc=False):
    """The blocks of a declaration, ``together`` with those of bands, and the attackers that became blocked."""

    blocks: tuple[tuple[int, int], ...] = ()
    together: tuple[tuple[int, int], ...] = ()
    became: tuple[int, ...] = ()

    def and_also(self, other: BlockNews) -> BlockNews:
        """With what another player declared."""
        return BlockNews(self.blocks + other.blocks, self.together + other.together, self.became + other.became)


NO_NEWS = BlockNews()


@obeys("block_triggers", "not_blocked", "event_trigger")
def blocks_declared(state: State, log: Log, news: BlockNews) -> State:
    """Attackers without blockers are unblocked now, and abilities trigger on the blocks.

    First those of the blockers, then those of the attackers, each in the order in which they were declared.
    """
    combat = state.combat or NO_COMBAT
    if news == NO_NEWS and all(attacker.blocked is not None for attacker in combat.attackers):
        return state
    unblocked = [(a, p) for a in combat.attackers if a.blocked is None and (p := state.permanent(a.id)) is not None]
    attackers = tuple(replace(a, blocked=False) if a.blocked is None else a for a in combat.attackers)
    state = blocks_added(replace(state, combat=replace(combat, attackers=attackers)), log, news)
    for attacker, permanent in unblocked:
        about, topics = Happened(attacker.defender, permanent.id), "not_blocked event_trigger"
        state = on_blocks(state, log, "attacks and is not blocked", permanent, about, topics)
    return state


def blocks_added(state: State, log: Log, news: BlockNews) -> State:
    """Abilities of blockers trigger, and then those of the attackers that they block."""
    combat = state.combat or NO_COMBAT
    for id in dict.fromkeys(blocker for blocker, _ in news.blocks):
        blocker = state.permanent(id)
        if blocker is not None:
            before = sum(other == id for other, _ in combat.blocks) - sum(other == id for other, _ in news.together)
            state = _it_blocks(state, log, blocker, tuple(one for other, one in news.blocks if other == id), before)
    for attacker in combat.attackers:
        blockers = tuple(id for id, blocked in news.together if blocked == attacker.id)
        if blockers:
            state = _it_is_blocked(state, log, attacker, blockers, attacker.id in news.became)
    return state


@obeys("blocks_creature", "number_of_blockers", "event_trigger")
def _it_blocks(state: State, log: Log, blocker: Permanent, blocked: tuple[int, ...], before: int) -> State:
    """Triggers of a blocker: once, and once for each creature that it blocks."""
    about = Happened(that=blocker.id)
    state = on_blocks(state, log, "blocks", blocker, about, "event_trigger", before, before + len(blocked))
    for id in blocked:
        attacker = state.permanent(id)
        about = Happened(attacker.controller if attacker is not None else None, id)
        state = on_blocks(state, log, "blocks a creature", blocker, about, "blocks_creature event_trigger")
    return state


@obeys("becomes_blocked", "blocked_by_creature", "number_of_blockers", "event_trigger")
def _it_is_blocked(state: State, log: Log, attacker: Attacker, blockers: tuple[int, ...], became: bool) -> State:
    """Triggers of an attacker: once in a combat, if it was not blocked before, and once for each blocker."""
    permanent, combat = state.permanent(attacker.id), state.combat or NO_COMBAT
    if permanent is None:
        return state
    now = sum(blocked == attacker.id for _, blocked in combat.blocks)
    before = now - len(blockers) if became else max(1, now - len(blockers))
    about = Happened(attacker.defender, permanent.id)
    state = on_blocks(state, log, "becomes blocked", permanent, about, "becomes_blocked event_trigger", before, now)
    for id in blockers:
        about = Happened(attacker.defender, id)
        topic = "blocked_by_creature event_trigger"
        state = on_blocks(state, log, "becomes blocked by a creature", permanent, about, topic)
    return state


Declared = Sequence[tuple[Permanent, Attacker]]
"""The declared attackers, each with what it attacks."""


@obeys("attacks_player", "is_attacked")
def attacks_declared(state: State, log: Log, declared: Declared) -> State:
    """Abilities trigger on each attacker, on each player who attacks, and on each player and permanent attacked."""
    watching = watchers(state, "attacks")
    for permanent, attacker in declared:
        state = on_creature(state, log, "attacks", permanent, watching, Happened(attacker.defender))
    for seat in dict.fromkeys(permanent.controller for permanent, _ in declared):
        state = on_player(state, log, "attack", seat)
    # Each player who attacks another one does so once, with however many creatures; attacks on permanents are none.
    pairs = dict.fromkeys((p.controller, attacker.defender) for p, attacker in declared if attacker.attacked is None)
    for seat, whom in pairs:
        state, _ = counted(state, f"{ATTACKS} {whom}", seat)
        state = on_player(state, log, "attack a player", seat, Happened(whom))
    for whom in dict.fromkeys(whom for _, whom in pairs):
        by = next(seat for seat, attacked in pairs if attacked == whom)
        state = on_player(state, log, "be attacked", whom, Happened(by))
    attackers = {attacker.attacked: permanent.controller for permanent, attacker in reversed(declared)}
    for id in dict.fromkeys(attacker.attacked for _, attacker in declared):
        if (attacked := state.permanent(id)) is not None:
            state = on_event(state, log, "is attacked", attacked, Happened(attackers[id]))
    return state


class AskDefender(Task, frozen=True):
    """The defending player is still to be chosen."""


class AskAttackers(Task, frozen=True):
    """Attackers are still to be declared."""


class AskBlockers(Task, frozen=True):
    """Blockers are still to be declared, by the players at these seats; what others have declared is ``news``."""

    seats: tuple[int, ...]
    news: BlockNews = NO_NEWS


@task(AskDefender)
@obeys("departed_rule_choice")
def choose_defender(state: State, log: Log, _: AskDefender | None = None) -> State:
    """The active player chooses the defending player, if there are several opponents and only one may be attacked.

    cr2006 306.3 as the phase starts; cr2011 and cr2026 507.1 in the beginning of combat step. In a game with
    teams they choose a team, which its primary player stands for (606.7a, 810.7a, 805.10a). For an active player
    who has left the next player chooses, if the edition says so (cr2026 800.4h).
    """
    seats, seat = state.rotation.seats, state.active
    there = seat in seats
    if several(state) or (there and len(seats) <= 2) or not (there or state.edition.cite("departed_rule_choice")):
        return state
    whom = tuple(seat for seat in opponents(state) if seat == state.team(seat)[0])
    chooser = seat if there else state.next_seat(seat)
    return replace(state, decision=ChooseDefender(chooser, whom)) if len(whom) > 1 else state


@obeys("choose_defender")
def defend(state: State, log: Log, seat: int) -> State:
    """A player becomes the defending player of this combat."""
    state = replace(state, combat=replace(state.combat or NO_COMBAT, defender=seat))
    if log is not None:
        edition = state.edition
        at_phase = "choose_defender" in edition.phase(state.graph.node(state.at.phase).kind).actions
        node = state.at.phase if at_phase else state.at.stop
        detail = tuple(team_detail(state, seat).items())
        log.append(Event("combat.defender", edition.cite("choose_defender"), state, node, seat, detail))
    return state


@task(AskAttackers)
@obeys("attacking_player")
def declare_attackers(state: State, log: Log, _: AskAttackers | None = None) -> State:
    """The active player declares attackers (cr2006 308.1-308.2, later 508.1); they are asked if any could attack."""
    candidates = attack_candidates(state) if state.battlefield else ()
    whom = defenders(state) if candidates else ()
    if whom:
        return replace(state, decision=DeclareAttackers(state.active, candidates, whom, attackable(state, whom)))
    return attack(state, log, ())


@obeys("vigilance", "attack_tap")
def tap_attackers(state: State, log: Log, ids: tuple[int, ...]) -> State:
    """The chosen attackers become tapped; this is not a cost (308.2c, 508.1f)."""
    for id in ids:
        permanent = state.permanent(id)
        if permanent is not None and not state.has(permanent, "vigilance"):
            state = tap(state, log, permanent, "attack_tap")
    return state


@obeys("attack_bands", "attack_triggers", "attacking", "band_stays")
def attack(state: State, log: Log, attacks: Attacks, bands: Bands = ()) -> State:
    """The chosen creatures that the active player still controls attack; then abilities trigger (308.2g, 508.1k-m).

    ``attacks``: the declared creatures in order, each with what it attacks; ``bands``: those that band together.
    """
    is_urged = requirement_finder(state) if attacks else None
    chosen = [
        (p, Attacker(id, seat, attacked=attacked, forced=is_urged is not None and is_urged(p)))
        for id, seat, attacked in attacks
        if (p := state.permanent(id)) is not None and state.is_active(p.controller) and state.is_creature(p)
    ]
    for permanent, attacker in chosen:
        whom = (*permanent.whom, attacker.defender) if attacker.attacked is None else permanent.whom
        state = set_permanent(state, permanent.id, attacked=True, whom=whom, fought=state.at.phase)
    if attacks:
        combat = state.combat or NO_COMBAT
        defender = combat.defender if several(state) else state.team(attacks[0][1])[0]
        attackers = combat.attackers + tuple(attacker for _, attacker in chosen)
        there = {permanent.id for permanent, _ in chosen}
        for id in {id for band in bands for id in band} - there:
            bands = without(bands, id)
        bands = combat.bands + bands
        combat = replace(combat, defender=defender, attackers=attackers, any_declared=True, bands=bands)
        state = replace(state, combat=combat)
    if log is not None:
        _tell_attack(state, log, len(attacks), chosen, bands)
    return attacks_declared(state, log, chosen) if chosen else state


@obeys("attack_whom", "declare_attackers", "team_attack", "attack_bands", "bands_with_other")
def _tell_attack(state: State, log: Log, declared: int, chosen: list[tuple[Permanent, Attacker]], bands: Bands) -> None:
    """Notes who attacks, in which bands, and what, if more than one player may be attacked.

    ``declared``: how many creatures were declared; those that are gone since do not attack (508.1k).
    """
    topics = "declare_attackers"
    detail: dict[str, Any] = {"attackers": [p.card.name for p, _ in chosen]}
    detail |= {"declared": declared} if declared > len(chosen) else {}
    if chosen and (len(defenders(state)) > 1 or any(a.attacked is not None for _, a in chosen)):
        attacked = ((a.attacked, a.defender) for _, a in chosen)
        topics += " attack_whom"
        detail["defenders"] = [state.name(seat) if id is None else creature_name(state, id) for id, seat in attacked]
    topics += if_teams(state, "team_attack")
    if bands:
        others = any(bands_with(state, id) for band in bands for id in band)
        topics += " attack_bands bands_with_other" if others else " attack_bands"
        detail["bands"] = [listed(creature_name(state, id) for id in band) for band in bands]
    emit(log, "combat.attack", state, topics, state.active, **detail, **team_detail(state, state.active))


@obeys("no_attackers")
def no_attackers(state: State) -> bool:
    """Whether no creature attacks: then the declare blockers and combat damage steps are skipped.

    cr2006 308.4 counts only declared attackers; cr2011 508.6 and cr2026 508.8 also those that entered attacking.
    """
    combat = state.combat
    if combat is None:
        return True
    happened = {"declared": combat.any_declared, "put": combat.any_put}
    return not any(happened[word] for word in state.game.edition.choices["no_attackers"])


def declare_blockers(state: State, log: Log) -> State:
    """The defending player declares blockers (cr2006 309.1, later 509.1); they are asked if any could block.

    If several players are attacked, they declare one after the other in turn order (602.4, 802.4). A team declares
    one combined block, through its primary player (606.7c, 810.7d, 805.10d).
    """
    combat = state.combat or NO_COMBAT
    attacked = {attacker.defender for attacker in combat.attackers}
    seats = dict.fromkeys(state.team(seat)[0] for seat in defenders(state) if seat in attacked)
    return _block_next(state, log, AskBlockers(tuple(seats))) if seats else block(state, log, combat.defender, ())


@task(AskBlockers)
def _block_next(state: State, log: Log, asked: AskBlockers) -> State:
    if not asked.seats:
        return _after_declaring(state, log, asked.news)
    first, *rest = asked.seats
    state = push(state, replace(asked, seats=tuple(rest))) if rest or asked.news != NO_NEWS else state
    if first not in state.rotation.seats:
        return _after_declaring(state, log, NO_NEWS)
    able, attackers = block_candidates(state, first), attackers_of(state, first)
    if able and attackers:
        return replace(state, decision=DeclareBlockers(first, able, attackers))
    return block(state, log, first, ())


@obeys("blocked", "blocking", "blocks_in_turn", "declare_blockers", "team_block")
def block(state: State, log: Log, seat: int | None, blocks: tuple[tuple[int, int], ...]) -> State:
    """A player declares blockers; what they block stays blocked for the rest of the combat (309.2f, 509.1h)."""
    combat = state.combat or NO_COMBAT
    together = blocked_together(combat, blocks)
    blocked = {attacker for _, attacker in together}
    news = BlockNews(blocks, together, tuple(a.id for a in combat.attackers if a.id in blocked and not a.blocked))
    attackers = tuple(replace(a, blocked=True) if a.id in blocked else a for a in combat.attackers)
    state = replace(state, combat=replace(combat, attackers=attackers, blocks=combat.blocks + together))
    named = [f"{creature_name(state, blocker)} blocks {creature_name(state, attacker)}" for blocker, attacker in blocks]
    topics = "declare_blockers blocks_in_turn" if several(state) else "declare_blockers"
    side = team_detail(state, seat) if seat is not None else {}
    emit(log, "combat.block", state, topics + if_teams(state, "team_block"), seat, blocks=named, **side)
    for blocker in dict.fromkeys(blocker for blocker, _ in blocks):
        state = set_permanent(state, blocker, fought=state.at.phase)
    return _after_declaring(state, log, news)


def _after_declaring(state: State, log: Log, news: BlockNews) -> State:
    """Once the last player has declared blockers, abilities trigger; until then the news is kept (509.1i, 802.4)."""
    match state.agenda:
        case (*below, AskBlockers() as rest):
            return replace(state, agenda=(*below, replace(rest, news=rest.news.and_also(news))))
    return blocks_declared(state, log, news)


@obeys("combat_removal")
def everything_leaves_combat(state: State, _: Log) -> State:
    """As the end of combat step ends, everything is removed from combat (311.2, 511.3)."""
    return state if state.combat is None else replace(state, combat=None)
