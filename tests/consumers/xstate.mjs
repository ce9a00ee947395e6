// Reads a JSON list of {config, answers}; runs each machine, one "advance" for each answer of the guards, and
// writes its state value at the start and after each.
import { readFileSync } from "node:fs";
import { createActor, setup } from "xstate";

const run = ({ config, answers }) => {
  let table;
  const holds = (name) => () =>
    name.split("_and_").every((one) => (one.startsWith("not_") ? !table[one.slice(4)] : table[one]));
  const guards = Object.fromEntries(config.meta.named.map((name) => [name, holds(name)]));
  const actor = createActor(setup({ guards }).createMachine(config)).start();
  const values = [actor.getSnapshot().value];
  for (table of answers) {
    actor.send({ type: "advance" });
    values.push(actor.getSnapshot().value);
  }
  return { values, status: actor.getSnapshot().status };
};

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(run)));
