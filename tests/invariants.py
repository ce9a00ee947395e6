"""What holds of every game, whatever players do; each is a property of random games (see ``random_games``)."""

from __future__ import annotations

from collections.abc import Callable

from random_games import RandomGame, Teams

from fsm.game import KINDS, Event, play, step


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


def no_mana_crosses_where_the_edition_lets_none_cross(game: RandomGame) -> None:
    kinds = ("phase.begin",) if game.edition in ("cr2006", "cr2008") else ("phase.begin", "step.begin")
    kept: list[tuple[int, int]] = []
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
        if event.kind == "mana.empty":
            controlled = event.state.ahead.controlled_by is not None  # who is controlled does not burn (507.4)
            assert game.edition in ("cr2011", "cr2026") or controlled


def every_event_cites_rules_of_its_own_edition(game: RandomGame) -> None:
    index = game.state.edition.rules
    for event in game.events:
        assert event.kind in KINDS
        assert event.rules, f"{event.kind} cites nothing under {game.edition}"
        assert [number for number in event.rules if number not in index] == []


def every_event_happens_somewhere_and_leads_to_the_next_state(game: RandomGame) -> None:
    for event in game.events:
        assert event.node in event.state.graph.nodes
        assert event.state.at.stop in event.state.graph.nodes
    assert game.events[-1].state.turn == game.state.turn
    assert game.state.decision is not None or game.state.outcome is not None


def stepping_back_and_forward_gives_equal_values(game: RandomGame) -> None:
    after = game.state
    for before, action in reversed(game.taken):
        again, _ = step(before, action)
        assert again == after
        assert hash(again) == hash(after)
        assert play(before, action) == after
        after = before


def cleanup_repeats_only_where_somebody_had_priority_in_it(game: RandomGame) -> None:
    """314.3, later 514.3a; or the turn was ended during it (724.1d)."""
    with_priority = {(e.state.turn, e.node) for e in game.events if e.kind == "priority.get"}
    repeated = {
        (e.state.turn, e.get("address"))
        for e in game.events
        if e.kind == "step.insert" and "cleanup" in str(e.get("address")) and not e.get("by")
    }
    given_priority = {(turn, node) for turn, node in with_priority if node.rpartition("/")[2].startswith("cleanup")}
    assert len(repeated) <= len(given_priority)


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
    if outcome is not None and outcome.winner is not None:
        assert game.state.rotation.seats == game.state.team(outcome.winner)


def a_team_passes_when_each_of_its_players_has_passed_in_a_row(game: RandomGame) -> None:
    """805.5b: the primary player is asked first, and after any act again."""
    last = None
    for event in game.events:
        if event.kind == "priority.get":
            assert event.player is not None
            team = event.state.team(event.player)
            at = team.index(event.player)
            if at:
                assert last is not None
                assert (last.kind, last.player) == ("priority.pass", team[at - 1])
        if event.kind in ("priority.get", "priority.pass", "stack.push", "land.play"):
            last = event


Invariant = Callable[[RandomGame], None]

OF_ALL: tuple[Invariant, ...] = (
    turns_phases_and_steps_nest_and_end_in_order,
    what_begins_is_the_path_of_the_turn_as_it_was_in_the_end,
    extra_turns_are_newest_first_and_normal_ones_go_round,
    no_mana_crosses_where_the_edition_lets_none_cross,
    every_event_cites_rules_of_its_own_edition,
    every_event_happens_somewhere_and_leads_to_the_next_state,
    stepping_back_and_forward_gives_equal_values,
    cleanup_repeats_only_where_somebody_had_priority_in_it,
)
OF_TEAMS: tuple[Invariant, ...] = (
    a_team_has_one_life_total_one_turn_and_one_fate,
    a_team_passes_when_each_of_its_players_has_passed_in_a_row,
)
"""What holds of all games, and what of those in which players take their turns together."""
