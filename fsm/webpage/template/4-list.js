// The list of events: only the rows in sight are there, so that long recordings stay smooth.

const ROW = 26;

class List {
  constructor(host, count, go) {
    this.host = host;
    this.count = count;
    this.go = go;
    this.space = make('div', { class: 'space', role: 'presentation' });
    host.replaceChildren(this.space);
    host.addEventListener('scroll', () => this.fill());
    new ResizeObserver(() => this.rows && this.show(this.at)).observe(host); // a frame has no height at first
    host.addEventListener('click', (event) => {
      const row = event.target.closest('[data-at]');
      if (row) go(Number(row.dataset.at));
    });
  }

  // Shows the events of a recording that a filter lets through; `beside` is another one to be compared.
  open(recording, filter, beside) {
    Object.assign(this, { recording, beside });
    this.rows = [];
    for (let at = 0; at < recording.size; at++) if (filter(at)) this.rows.push(at);
    this.count.textContent = this.rows.length === recording.size ? `${recording.size}` : `${this.rows.length} of ${recording.size}`;
    this.space.style.height = `${this.rows.length * ROW}px`;
    this.filled = '';
  }

  // The row of an event, or of the last one before it that is shown; -1: none is.
  rowOf(at) {
    let low = 0, high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle] <= at) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  // The event so many rows on from one.
  move(at, by) {
    const row = this.rowOf(at), exact = row >= 0 && this.rows[row] === at;
    const to = by > 0 ? row + by : row + by + (exact ? 0 : 1);
    return this.rows[Math.max(0, Math.min(to, this.rows.length - 1))] ?? at;
  }

  show(at) {
    this.at = at;
    this.filled = '';
    const top = Math.max(0, this.rowOf(at)) * ROW, { scrollTop, clientHeight } = this.host;
    if (top < scrollTop + ROW || top > scrollTop + clientHeight - 2 * ROW) {
      this.host.scrollTop = top - Math.floor(clientHeight / 2 / ROW) * ROW;
    }
    this.fill();
  }

  fill() {
    const { scrollTop, clientHeight } = this.host;
    const from = Math.max(0, Math.floor(scrollTop / ROW) - 4), to = Math.min(this.rows.length, Math.ceil((scrollTop + clientHeight) / ROW) + 4);
    if (this.filled === `${from} ${to}`) return;
    this.filled = `${from} ${to}`;
    const rows = [];
    for (let row = from; row < to; row++) rows.push(this.row(row));
    this.space.replaceChildren(...rows);
    const here = this.space.querySelector('[aria-selected=true]');
    if (here) this.host.setAttribute('aria-activedescendant', here.id); else this.host.removeAttribute('aria-activedescendant');
  }

  row(row) {
    const at = this.rows[row], recording = this.recording, here = at === this.at;
    const near = !here && row === this.rowOf(this.at);
    const alone = this.beside && !this.beside.has(recording.keys[at]);
    const kinds = [
      'row', `deep${recording.depth(at)}`, recording.isQuiet(at) && 'quiet', recording.isSkip(at) && 'skipped',
      recording.isInsert(at) && 'inserted', recording.wrong.some((one) => one.at === at) && 'wrong', at > this.at && 'future', here && 'here', near && 'near',
    ];
    const element = make('div', {
      class: kinds.filter(Boolean).join(' '), role: 'option', id: `row-${at}`, 'data-at': at, title: recording.address(at),
      'aria-selected': String(here), 'aria-current': here ? 'true' : null, 'aria-posinset': row + 1, 'aria-setsize': this.rows.length,
      inside: [
        make('span', { class: 'seq', text: at + 1 }),
        make('bdi', { class: 'text', text: recording.text(at) }),
        alone && make('span', { class: 'only', text: `only ${recording.edition.id}` }),
        make('span', { class: 'rule', text: recording.rulesOf(at).join(', ') }),
      ],
    });
    element.style.top = `${row * ROW}px`;
    return element;
  }
}
