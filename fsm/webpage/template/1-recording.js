// A recording: columns of numbers into tables, read by position from 0; states are made from what changed.

const EVERY = 256; // events between two states that are kept whole
const SAID = ['kind', 'node', 'rules', 'player', 'detail', 'text', 'active']; // what an event says by itself
const CHANGES = /^((turn|phase|step)\.(insert|skip|reverse)|(skip|control)\.create|order\.reverse)$/;
const QUIET = new Set(['priority.get', 'priority.pass', 'step.end', 'phase.end', 'turn.end']);

class Recording {
  constructor(data) {
    Object.assign(this, data);
    this.size = this.columns.said.length;
    this.wrong = (data.wrong ?? []).map(([seq, line, text]) => ({ at: Math.min(Math.max(seq, 1), this.size) - 1, line, text }));
    SAID.forEach((name, place) => { this.columns[name] = Int32Array.from(this.columns.said, (said) => this.tables.said[said][place]); });
    this.starts = new Uint32Array(this.size + 1); // where the changes of each event begin
    this.changes.forEach((count, at) => { this.starts[at + 1] = this.starts[at] + count; });
    this.kept = this.keepStates();
    this.keys = this.makeKeys();
    this.found = new Map();
    this.keys.forEach((key, at) => { if (!this.found.has(key)) this.found.set(key, at); });
  }

  get hasStates() { return this.paths.length > 0; }

  // One thing known of an event; of a table what the number stands for.
  get(name, at) {
    const number = this.columns[name][at];
    return name in this.tables ? this.tables[name][number] : number;
  }

  kind(at) { return this.get('kind', at); }
  text(at) { return this.get('text', at); }
  rulesOf(at) { return this.get('rules', at); }
  // The phase or step that an event is about; of an insertion what was inserted.
  part(at) {
    const [phase, step, address, id, phaseId, by] = this.get('node', at), turn = `T${this.columns.turn[at]}`;
    return { phase, step, address: address ? `${turn}.${address}` : turn, id, phaseId, by, inserted: by !== null };
  }

  // Where an event happens: an insertion where play is, not where the new part is.
  node(at) {
    let back = at;
    while (back > 0 && /^(phase|step)\.insert$/.test(this.kind(back)) && this.columns.turn[back - 1] === this.columns.turn[at]) back--;
    return this.part(back);
  }

  // Where to begin to look: what is wrong, else what first changes the order of play, else the first act, else the first event.
  get opening() {
    const change = this.columns.said.findIndex((_, at) => this.isChange(at));
    return this.wrong[0]?.at ?? (change >= 0 ? change : Math.max(0, this.columns.line.findIndex(Boolean)));
  }

  address(at) { return this.columns.turn[at] ? this.node(at).address : 'before the first turn'; }

  player(seat) { return seat >= 0 ? this.players[seat] ?? null : null; }
  isQuiet(at) { return QUIET.has(this.kind(at)); }
  isSkip(at) { return this.kind(at).endsWith('.skip'); }
  // Whether an effect, or a rule that inserts something, changes which turns, phases and steps there are.
  isChange(at) {
    const kind = this.kind(at);
    return CHANGES.test(kind) && (!kind.endsWith('.skip') || this.get('detail', at).includes('"by":'));
  }
  isInsert(at) {
    const turn = this.turnAt(at);
    return this.kind(at).endsWith('.insert') || this.part(at).inserted || Boolean(turn && turn.extra && this.kind(at) === 'turn.begin');
  }

  depth(at) {
    const kind = this.kind(at), { phase, step } = this.node(at);
    if (kind.startsWith('game.') || kind.startsWith('turn.')) return 0;
    if (kind.startsWith('phase.')) return kind.endsWith('.insert') ? 2 : 1;
    if (kind.startsWith('step.')) return kind.endsWith('.insert') ? 3 : 2;
    return step ? 3 : phase ? 2 : 1;
  }

  // Where the phases of each turn begin or are skipped, with the steps that were added in them; a trace may begin none by name.
  get phases() {
    if (this.found_phases) return this.found_phases;
    const found = this.turns.map(() => []);
    let place = -1, last = '', phase = null;
    for (let at = 0; at < this.size; at++) {
      while (place + 1 < this.turns.length && this.turns[place + 1].first - 1 <= at) { place++; last = ''; }
      const kind = this.kind(at), node = this.node(at);
      if (place < 0 || !node.phase || !this.columns.turn[at] || /\.(insert|end)$/.test(kind) || kind === 'step.skip') continue;
      if (kind === 'phase.begin' || kind === 'phase.skip' || node.phaseId !== last) {
        phase = { at, name: node.phase, by: node.by, skipped: kind === 'phase.skip', steps: [] };
        found[place].push(phase);
      } else if (kind === 'step.begin' && node.by && !phase.by) phase.steps.push({ at, by: node.by });
      if (kind !== 'phase.skip') last = node.phaseId;
    }
    return this.found_phases = found;
  }

  // What created the phase or step that an event is in, and its turn; null where nothing did.
  origin(at) {
    const turn = this.turnAt(at), here = this.columns.turn[at] > 0;
    return { part: here ? this.node(at).by : null, turn: here && turn?.by ? turn.by : null };
  }

  // The turn that an event is in: the last that was taken before it; before the first, the first.
  turnAt(at) {
    const taken = this.taken ??= this.turns.filter((turn) => turn.number);
    let low = 0, high = taken.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (taken[middle].first - 1 <= at) low = middle; else high = middle - 1;
    }
    return taken[low];
  }

  // States: for each path the number of a value.

  keepStates() {
    const kept = [], now = new Int32Array(this.paths.length);
    for (let at = 0; at < this.size; at++) {
      this.apply(now, at);
      if (at % EVERY === 0) kept.push(now.slice());
    }
    return kept;
  }

  apply(state, at) {
    for (let place = this.starts[at]; place < this.starts[at + 1]; place += 2) {
      state[this.changed[place]] = this.changed[place + 1];
    }
  }

  state(at) {
    const state = this.kept[Math.floor(at / EVERY)].slice();
    for (let next = at - (at % EVERY) + 1; next <= at; next++) this.apply(state, next);
    return state;
  }

  // What changed with an event: path, value before, value after; undefined is none.
  changesAt(at) {
    const before = at ? this.state(at - 1) : new Int32Array(this.paths.length), found = [];
    for (let place = this.starts[at]; place < this.starts[at + 1]; place += 2) {
      const path = this.changed[place];
      found.push([this.paths[path], this.value(before[path]), this.value(this.changed[place + 1])]);
    }
    return found;
  }

  value(number) { return number ? this.values[number] : undefined; }

  // A state as nested maps, in the order of its paths.
  tree(at) {
    const root = new Map();
    this.state(at).forEach((number, place) => {
      if (!number) return;
      const path = this.paths[place];
      let inner = root;
      for (const key of path.slice(0, -1)) {
        if (!(inner.get(key) instanceof Map)) inner.set(key, new Map());
        inner = inner.get(key);
      }
      inner.set(path[path.length - 1], this.values[number]);
    });
    return root;
  }

  // The same moment in another recording: the same thing at the same address, or the last before that both have.

  makeKeys() {
    const seen = new Map();
    return Array.from({ length: this.size }, (_, at) => {
      const { kind, player } = { kind: this.kind(at), player: this.columns.player[at] };
      const key = `${this.part(at).address} ${kind} ${player} ${kind.startsWith('stack') ? this.get('detail', at) : ''}`;
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      return `${key} ${times}`;
    });
  }

  // How the game goes: what happens where, but not by which rules.
  get course() { return this.found_course ??= this.keys.map((key, at) => `${key} ${this.get('detail', at)}`).join('\n'); }

  has(key) { return this.found.has(key); }

  placeOf(other, at) {
    for (let back = at; back >= 0; back--) {
      const found = this.found.get(other.keys[back]);
      if (found !== undefined) return { at: found, same: back === at };
    }
    return { at: 0, same: false };
  }

  // Where this recording and another one part: for each place here the events that only the other one has after it.
  differences(other) {
    const found = new Map(this.keys.flatMap((key, at) => (other.has(key) ? [] : [[at, []]])));
    let last = 0;
    other.keys.forEach((key, there) => {
      if (this.has(key)) last = this.found.get(key);
      else if (found.has(last)) found.get(last).push(there);
      else found.set(last, [there]);
    });
    return new Map([...found].sort(([one], [two]) => one - two));
  }

  // Where a place begins or is skipped, else the first event there; -1 if there is none. A step needs no phase: T1.upkeep.
  atAddress(address) {
    const plain = (text) => text.replace(/#1(?=\.|$)/g, ''), [turn, ...inside] = plain(address).split('.');
    const all = Array.from({ length: this.size }, (_, at) => [at, plain(this.address(at))]);
    const exact = all.filter(([, place]) => place === plain(address));
    const ends = all.filter(([, place]) => inside.length && place.startsWith(`${turn}.`) && place.endsWith(`.${inside.join('.')}`));
    const there = (exact.length ? exact : ends).map(([at]) => at);
    return there.find((at) => /\.(begin|skip)$/.test(this.kind(at))) ?? there[0] ?? -1;
  }

  // The trace, as `fsm run --trace` writes it.
  trace() {
    const lines = [this.header];
    const text = (value) => JSON.stringify(value);
    for (let at = 0; at < this.size; at++) {
      const { phase, step, address } = this.part(at), detail = this.get('detail', at), line = this.columns.line[at];
      const player = this.player(this.columns.player[at]);
      lines.push(
        `{"type":"event","seq":${at + 1},"kind":${text(this.kind(at))},"turn":${this.columns.turn[at]}` +
        `,"active":${text(this.player(this.columns.active[at]))},"phase":${text(phase)},"step":${text(step)}` +
        `,"node":${text(address)},"rules":${text(this.rulesOf(at))}` +
        (player === null ? '' : `,"player":${text(player)}`) + (detail ? `,${detail}` : '') +
        (line ? `,"line":${line}` : '') + '}');
    }
    lines.push(`{"type":"end","status":${text(this.status)},"events":${this.size}}`);
    return lines.join('\n') + '\n';
  }
}
