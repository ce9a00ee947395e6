// Reads a JSON list of {text, events}; runs each document with SCION, and writes its configuration at the start
// and after each event.
import { readFileSync } from "node:fs";
import core from "@scion-scxml/core";
import scxml from "@scion-scxml/scxml";

const callback = (call) => new Promise((resolve, reject) => call((error, made) => (error ? reject(error) : resolve(made))));

const run = async ({ text, events }) => {
  const model = await callback((done) => scxml.documentStringToModel("", text, done));
  const chart = new core.Statechart(await callback((done) => model.prepare(done, {})));
  chart.start();
  const configurations = [chart.getConfiguration()];
  for (const name of events) {
    chart.gen({ name });
    configurations.push(chart.getConfiguration());
  }
  return configurations;
};

const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = [];
for (const question of questions) answers.push(await run(question));
process.stdout.write(JSON.stringify(answers));
