// Reads a JSON list of {config, answers}; runs each machine, one "advance" for each answer of the guards, and
// writes its state value at the start and after each.
import { readFileSync } from "node:fs";
import { createActor, setup } from "xstate";

const run = ({ config, answers }) => {
  let table;
  const guards = {
    all_passed_and_stack_empty: () => table.all_passed && table.stack_empty,
    all_passed_and_not_stack_empty: () => table.all_passed && !table.stack_empty,
    needs_priority: () => table.needs_priority,
  };
  const actor = createActor(setup({ guards }).createMachine(config)).start();
  const values = [actor.getSnapshot().value];
  for (table of answers) {
    actor.send({ type: "advance" });
    values.push(actor.getSnapshot().value);
  }
  return { values, status: actor.getSnapshot().status };
};

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(run)));
