// Runs the vectors of `fsm vectors` with an engine: node vectors.mjs FOLDER [CLASS]. The exit code is 1 if something differs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as engines from "./engine.mjs";

const [folder, named = "Engine"] = process.argv.slice(2);
const Engine = engines[named];
const read = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const name = (one) =>
  one ? [`T${one.turn ?? "?"}`, one.active, one.phase, one.step, one.by && `(${one.by})`].filter(Boolean).join(" ") : "nothing";
const isStop = (one) => one.begins === "step" || one.begins === "phase";

// What an engine did not tell is not compared; `by` only if it says that it tells it.
const same = (expected, found) =>
  expected.begins === found.begins &&
  ["turn", "active", "phase", "step"].every((key) => !found[key] || found[key] === expected[key]) &&
  (!Engine.can.includes("by") || (expected.by ?? "") === (found.by ?? ""));

function firstDifference({ setup, script, expect, over = false }) {
  const engine = new Engine();
  let seen = 0;
  let isOver = false;
  const take = (answer) => {
    const from = seen;
    for (const found of answer.seen) {
      if (seen >= expect.length || !same(expect[seen], found)) return { at: seen, found: name(found) };
      seen += 1;
    }
    isOver = answer.over ?? false;
    const stops = expect.slice(from, seen).filter(isStop);
    const wrong = stops.find((one, n) => Boolean(one.priority) !== (n === stops.length - 1 && !isOver));
    if (Engine.can.includes("priority") && wrong && !isOver) return { at: expect.indexOf(wrong), found: "priority differs" };
  };
  const passUntil = (many) => {
    for (let idle = 0; seen < many; idle += 1) {
      if (isOver || idle > many + 50) return { at: seen, found: "nothing" };
      const difference = take(engine.pass());
      if (difference) return difference;
    }
    if (seen > many) return { at: many - 1, found: "no priority" };
  };
  const game = function* () {
    yield () => take(engine.start(setup));
    for (const { after, act } of script ?? []) yield* [() => passUntil(after), () => take(engine.act(act))];
    yield () => passUntil(expect.length);
    yield () => (isOver === over ? undefined : { at: seen, found: isOver ? "the end" : "no end" });
  };
  for (const move of game()) {
    const difference = move();
    if (difference) return difference;
  }
}

let [played, differ] = [0, 0];
const { groups, vectors } = read("index.json");
const can = Engine.can.flatMap((name) => groups[name] ?? [name]);
for (const { file, edition, needs } of vectors) {
  if (!Engine.editions.includes(edition) || !needs.every((what) => can.includes(what))) continue;
  const vector = read(file);
  const difference = firstDifference(vector);
  played += 1;
  if (!difference) continue;
  differ += 1;
  const expected = vector.expect[difference.at];
  const rules = new Set([...(expected?.rules ?? []), ...(vector.shows ?? [])]);
  const told = [...rules].map((rule) => `${rule} ${vector.rules[rule]}`);
  console.log([vector.id, `expected ${name(expected)}, found ${difference.found}`, ...told].join("\n  "));
}
console.log(`${played} vectors played, ${differ} differ`);
process.exit(differ ? 1 : 0);
