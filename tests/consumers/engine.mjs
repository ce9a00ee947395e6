// A small rules engine for turns: what is still to come is a list. Two subclasses are wrong in one way each.
const PHASES = {
  beginning: ["untap", "upkeep", "draw"],
  precombat_main: [""],
  combat: ["beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage", "end_of_combat"],
  postcombat_main: [""],
  ending: ["end", "cleanup"],
};
const isMain = (kind) => kind.endsWith("main");
const stopsOf = (kind, by = "") => {
  const phase = { kind, begun: false };
  return PHASES[kind].map((step) => ({ phase, step, by }));
};

export class Engine {
  static can = ["extra_turns", "extra_phases", "skips", "end_turn", "triggers", "combat", "multiplayer", "by", "priority"];
  static editions = ["cr2026"];

  start({ players, first, acts = [] }) {
    const last = players[(players.indexOf(first) + players.length - 1) % players.length];
    Object.assign(this, { players, last, turn: 0, active: "", todo: [], extra: [], skips: [], seen: [] });
    Object.assign(this, { plans: {}, triggered: 0, mains: 0, afterSecond: [], combat: { attacked: false, fighting: new Map() } });
    for (const act of acts) this.carryOut(act);
    return this.onward();
  }
  pass() {
    return this.leave(), this.onward();
  }
  act(act) {
    return this.carryOut(act) ? this.onward() : this.answer();
  }
  answer() {
    return { seen: this.seen.splice(0), over: false };
  }

  onward() {
    for (;;) {
      if (!this.todo.length) this.nextTurn();
      else if (this.begin(this.todo.shift())) return this.answer();
      else this.leave();
    }
  }
  nextTurn() {
    const extra = this.extra.shift();
    const player = extra?.player ?? this.players[(this.players.indexOf(this.last) + 1) % this.players.length];
    if (!extra) this.last = player;
    if (this.isSkipped(player, extra ? ["turn", "extra_turn"] : ["turn"])) return;
    Object.assign(this, { turn: this.turn + 1, active: player, mains: 0, afterSecond: [], plans: {} });
    this.seen.push({ begins: "turn", turn: this.turn, active: player, by: extra?.by ?? "" });
    this.skips = this.skips.filter((one) => !(one.until === "your_next_turn" && one.whose === player));
    for (const one of this.skips)
      if (one.next_turn && one.player === player) Object.assign(one, { next_turn: false, until: "end_of_turn" });
    for (const what of extra?.skips ?? []) this.skips.push({ what, player, until: "end_of_turn", left: 1 });
    this.todo = Object.keys(PHASES).flatMap((kind) => stopsOf(kind));
    if (this.turn === 1 && this.players.length === 2) this.todo = this.todo.filter(({ step }) => step !== "draw");
  }
  begin(stop) {
    const { phase, step, by } = stop;
    this.now = stop;
    if (!phase.begun) {
      if (this.isSkipped(this.active, [phase.kind, ...(isMain(phase.kind) ? ["main"] : [])])) {
        this.todo = this.todo.filter((other) => other.phase !== phase);
        return false;
      }
      phase.begun = true;
      this.combat = { attacked: false, fighting: new Map() };
    }
    if (step && this.isSkipped(this.active, [step])) return false;
    const { turn, active } = this;
    this.seen.push({ begins: step ? "step" : "phase", turn, active, phase: phase.kind, step, by });
    if (!step && ++this.mains === 2) for (const late of this.afterSecond) this.addPhases(late.phases, late.by);
    if (step === "declare_attackers" && this.plans.attack) this.attack(this.plans.attack);
    if (step === "declare_blockers" && this.plans.block) this.join(this.plans.block);
    if (step === "declare_attackers" || step === "declare_blockers") this.plans = {};
    const strikes = [...this.combat.fighting.values()].some((kind) => kind !== "normal");
    if (step === "combat_damage" && !stop.second && strikes) this.todo.unshift({ ...stop, second: true });
    return step === "cleanup" ? this.cleanup() : step !== "untap";
  }
  cleanup() {
    this.skips = this.skips.filter((one) => one.until !== "end_of_turn");
    const again = this.triggered > 0;
    this.triggered = 0;
    if (again) this.repeat();
    return again;
  }
  repeat() {
    this.todo.unshift({ phase: this.now.phase, step: "cleanup", by: "" });
  }
  leave() {
    const { phase, step } = this.now;
    const later = this.todo.find((stop) => stop.phase === phase && PHASES.combat.slice(1, 4).includes(stop.step));
    if (step !== "declare_attackers" || this.combat.attacked || later?.step === "declare_attackers") return;
    const over = (stop) => stop.phase === phase && ["declare_blockers", "combat_damage"].includes(stop.step);
    this.todo = this.todo.filter((stop) => !over(stop));
  }
  isSkipped(player, kinds) {
    const one = this.skips.find((skip) => kinds.includes(skip.what) && skip.player === player && !skip.next_turn);
    if (one && --one.left === 0) this.skips.splice(this.skips.indexOf(one), 1);
    return Boolean(one);
  }

  carryOut({ name, player, do: done }) {
    return done.map((what) => this[what.do](what, name, player)).includes(true);
  }
  extra_turn({ player, skips }, by) {
    this.extra.unshift({ player, by, skips });
  }
  extra_phases({ phases, after = "this_phase" }, by) {
    const { kind } = this.now.phase;
    const fits = { this_phase: true, this_main_phase: isMain(kind), this_combat_phase: kind === "combat" };
    fits.first_postcombat_main = this.mains === 2 && isMain(kind);
    if (after === "first_postcombat_main" && this.mains < 2) this.afterSecond.push({ phases, by });
    else if (fits[after]) this.addPhases(phases, by);
  }
  addPhases(phases, by) {
    const rest = this.todo.filter((stop) => stop.phase === this.now.phase).length;
    this.todo.splice(rest, 0, ...phases.flatMap((kind) => stopsOf(kind, by)));
  }
  skip({ count = 1, ...skip }, by, whose) {
    this.skips.push({ ...skip, by, whose, left: count });
  }
  stop({ name }) {
    this.skips = this.skips.filter((one) => one.by !== name);
  }
  end_turn(_, by) {
    const { phase, step } = this.now;
    const cleanup = { phase, step: "cleanup", by };
    this.todo = step === "cleanup" ? [cleanup] : this.todo.filter((stop) => stop.step === "cleanup").slice(0, 1);
    return true;
  }
  trigger({ at }) {
    if (at === "cleanup") this.triggered += 1;
  }
  attack(what) {
    if (!Array.isArray(what)) return this.plan("attack", what.creatures);
    this.combat.attacked = true;
    this.join(what);
  }
  block({ creatures }) {
    this.plan("block", creatures);
  }
  plan(what, creatures) {
    this.plans[what] = [...(this.plans[what] ?? []), ...creatures];
  }
  enter_attacking({ creatures }) {
    this.attack(creatures);
  }
  join(creatures) {
    for (const { name, strikes = "normal" } of creatures) this.combat.fighting.set(name, strikes);
  }
  leave_combat({ names }) {
    for (const name of names) this.combat.fighting.delete(name);
  }
}

export class OldestFirst extends Engine {
  extra_turn({ player, skips }, by) {
    this.extra.push({ player, by, skips });
  }
}

export class NoSecondCleanup extends Engine {
  repeat() {}
}
