// Packs Python for the browser: node web/pack.mjs WHEELS OUT. The archives are made in the Python of the browser itself, as
// it reads no other bytecode. Large files are compressed here, so that the site needs no server that does it.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const pyodide = join(here, "node_modules/pyodide");
const [wheels, out] = process.argv.slice(2).map((name) => resolve(name));

mkdirSync(out, { recursive: true });
const python = await loadPyodide({ indexURL: pyodide });
const folders = { "/source": dirname(here), "/wheels": wheels, "/pyodide": pyodide, "/out": out };
for (const [name, folder] of Object.entries(folders)) python.mountNodeFS(name, folder);
python.runPython(readFileSync(join(here, "pack.py"), "utf8"));

const sizes = {};
const compress = (name, folder) => {
  const packed = gzipSync(readFileSync(join(folder, name)), { level: 9 });
  writeFileSync(join(out, `${name}.gz`), packed);
  sizes[`${name}.gz`] = packed.length;
};
for (const name of ["python.zip", "app.zip"]) {
  compress(name, out);
  rmSync(join(out, name));
}
compress("pyodide.asm.wasm", pyodide);
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) copyFileSync(join(pyodide, name), join(out, name));
copyFileSync(join(here, "node_modules/@viz-js/viz/dist/viz.js"), join(out, "viz.js"));
writeFileSync(join(out, "sizes.json"), JSON.stringify(sizes));
