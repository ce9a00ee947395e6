// Asks Python, which runs in a worker: one request after the other, each answered by `fsm.site.desk.answer`.

export class Stopped extends Error {}

export class Desk {
  // `report` is told what the worker does: {state: 'loading' | 'ready' | 'running' | 'done' | 'failed' | 'stopped', ...}
  constructor(report) {
    this.report = report;
    this.worker = null;
    this.ready = false;
    this.queue = [];
    this.asked = null;
    this.number = 0;
    this.seconds = 0; // how long the last answer took
    this.first = []; // requests that each new worker gets before all others: the editions that were dropped in
  }

  start() {
    if (this.worker) return;
    this.report({ state: 'loading', done: 0, total: 0 });
    this.worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.fail(event.message || 'the worker cannot be loaded');
    this.queue.unshift(...this.first.map((request) => ({ request, lane: '', resolve() {}, reject() {} })));
  }

  // The answer to a request. A later request of the same lane takes the place of one that still waits.
  ask(request, lane = '') {
    return new Promise((resolve, reject) => {
      const waits = lane ? this.queue.findIndex((each) => each.lane === lane) : -1;
      if (waits >= 0) this.queue.splice(waits, 1)[0].reject(new Stopped('a later request took its place'));
      this.queue.push({ request, lane, resolve, reject });
      this.start();
      this.next();
    });
  }

  next() {
    if (!this.ready || this.asked || !this.queue.length) return;
    this.asked = { ...this.queue.shift(), id: ++this.number, since: performance.now() };
    this.report({ state: 'running', what: this.asked.request.do });
    this.worker.postMessage({ id: this.asked.id, request: JSON.stringify(this.asked.request) });
  }

  hear(said) {
    if (said.loading) this.report({ state: 'loading', ...said.loading });
    if (said.failed) this.fail(said.failed);
    if (said.ready) {
      this.ready = true;
      this.report({ state: 'ready' });
      this.next();
    }
    if (this.asked && said.id === this.asked.id) {
      const { resolve, since } = this.asked;
      this.asked = null;
      this.seconds = (performance.now() - since) / 1000;
      this.report({ state: 'done', seconds: this.seconds });
      resolve(JSON.parse(said.answer));
      this.next();
    }
  }

  fail(message) {
    this.end(new Stopped(message));
    this.report({ state: 'failed', message });
  }

  // Ends the worker whatever it does; the next request starts another one.
  stop() {
    this.end(new Stopped('stopped'));
    this.report({ state: 'stopped' });
  }

  end(reason) {
    this.worker?.terminate();
    const left = [this.asked, ...this.queue].filter(Boolean);
    Object.assign(this, { worker: null, ready: false, asked: null, queue: [] });
    for (const each of left) each.reject(reason);
  }
}
