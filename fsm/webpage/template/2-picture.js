// The picture of a turn: one SVG for all events of it; the place is lit, what is to come is dimmed.

const LARGEST = 1.25;
const ROUND = 24, PADDING = 44; // the room around a picture, and beside it, with a scroll bar

class Picture {
  constructor(recording, host, go) {
    this.recording = recording;
    this.host = host;
    this.number = null;
    host.addEventListener('click', (event) => {
      const group = event.target.closest('g[data-id]');
      const at = group ? this.begins(group.dataset.id) : -1;
      if (at >= 0) go(at);
    });
    new ResizeObserver(() => { if (this.turn) this.show(this.at); }).observe(host);
  }

  // The event with which a step or a phase of the turn that is shown began, or was skipped.
  begins(id) {
    const name = id.replace(/^(stop|phase|text-heading|pill)-/, ''), level = /^stop-/.test(id) ? 'id' : 'phaseId';
    const recording = this.recording, turn = this.turn.number;
    let first = -1;
    for (let at = this.turn.first - 1; at < recording.size && recording.columns.turn[at] === turn; at++) {
      if (recording.node(at)[level] !== name || /\.insert$/.test(recording.kind(at))) continue;
      if (/^(phase|step)\.(begin|skip)$/.test(recording.kind(at))) return at;
      if (first < 0) first = at;
    }
    return first;
  }

  show(at) {
    this.at = at;
    this.turn = this.recording.turnAt(at);
    if (!this.host.offsetWidth) return; // one picture stands for two
    if (!this.turn) return this.say('There is no turn to draw.');
    if (typeof this.recording.pictures[this.turn.picture] === 'string') return this.say('The picture is on its way.');
    if (this.turn.picture < 0) return this.say(this.turn.notation || 'No phase of this turn is told.');
    this.draw(this.turn.picture);
    this.fit();
    this.light(at);
  }

  say(text) {
    this.number = null;
    this.host.replaceChildren(make('p', { class: 'notation', text }));
  }

  // The wide form where its letters have their full size, else the narrow one.
  draw(number) {
    if (number === this.number && this.room === this.host.offsetWidth) return;
    this.number = number;
    this.room = this.host.offsetWidth;
    const { wide, narrow, stops } = this.recording.pictures[number];
    let drawn = this.put(wide);
    if (drawn.viewBox.baseVal.width > this.room - PADDING) drawn = this.put(narrow);
    this.svg = drawn;
    this.order = new Map(stops.map((stop, place) => [stop, place]));
    this.parts = [...drawn.querySelectorAll('g[data-id]')].map((group) => [group, this.placeOf(group.dataset.id)]);
  }

  // So large that the whole of it is in sight, if its letters can be read then.
  fit() {
    const { width, height } = this.svg.viewBox.baseVal, scale = (this.host.clientHeight - ROUND) / height;
    this.svg.style.maxWidth = `${width * (scale < 1 ? LARGEST : Math.min(scale, LARGEST))}px`;
  }

  put(svg) {
    const drawn = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
    drawn.setAttribute('role', 'img');
    this.host.replaceChildren(drawn);
    const box = drawn.getBBox(), wide = Math.round(box.width + ROUND), high = Math.round(box.height + ROUND);
    drawn.setAttribute('viewBox', `${box.x - ROUND / 2} ${box.y - ROUND / 2} ${wide} ${high}`);
    drawn.style.aspectRatio = `${wide} / ${high}`;
    drawn.style.minWidth = `${wide}px`;
    return drawn;
  }

  // Where in the turn a part of the picture is; a phase where its first stop is, an edge where it leads.
  placeOf(id) {
    const plain = id.replace(/^(stop|phase|text-heading|text-note|text-label|pill|tag)-/, '').replace(/^(text-label|from)-/, '');
    const target = plain.includes('-to-') ? plain.split('-to-').pop() : plain;
    if (target === 'end') return this.order.size - 1;
    for (let name = id.startsWith('text-note') ? target.replace(/-\d+$/, '') : target; name; name = '') {
      if (this.order.has(name)) return this.order.get(name);
      for (const [stop, place] of this.order) if (stop.startsWith(`${name}.`)) return place;
    }
    let longest = '';
    for (const stop of this.order.keys()) if (target.endsWith(`-${stop}`) && stop.length > longest.length) longest = stop;
    if (longest) return this.order.get(longest);
    return -1;
  }

  // Where play is: what is inserted or skipped is told of before play comes there.
  played(at) {
    const recording = this.recording;
    let back = at;
    while (back > this.turn.first && recording.isSkip(back)) back--;
    return recording.node(back);
  }

  // For each stop that was inserted the event that did it, in this turn.
  births() {
    const recording = this.recording, turn = this.turn, births = new Map();
    if (this.born?.turn === turn) return this.born.births;
    for (let at = turn.first - 1; at < recording.size && recording.columns.turn[at] === turn.number; at++) {
      if (!/^(phase|step)\.insert$/.test(recording.kind(at))) continue;
      const { id } = recording.part(at);
      for (const [stop, place] of this.order) if (stop === id || stop.startsWith(`${id}.`)) births.set(place, at);
    }
    this.born = { turn, births };
    return births;
  }

  light(at) {
    const begun = this.recording.columns.turn[at] === this.turn.number;
    const { id } = this.recording.node(at), now = this.played(at);
    const known = this.order.get(now.id) ?? this.placeOf(`phase-${now.phaseId}`);
    const over = begun && this.recording.kind(at) === 'turn.end';
    const here = over ? this.order.size : begun ? known : -1, births = this.births();
    let lit = null;
    for (const [group, place] of this.parts) {
      const name = group.dataset.id, on = begun && !over && (name === `stop-${id}` || name === `phase-${id}`);
      group.classList.toggle('future', place > here && place >= 0);
      group.classList.toggle('unborn', births.get(place) > at);
      group.classList.toggle('lit', on);
      if (on) lit = group;
    }
    if (!lit && begun && !over) lit = this.standIn(id, here);
    const turn = this.turn;
    this.svg.setAttribute('aria-label', `Turn ${turn.number} of ${this.recording.player(turn.seat)}: ${turn.notation}`);
    if (lit) this.keepInSight(lit);
  }

  // Of many alike the picture shows some: what is left out is lit as the last alike before it.
  standIn(id, here) {
    const kind = id.split('.').pop().replace(/-\d+$/, '');
    const alike = this.parts.filter(([group, place]) => {
      const name = group.dataset.id;
      return name.startsWith('stop-') && place <= here && name.split(/[.-]/).filter((part) => !/^\d+$/.test(part)).pop() === kind;
    });
    const found = alike.length ? alike[alike.length - 1][0] : null;
    found?.classList.add('lit');
    return found;
  }

  keepInSight(group) {
    const inner = group.getBoundingClientRect(), outer = this.host.getBoundingClientRect();
    if (inner.left < outer.left || inner.right > outer.right) {
      this.host.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    }
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      this.host.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
    }
  }
}

// An element: attributes by name, `text` and `inside` for what it holds; texts are never markup.
function make(tag, { text, inside, ...attributes } = {}) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  if (inside) element.append(...inside.filter(Boolean));
  return element;
}
