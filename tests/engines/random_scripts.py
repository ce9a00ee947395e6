"""Random scripts in neutral words: a game of two to four players, and acts wherever a player has priority."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Said = dict[str, Any]

STEPS = (
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage",
    "end_of_combat", "end", "cleanup",
)  # fmt: skip
PHASES = ("beginning", "combat", "postcombat_main", "ending")
SKIPPABLE = ("turn", "extra_turn", "main", "precombat_main", *PHASES, *STEPS)
BEFORE = ("upkeep", "draw", "end")


def setup(random: Random, edition: str) -> Said:
    """Two to four players, perhaps as two teams."""
    players = ["Ann", "Bob", "Cleo", "Dan"][: random.choice((2, 2, 3, 4))]
    teams = [players[:2], players[2:]] if len(players) == 4 and random.random() < 0.3 else []
    return {"edition": edition, "players": players, "first": random.choice(players), "teams": teams}


class Script:
    """The acts of one game, named by number: what is drawn depends on where the game is."""

    def __init__(self, random: Random, begun: Said) -> None:
        self.random, self.setup, self.number = random, begun, 0
        self.here: list[str] = list(begun["players"])
        # What follows a second main phase that is skipped, the rules do not say: each script has only one of both.
        self.second_main = random.random() < 0.5

    def act(self, place: Said, active: str) -> Said:
        """What happens next at a place, the last that was seen to begin."""
        self.number += 1
        # A defending player who leaves before attackers are declared: the rules are silent on it.
        self.may_leave = place.get("step") != "beginning_of_combat" and not self.setup["teams"]
        player = self.random.choice(self.here)
        kinds: list[Callable[[str], Said | None]] = [
            *([self.extra_turn] * 3), *([self.extra_phases] * 4), *([self.extra_steps] * 3), *([self.skip] * 4),
            self.end_turn, self.end_combat, self.cleanup, self.leave, self.control, self.reverse, self.last,
        ]  # fmt: skip
        do = None
        if place.get("step") == "beginning_of_combat" and active in self.here and self.random.random() < 0.6:
            do, player = self.attack(), active
        while do is None:
            do = self.random.choice(kinds)(player)
        return {"name": f"Act {self.number}", "player": player, "do": [do]}

    def extra_turn(self, _: str) -> Said:
        skips = [what for what in ("untap", "upkeep", "draw") if self.random.random() < 0.1]
        return {"do": "extra_turn", "player": self.random.choice(self.here), "skips": skips}

    def extra_phases(self, _: str) -> Said:
        second = ("first_postcombat_main",) if self.second_main else ()
        after = self.random.choice(("this_phase", "this_main_phase", "this_combat_phase", *second))
        phases = [self.random.choice(PHASES) for _ in range(self.random.choice((1, 1, 2)))]
        return {"do": "extra_phases", "phases": phases, "after": after}

    def extra_steps(self, _: str) -> Said:
        before = () if self.second_main else ("before_next",)
        where = self.random.choice(("after_this_step", "after_this_phase", *before))
        said: Said = {"do": "extra_steps", "player": self.random.choice(self.here), "where": where}
        said["count"] = self.random.choice((1, 1, 2))
        if where == "before_next":
            return {**said, "step": (step := self.random.choice(BEFORE)), "before": step}
        return {**said, "step": self.random.choice(STEPS)}

    def skip(self, _: str) -> Said:
        until = self.random.choice(("game", "game", "end_of_turn", "your_next_turn"))
        count = self.random.choice((1, 1, 1, 2, 0)) if until != "game" else self.random.choice((1, 1, 2))
        kinds = tuple(kind for kind in SKIPPABLE if not (self.second_main and "main" in kind))
        said = {"do": "skip", "what": self.random.choice(kinds), "player": self.random.choice(self.here)}
        return {**said, "count": count, "until": until}

    def end_turn(self, _: str) -> Said:
        return {"do": "end_turn"}

    def end_combat(self, _: str) -> Said:
        return {"do": "end_combat"}

    def cleanup(self, _: str) -> Said:
        return {"do": "trigger", "at": "cleanup"}

    def leave(self, _: str) -> Said | None:
        if len(self.here) < 3 or not self.may_leave or self.random.random() < 0.7:
            return None
        gone = self.random.choice(self.here)
        self.here.remove(gone)
        return {"do": "leave", "players": [gone]}

    def control(self, player: str) -> Said:
        return {"do": "control", "player": self.random.choice(self.here), "by": player}

    def reverse(self, _: str) -> Said:
        return {"do": "reverse_turns"}

    def last(self, _: str) -> Said:
        until = self.random.choice(("end_of_turn", "end_of_combat", "your_next_turn", "end_of_your_next_turn"))
        return {"do": "last", "name": f"Song {self.number}", "until": until}

    def attack(self) -> Said:
        strikes = self.random.choice(("normal", "normal", "first", "double"))
        return {"do": "attack", "creatures": [{"name": f"Bear {self.number}", "strikes": strikes}]}
