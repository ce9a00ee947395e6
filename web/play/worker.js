// The worker of the page of Play: starts Python and answers requests, one after the other. To stop one, the page ends the
// worker and makes another. It tells the page {loading}, {ready} or {failed}, and {id, answer} for each {id, request}.
import { startPython } from "./python.js";

const RUNTIME = new URL("runtime/", import.meta.url);
const fetched = self.fetch.bind(self);

const loading = { done: 0, total: 0, what: "Python" };
const count = (bytes) => {
  loading.done += bytes;
  if (loading.total) postMessage({ loading: { ...loading, done: Math.min(loading.done, loading.total) } });
};

async function got(name) {
  const response = await fetched(new URL(name, RUNTIME));
  if (!response.ok) throw new Error(`${name} cannot be loaded: ${response.status} ${response.statusText}`);
  return response;
}

// A large file is compressed, for servers that do not do that; where one says so, the browser has unpacked it already.
async function unpacked(name) {
  const reader = (await got(`${name}.gz`)).body.getReader();
  const { value: first } = await reader.read();
  const whole = new ReadableStream({
    start(sink) {
      count(first.length);
      sink.enqueue(first);
    },
    async pull(sink) {
      const { done, value } = await reader.read();
      if (done) return sink.close();
      count(value.length);
      sink.enqueue(value);
    },
  });
  const isPacked = first[0] === 0x1f && first[1] === 0x8b;
  return new Response(isPacked ? whole.pipeThrough(new DecompressionStream("gzip")) : whole, {
    headers: { "Content-Type": name.endsWith(".wasm") ? "application/wasm" : "application/zip" },
  });
}

async function start() {
  const files = Object.fromEntries(["pyodide.asm.wasm", "python.zip", "app.zip"].map((name) => [name, unpacked(name)]));
  const modules = ["pyodide.mjs", "viz.js"].map((name) => import(new URL(name, RUNTIME)));
  // Pyodide fetches its parts by itself, and gets what is on its way already.
  self.fetch = (resource, options) => files[new URL(resource, RUNTIME).pathname.split("/").pop()] ?? fetched(resource, options);
  const sizes = Object.values(await (await got("sizes.json")).json());
  loading.total = sizes.reduce((sum, size) => sum + size, 0);
  const [{ loadPyodide }, { instance }] = await Promise.all(modules);
  const app = files["app.zip"].then(async (response) => new Uint8Array(await response.arrayBuffer()));
  const options = { indexURL: RUNTIME.href, stdLibURL: new URL("python.zip", RUNTIME).href };
  return startPython(loadPyodide, options, app, instance());
}

const starting = start();
starting.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message ?? error) }),
);

self.onmessage = async ({ data: { id, request } }) => {
  const answer = await starting;
  postMessage({ id, answer: answer(request) });
};
