// An engine as a program for `fsm drive`: node serve.mjs [CLASS]. Each line of standard input is answered with a line.
import { createInterface } from "node:readline";
import * as engines from "./engine.mjs";

const Engine = engines[process.argv[2] ?? "Engine"];
let engine = new Engine();
const answers = {
  hello: () => ({ engine: Engine.name, can: Engine.can, editions: Engine.editions }),
  start: ({ setup }) => (engine = new Engine()).start(setup),
  act: ({ act }) => engine.act(act),
  pass: () => engine.pass(),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(answers[asked.ask](asked))}\n`);
});
