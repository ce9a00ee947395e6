"""A small rules engine for turns: what is still to come is a plain list. It shares no code with ``fsm``."""

from __future__ import annotations

from engines.parts import PHASES, REVERSED, SILENT, TURN, Combat, Phase, Said, Stop, stops


class Engine:
    """One game. Each answer is what has been seen since the one before."""

    can: tuple[str, ...] = (
        "extra_turns", "extra_phases", "extra_steps", "skips", "end_turn", "end_combat", "triggers", "combat",
        "leaving", "control", "reverse_turns", "durations", "multiplayer", "teams", "by", "priority", "back",
        "choose_skips", "control_phase", "reverse_phases", "restart", "passes", "mana", "delays", "day_night",
    )  # fmt: skip
    editions: tuple[str, ...] = ("cr2006", "cr2008", "cr2011", "cr2026")

    def start(self, setup: Said) -> Said:
        """Begins a game."""
        self.year = int(setup["edition"].removeprefix("cr"))
        self.teams: list[list[str]] = setup.get("teams") or [[name] for name in setup["players"]]
        self.gone: set[str] = set()
        self.turn, self.active, self.over = 0, "", False
        self.seen: list[Said] = []
        self.daytime = ""
        self.begin_game(setup["first"])
        for act in setup.get("acts", []):
            self.do_all(act)
        self.begins_with(setup["first"])
        return self.onward()

    def begins_with(self, first: str) -> None:
        """Whose turn would have been before the first one."""
        self.last = self.order[self.order.index(self.team(first)[0]) - 1]

    def begin_game(self, first: str) -> None:
        """All is as when a game begins; those who have left stay out."""
        self.order = [team[0] for team in self.teams]
        self.begins_with(first)
        self.several = len(set(self.order) - self.gone) > 2
        self.turns_before, self.reversed = self.turn, False
        self.effects, self.controlled_since, self.controller = 0, 0, ""
        self.todo: list[Stop] = []
        self.now = Stop(Phase(""), "")
        self.extra: list[Said] = []
        self.skips: list[Said] = []
        self.lasting: list[Said] = []
        self.controls: list[Said] = []
        self.choices: list[Said] = []
        self.combat = Combat()
        self.plans: dict[str, list[Said]] = {}
        self.triggered: list[str] = []
        self.mana: set[str] = set()
        self.spells: dict[str, int] = {}
        self.spells_before: list[int] = []
        self.delayed: list[Said] = []
        self.mains = 0
        self.after_second: list[tuple[list[str], str]] = []

    def pass_(self) -> Said:
        """All players pass."""
        passed = self.passing()
        self.leave_step()
        return {**self.onward(), "passed": passed}

    def passing(self) -> list[str]:
        """Who gets priority, in order: the active player first, and then the others in turn order."""
        at = self.order.index(self.active)
        teams = [self.team(one) for one in self.order[at:] + self.order[:at]]
        return [player for team in teams for player in team if player not in self.gone]

    def act(self, act: Said) -> Said:
        """A spell or an ability resolves."""
        moved = self.do_all(act)
        return self.onward() if moved and not self.over else self.answer()

    def mark(self) -> Said:
        """Remembers where the game is."""
        import copy

        self.marked = copy.deepcopy({name: value for name, value in vars(self).items() if name != "marked"})
        return self.answer()

    def back(self) -> Said:
        """Goes back to where it was."""
        vars(self).update(self.marked)
        return self.answer()

    def answer(self) -> Said:
        seen, self.seen = self.seen, []
        return {"seen": seen, "over": self.over}

    # Going on

    def onward(self) -> Said:
        """Goes on until a player has priority."""
        while not self.over:
            if not self.todo:
                self.next_turn()
            elif self.begin(self.todo.pop(0)):
                break
            else:
                self.leave_step()
        return self.answer()

    def next_turn(self) -> None:
        """The next turn that is not skipped begins."""
        extra = self.extra.pop(0) if self.extra else None
        passed_over: list[str] = []
        player = extra["player"] if extra else self.due(passed_over)
        if not extra:
            self.last = player
        if self.skipped(player, "turn", *(["extra_turn"] if extra else [])):
            return
        self.spells_before = [self.spells.get(one, 0) for one in self.team(self.active)] if self.active else []
        self.spells = {}
        self.turn, self.active = self.turn + 1, player
        said: Said = {"begins": "turn", "turn": self.turn, "active": player, "by": extra["by"] if extra else ""}
        self.controlled_since = 0
        if newest := self.controlled("turn"):
            said["controller"], self.controlled_since = newest["by"], newest["number"]
        self.seen += [{"ends": name} for name in sorted(passed_over)] + [said]
        self.turn_begins(extra)
        teams = len(self.teams[0]) > 1
        draw = self.turn > self.turns_before + 1 or (self.year == 2006 if teams else self.several)
        beginning = [stop for stop in stops("beginning") if draw or stop.step != "draw"]
        rest = [stop for kind in (REVERSED if self.reversed else TURN) for stop in stops(kind)]
        self.todo = rest + beginning if self.reversed else beginning + rest
        self.mains, self.after_second, self.combat, self.plans = 0, [], Combat(), {}

    def turn_begins(self, extra: Said | None) -> None:
        """What lasts until this turn ends; what waited for it is about it now."""
        self.end_lasting("your_next_turn")
        self.skips = [s for s in self.skips if not (s["until"] == "your_next_turn" and self.is_active(s["whose"]))]
        for one in self.lasting:
            if one["until"] == "end_of_your_next_turn" and self.is_active(one["whose"]):
                one["until"] = "end_of_turn"
        for one in self.skips:
            if one["next_turn"] and self.is_active(one["player"]):
                one["next_turn"], one["until"] = False, "end_of_turn"
        if extra:
            for step in extra["skips"]:
                self.skip({"what": step, "player": self.active, "until": "end_of_turn"}, extra["by"], self.active)

    def due(self, passed_over: list[str]) -> str:
        """Whose normal turn comes next; what lasts until the next turn of who has left ends where that would begin."""
        player = self.last
        while True:
            player = self.order[(self.order.index(player) + 1) % len(self.order)]
            if player not in self.gone:
                return player
            if self.year < 2012:  # it lasts as long as is stated, and that turn never begins
                continue
            over = [one for one in self.lasting if one["whose"] == player and "your_next" in one["until"]]
            passed_over += [one["name"] for one in over]
            self.lasting = [one for one in self.lasting if one not in over]
            ended = [one for one in self.skips if one["whose"] == player and one["until"] == "your_next_turn"]
            self.skips = [one for one in self.skips if one not in ended]

    def begin(self, stop: Stop) -> bool:
        """A stop begins, if it is not skipped; whether a player gets priority in it."""
        phase, kind = stop.phase, stop.phase.kind
        if not phase.begun:
            main = ["main"] if kind.endswith("main") else []
            if self.skipped(self.active, kind, *main):
                self.todo = [other for other in self.todo if other.phase is not phase]
                return False
            phase.begun = True
            self.combat = Combat()
            newest = self.controlled(kind)
            self.controller = newest["by"] if newest and newest["number"] > self.controlled_since else ""
        if stop.step and self.skipped(self.active, stop.step):
            self.now = stop
            return False
        self.now = stop
        begins = "step" if stop.step else "phase"
        self.seen.append(
            {
                "begins": begins,
                "turn": self.turn,
                "active": self.active,
                "phase": kind,
                "step": stop.step,
                "by": stop.by,
                "controller": self.controller,
            }
        )
        self.controller = ""
        return self.actions(stop)

    def actions(self, stop: Stop) -> bool:
        """What the rules do in a stop; whether a player gets priority."""
        self.trigger_delayed(stop)
        if stop.step == "untap":
            self.check_day()
        elif stop.step == "upkeep":
            self.end_lasting("your_next_upkeep")
        elif stop.step == "declare_attackers" and "attack" in self.plans:
            self.attack(self.plans.pop("attack"))
        elif stop.step == "declare_blockers" and "block" in self.plans:
            self.join(self.plans.pop("block"))
        elif stop.step == "combat_damage" and stop.by != "second" and self.has_strikers():
            self.todo.insert(0, Stop(stop.phase, "combat_damage", "second"))
        elif stop.step == "cleanup":
            return self.cleanup()
        if not stop.step:
            self.main_begins()
        if stop.by == "second":
            self.seen[-1]["by"] = stop.phase.by
        return stop.step not in SILENT

    def main_begins(self) -> None:
        """What was to come after the second main phase comes after this one, if it is that."""
        self.mains += 1
        if self.mains == 2:
            for kinds, by in self.after_second:
                self.add_phases(kinds, by)

    def cleanup(self) -> bool:
        """Effects end; if something triggered, players get priority, and another cleanup step follows."""
        self.end_lasting("end_of_turn", "end_of_combat")
        self.skips = [one for one in self.skips if one["until"] != "end_of_turn"]
        triggered, self.triggered = self.triggered, []
        if triggered:
            self.todo.insert(0, Stop(self.now.phase, "cleanup", self.now.phase.by))
        return bool(triggered)

    def trigger_delayed(self, stop: Stop) -> None:
        """What waits for this step or main phase triggers."""
        kind = stop.step or stop.phase.kind
        due = [one for one in self.delayed if one["at"] in (kind, "main" if kind.endswith("main") else kind)]
        due = [one for one in due if self.is_in_time(one)]
        self.delayed = [one for one in self.delayed if one not in due]
        self.seen += [{"ends": name} for name in sorted(one["name"] for one in due)]

    def is_in_time(self, one: Said) -> bool:
        """Whether this is a turn in which a delayed ability may trigger."""
        within = {"game": True, "this_turn": self.turn == one["made"], "later_turns": self.turn > one["made"]}
        return within[one.get("within", "game")] and (one.get("whose") != "your" or self.is_active(one["player"]))

    def do_delay(self, do: Said, by: str, player: str) -> None:
        self.delayed.append({**do, "player": player, "made": self.turn})

    def lose_mana(self) -> None:
        """Mana in the pools is lost as a step ends; by the rules of 2006 and 2008 as a phase ends."""
        if self.year > 2008 or not any(stop.phase is self.now.phase for stop in self.todo):
            self.seen += [{"ends": f"mana of {player}"} for player in sorted(self.mana)]
            self.mana = set()

    def do_mana(self, do: Said, by: str, player: str) -> None:
        self.mana.add(do["player"])

    def check_day(self) -> None:
        """By day, no spell of the last turn's active player makes it night; by night, two spells make it day."""
        if self.spells_before and self.daytime == "day" and not any(self.spells_before):
            self.becomes("night")
        elif self.spells_before and self.daytime == "night" and max(self.spells_before) > 1:
            self.becomes("day")

    def becomes(self, it: str) -> None:
        if self.daytime and self.daytime != it:
            self.seen.append({"ends": self.daytime})
        self.daytime = it

    def do_becomes(self, do: Said, by: str, player: str) -> None:
        self.becomes(do["it"])

    def do_spell(self, do: Said, by: str, player: str) -> None:
        self.spells[player] = self.spells.get(player, 0) + 1

    def leave_step(self) -> None:
        """The step ends: without attackers no blockers and no damage; as a phase ends, combat is over."""
        self.lose_mana()
        here = [stop for stop in self.todo if stop.phase is self.now.phase]
        if self.now.step == "declare_attackers" and not self.combat.attacked:
            soon = next((s.step for s in here if s.step in PHASES["combat"][1:4]), "")
            if soon != "declare_attackers":
                over = [s for s in here if s.step in ("declare_blockers", "combat_damage")]
                self.todo = [stop for stop in self.todo if stop not in over]
        if self.now.step == "end_of_combat":
            self.combat.fighting = {}
        if not here and self.now.phase.kind == "combat":
            self.end_lasting("end_of_combat")

    def end_lasting(self, *until: str) -> None:
        """Effects that last until now end; until a player's own turn or step: if it is theirs."""
        own = until[0].startswith("your_")
        over = [one for one in self.lasting if one["until"] in until and (not own or self.is_active(one["whose"]))]
        self.lasting = [one for one in self.lasting if one not in over]
        self.seen += [{"ends": name} for name in sorted(one["name"] for one in over)]

    def skipped(self, player: str, *kinds: str) -> bool:
        """Whether something is skipped; the oldest effect that says so is used up."""
        mates = self.team(player)
        found = [one for one in self.skips if one["what"] in kinds and one["player"] in mates and not one["next_turn"]]
        if not found:
            return False
        one = found[0]
        choice = next((choice for choice in self.choices if choice["player"] in mates), None)
        if choice and len({(one["by"], one["left"] > 0) for one in found}) > 1:
            self.choices.remove(choice)
            one = next(one for one in found if one["by"] == choice["name"])
        one["left"] -= 1
        if one["left"] == 0:
            self.skips.remove(one)
        return True

    def controlled(self, what: str) -> Said | None:
        """The newest effect that controls the turn or the phase that begins; all that waited for it are used up."""
        mine = [one for one in self.controls if one["phase"] == what and self.is_active(one["player"])]
        self.controls = [one for one in self.controls if one not in mine]
        return mine[-1] if mine else None

    # What effects do

    def do_all(self, act: Said) -> bool:
        """Does all that an act says; whether play has to go on."""
        moved = [getattr(self, f"do_{do['do']}")(do, act["name"], act["player"]) for do in act["do"]]
        return any(moved)

    def do_extra_turn(self, do: Said, by: str, player: str) -> None:
        player = self.team(do["player"])[0]
        self.extra.insert(0, {"player": player, "by": by, "skips": do.get("skips", [])})

    def do_extra_phases(self, do: Said, by: str, player: str) -> None:
        here, after = self.now.phase.kind, do.get("after", "this_phase")
        if after == "first_postcombat_main" and self.mains < 2:
            self.after_second.append((do["phases"], by))
            return
        fits = {
            "this_phase": True,
            "this_main_phase": here.endswith("main"),
            "this_combat_phase": here == "combat",
            "first_postcombat_main": self.mains == 2 and here.endswith("main"),
        }
        if fits[after]:
            self.add_phases(do["phases"], by)

    def add_phases(self, kinds: list[str], by: str) -> None:
        """Directly after this phase."""
        at = sum(stop.phase is self.now.phase for stop in self.todo)
        self.todo[at:at] = [stop for kind in kinds for stop in stops(kind, by)]

    def do_extra_steps(self, do: Said, by: str, player: str) -> None:
        step, where, phase = do["step"], do.get("where", "after_this_step"), self.now.phase
        gets = self.year < 2024 or self.is_active(do["player"])
        for _one in range(do.get("count", 1) if gets else 0):
            if where == "after_this_phase":
                at = sum(stop.phase is phase for stop in self.todo)
                kind = next(kind for kind, steps in PHASES.items() if step in steps)
                self.todo.insert(at, Stop(Phase(kind, by), step, by))
            elif where == "before_next":
                found = next((n for n, stop in enumerate(self.todo) if stop.step == do["before"]), None)
                if found is not None:
                    self.todo.insert(found, Stop(self.todo[found].phase, step, by))
            elif step in PHASES[phase.kind]:
                self.todo.insert(0, Stop(phase, step, by))

    def do_skip(self, do: Said, by: str, player: str) -> None:
        self.skip(do, by, player)

    def skip(self, do: Said, by: str, whose: str) -> None:
        one = {"until": "game", "next_turn": False, **do, "by": by, "whose": whose, "left": do.get("count", 1)}
        self.skips.append(one)

    def do_stop(self, do: Said, by: str, player: str) -> None:
        self.skips = [one for one in self.skips if one["by"] != do["name"]]

    def do_end_turn(self, do: Said, by: str, player: str) -> bool:
        if self.now.step == "cleanup" and self.year == 2026:
            self.todo = [Stop(self.now.phase, "cleanup", by)]
        else:
            left = [stop for stop in self.todo if stop.step == "cleanup"]
            self.todo = left[-1:] or [Stop(Phase("ending", by), "cleanup", by)]
        self.after_second = []
        self.leave_step()
        return True

    def do_end_combat(self, do: Said, by: str, player: str) -> bool:
        if self.now.phase.kind != "combat" or self.year < 2026:
            return False
        self.todo = [stop for stop in self.todo if stop.phase is not self.now.phase]
        self.leave_step()
        return True

    def do_trigger(self, do: Said, by: str, player: str) -> None:
        self.triggered += [player] if do.get("at") == "cleanup" else []

    def do_attack(self, do: Said, by: str, player: str) -> None:
        self.plans.setdefault("attack", []).extend(do["creatures"])

    def do_block(self, do: Said, by: str, player: str) -> None:
        self.plans.setdefault("block", []).extend(do["creatures"])

    def do_enter_attacking(self, do: Said, by: str, player: str) -> None:
        attacked = self.combat.attacked
        self.attack(do["creatures"])
        self.combat.attacked = attacked or self.year > 2006

    def attack(self, creatures: list[Said]) -> None:
        self.combat.attacked = True
        self.join(creatures)

    def join(self, creatures: list[Said]) -> None:
        self.combat.fighting |= {one["name"]: one.get("strikes", "normal") for one in creatures}

    def has_strikers(self) -> bool:
        return any(strikes != "normal" for strikes in self.combat.fighting.values())

    def do_leave_combat(self, do: Said, by: str, player: str) -> None:
        for name in do["names"]:
            self.combat.fighting.pop(name, None)

    def do_control(self, do: Said, by: str, player: str) -> None:
        self.do_control_phase({**do, "phase": "turn"}, by, player)

    def do_control_phase(self, do: Said, by: str, player: str) -> None:
        self.effects += 1
        self.controls.append({**do, "number": self.effects})

    def do_choose_skip(self, do: Said, by: str, player: str) -> None:
        self.choices.append(do)

    def do_reverse_phases(self, do: Said, by: str, player: str) -> None:
        self.reversed = not self.reversed

    def do_restart(self, do: Said, by: str, player: str) -> bool:
        self.begin_game(do["first"])
        return True

    def do_reverse_turns(self, do: Said, by: str, player: str) -> None:
        self.order.reverse()

    def do_last(self, do: Said, by: str, player: str) -> None:
        self.lasting.append({"name": do["name"], "until": do["until"], "whose": player})

    def do_leave(self, do: Said, by: str, player: str) -> None:
        for player in do["players"]:
            self.gone |= set(self.team(player))
        self.triggered = [one for one in self.triggered if one not in self.gone]
        self.extra = [one for one in self.extra if one["player"] not in self.gone]
        self.skips = [one for one in self.skips if one["player"] not in self.gone]
        self.delayed = [one for one in self.delayed if one["player"] not in self.gone]
        self.controls = [one for one in self.controls if not {one["player"], one["by"]} & self.gone]
        if self.active in self.gone:
            self.plans, self.combat.fighting = {}, {}
        self.over = len(set(self.order) - self.gone) < 2

    # Players

    def team(self, player: str) -> list[str]:
        return next(team for team in self.teams if player in team)

    def is_active(self, player: str) -> bool:
        return player in self.team(self.active)
