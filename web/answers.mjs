// Answers requests in the Python that is packed for the browser: node web/answers.mjs RUNTIME < REQUESTS, one on each line.
import { createInterface } from "node:readline";
import { desk } from "./node.mjs";

const answer = await desk(process.argv[2]);
for await (const request of createInterface({ input: process.stdin })) process.stdout.write(`${answer(request)}\n`);
process.exit(0);
