// Reads a JSON list of Mermaid texts; writes for each what Mermaid's own parser made of it, or its error.
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("");
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");
mermaid.initialize({ securityLevel: "strict" });

// Mermaid keeps its codes encoded until it draws: #59; is then the letter with that number.
const decoded = (text) => text.replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(code));

// What mermaid.parse calls, and then forgets.
const read = async (text) => {
  try {
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const { nodes, edges } = db.getData();
    return {
      description: decoded(db.getAccDescription()),
      nodes: nodes.map(({ id, label, parentId, isGroup, cssClasses }) => ({
        id,
        label: decoded([label].flat().join("\n")),
        inside: parentId ?? "",
        group: Boolean(isGroup),
        classes: cssClasses.split(" ").filter((name) => name && !name.startsWith("statediagram")),
      })),
      edges: edges.map(({ start, end, label }) => ({ start, end, label: decoded(label ?? "") })),
    };
  } catch (error) {
    return { error: String(error) };
  }
};

const texts = JSON.parse(readFileSync(0, "utf8"));
const answers = [];
for (const text of texts) answers.push(await read(text));
process.stdout.write(JSON.stringify(answers));
