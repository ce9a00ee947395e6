// Python as it is packed for the browser, in Node: `await desk(RUNTIME)` is the function that answers requests.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { instance } from "@viz-js/viz";
import { loadPyodide } from "pyodide";
import { startPython } from "./play/python.js";

const pyodide = join(dirname(fileURLToPath(import.meta.url)), "node_modules/pyodide");

export async function desk(runtime) {
  const unpacked = (name) => gunzipSync(readFileSync(join(runtime, `${name}.gz`)));
  const stdLibURL = join(mkdtempSync(join(tmpdir(), "python-")), "python.zip"); // pyodide takes it from a file alone
  writeFileSync(stdLibURL, unpacked("python.zip"));
  return startPython(loadPyodide, { indexURL: pyodide, stdLibURL }, unpacked("app.zip"), instance());
}
