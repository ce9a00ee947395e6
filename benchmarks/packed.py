"""A turn of two players with some instants, hand-packed into tuples: what exploration is measured against.

It shares no code with ``fsm``, and ``instants`` is the same as a scenario: as many states at each depth, and as many
actions, which a test and the benchmark compare. What it leaves out is what the rules say of other things than these
cards: the engine asks each time whether there are any.
"""

from __future__ import annotations

CARDS = (
    ("Boon", 0, 3, 0),
    ("Bane", 0, 0, -3),
    ("Balm", 0, 1, 0),
    ("Shock", 1, -2, 0),
    ("Salve", 1, 0, 2),
    ("Bless", 0, 2, 0),
    ("Bask", 1, 0, 1),
)
"""The instants: the name, whose it is, and how it changes the life of Ann and of Bob."""

STOPS = 7
"""Upkeep, main phase, three steps of combat without attackers, main phase, end step."""

MAIN = (1, 5)
HEIGHT = 3


def instants(count: int) -> str:
    """A scenario with the first so many instants, in any order, at any time of a turn."""
    hands = [", ".join(name for name, owner, _, _ in CARDS[:count] if owner == seat) for seat in (0, 1)]
    effects = [
        f"{{life: {{amount: {ann or bob}, player: {'you' if (ann == 0) is bool(owner) else 'opponents'}}}}}"
        for _, owner, ann, bob in CARDS[:count]
    ]
    told = zip(CARDS, effects, strict=False)
    cards = [f"  - {{name: {card[0]}, type: instant, effects: [{effect}]}}" for card, effect in told]
    players = f"players: {{Ann: {{hand: [{hands[0]}]}}, Bob: {{hand: [{hands[1]}]}}}}"
    return "\n".join(["name: instants", players, "cards:", *cards, "until: T1", "explore: {stack: 3}"])


State = tuple[int, int, int, tuple[int, ...], int, int, int, tuple[int, ...], tuple[int, ...]]
"""Stop, passes, who has priority, stack, cards in hand as bits, life of Ann and Bob, their graveyards."""


def following(state: State, count: int) -> list[State | None]:
    """The states after each action; None is the next turn."""
    stop, passes, holder, stack, hand, ann, bob, hers, his = state
    found: list[State | None] = []
    if passes == 0:
        found.append((stop, 1, 1 - holder, stack, hand, ann, bob, hers, his))
    elif stack:
        card = stack[-1] >> 1
        _, owner, to_ann, to_bob = CARDS[card]
        if owner:
            his = (*his, card)
        else:
            hers = (*hers, card)
        found.append((stop, 0, 0, stack[:-1], hand, ann + to_ann, bob + to_bob, hers, his))
        hers, his = state[7:]
    else:
        found.append((stop + 1, 0, 0, (), hand, ann, bob, hers, his) if stop + 1 < STOPS else None)
    if len(stack) < HEIGHT:
        untimely = 0 if stop in MAIN and holder == 0 and not stack else 1
        for card in range(count):
            if hand >> card & 1 and CARDS[card][1] == holder:
                kept = hand & ~(1 << card)
                found.append((stop, 0, holder, (*stack, card << 1 | untimely), kept, ann, bob, hers, his))
    return found


def search(count: int) -> tuple[tuple[int, ...], int]:
    """The numbers of states by depth, and of actions, breadth-first with a map from each state to the one before."""
    start: State = (0, 0, 0, (), (1 << count) - 1, 20, 20, (), ())
    parents: dict[State, State | None] = {start: None}
    frontier, counts, actions = [start], list[int](), 0
    while frontier:
        counts.append(len(frontier))
        new: list[State] = []
        for state in frontier:
            for after in following(state, count):
                actions += 1
                if after is not None and after not in parents:
                    parents[after] = state
                    new.append(after)
        frontier = new
    return tuple(counts), actions
