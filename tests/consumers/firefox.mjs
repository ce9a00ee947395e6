// Plays in Firefox as a person does: types, breaks, mends, shares, opens anew, steps. Reads a JSON list of one question,
// {typed, broken, mended, edition}; writes what was seen. Arguments: the program Firefox, and the address of the site.
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer from "puppeteer";

const [, , firefox, site] = process.argv;
const [{ typed, broken, mended, edition }] = await json(process.stdin);
const TRIES = 200;

const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
const wrong = [];

async function opened(address) {
  const tab = await browser.newPage();
  tab.on("console", (message) => wrong.push(message.text()));
  tab.on("pageerror", (error) => wrong.push(String(error)));
  await tab.setViewport({ width: 1280, height: 900 });
  await tab.goto(address);
  return tab;
}

// What a page says, once it is what is waited for, or after some twenty seconds.
async function said(read, awaited) {
  let found;
  for (let tried = 0; tried < TRIES; tried++) {
    found = await read().catch((error) => String(error));
    if (awaited(found)) break;
    await pause(100);
  }
  return found;
}

const text = (frame, id) => frame.$eval(`#${id}`, (element) => element.textContent);
const turns = (tab) => tab.$$eval(".turns button > span", (all) => all.map((each) => each.textContent.split("·")[0].trim()));

// Puts a text into the editor, as one who pastes it.
const write = (tab, written) => tab.evaluate((insert) => {
  const { view } = window.play.editor;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: "input.paste" });
}, written);

const seen = {};
try {
  const tab = await opened(`${site}play/`);
  await write(tab, typed);
  seen.typed = await said(() => turns(tab), (found) => found.length > 0);
  await write(tab, broken);
  seen.broken = await said(() => text(tab, "errors"), (found) => found !== "");
  await write(tab, mended);
  seen.mended = await said(() => turns(tab), (found) => found.length !== seen.typed.length);
  await tab.select("#edition", edition);
  seen.verdict = await said(() => text(tab, "verdict"), (found) => found.includes(edition));
  await pause(1000); // the address follows a moment later
  const other = await opened(tab.url());
  seen.opened = await said(() => turns(other), (found) => found.length > 0);
  seen.again = await text(other, "verdict");
  await tab.bringToFront();
  await tab.click("#tab-player");
  const player = () => tab.frames().find((frame) => frame.url().includes("/player/"));
  const number = async () => text(player(), "number");
  const before = await said(number, (found) => /^\d+ \/ \d+$/.test(found));
  await player().click("#next");
  seen.stepped = [before, await said(number, (found) => found !== before)];
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify([{ ...seen, wrong }]));
