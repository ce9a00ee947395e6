"""The first block of docs/EFFECTS.md, so that its types are checked; ``test_effects_page.py`` holds them together."""

from fsm.cards.vocabulary import Effect, Skip, Until, Who
from fsm.game import Log, StackObject, State, add_effect, in_next_turn


class NoCombatNextTurn(Effect, frozen=True):
    """The next turn has no combat phase."""


def no_combat_next_turn(state: State, log: Log, effect: NoCombatNextTurn, source: StackObject) -> State:
    skip = Skip("combat", Who("active"), all=True, until=Until("end_of_turn"))
    return in_next_turn(state, skip, source)


add_effect("no_combat_next_turn", NoCombatNextTurn, no_combat_next_turn)
