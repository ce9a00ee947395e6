// Reads a JSON list of Mermaid texts; writes for each what is where in the picture that mermaid-cli makes of it, or its
// error. Arguments: the program Chromium, and a folder if the pictures are to be written there, as PNG.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { renderMermaid } from "@mermaid-js/mermaid-cli";
import puppeteer from "puppeteer";

const [, , chromium, folder] = process.argv;
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const page = await browser.newPage();

// All that GitHub sets, besides its themes.
const options = { mermaidConfig: { securityLevel: "strict" } };

// Shows a picture in its own size, and finds each of its texts: its frame, and that of the shape which it stands in.
const measured = (svg) => {
  document.body.innerHTML = svg;
  document.body.style.margin = 0;
  const root = document.querySelector("svg");
  const [width, height] = root.getAttribute("viewBox").split(" ").slice(2).map(Number);
  root.removeAttribute("style");
  root.setAttribute("width", width);
  root.setAttribute("height", height);
  const frame = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x, y, width, height];
  };
  const textFrame = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return frame(range);
  };
  const labels = [...root.querySelectorAll("foreignObject")].flatMap((label) => {
    const text = label.firstElementChild?.innerText.trim();
    const shape = label.closest(".node, .statediagram-cluster")?.querySelector("rect, path");
    return text ? [{ text, frame: textFrame(label), room: frame(shape ?? root) }] : [];
  });
  const titles = [...root.querySelectorAll(".statediagramTitleText")].map((title) => ({
    text: title.textContent,
    frame: frame(title),
    room: frame(root),
  }));
  return { size: [width, height], texts: [...titles, ...labels] };
};

const drawn = async (text, number) => {
  try {
    const { data } = await renderMermaid(browser, text, "svg", options);
    const found = await page.evaluate(measured, new TextDecoder().decode(data));
    if (folder) writeFileSync(join(folder, `${number}.png`), await (await page.$("svg")).screenshot());
    return found;
  } catch (error) {
    return { error: String(error) };
  }
};

const answers = [];
for (const [number, text] of (await json(process.stdin)).entries()) answers.push(await drawn(text, number));
await browser.close();
process.stdout.write(JSON.stringify(answers));
