"""What triggers as attackers are declared, and as blockers are, once all players have done so.

cr2006 308.2g and 309.3, cr2011 508.2 and 509.4, cr2026 508.3 and 509.3. What enters attacking, or attacks by an effect,
triggers nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...edition import obeys
from ..objects.abilities.conditions import attacks_on
from ..objects.abilities.triggers import Happened, on_blocks, on_creature, on_event, on_player, watchers
from ..state.attackers import NO_COMBAT, Attacker
from ..state.event import Log
from ..state.state import Permanent, State, replace
from ..state.tally import counted


class BlockNews(msgspec.Struct, frozen=True, gc=False):
    """The blocks of a declaration, ``together`` with those of bands, and the attackers that became blocked."""

    blocks: tuple[tuple[int, int], ...] = ()
    together: tuple[tuple[int, int], ...] = ()
    became: tuple[int, ...] = ()

    def and_also(self, other: BlockNews) -> BlockNews:
        """With what another player declared."""
        return BlockNews(self.blocks + other.blocks, self.together + other.together, self.became + other.became)


NO_NEWS = BlockNews()


@obeys("block_triggers")
def blocks_declared(state: State, log: Log, news: BlockNews) -> State:
    """Attackers without blockers are unblocked now, and abilities trigger on the blocks.

    First those of the blockers, then those of the attackers, each in the order in which they were declared.
    """
    combat = state.combat or NO_COMBAT
    if news == NO_NEWS and all(attacker.blocked is not None for attacker in combat.attackers):
        return state
    unblocked = tuple(attacker for attacker in combat.attackers if attacker.blocked is None)
    attackers = tuple(replace(a, blocked=False) if a.blocked is None else a for a in combat.attackers)
    state = blocks_added(replace(state, combat=replace(combat, attackers=attackers)), log, news)
    for attacker in unblocked:
        state = _it_is_not_blocked(state, log, attacker)
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


@obeys("not_blocked", "event_trigger")
def _it_is_not_blocked(state: State, log: Log, attacker: Attacker) -> State:
    """Triggers of an attacker for which no blocker was declared, also of one that entered attacking."""
    permanent = state.permanent(attacker.id)
    if permanent is None:
        return state
    about = Happened(attacker.defender, permanent.id)
    return on_blocks(state, log, "attacks and is not blocked", permanent, about, "not_blocked event_trigger")


Declared = Sequence[tuple[Permanent, Attacker]]
"""The declared attackers, each with what it attacks."""


def attacks_declared(state: State, log: Log, declared: Declared) -> State:
    """Abilities trigger on each attacker, on each player who attacks, and on each player and permanent attacked."""
    watching = watchers(state, "attacks")
    for permanent, attacker in declared:
        state = on_creature(state, log, "attacks", permanent, watching, attacker.defender)
    for seat in dict.fromkeys(permanent.controller for permanent, _ in declared):
        state = on_player(state, log, "attack", seat)
    return _permanents_attacked(_players_attacked(state, log, declared), log, declared)


@obeys("attacks_player", "is_attacked")
def _players_attacked(state: State, log: Log, declared: Declared) -> State:
    """Each player who attacks another one does so once, with however many creatures; attacks on permanents are none."""
    pairs = dict.fromkeys((p.controller, attacker.defender) for p, attacker in declared if attacker.attacked is None)
    for seat, whom in pairs:
        state, _ = counted(state, attacks_on(whom), seat)
        state = on_player(state, log, "attack a player", seat, whom=whom)
    for whom in dict.fromkeys(whom for _, whom in pairs):
        by = next(seat for seat, attacked in pairs if attacked == whom)
        state = on_player(state, log, "be attacked", whom, whom=by)
    return state


def _permanents_attacked(state: State, log: Log, declared: Declared) -> State:
    by = {attacker.attacked: permanent.controller for permanent, attacker in reversed(declared)}
    for id in dict.fromkeys(attacker.attacked for _, attacker in declared):
        permanent = state.permanent(id)
        if permanent is not None:
            state = on_event(state, log, "is attacked", permanent, by[id])
    return state
