"""Engines that are wrong in one way each, as engines elsewhere are: a few lines of the reference engine changed."""

from __future__ import annotations

from engines.parts import PHASES, Phase, Said, Stop, stops
from engines.reference import Engine


class Forward(Engine):
    """An engine that cannot go back in time."""

    can = tuple(name for name in Engine.can if name != "back")


class AfterTheCombatOfThatKind(Forward):
    """Extra phases made in the first main phase come after the regular combat."""

    def add_phases(self, kinds: list[str], by: str) -> None:
        combats = [n for n, stop in enumerate(self.todo) if stop.phase.kind == "combat" and not stop.by]
        if self.now.phase.kind != "precombat_main" or not combats:
            super().add_phases(kinds, by)
            return
        self.todo[combats[-1] + 1 : combats[-1] + 1] = [stop for kind in kinds for stop in stops(kind, by)]


class RegularCombatIsLost(Forward):
    """An extra combat made in the first main phase takes the place of the regular one."""

    def add_phases(self, kinds: list[str], by: str) -> None:
        if self.now.phase.kind == "precombat_main" and "combat" in kinds:
            self.todo = [stop for stop in self.todo if stop.phase.kind != "combat"]
        super().add_phases(kinds, by)


class ExtraPhasesSurviveTheTurn(Forward):
    """Extra phases that were not taken come in the next turn."""

    def do_end_turn(self, do: Said, by: str, player: str) -> bool:
        self.left_over: list[Stop] = [stop for stop in self.todo if stop.phase.by and not stop.phase.begun]
        return super().do_end_turn(do, by, player)

    def next_turn(self) -> None:
        turn = self.turn
        super().next_turn()
        if self.turn > turn:
            self.todo += getattr(self, "left_over", [])
            self.left_over = []


class SkipsMissExtraTurns(Forward):
    """A skip of the next turn does not hit an extra turn."""

    def skipped(self, player: str, *kinds: str) -> bool:
        return "extra_turn" not in kinds and super().skipped(player, *kinds)


class SkipsMissExtraPhases(Forward):
    """A skip of the next phase does not hit an extra phase."""

    def begin(self, stop: Stop) -> bool:
        self.coming = stop
        return super().begin(stop)

    def skipped(self, player: str, *kinds: str) -> bool:
        added = bool(self.turn and kinds[0] in PHASES and self.coming.phase.by)
        return not added and super().skipped(player, *kinds)


class SkipsMissExtraSteps(Forward):
    """A skip of the next step does not hit an extra step."""

    def begin(self, stop: Stop) -> bool:
        self.coming = stop
        return super().begin(stop)

    def skipped(self, player: str, *kinds: str) -> bool:
        added = bool(self.turn and kinds[0] not in (*PHASES, "turn") and self.coming.by)
        return not added and super().skipped(player, *kinds)


class EndStepIsAWholePhase(Forward):
    """An extra end step comes as an ending phase, with a cleanup step."""

    def do_extra_steps(self, do: Said, by: str, player: str) -> None:
        if do["step"] == "end":
            self.add_phases(["ending"], by)
        else:
            super().do_extra_steps(do, by, player)


class UpkeepsInsideCombat(Forward):
    """Upkeep steps after this phase come directly after this step, within the phase."""

    def do_extra_steps(self, do: Said, by: str, player: str) -> None:
        if do.get("where") != "after_this_phase":
            super().do_extra_steps(do, by, player)
        elif self.is_active(do["player"]):
            self.todo[:0] = [Stop(Phase("beginning", by), do["step"], by) for _ in range(do.get("count", 1))]


class AttackersThatLeftNeverAttacked(Forward):
    """Blockers and damage are skipped if no attacker is left."""

    def leave_step(self) -> None:
        self.combat.attacked = bool(self.combat.fighting)
        super().leave_step()


class NoSecondDamageStep(Forward):
    """First strike damage is dealt in the one combat damage step."""

    def has_strikers(self) -> bool:
        return False


class SecondDamageWithoutPriority(Forward):
    """Nobody gets priority between the two kinds of combat damage."""

    def actions(self, stop: Stop) -> bool:
        second = stop.by == "second"
        return super().actions(stop) and not second


class CleanupIsNotRepeated(Forward):
    """Players get priority in the cleanup step, and then the turn ends."""

    def cleanup(self) -> bool:
        again = super().cleanup()
        del self.todo[: int(again)]
        return again


class CleanupWithoutPriority(Forward):
    """What triggers in the cleanup step waits for the next turn."""

    def cleanup(self) -> bool:
        self.triggered = []
        return super().cleanup()


class RotationFollowsExtraTurns(Forward):
    """After an extra turn comes the turn of the player to the left of its taker."""

    def next_turn(self) -> None:
        extra = bool(self.extra)
        super().next_turn()
        self.last = self.active if extra else self.last


class ExtraTurnIsTheNormalTurn(Forward):
    """The extra turn of the opponent whose turn is next is their normal turn."""

    def next_turn(self) -> None:
        if self.extra and self.extra[0]["player"] == self.due([]):
            self.last = self.extra[0]["player"]
        super().next_turn()


class RiderHitsTheNextTurn(Forward):
    """What should hold in the extra turn holds in the next turn of that player that begins."""

    def do_extra_turn(self, do: Said, by: str, player: str) -> None:
        super().do_extra_turn({**do, "skips": []}, by, player)
        for step in do.get("skips", []):
            self.skip({"what": step, "player": do["player"]}, by, player)


class EndOfTheTurnIsTheEndStep(Forward):
    """Ending the turn goes to the end step."""

    def do_end_turn(self, do: Said, by: str, player: str) -> bool:
        ending = [stop for stop in self.todo if stop.phase.kind == "ending" and not stop.by]
        super().do_end_turn(do, by, player)
        self.todo = ending or self.todo
        return True


class EndOfTheTurnKeepsTriggers(Forward):
    """What has triggered, and is not on the stack yet as the turn is ended, is put there in the cleanup step."""

    def do_trigger(self, do: Said, by: str, player: str) -> None:
        self.triggered.append(player)


class EndOfTheTurnLosesExtraTurns(Forward):
    """Ending the turn also ends the extra turns to come."""

    def do_end_turn(self, do: Said, by: str, player: str) -> bool:
        self.extra = []
        return super().do_end_turn(do, by, player)


class UntilYourNextTurnEndsAfterUntap(Forward):
    """What lasts until a player's next turn ends after their untap step."""

    def turn_begins(self, extra: Said | None) -> None:
        kept = [one for one in self.lasting if one["until"] == "your_next_turn"]
        self.lasting = [one for one in self.lasting if one not in kept]
        super().turn_begins(extra)
        self.lasting += kept

    def actions(self, stop: Stop) -> bool:
        if stop.step == "untap":
            self.end_lasting("your_next_turn")
        return super().actions(stop)


class BackLosesExtraTurns(Engine):
    """Going back in time loses the extra turns to come."""

    def back(self) -> Said:
        answer = super().back()
        self.extra = []
        return answer


class NoFirstDrawForThree(Forward):
    """The first draw step is skipped however many players there are."""

    def next_turn(self) -> None:
        super().next_turn()
        if self.turn == 1:
            self.todo = [stop for stop in self.todo if stop.step != "draw"]


class NoTeamTurns(Forward):
    """Each player takes turns of their own, also in a team."""

    def start(self, setup: Said) -> Said:
        alone = super().start({**setup, "teams": []})
        self.todo = [stop for stop in self.todo if stop.step != "draw" or not setup.get("teams")]
        return alone


class TheDepartedTakeTurns(Forward):
    """The turn of a player who has left begins all the same, although they get no priority in any."""

    left: frozenset[str] = frozenset()

    def do_leave(self, do: Said, by: str, player: str) -> None:
        super().do_leave(do, by, player)
        if not self.over:
            self.left |= self.gone
            self.gone.clear()

    def passing(self) -> list[str]:
        return [player for player in super().passing() if player not in self.left]


class TheOldestSkipIsUsedUp(Forward):
    """Of several effects that skip the same thing the oldest is used up, whatever the player chooses."""

    def do_choose_skip(self, do: Said, by: str, player: str) -> None:
        pass


class TwoSkipsAreUsedUpAsOne(Forward):
    """What is skipped once uses up all effects that would skip the next of its kind."""

    def skipped(self, player: str, *kinds: str) -> bool:
        was = super().skipped(player, *kinds)
        if was:
            mates = self.team(player)
            self.skips = [s for s in self.skips if not (s["what"] in kinds and s["player"] in mates and s["left"] > 0)]
        return was


class StepsAreReversedToo(Forward):
    """In a turn that takes its phases in reverse order, the steps of a phase come in reverse order too."""

    def next_turn(self) -> None:
        super().next_turn()
        if self.reversed:
            phases = list(dict.fromkeys(stop.phase for stop in self.todo))
            self.todo = [stop for phase in phases for stop in reversed(self.todo) if stop.phase is phase]


class ControlOfAPhaseGoesOn(Forward):
    """Control of a player's next combat phase is control of all of them."""

    def controlled(self, what: str) -> Said | None:
        kept = [one for one in self.controls if one["phase"] == what != "turn" and self.is_active(one["player"])]
        newest = super().controlled(what)
        self.controls += kept
        return newest


class ExtraTurnsSurviveTheGame(Forward):
    """Extra turns that were not taken come in the new game, if the game is restarted."""

    def do_restart(self, do: Said, by: str, player: str) -> bool:
        extra = self.extra
        super().do_restart(do, by, player)
        self.extra = extra
        return True


class OldestExtraTurnFirst(Forward):
    """Extra turns are taken in the order in which they were made."""

    def do_extra_turn(self, do: Said, by: str, player: str) -> None:
        super().do_extra_turn(do, by, player)
        self.extra.append(self.extra.pop(0))


class LeaversEndTheirTurn(Forward):
    """The turn ends as its player leaves."""

    def do_leave(self, do: Said, by: str, player: str) -> bool:  # type: ignore[override]  # play goes on here
        super().do_leave(do, by, player)
        ended = self.active in self.gone and not self.over
        self.todo = [] if ended else self.todo
        return ended


class ReversedForATurn(Forward):
    """The turn order is reversed for one turn only."""

    back_again = False

    def do_reverse_turns(self, do: Said, by: str, player: str) -> None:
        super().do_reverse_turns(do, by, player)
        self.back_again = not self.back_again

    def next_turn(self) -> None:
        super().next_turn()
        if self.back_again:
            self.order.reverse()
            self.back_again = False


class EverybodyDraws(Forward):
    """Nobody skips the first draw step."""

    def next_turn(self) -> None:
        super().next_turn()
        beginning = [stop for stop in self.todo if stop.phase.kind == "beginning"]
        if beginning and beginning[-1].step == "upkeep":
            self.todo.insert(self.todo.index(beginning[-1]) + 1, Stop(beginning[-1].phase, "draw"))


class NoPriorityAsCombatBegins(Forward):
    """Nobody gets priority in the beginning of combat step."""

    def actions(self, stop: Stop) -> bool:
        return super().actions(stop) and stop.step != "beginning_of_combat"


class CombatWithoutAttackers(Forward):
    """The declare blockers and combat damage steps take place without attackers."""

    def leave_step(self) -> None:
        if self.now.step == "declare_attackers":
            self.combat.attacked = True
        super().leave_step()


class EndedTurnsHaveNoCleanup(Forward):
    """A turn that is ended has no cleanup step."""

    def do_end_turn(self, do: Said, by: str, player: str) -> bool:
        super().do_end_turn(do, by, player)
        self.todo = []
        return True


class EndedCombatsHaveALastStep(Forward):
    """A combat phase that is ended goes to its end of combat step."""

    def do_end_combat(self, do: Said, by: str, player: str) -> bool:
        last = [s for s in self.todo if s.phase is self.now.phase and s.step == "end_of_combat"]
        ended = super().do_end_combat(do, by, player)
        self.todo[:0] = last if ended else []
        return ended


class SkipsHitAnybody(Forward):
    """A skip of the next step or phase hits whoever has the next one."""

    def skip(self, do: Said, by: str, whose: str) -> None:
        super().skip(do, by, whose)
        self.skips[-1]["anybody"] = do.get("count", 1) > 0 and do["what"] != "turn"

    def skipped(self, player: str, *kinds: str) -> bool:
        for one in self.skips:
            if one.get("anybody") and one["what"] in kinds:
                one["player"] = player
        return super().skipped(player, *kinds)


class TheActivePlayerPassesLast(Forward):
    """The active player gets priority after all others."""

    def passing(self) -> list[str]:
        first, *others = super().passing()
        return [*others, first]


class PassesGoTheOtherWay(Forward):
    """After the active player the others get priority against the turn order."""

    def passing(self) -> list[str]:
        first, *others = super().passing()
        return [first, *reversed(others)]


class ManaStaysForThePhase(Forward):
    """Mana stays in the pool until the phase ends, by the rules of any time."""

    def lose_mana(self) -> None:
        year, self.year = self.year, 2006
        super().lose_mana()
        self.year = year


class TheEndStepBacksUp(Forward):
    """What waits for the next end step, and is made in one, triggers in that one."""

    def do_delay(self, do: Said, by: str, player: str) -> None:
        super().do_delay(do, by, player)
        self.trigger_delayed(self.now)


class YoursIsAnybodys(Forward):
    """What waits for a step of its controller's turns triggers in the next one of anybody."""

    def do_delay(self, do: Said, by: str, player: str) -> None:
        super().do_delay({**do, "whose": "any"}, by, player)


class AllSpellsKeepTheDay(Forward):
    """The spells of all players count for day and night, and not those of the active player alone."""

    def do_spell(self, do: Said, by: str, player: str) -> None:
        super().do_spell(do, by, self.active)


RULES: dict[type[Engine], str] = {
    AfterTheCombatOfThatKind: "extra_phase",
    RegularCombatIsLost: "extra_phase",
    ExtraPhasesSurviveTheTurn: "extra_phase",
    SkipsMissExtraTurns: "skip",
    SkipsMissExtraPhases: "skip",
    SkipsMissExtraSteps: "skip",
    EndStepIsAWholePhase: "extra_step",
    UpkeepsInsideCombat: "extra_step_after_phase",
    AttackersThatLeftNeverAttacked: "no_attackers",
    NoSecondDamageStep: "second_damage",
    SecondDamageWithoutPriority: "priority_active",
    CleanupIsNotRepeated: "cleanup_priority",
    CleanupWithoutPriority: "cleanup_priority",
    RotationFollowsExtraTurns: "extra_turn",
    ExtraTurnIsTheNormalTurn: "extra_turn",
    RiderHitsTheNextTurn: "extra_turn",
    EndOfTheTurnIsTheEndStep: "end_turn_cleanup",
    EndOfTheTurnKeepsTriggers: "end_turn_triggers",
    EndOfTheTurnLosesExtraTurns: "extra_turn",
    UntilYourNextTurnEndsAfterUntap: "until",
    BackLosesExtraTurns: "extra_turn",
    NoFirstDrawForThree: "first_draw",
    NoTeamTurns: "team_turns",
    TheDepartedTakeTurns: "departed_turn",
    TwoSkipsAreUsedUpAsOne: "skip_next",
    TheOldestSkipIsUsedUp: "skip_choice",
    StepsAreReversedToo: "golden_rule",
    ControlOfAPhaseGoesOn: "control_turn",
    ExtraTurnsSurviveTheGame: "restart_game",
    OldestExtraTurnFirst: "extra_turn",
    LeaversEndTheirTurn: "departed_active",
    ReversedForATurn: "turn_order",
    EverybodyDraws: "first_draw",
    NoPriorityAsCombatBegins: "priority_active",
    CombatWithoutAttackers: "no_attackers",
    EndedTurnsHaveNoCleanup: "end_turn_cleanup",
    EndedCombatsHaveALastStep: "end_combat_phase",
    SkipsHitAnybody: "skip_next",
    TheActivePlayerPassesLast: "priority_active",
    PassesGoTheOtherWay: "pass",
    ManaStaysForThePhase: "mana_empties",
    TheEndStepBacksUp: "delayed_trigger",
    YoursIsAnybodys: "delayed_trigger",
    AllSpellsKeepTheDay: "day_night",
}
"""The topic of the rule that each of them breaks."""
