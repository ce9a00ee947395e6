"""What becomes a target: abilities trigger on that, ward among them (409.1c, 601.2c, 702.21)."""

from __future__ import annotations

from ....cards.abilities import CREATURES_TARGETED, OF_TARGETS, TARGETED_BY_SPELL, Triggered
from ....cards.card import ward_ability
from ....cards.kinds import PLAYERS
from ....edition import obeys
from ...state.event import Log
from ...state.state import Permanent, StackObject, State
from ...state.tally import counted
from .triggers import TOPIC, Happened, is_whose, trigger_one


@obeys("becomes_target", "becomes")
def becomes_target(state: State, log: Log, aimed: StackObject) -> State:
    """Abilities trigger as a spell or ability gets a permanent as its target, or as a copy has one."""
    aims = aimed.target is not None and aimed.targets != "none" and aimed.targets not in PLAYERS
    target = state.permanent(aimed.target) if aims else None
    if target is None:
        return state
    topics, numbers = f"becomes_target becomes {TOPIC}", dict[str, int]()
    for when in OF_TARGETS:
        for permanent, ability in state.index.triggers.get(when, ()):
            if not _looks_at(state, ability, permanent, target, aimed):
                continue
            what = Happened(aimed.controller, target.id if when in CREATURES_TARGETED else None, spell=aimed)
            event = f"{when} {ability.whose}"
            if ability.nth and event not in numbers:
                state, numbers[event] = counted(state, event, target.id)
            if ability.nth in (0, numbers.get(event)):
                state = trigger_one(state, log, ability, permanent, ability.do, what, topics)
    return _wards(state, log, target, aimed, topics)


def _looks_at(state: State, ability: Triggered, permanent: Permanent, target: Permanent, aimed: StackObject) -> bool:
    """Whether an ability of a permanent looks at such a target, and at whose spell or ability that is."""
    if not is_whose(state, ability, permanent, (aimed.controller,)):
        return False
    if ability.when in CREATURES_TARGETED:
        own = permanent.controller == target.controller
        return state.is_creature(target) and (own or not ability.when.startswith("your "))
    return permanent.id == target.id and (ability.when != TARGETED_BY_SPELL or aimed.kind == "spell")


@obeys("ward")
def _wards(state: State, log: Log, target: Permanent, aimed: StackObject, topics: str) -> State:
    """Each ward of a permanent triggers by itself: that of its card, and those that it has gained."""
    gained = [effect.ward for effect in state.lasting if effect.affects == target.id]
    for cost in (target.card.ward, *gained):
        if cost is not None and state.edition.cite("ward"):
            ability = ward_ability(cost)
            what = Happened(aimed.controller, spell=aimed)
            if is_whose(state, ability, target, (aimed.controller,)):
                state = trigger_one(state, log, ability, target, ability.do, what, f"ward {topics}")
    return state
