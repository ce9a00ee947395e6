"""Teams: players who take their turns together, share one life total, and win and lose together.

cr2006 606; cr2011 and cr2026 805 and 810. ``State.team`` says who belongs together, ``State.is_active``
whose turn it is; the rotation goes from team to team, and ``State.active`` is the active team's primary
player, its first. Priority belongs to a team (606.6c, later 805.5), while ``state.decision`` asks one
player: so each time a team has priority its players are asked one after the other, the primary first, and
after an action the player's team gets it back, that is, its primary player. A team has passed once each
of its players has passed in a row, and all teams have once all players have; nobody can be left out,
and every order in which a team might act can be played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....cards.card import Card
from ....edition import Edition, obeys
from ....errors import SetupError
from ..game import NO_OPTIONS, Options
from ..state import Player, State, replace, set_player

NORMAL_LIFE = 20


def of_variant(options: Options, scheme_decks: Iterable[object], command: Iterable[Card]) -> Options:
    """The options of a game in which players begin with these: who are archenemies, and whether it is Commander."""
    archenemies = tuple(seat for seat, deck in enumerate(scheme_decks) if deck)
    commander = any("creature" in card.type for card in command)
    if not archenemies and not commander:
        return NO_OPTIONS if options == NO_OPTIONS else options  # the very ones: ``macrosteps`` is quick without any
    return replace(options, archenemies=archenemies, commander=commander)


@obeys("archenemy_life", "commander_life", "starting_life", "team_life")
def starting_life(edition: Edition, options: Options, seat: int) -> int:
    """The life total that a player begins with; that of a team is shared (606.4a, 606.10; later 810.4, 810.11).

    No rule covers a team of one player: that player begins as they do without teams. A team that plays against an
    archenemy shares what its players would have (904.5).
    """
    size = next((len(team) for team in options.teams if seat in team), 1)
    if size > 1:
        return size * (NORMAL_LIFE if options.archenemies else int(edition.choices["team_life_each"][0]))
    if seat in options.archenemies:
        return int(edition.choices["archenemy_life"][0])
    return int(edition.choices["commander_life"][0]) if options.commander else NORMAL_LIFE


@obeys("team_total")
def asked_life(state: State, seat: int) -> int:
    """The life total that an effect finds if it asks for a player's: in a team the team's, or half of it (606.9a)."""
    life = state.players[seat].life
    half = state.game.options.teams and state.edition.choices["team_total"] == ("half",)
    return (life + 1) // 2 if half else life


@obeys("team_apart")
def change_life(state: State, seat: int, amount: int) -> State:
    """A player gains or loses life: it happens to them, and their team's total changes (606.9, later 810.9)."""
    life = state.players[seat].life + amount
    if not state.game.options.teams:
        return set_player(state, seat, life=life)
    team = state.team(seat)
    players = tuple(replace(p, life=life) if at in team else p for at, p in enumerate(state.players))
    return replace(state, players=players)


def whole_teams(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """The seats with all their teammates: a team loses as one (606.8, later 810.8a)."""
    return tuple(dict.fromkeys(mate for seat in seats for mate in state.team(seat)))


def once_each_team(state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The players to whom one effect gives turns or skips: one for each team, if the edition says so (606.6h, 805.8).

    cr2006 has no such clause: there it counts for each player (606.6g).
    """
    if not state.game.options.teams or state.edition.choices["team_effects"] == ("each",):
        return seats
    return tuple(seat for n, seat in enumerate(seats) if not set(state.team(seat)) & set(seats[:n]))


def if_teams(state: State, topic: str) -> str:
    """A further topic to cite in a game with teams, with a space before it; empty without teams."""
    return f" {topic}" if state.game.options.teams else ""


def team_detail(state: State, seat: int) -> dict[str, Any]:
    """The names of a player's team, as a detail of an event; empty without teams."""
    team = state.team(seat)
    return {"team": [state.name(mate) for mate in team]} if len(team) > 1 else {}


@obeys("starting_team")
def check_teams(options: Options, players: tuple[Player, ...]) -> None:
    """Two or more teams, with each player in one of them, and one life total for each; else ``SetupError``."""
    if not options.teams:
        return
    seated = [seat for team in options.teams for seat in team]
    if len(options.teams) < 2 or not all(options.teams) or sorted(seated) != list(range(len(players))):
        raise SetupError(f"teams {options.teams}: two or more are needed, with each of the seats in one of them")
    for team in options.teams:
        totals = {players[seat].life for seat in team}
        if len(totals) > 1:
            found = " and ".join(map(str, sorted(totals)))
            raise SetupError(f"the players of a team share one life total; found {found}")
