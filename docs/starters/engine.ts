// An engine as a program for fsm drive: fsm drive -- node engine.ts. Put your own in the place of the class.
// Node 22.18 or later runs it as it is; tsc --erasableSyntaxOnly checks its types.
import { createInterface } from "node:readline";

type Seen = { begins: "turn"; active: string } | { begins: "phase"; phase: string } | { begins: "step"; step: string };
type Setup = { players: string[]; first: string };
type Do = { do: string; player?: string };
type Asked =
  | { ask: "hello" }
  | { ask: "start"; setup: Setup }
  | { ask: "act"; act: { name: string; player: string; do: Do[] } }
  | { ask: "pass" };

const STEPS = ["untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "end_of_combat"];
STEPS.push("postcombat_main", "end", "cleanup");
const SILENT = ["untap", "cleanup"];
const CAN = ["extra_turns"];

/** Turns, steps and extra turns, and nothing else. */
class Engine {
  private steps: string[] = [];
  private extra: string[] = [];
  private setup: Setup;
  private due: number;
  private turn = 0;

  constructor(setup: Setup) {
    this.setup = setup;
    this.due = setup.players.indexOf(setup.first);
  }

  /** To the next step or main phase in which players get priority; what begins on the way. */
  goOn(): Seen[] {
    const seen: Seen[] = [];
    for (let step = "untap"; SILENT.includes(step); ) {
      if (!this.steps.length) {
        seen.push({ begins: "turn", active: this.nextPlayer() });
        const draws = this.turn > 1 || this.setup.players.length > 2;
        this.steps = STEPS.filter((one) => draws || one !== "draw");
      }
      step = this.steps.shift()!;
      seen.push(step.endsWith("main") ? { begins: "phase", phase: step } : { begins: "step", step });
    }
    return seen;
  }

  private nextPlayer(): string {
    this.turn += 1;
    const extra = this.extra.shift();
    if (extra !== undefined) return extra;
    const player = this.setup.players[this.due];
    this.due = (this.due + 1) % this.setup.players.length;
    return player;
  }

  /** One instruction of an act; what the engine cannot do, if it cannot. */
  carryOut(one: Do): string {
    if (one.do !== "extra_turn") return one.do;
    this.extra.unshift(one.player!);
    return "";
  }
}

let engine: Engine;
function answer(asked: Asked): object {
  if (asked.ask === "hello") return { engine: "starter", can: CAN };
  if (asked.ask === "start") engine = new Engine(asked.setup);
  if (asked.ask !== "act") return { seen: engine.goOn() };
  const cannot = asked.act.do.map((one) => engine.carryOut(one)).filter(Boolean);
  return cannot.length ? { cannot: cannot.join(", ") } : { seen: [] };
}
createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
});
