"""Who may block what: restrictions and requirements of a declaration of blockers (cr2006 309.2a, 500, later 509.1).

Restrictions and evasion are keywords of blockers and of attackers, and the static abilities ``unblockable`` and
``most_blockers``; requirements are the keywords of blocking and of being blocked if able. This module reads them from
a state, ``legal_blocks`` finds the legal declarations, and ``costs`` what they cost.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ...cards.abilities import Static
from ...edition import obeys
from ..objects.abilities.conditions import About, failing
from ..objects.permanents.loyalty import can_fight
from ..state.decision import DeclareBlockers
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, State
from .costs import block_prices, own_blocks
from .legal_blocks import Blocked, Blocker, Board, Pair, Search, declarations, met
from .requirements import WAYS, keywords_given

ONE_MORE, ANY_NUMBER = "can block an additional creature", "can block any number of creatures"
ALONE, IF_ABLE, ONLY_FLYING = "can't block alone", "blocks each combat if able", "can block only creatures with flying"
UNBLOCKABLE, NO_MORE = "can't be blocked", "can't be blocked by more than one creature"
BE_BLOCKED, LURE = "must be blocked if able", "all creatures able to block it do so"


@obeys("block_restriction")
def block_candidates(state: State, seat: int) -> tuple[int, ...]:
    """The creatures of a player, or of their team, that could block: untapped ones (309.2a, 509.1a).

    On a second declaration in one combat the rules are silent: what blocks already is not declared again.
    """
    team = state.team(seat)
    already = {blocker for blocker, _ in state.combat.blocks} if state.combat is not None else set()
    return tuple(
        p.id
        for p in state.permanents()
        if p.controller in team
        and can_fight(state, p)
        and not p.tapped
        and not state.has(p, "can't block")
        and p.id not in already
    )


@obeys("block_eligible")
def no_blocker(state: State, id: int) -> Refusal:
    """The refusal of a permanent that cannot block anything now."""
    permanent, why = state.permanent(id), ""
    if permanent is not None and not state.is_creature(permanent):
        why = ": it is no creature"
    elif permanent is not None and permanent.tapped:
        why = ": it is tapped"
    elif permanent is not None and state.has(permanent, "can't block"):
        return refuse(state, f"{named(state, id)} cannot block now: it can't block", "block_restriction")
    return refuse(state, f"{named(state, id)} cannot block now{why}", "block_eligible")


def most_blocked(state: State, permanent: Permanent | None, attackers: int) -> int:
    """The largest number of these attackers that a creature may block: one, and one more for each such effect."""
    if permanent is None:
        return 0
    if state.has(permanent, ANY_NUMBER):
        return attackers
    return min(attackers, 1 + keywords_given(state, permanent, ONE_MORE))


def board_of(state: State, decision: DeclareBlockers) -> Board:
    """What counts for the blocks of one player: only what attacks them, and what they control (802.4b)."""
    prices = block_prices(state)
    attacking = [p for id in decision.attackers if (p := state.permanent(id)) is not None]
    able = [p for id in decision.candidates if (p := state.permanent(id)) is not None]
    evading = _unblockable(state, attacking)
    blockable = tuple(n for n, p in enumerate(attacking) if p.id not in evading)
    high = tuple(n for n in blockable if state.has(attacking[n], "flying"))
    return Board(
        tuple(_blocker(state, p, blockable, high, prices.get(p.controller, ())) for p in able),
        tuple(_blocked(state, p) for p in attacking),
        most_blockers(state),
    )


def _blocker(
    state: State, permanent: Permanent, blockable: tuple[int, ...], high: tuple[int, ...], prices: tuple[Static, ...]
) -> Blocker:
    """A creature that may block; ``high`` are the attackers with flying among those that can be blocked."""
    asked = (*prices, *own_blocks(permanent, "its_own"))
    able = blockable
    if state.has(permanent, ONLY_FLYING):
        able = high
    if high and not (state.has(permanent, "flying") or state.has(permanent, "reach")):
        able = tuple(n for n in able if n not in high)
    return Blocker(
        permanent.id,
        able,
        most_blocked(state, permanent, len(able)),
        keywords_given(state, permanent, IF_ABLE),
        state.has(permanent, ALONE),
        sum(static.block_cost for static in asked),
        not asked,
    )


def _blocked(state: State, permanent: Permanent) -> Blocked:
    asked = own_blocks(permanent, "of_it")
    return Blocked(
        permanent.id,
        2 if state.has(permanent, "menace") else 1,
        1 if state.has(permanent, NO_MORE) else None,
        keywords_given(state, permanent, BE_BLOCKED),
        keywords_given(state, permanent, LURE),
        sum(static.block_cost for static in asked),
        not asked,
    )


@obeys("defending_each")
def _unblockable(state: State, attacking: list[Permanent]) -> frozenset[int]:
    """The attackers that cannot be blocked now, some of them because of static abilities with conditions.

    A condition on the defending player is about the one whom that attacker attacks (308.1, later 508.5).
    """
    combat = state.combat
    whom = {a.id: a.defender for a in combat.attackers} if combat is not None else {}
    giving = [(p, s) for p in state.index.static for s in p.card.static if s.unblockable is not None]
    found = {p.id for p in attacking if state.has(p, UNBLOCKABLE)}
    for source, static in giving:
        for p in attacking:
            its = p.id == source.id if static.unblockable == "self" else p.controller == source.controller
            if its and not failing(state, static.if_, About(source.controller, source.id, whom.get(p.id))):
                found.add(p.id)
    return frozenset(found)


def most_blockers(state: State) -> int | None:
    """The largest number of creatures that can block in a combat, if an effect limits it."""
    limits = (s.most_blockers for p in state.index.static for s in p.card.static if s.most_blockers is not None)
    return min(limits, default=None)


@lru_cache(maxsize=8)
def _searched(board: Board, limit: int) -> Search:
    return Search(board, limit)


def searched(state: State, board: Board) -> Search:
    """The search on a board, kept for the next questions about it; ``LimitReached`` if there are too many ways."""
    return _searched(board, WAYS * state.game.limits.objects)


def free_board(state: State, board: Board) -> Board:
    """The board on which requirements are counted: nobody has to pay (500.2, 509.1c); 500.5 of 2006 looks at fewer."""
    return board.for_nothing(state.game.edition.choices["requirement_others"] == ("any",))


def needed(state: State, board: Board) -> int:
    """The number of requirements that a declaration has to meet."""
    return searched(state, free_board(state, board)).most_met if board.asks else 0


def required_blocks(state: State, board: Board) -> tuple[Pair, ...]:
    """A declaration that costs nothing and meets as many requirements as possible; if there are none, nobody blocks."""
    if not board.asks:
        return ()
    search = searched(state, free_board(state, board))
    return next(declarations(search, search.most_met, 0))


def why_not_block(state: State, board: Board, pairs: tuple[Pair, ...]) -> Refusal | None:
    """Why creatures that could block cannot block these attackers together; None if they can, but for the costs."""
    return _restricted(state, board, pairs) or _too_few_or_many(state, board, pairs) or _not_met(state, board, pairs)


def _evaded(state: State, blocker: Permanent | None, attacker: Permanent | None) -> str:
    """The ability by which a creature cannot block another."""
    if blocker is None or attacker is None:
        return ""
    flies = state.has(attacker, "flying")
    if state.has(attacker, UNBLOCKABLE):
        return f", which {UNBLOCKABLE}"
    if flies and not (state.has(blocker, "flying") or state.has(blocker, "reach")):
        return ", which has flying"
    return "; it " + ONLY_FLYING if state.has(blocker, ONLY_FLYING) and not flies else ""


@obeys("block_restriction")
def _restricted(state: State, board: Board, pairs: tuple[Pair, ...]) -> Refusal | None:
    """The refusal of one creature that cannot block another, or cannot block alone."""
    able = {b.id: {board.attackers[n].id for n in b.able} for b in board.blockers}
    for blocker, attacker in pairs:
        if attacker not in able[blocker]:
            why = _evaded(state, state.permanent(blocker), state.permanent(attacker))
            what = f"{named(state, blocker)} cannot block {named(state, attacker)}{why}"
            return refuse(state, what, "block_restriction")
    blocking = {blocker for blocker, _ in pairs}
    if len(blocking) == 1 and any(b.shy for b in board.blockers if b.id in blocking):
        return refuse(state, f"{named(state, *blocking)} can't block alone", "block_restriction")
    if board.most is not None and len(blocking) > board.most:
        return refuse(state, f"no more than {board.most} can block", "block_restriction")
    return None


@obeys("block_restriction")
def _too_few_or_many(state: State, board: Board, pairs: tuple[Pair, ...]) -> Refusal | None:
    """The refusal of too few or too many blockers for one attacker."""
    by = Counter(attacker for _, attacker in pairs)
    for attacker in board.attackers:
        count, most = by[attacker.id], attacker.most
        if 0 < count < attacker.least or (most is not None and count > most):
            bound = f"{attacker.least} creatures or more" if count < attacker.least else "one creature at most"
            why = f"{named(state, attacker.id)} is blocked by {bound}, or not at all"
            return refuse(state, why, "block_restriction")
    return None


@obeys("block_requirement")
def _not_met(state: State, board: Board, pairs: tuple[Pair, ...]) -> Refusal | None:
    """The refusal of blocks that do not meet as many requirements as possible; or None (500.3-500.5, 509.1c)."""
    if not board.asks or met(board, pairs) >= needed(state, board):
        return None
    missing = next(pair for pair in required_blocks(state, board) if pair not in pairs)
    blocker, attacker = missing
    must = f"{named(state, blocker)} must block {named(state, attacker)}, or other requirements must be met"
    return refuse(state, must, "block_requirement")
