// The timeline: a lane for each player, a block for each turn, its phases in their hues; a click goes there.

const WIDTH = { block: 118, gap: 6, lane: 30, lead: 84 };
const HUES = { beginning: 'beginning', precombat_main: 'main', combat: 'combat', postcombat_main: 'main', ending: 'ending' };
const LETTERS = { beginning: 'B', precombat_main: 'M', combat: 'C', postcombat_main: 'M', ending: 'E' };
const MOST_CHIPS = 9;

class Timeline {
  constructor(recording, host, go) {
    this.recording = recording;
    this.host = host;
    this.go = go;
    this.phases = recording.phases;
    this.strip = make('div', { class: 'strip' });
    this.strip.style.width = `${WIDTH.lead + recording.turns.length * (WIDTH.block + WIDTH.gap)}px`;
    this.strip.style.height = `${recording.players.length * WIDTH.lane + 4}px`;
    recording.players.forEach((name, seat) => {
      const lane = make('div', { class: 'lane' });
      lane.style.top = `${seat * WIDTH.lane}px`;
      const label = make('bdi', { class: 'who', text: name, title: name });
      label.style.top = `${seat * WIDTH.lane}px`;
      this.strip.append(lane, label);
    });
    this.blocks = make('div', { class: 'blocks' });
    this.strip.append(this.blocks);
    host.replaceChildren(this.strip);
    host.addEventListener('scroll', () => this.fill());
    this.at = 0;
  }

  show(at) {
    this.at = at;
    const left = this.left(this.current()), host = this.host;
    if (left < host.scrollLeft + WIDTH.lead || left + WIDTH.block > host.scrollLeft + host.clientWidth) {
      host.scrollLeft = left - host.clientWidth / 2;
    }
    const top = (this.recording.turns[this.current()]?.seat ?? 0) * WIDTH.lane;
    if (top < host.scrollTop || top + WIDTH.lane > host.scrollTop + host.clientHeight) host.scrollTop = top - WIDTH.lane;
    this.fill();
  }

  left(place) { return WIDTH.lead + place * (WIDTH.block + WIDTH.gap); }

  current() {
    const turns = this.recording.turns;
    let low = 0, high = turns.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (turns[middle].first - 1 <= this.at) low = middle; else high = middle - 1;
    }
    return Math.max(low, 0);
  }

  // Only the blocks in sight are there: a game may have thousands of turns.
  fill() {
    const { scrollLeft, clientWidth } = this.host, wide = WIDTH.block + WIDTH.gap;
    const from = Math.max(0, Math.floor((scrollLeft - WIDTH.lead) / wide) - 1);
    const to = Math.min(this.recording.turns.length, Math.ceil((scrollLeft + clientWidth) / wide) + 1);
    const blocks = [];
    for (let place = from; place < to; place++) blocks.push(this.block(place, this.current()));
    this.blocks.replaceChildren(...blocks);
  }

  block(place, current) {
    const turn = this.recording.turns[place], first = turn.first - 1;
    const by = turn.skipped ? `skipped: ${turn.skipped}` : turn.extra ? `extra #${turn.extra}, created by ${turn.by}` : turn.by ? `extra, created by ${turn.by}` : '';
    const name = turn.number ? `${turn.number}` : '–';
    const block = make('div', {
      class: ['block', turn.by && !turn.skipped && 'extra', turn.skipped && 'skipped', place > current && 'future', place === current && 'here'].filter(Boolean).join(' '),
      title: [turn.number ? `Turn ${turn.number}` : 'A turn', `of ${this.recording.player(turn.seat)}`, by, turn.controller && `controlled by ${turn.controller}`].filter(Boolean).join(' · '),
    });
    block.style.left = `${this.left(place)}px`;
    block.style.top = `${turn.seat * WIDTH.lane + 3}px`;
    const head = make('button', { class: 'turn', text: name, 'aria-label': block.title, tabindex: '-1', 'aria-current': place === current ? 'true' : null });
    head.addEventListener('click', () => this.go(first));
    block.append(head, make('span', { class: 'chips', inside: this.chips(place) }));
    return block;
  }

  chips(place) {
    const phases = this.phases[place];
    return phases.slice(0, MOST_CHIPS).map((phase, number) => {
      const { at, name, by, skipped } = phase, more = number === MOST_CHIPS - 1 && phases.length > MOST_CHIPS;
      const next = phases[number + 1]?.at ?? this.recording.turns[place + 1]?.first - 1;
      const label = this.phaseLabel(phase);
      const chip = make('button', {
        class: ['chip', HUES[name] ?? 'other', by && 'extra', skipped && 'skipped', at > this.at && 'future', at <= this.at && !(this.at >= next) && 'here'].filter(Boolean).join(' '),
        text: more ? '…' : LETTERS[name] ?? '?',
        title: label,
        'aria-label': label,
        tabindex: '-1',
      });
      chip.addEventListener('click', () => this.go(at));
      return chip;
    });
  }

  // A phase and what created it, and the steps that were added in it.
  phaseLabel({ at, by, steps }) {
    const recording = this.recording, made = (text, who) => (text.includes(who) ? text : `${text}, created by ${who}`);
    const own = recording.kind(at).startsWith('phase.') ? recording.text(at) : spaced(recording.node(at).phase);
    const added = steps.map((step) => made(recording.text(step.at), step.by));
    return [by ? made(own, by) : own, ...added].join(' · ');
  }
}
