// Microsoft's debug client steps through a scenario: node vscode.mjs PYTHON SCENARIO
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import testsupport from "@vscode/debugadapter-testsupport";

const [python, scenario] = process.argv.slice(2);
const adapter = fileURLToPath(new URL("./adapter.py", import.meta.url));

async function session(what, body) {
  const client = new testsupport.DebugClient(python, adapter, "turn-structure", undefined, true);
  client.defaultTimeout = 30_000;
  await client.start();
  try {
    await body(client);
    console.log(`ok ${what}`);
  } finally {
    await client.stop();
  }
}

const top = async (client) => (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0];

await session("stops on entry", async (client) => {
  await Promise.all([
    client.waitForEvent("initialized").then(() => client.configurationDoneRequest()),
    client.launch({ program: scenario, stopOnEntry: true }),
    client.assertStoppedLocation("entry", { path: scenario, line: 3 }),
  ]);
});

await session("stops at a line and steps both ways", async (client) => {
  await client.hitBreakpoint({ program: scenario, stopOnEntry: false }, { path: scenario, line: 6 });
  const there = await top(client);
  for (const motion of ["stepIn", "next"]) {
    await Promise.all([client.waitForEvent("stopped"), client[`${motion}Request`]({ threadId: 1 })]);
  }
  assert.notEqual((await top(client)).id, there.id);
  for (let back = 0; back < 2; back++) {
    await Promise.all([client.waitForEvent("stopped"), client.stepBackRequest({ threadId: 1 })]);
  }
  assert.equal((await top(client)).id, there.id);
});

await session("stops at a step by name, and where a phase is inserted", async (client) => {
  await Promise.all([
    client.waitForEvent("initialized").then(async () => {
      const { body } = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: "T1.end" }] });
      assert.deepEqual(body.breakpoints.map((b) => b.verified), [true]);
      await client.setExceptionBreakpointsRequest({ filters: ["inserted"] });
      await client.configurationDoneRequest();
    }),
    client.launch({ program: scenario, stopOnEntry: false }),
    client.waitForEvent("stopped").then(({ body }) => assert.equal(body.reason, "exception")),
  ]);
  const { body } = await client.send("exceptionInfo", { threadId: 1 });
  assert.match(body.exceptionId, /^rule /);
});

await session("runs to its end", async (client) => {
  await Promise.all([
    client.configurationSequence(),
    client.launch({ program: scenario, stopOnEntry: false }),
    client.waitForEvent("stopped").then(async ({ body }) => {
      assert.equal(body.text, "end of run");
      await client.continueRequest({ threadId: 1 });
    }),
    client.waitForEvent("terminated"),
  ]);
});

await session("says what is wrong with a file", async (client) => {
  await client.initializeRequest();
  await assert.rejects(client.launchRequest({ program: "missing.turn.yaml" }), /cannot be read/);
});
