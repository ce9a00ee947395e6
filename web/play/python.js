// Starts Python with our package, in a browser's worker or in Node; gives the function that answers requests.

// The files of an archive that is not compressed: [name, bytes] each. All that is not needed to read ours is left out.
function* filesOf(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.byteLength - 22;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const [size, length] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true)];
    const [extra, comment, start] = [view.getUint16(at + 30, true), view.getUint16(at + 32, true), view.getUint32(at + 42, true)];
    const content = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    yield [new TextDecoder().decode(archive.subarray(at + 46, at + 46 + length)), archive.subarray(content, content + size)];
    at += 46 + length + extra + comment;
  }
}

const APP = "/lib/app";

function unpack(archive, { FS }) {
  const made = new Set();
  for (const [name, content] of filesOf(archive)) {
    const path = `${APP}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) {
      FS.mkdirTree(folder);
      made.add(folder);
    }
    FS.writeFile(path, content, { canOwn: true });
  }
}

const START = `
import gc, sys
sys.path.insert(0, "${APP}")
gc.disable()  # what is imported stays
from fsm.site.browser import start
gc.freeze()
gc.enable()
start
`;

// `loadPyodide` and its options; `app` is the archive of our package; `viz` draws.
export async function startPython(loadPyodide, options, app, viz) {
  const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14", version: "" };
  const python = await loadPyodide({ lockFileContents: { info, packages: {} }, packageBaseUrl: "./", ...options });
  unpack(await app, python);
  const drawer = await viz;
  const draw = (dot, dpi) => drawer.renderString(dot, { engine: "nop2", format: "svg", graphAttributes: { dpi } });
  return python.runPython(START)(draw);
}
