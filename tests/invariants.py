"""What holds of every game, whatever players do; each is a property of random games (see ``random_games``)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from moves import count_moves
from random_games import RandomGame, Teams
from telling import check_events

from fsm.game import Event, State, play, step
from fsm.game.objects.abilities.forbidden import team_cannot
from fsm.game.state.piles.pile import PILES, size
from fsm.wording import EVENT_KINDS


def stops(event: Event) -> bool:
    """Whether a stop begins with this event: a step, or a phase without steps."""
    if event.kind == "step.begin":
        return True
    return event.kind == "phase.begin" and not event.state.graph.children(event.node)


def turns_phases_and_steps_nest_and_end_in_order(game: RandomGame) -> None:
    under_way: list[tuple[str, str]] = []
    for event in game.events:
        level, _, what = event.kind.partition(".")
        if event.kind == "game.restart":
            under_way.clear()
        if level not in ("turn", "phase", "step"):
            continue
        if what == "begin":
            assert [outer for outer, _ in under_way] == {"turn": [], "phase": ["turn"], "step": ["turn", "phase"]}[
                level
            ]
            if level == "step":
                assert event.state.graph.parent(event.node) == under_way[-1][1]
            under_way.append((level, event.node))
        elif what == "end":
            assert under_way.pop() == (level, event.node)


def what_begins_is_the_path_of_the_turn_as_it_was_in_the_end(game: RandomGame) -> None:
    begun: list[str] = []
    for event in game.events:
        if event.kind == "turn.begin":
            begun = []
        elif stops(event):
            assert not event.state.graph.is_skipped(event.node)
            begun.append(event.node)
        elif event.kind == "turn.end":
            assert tuple(begun) == event.state.graph.path


def every_event_is_of_its_kind_and_no_change_is_told_twice(game: RandomGame) -> None:
    check_events(game.events)


def permanents_stand_in_the_order_in_which_they_entered(game: RandomGame) -> None:
    """What finds one by its number rests on that."""
    for battlefield in {event.state.battlefield for event in game.events}:
        ids = [permanent.id for permanent in battlefield]
        assert ids == sorted(set(ids))


def _owned(state: State, seat: int) -> int:
    """How many cards a player owns, in all zones; a token is no card."""
    player = state.players[seat]
    count = sum(size(getattr(player, zone)) for zone in PILES if zone != "schemes")
    count += sum(p.owner == seat and not p.token for p in state.battlefield)
    spells = (o for o in state.stack if o.card is not None and not o.copy)
    count += sum(seat == (spell.controller if spell.owner is None else spell.owner) for spell in spells)
    return count - sum(stray.owner == seat for stray in state.standing.strays)


def cards_are_neither_lost_nor_doubled(game: RandomGame) -> None:
    """Each player owns as many cards as before, or all of them together where cards change owners."""
    states = [*(state for state, _ in game.taken), game.state]
    given_away = any(event.kind == "permanent.owner" for event in game.events)
    for before, after in pairwise(states):
        seats = after.rotation.seats
        for together in [seats] if given_away else [(seat,) for seat in seats]:
            assert sum(_owned(before, seat) for seat in together) == sum(_owned(after, seat) for seat in together)


def no_card_has_the_number_of_another_that_was_there_before(game: RandomGame) -> None:
    """Numbers ascend with each card that comes to a pile, and each is given once."""
    for before, after in pairwise([*(state for state, _ in game.taken), game.state]):
        for seat in after.rotation.seats:
            for zone in PILES:
                old, new = getattr(before.players[seat], zone), getattr(after.players[seat], zone)
                if new is old:
                    continue
                assert new.arrived >= old.arrived
                held = sorted((run.first, run.first + run.count) for block in new.blocks for run in block)
                assert all(stop <= start for (_, stop), (start, _) in pairwise(held))
                assert not held or held[-1][1] <= new.arrived


def extra_turns_are_newest_first_and_normal_ones_go_round(game: RandomGame) -> None:
    """Teams go round as players do; an extra turn of one of its players is the team's."""
    teams: Teams = game.teams or tuple((seat,) for seat in range(game.players))
    team_of = {seat: team for team in teams for seat in team}
    order, here = [team[0] for team in teams], set(team_of)
    to_come: list[tuple[int, int | None]] = []
    last = order[order.index(team_of[0][0]) - 1]

    def due() -> int:
        at = order.index(last) + 1
        return next(seat for seat in order[at:] + order[:at] if seat in here)

    for event in game.events:
        seat = event.player
        if event.kind == "turn.insert":
            assert seat is not None
            to_come.insert(0, (event.get("extra"), team_of[seat][0]))
        elif event.kind in ("turn.begin", "turn.skip"):
            assert seat is not None
            if event.get("extra"):
                assert to_come.pop(0) == (event.get("extra"), seat)
            else:
                assert not to_come
                assert seat == due()
                last = seat
        elif event.kind == "order.reverse":
            order.reverse()
        elif event.kind == "game.restart":
            assert seat is not None
            order, to_come = [team[0] for team in teams if team[0] in here], []
            last = order[order.index(seat) - 1]
        elif event.kind == "player.leave":
            assert seat is not None
            here.remove(seat)
            if len(here) == 1:
                break
            to_come = [turn for turn in to_come if turn[1] != seat]


def no_mana_crosses_where_the_edition_lets_none_cross_and_what_burns_costs_life(game: RandomGame) -> None:
    kinds = ("phase.begin",) if game.edition in ("cr2006", "cr2008") else ("phase.begin", "step.begin")
    kept: list[tuple[int, int]] = []
    life: list[int] = []
    for event in game.events:
        if event.kind in ("step.end", "phase.end"):
            # Before 2026 mana goes before durations end: what holds it until the end of a phase holds it once more.
            kept = [(e.controller, e.mana) for e in event.state.lasting if e.mana]
        if event.kind == "mana.add" and event.player is not None:
            kept.append((event.player, event.get("amount")))  # as a turn begins, before anything in it does
        if event.kind in kinds:
            for seat, player in enumerate(event.state.players):
                if any(static.mana_stays for p in event.state.permanents() for static in p.card.static):
                    continue
                assert player.mana == 0 or player.mana <= sum(mana for owner, mana in kept if owner == seat)
        if event.kind == "mana.burn":
            assert game.edition in ("cr2006", "cr2008")
            assert event.player is not None
            burned = life[event.player] - event.state.players[event.player].life
            fixed = team_cannot(event.state, event.player, "change_life")
            assert burned == (0 if fixed else event.get("amount"))
            assert event.get("amount") > 0
        life = [player.life for player in event.state.players]
        if event.kind == "mana.empty":
            controlled = event.state.ahead.controlled_by is not None  # who is controlled does not burn (507.4)
            assert game.edition in ("cr2011", "cr2026") or controlled


def every_event_cites_rules_of_its_own_edition(game: RandomGame) -> None:
    index = game.state.edition.rules
    for event in game.events:
        assert event.kind in EVENT_KINDS
        assert event.rules, f"{event.kind} cites nothing under {game.edition}"
        assert [number for number in event.rules if number not in index] == []


def every_event_happens_in_the_turn_as_it_then_is(game: RandomGame) -> None:
    for event in game.events:
        assert event.node in event.state.graph.nodes
        assert event.state.at.stop in event.state.graph.nodes
        assert event.state.at.graph is event.state.graph


_LEFT = ("player.leave", "game.restart")
TOLD: dict[str, tuple[str, ...]] = {
    "turn": ("turn.begin",),
    "graph": ("turn.begin", "phase.insert", "phase.skip", "step.insert", "step.skip"),
    "rotation": ("turn.begin", "turn.insert", "turn.skip", "order.reverse", *_LEFT),
    "outcome": ("game.end",),
    "left": ("player.leave",),
    "life": ("life.change", "damage", "mana.burn", "game.restart"),
    "mana": ("mana.add", "mana.pay", "mana.empty", "mana.burn", *_LEFT),
    "library": (
        "library.begin",
        "hand.begin",
        "mulligan",
        "hand.bottom",
        "card.ante",
        "card.draw",
        "card.move",
        "cards.arrange",
        "choice",  # of a card that was looked at
        "card.reveal",  # what lies on top is known then
        "move.replace",  # the card is on its way somewhere else
        "permanent.leave",
        "stack.remove",  # the same of a spell
        "token.cease",
        *_LEFT,
    ),
    "permanents": ("permanent.enter", "permanent.leave", "permanent.cease", *_LEFT),
    "tapped": ("permanent.tap", "permanent.untap", "permanent.enter", "permanent.leave", "permanent.cease", *_LEFT),
}
"""What a game has, and the kinds of the events that tell of its changes."""


def _had(state: State) -> dict[str, object]:
    """What a game has in a state, by the names of ``TOLD``."""
    each = {name: tuple(getattr(player, name) for player in state.players) for name in _OF_PLAYERS}
    permanents = {permanent.id: permanent.tapped for permanent in state.battlefield}
    return {
        **{name: getattr(state, name) for name in ("turn", "graph", "rotation", "outcome")},
        **each,
        "permanents": frozenset(permanents),
        "tapped": frozenset(id for id, tapped in permanents.items() if tapped),
    }


_OF_PLAYERS = ("left", "life", "mana", "library")


def every_game_is_a_run_of_the_machine(game: RandomGame) -> None:
    count_moves((event.state for event in game.events), set())


def nothing_changes_without_an_event_that_tells_of_it(game: RandomGame) -> None:
    """From the state of one event to that of the next, and to the state that a step gives."""
    before: dict[str, object] = {}
    last: State | None = None
    for kind, state in game.history:
        if state is last:
            continue
        last, after = state, _had(state)
        for name in TOLD if before else ():
            assert before[name] == after[name] or kind in TOLD[name], f"{name} changes by {kind or 'no event'}"
        before = after


def stepping_back_and_forward_gives_equal_values(game: RandomGame) -> None:
    after = game.state
    for before, action in reversed(game.taken):
        again, _ = step(before, action)
        assert again == after
        assert hash(again) == hash(after)
        assert play(before, action) == after
        after = before


def cleanup_repeats_where_somebody_had_priority_in_it_and_nowhere_else(game: RandomGame) -> None:
    """314.3, later 514.3a; unless the turn was ended, which has a rule of its own (724.1d)."""
    given: set[str] = set()
    repeated: set[str] = set()
    for event in game.events:
        graph, node = event.state.graph, event.node
        if event.kind in ("turn.begin", "game.restart"):
            given, repeated = set(), set()
        elif event.kind == "priority.get":
            given.add(node)
        elif event.kind == "step.insert":
            mark, steps = graph.node(node).inserted, graph.children(graph.phase_of(node))
            if mark is not None and mark.topic == "cleanup_priority":
                anchor = steps[steps.index(node) - 1]
                assert anchor not in repeated
                repeated.add(anchor)
        elif event.kind == "step.end" and graph.node(node).kind == "cleanup":
            ended = any(other.skipped and other.skipped.topic == "end_turn_cleanup" for other in graph)
            ended |= any(other.inserted and other.inserted.topic == "end_turn_cleanup" for other in graph)
            assert node in given or node not in repeated
            assert node not in given or node in repeated or ended


def a_team_has_one_life_total_one_turn_and_one_fate(game: RandomGame) -> None:
    """606, later 805 and 810."""
    for event in game.events:
        state = event.state
        assert state.active in {team[0] for team in game.teams}
        for team in game.teams:
            assert len({state.players[seat].life for seat in team}) == 1
        if event.kind in ("priority.get", "turn.begin"):
            assert all(len({seat in state.rotation.seats for seat in team}) == 1 for team in game.teams)
    outcome = game.state.outcome
    by_effect = set(game.state.edition.cite("effect_wins"))
    if outcome is not None and outcome.winner is not None and not by_effect.intersection(outcome.rules):
        assert game.state.rotation.seats == game.state.team(outcome.winner)


def a_team_passes_when_each_of_its_players_has_passed_in_a_row(game: RandomGame) -> None:
    """805.5b: the primary player is asked first, and after any act again, but not after triggers of others."""
    last, holder = None, None
    for event in game.events:
        if event.kind == "priority.get":
            assert event.player is not None
            team = event.state.team(event.player)
            at = team.index(event.player)
            if at:
                assert last is not None
                again = holder == event.player and last.kind == "stack.push" and last.player not in team  # a trigger
                assert again or (last.kind, last.player) == ("priority.pass", team[at - 1])
            holder = event.player
        if event.kind in ("priority.get", "priority.pass", "stack.push", "land.play"):
            last = event


Invariant = Callable[[RandomGame], None]

OF_ALL: tuple[Invariant, ...] = (
    turns_phases_and_steps_nest_and_end_in_order,
    every_event_is_of_its_kind_and_no_change_is_told_twice,
    permanents_stand_in_the_order_in_which_they_entered,
    cards_are_neither_lost_nor_doubled,
    no_card_has_the_number_of_another_that_was_there_before,
    what_begins_is_the_path_of_the_turn_as_it_was_in_the_end,
    extra_turns_are_newest_first_and_normal_ones_go_round,
    no_mana_crosses_where_the_edition_lets_none_cross_and_what_burns_costs_life,
    every_event_cites_rules_of_its_own_edition,
    every_event_happens_in_the_turn_as_it_then_is,
    every_game_is_a_run_of_the_machine,
    nothing_changes_without_an_event_that_tells_of_it,
    stepping_back_and_forward_gives_equal_values,
    cleanup_repeats_where_somebody_had_priority_in_it_and_nowhere_else,
)
OF_TEAMS: tuple[Invariant, ...] = (
    a_team_has_one_life_total_one_turn_and_one_fate,
    a_team_passes_when_each_of_its_players_has_passed_in_a_row,
)
"""What holds of all games, and what of those in which players take their turns together."""


def of(game: RandomGame) -> tuple[Invariant, ...]:
    """What holds of a game."""
    return (*OF_ALL, *(OF_TEAMS if game.teams else ()))
