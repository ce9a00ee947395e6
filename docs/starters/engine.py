"""An engine as a program for fsm drive: fsm drive -- python engine.py. Put your own in the place of the class."""

import json
import sys

STEPS = ["untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "end_of_combat"]
STEPS += ["postcombat_main", "end", "cleanup"]
CAN = ["extra_turns"]


class Engine:
    """Turns, steps and extra turns, and nothing else."""

    def __init__(self, setup):
        self.players, self.extra, self.steps = setup["players"], [], []
        self.due, self.turn = setup["players"].index(setup["first"]), 0

    def go_on(self):
        """To the next step or main phase in which players get priority; what begins on the way."""
        seen = []
        while not seen or seen[-1].get("step") in ("untap", "cleanup"):
            if not self.steps:
                seen.append({"begins": "turn", "active": self.next_player()})
                self.steps = [step for step in STEPS if step != "draw" or self.turn > 1 or len(self.players) > 2]
            step = self.steps.pop(0)
            seen.append({"begins": "phase", "phase": step} if "main" in step else {"begins": "step", "step": step})
        return seen

    def next_player(self):
        """Whose turn comes next: the newest extra turn, or else in turn order."""
        self.turn += 1
        if self.extra:
            return self.extra.pop(0)
        player = self.players[self.due]
        self.due = (self.due + 1) % len(self.players)
        return player

    def carry_out(self, do):
        """One instruction of an act; what the engine cannot do, if it cannot."""
        if do["do"] != "extra_turn":
            return do["do"]
        self.extra.insert(0, do["player"])
        return ""


def answer(asked, engine):
    """The answer to one line, and the engine from then on."""
    if asked["ask"] == "hello":
        return {"engine": "starter", "can": CAN}, engine
    if asked["ask"] == "start":
        engine = Engine(asked["setup"])
    if asked["ask"] == "act":
        cannot = [why for why in map(engine.carry_out, asked["act"]["do"]) if why]
        return ({"cannot": ", ".join(cannot)} if cannot else {"seen": []}), engine
    return {"seen": engine.go_on()}, engine


game = None
for line in sys.stdin:
    told, game = answer(json.loads(line), game)
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
