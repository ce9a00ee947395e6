"""A turn of two players with five instants, hand-packed into tuples: what exploration is measured against.

It shares no code with ``fsm``, and ``INSTANTS`` is the same as a scenario: as many states at each depth, and as many
actions, which a test and the benchmark compare. What it leaves out is what the rules say of other things than these
five cards: the engine asks each time whether there are any.
"""

from __future__ import annotations

INSTANTS = """
name: five instants, in any order, at any time of a turn
players: {Ann: {hand: [Boon, Bane, Balm]}, Bob: {hand: [Shock, Salve]}}
cards:
  - {name: Boon, type: instant, effects: [{life: 3}]}
  - {name: Bane, type: instant, effects: [{life: {amount: -3, player: opponents}}]}
  - {name: Balm, type: instant, effects: [{life: 1}]}
  - {name: Shock, type: instant, effects: [{life: {amount: -2, player: opponents}}]}
  - {name: Salve, type: instant, effects: [{life: 2}]}
until: T1
explore: {stack: 3}
"""

CHANGES = ((3, 0), (0, -3), (1, 0), (-2, 0), (0, 2))
"""How each instant changes the life of Ann and of Bob."""

OWNERS = (0, 0, 0, 1, 1)
STOPS = 7
"""Upkeep, main phase, three steps of combat without attackers, main phase, end step."""

MAIN = (1, 5)
HEIGHT = 3

State = tuple[int, int, int, tuple[int, ...], int, int, int, tuple[int, ...], tuple[int, ...]]
"""Stop, passes, who has priority, stack, cards in hand as bits, life of Ann and Bob, their graveyards."""


def following(state: State) -> list[State | None]:
    """The states after each action; None is the next turn."""
    stop, passes, holder, stack, hand, ann, bob, hers, his = state
    found: list[State | None] = []
    if passes == 0:
        found.append((stop, 1, 1 - holder, stack, hand, ann, bob, hers, his))
    elif stack:
        card = stack[-1] >> 1
        if OWNERS[card]:
            his = (*his, card)
        else:
            hers = (*hers, card)
        to_ann, to_bob = CHANGES[card]
        found.append((stop, 0, 0, stack[:-1], hand, ann + to_ann, bob + to_bob, hers, his))
        hers, his = state[7:]
    else:
        found.append((stop + 1, 0, 0, (), hand, ann, bob, hers, his) if stop + 1 < STOPS else None)
    if len(stack) < HEIGHT:
        untimely = 0 if stop in MAIN and holder == 0 and not stack else 1
        for card in range(5):
            if hand >> card & 1 and OWNERS[card] == holder:
                kept = hand & ~(1 << card)
                found.append((stop, 0, holder, (*stack, card << 1 | untimely), kept, ann, bob, hers, his))
    return found


def search() -> tuple[tuple[int, ...], int]:
    """The numbers of states by depth, and of actions, breadth-first with a map from each state to the one before."""
    start: State = (0, 0, 0, (), 0b11111, 20, 20, (), ())
    parents: dict[State, State | None] = {start: None}
    frontier, counts, actions = [start], list[int](), 0
    while frontier:
        counts.append(len(frontier))
        new: list[State] = []
        for state in frontier:
            for after in following(state):
                actions += 1
                if after is not None and after not in parents:
                    parents[after] = state
                    new.append(after)
        frontier = new
    return tuple(counts), actions
