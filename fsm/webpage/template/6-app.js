// The player: one cursor; list, slider, pictures, timeline and panes all show the event it stands at.

const byId = (id) => document.getElementById(id);
const SMALL = matchMedia('(max-width: 899px)');
const THEMES = ['', 'light', 'dark'];
const THUMB = 16; // how wide the handle of the time bar is

// How a turn goes, whatever an edition calls its parts.
const courseOf = (turn) => JSON.stringify([turn?.number, turn?.seat, turn?.by, turn?.skipped, turn?.notation]);

class Player {
  constructor(data) {
    this.tab = 'why';
    this.timer = 0;
    this.go = (at) => this.move(at);
    this.list = new List(byId('list'), byId('count'), this.go);
    this.listen();
    this.placeTools();
    this.load(data);
  }

  get recording() { return this.recordings[this.which]; }
  get beside() { return this.other >= 0 && this.other !== this.which ? this.recordings[this.other] : null; }

  // Opening: which recordings are shown.

  // Shows the recordings of some data; other ones than before at the same place, or at an address.
  load(data, address = '') {
    const before = this.recordings && { recording: this.recording, beside: this.beside, at: this.at };
    this.play(false);
    this.recordings = data.recordings.map((recording) => new Recording(recording));
    this.source = data.source;
    Object.assign(this, { at: 0, which: 0, other: this.usualOther() });
    if (before) this.keepPlace(before);
    else this.at = this.recording.opening;
    this.chooseRecordings();
    const at = address ? this.recording.atAddress(address) : -1;
    if (at >= 0) this.at = at;
    if (before || at >= 0 || !this.openLink()) this.open();
  }

  // The last of the same scenario in which the game goes otherwise than in the first, to be beside it; on a phone none.
  usualOther() {
    const [first] = this.recordings, differs = ({ name, course }) => name === first.name && course !== first.course;
    return SMALL.matches || this.recordings.length < 2 ? -1 : this.recordings.findLastIndex(differs);
  }

  // Under which other editions the game goes as in the one that is shown.
  sameElsewhere() {
    const { alike = [], name, course } = this.recording;
    const same = this.recordings.length < 2 ? [] : this.recordings.filter((one) => !this.views.some(({ recording }) => one === recording) && !alike.includes(one.edition.id) && one.name === name && one.course === course);
    const said = [alike.length && `from ${alike.at(-1)} to ${alike[0]}`, same.length && `under ${same.map((one) => one.edition.id).join(', ')}`].filter(Boolean);
    return said.length ? `the same ${said.join(' and ')}` : '';
  }

  keepPlace({ recording, beside, at }) {
    const same = (one) => this.recordings.findIndex((other) => one && other.edition.id === one.edition.id && other.name === one.name);
    this.which = Math.max(0, same(recording));
    if (this.recordings.length > 1) this.other = same(beside);
    this.at = this.recording.placeOf(recording, at).at;
  }

  chooseRecordings() {
    byId('choose').hidden = this.recordings.length < 2;
    const option = (recording, at) => make('option', { value: at, text: this.nameOf(recording) });
    byId('shown').replaceChildren(...this.recordings.map(option));
    byId('beside').replaceChildren(make('option', { value: -1, text: 'nothing' }), ...this.recordings.map(option));
  }

  nameOf(recording) {
    const alike = this.recordings.some((other) => other !== recording && other.edition.id === recording.edition.id);
    return alike ? `${recording.edition.id} ${recording.name}` : recording.edition.id;
  }

  // Shows another recording at the same place, by address.
  choose(which, other) {
    const at = which === this.which ? this.at : this.recordings[which].placeOf(this.recording, this.at).at;
    if (other === which) other = this.which === which ? -1 : this.which;
    Object.assign(this, { which, other, at });
    this.open();
  }

  open() {
    byId('shown').value = this.which;
    byId('beside').value = this.other;
    const shown = [this.recording, this.beside].filter(Boolean);
    this.views = shown.map((recording, place) => this.makeView(recording, place));
    byId('stage').replaceChildren(...this.views.map((view) => view.host));
    document.body.classList.toggle('two', shown.length > 1);
    document.body.classList.toggle('one-timeline', new Set(shown.map(({ turns }) => turns.map(courseOf).join('|'))).size === 1);
    this.apart = this.beside ? this.recording.differences(this.beside) : new Map();
    this.parts = [...this.apart.keys()].filter((at) => !this.apart.has(at - 1));
    byId('differ').hidden = !this.beside;
    byId('differ').disabled = !this.parts.length;
    byId('differ').textContent = this.parts.length ? `${this.parts.length} difference${this.parts.length > 1 ? 's' : ''}` : 'no difference';
    byId('same').textContent = this.sameElsewhere();
    byId('slider').max = this.recording.size;
    byId('number').style.minWidth = `${2 * String(this.recording.size).length + 3}ch`; // so that the bar keeps its length
    byId('trace').hidden = !this.recording.header;
    for (const name of ['state', 'coming']) byId(`tab-${name}`).hidden = !this.recording.hasStates;
    byId('tab-script').hidden = !this.source.lines.length;
    if (byId(`tab-${this.tab}`).hidden) this.choosePane('why');
    byId('which').textContent = [this.recording.name, this.recording.edition.title].filter(Boolean).join(' · ');
    byId('wrong').replaceChildren(...wrongPart(this.recording.wrong, this.go));
    this.filter();
  }

  makeView(recording, place) {
    const go = place ? (at) => this.move(this.recording.placeOf(recording, at).at) : this.go;
    const title = make('h2', {}), picture = make('div', { class: 'picture', tabindex: '0', role: 'group', 'aria-label': 'The turn' });
    const table = make('div', { class: 'table', tabindex: '0', role: 'group', 'aria-label': 'Stack and zones' });
    const timeline = make('div', { class: 'timeline', tabindex: '0', role: 'group', 'aria-label': 'Turns' });
    const host = make('section', { class: 'view', 'aria-label': this.nameOf(recording) || 'Recording', inside: [title, picture, table, timeline] });
    title.hidden = this.other < 0 || this.recordings.length < 2;
    table.hidden = !recording.hasStates;
    return { recording, host, title, table, picture: new Picture(recording, picture, go), timeline: new Timeline(recording, timeline, go) };
  }

  filter() {
    const words = byId('filter').value.trim().toLowerCase().split(/\s+/).filter(Boolean), quiet = byId('passes').checked;
    const recording = this.recording;
    const text = (at) => `${recording.text(at)} ${recording.kind(at)} ${recording.address(at)} ${recording.rulesOf(at).join(' ')}`.toLowerCase();
    const has = (all) => words.every((word) => all.includes(word));
    const lets = (at) => (words.length ? has(text(at)) : quiet || !recording.isQuiet(at));
    this.list.open(recording, lets, this.beside);
    this.show();
  }

  // Moving.

  move(at) {
    const to = Math.max(0, Math.min(at, this.recording.size - 1));
    if (to === this.at) return;
    this.at = to;
    this.show();
    this.writeLink();
  }

  step(by) { this.move(this.list.move(this.at, by)); }

  // The next or the last beginning of a phase or a turn.
  leap(by, level) {
    const recording = this.recording;
    const starts = new Set(recording.turns.filter((turn) => turn.number).map((turn) => turn.first - 1));
    if (level === 'phase') for (const phase of recording.phases.flat()) if (!phase.skipped) starts.add(phase.at);
    for (let at = this.at + by; at >= 0 && at < recording.size; at += by) {
      if (starts.has(at)) return this.move(at);
    }
    return this.move(by > 0 ? recording.size - 1 : 0);
  }

  // The next place where the two recordings part; after the last the first.
  differ() {
    const next = this.parts.find((at) => at > this.at) ?? this.parts[0];
    if (next !== undefined) this.move(next);
  }

  play(on = !this.timer) {
    clearInterval(this.timer);
    this.timer = 0;
    if (on) {
      if (this.at >= this.list.move(this.at, 1)) this.move(0);
      this.timer = setInterval(() => {
        const before = this.at;
        this.step(1);
        if (this.at <= before) this.play(false);
      }, 1000 / Number(byId('speed').value));
    }
    byId('play').textContent = on ? '❚❚ pause' : '▶ play';
    byId('play').setAttribute('aria-pressed', String(Boolean(on)));
  }

  // Showing: everything at the same event.

  show() {
    const { recording, at } = this;
    const turn = recording.columns.turn[at], active = recording.player(recording.columns.active[at]), { phase, step } = recording.node(at);
    const place = turn ? [`Turn ${turn}`, active, spaced(step ?? phase ?? '')] : ['Before the first turn'];
    byId('where').textContent = place.filter(Boolean).join(' · ');
    const made = recording.origin(at);
    byId('origin').hidden = !made.part && !made.turn;
    byId('origin').replaceChildren(made.part ? 'created by ' : 'turn created by ', make('bdi', { text: made.part ?? made.turn ?? '' }));
    byId('what').textContent = `${recording.text(at)}${recording.rulesOf(at).length ? ` · ${recording.rulesOf(at).join(', ')}` : ''}`;
    byId('slider').value = at + 1;
    byId('slider').setAttribute('aria-valuetext', `event ${at + 1} of ${recording.size}: ${recording.text(at)}`);
    byId('slider').style.setProperty('--done', `${recording.size > 1 ? (100 * at) / (recording.size - 1) : 100}%`);
    byId('number').textContent = `${at + 1} / ${recording.size}`;
    this.list.show(at);
    const courses = this.views.map((view) => courseOf(view.recording.turnAt(this.placeIn(view).at)));
    document.body.classList.toggle('one-picture', new Set(courses).size === 1);
    for (const view of this.views) this.showView(view);
    this.showPane();
  }

  // Where the cursor is in the recording of a view, and whether that is the same event.
  placeIn({ recording }) {
    return recording === this.recording ? { at: this.at, same: true } : recording.placeOf(this.recording, this.at);
  }

  showView(view) {
    const { at, same } = this.placeIn(view);
    if (!view.title.hidden) {
      view.title.replaceChildren(make('b', { text: this.nameOf(view.recording) }), make('span', { text: `${at + 1} / ${view.recording.size}` }), make('bdi', { text: view.recording.text(at) }));
      if (!same) view.title.append(make('span', { class: 'only', text: 'no such event here' }));
    }
    view.picture.show(at);
    view.timeline.show(at);
    view.table.replaceChildren(...tableOf(view.recording, at));
  }

  showPane() {
    const panes = { why: whyPane, state: statePane, coming: comingPane, script: scriptPane };
    const pane = byId('pane');
    pane.replaceChildren(...panes[this.tab](this.recording, this.at, { go: this.go, source: this.source.lines, beside: this.beside, apart: this.apart }));
    pane.setAttribute('aria-labelledby', `tab-${this.tab}`);
    const here = pane.querySelector('[aria-current=true]');
    if (here) pane.scrollTop = here.offsetTop - pane.offsetTop - pane.clientHeight / 2;
  }

  choosePane(name) {
    this.tab = name;
    for (const tab of document.querySelectorAll('[role=tab]')) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    this.showPane();
  }

  // Links: #e=12, #r=2&e=12 for another recording, #at=T1.combat%232 for an address.

  link() { return `#${this.recordings.length > 1 ? `r=${this.which + 1}&` : ''}e=${this.at + 1}`; }

  writeLink() {
    try { history.replaceState(null, '', this.link()); } catch { /* a page within a page may have no address */ }
  }

  openLink() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const which = Number(asked.get('r') ?? 1) - 1, found = this.recordings[which] ?? this.recording;
    const at = asked.has('at') ? found.atAddress(asked.get('at')) : Number(asked.get('e') ?? NaN) - 1;
    const named = asked.get('at') ?? asked.get('e'), there = Number.isInteger(at) && at >= 0 && at < found.size;
    if (named !== null && !there) this.tell(`There is no ${asked.has('at') ? 'place' : 'event'} ${named.slice(0, 40)} here.`);
    if (!Number.isInteger(at) || at < 0) return false;
    const chosen = this.recordings.indexOf(found);
    if (chosen !== this.which && chosen === this.other) this.other = this.which;
    Object.assign(this, { which: chosen, at: Math.min(at, found.size - 1) });
    if (found.isQuiet(this.at)) byId('passes').checked = true; // a link to a pass shows it
    this.open();
    return true;
  }

  async copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // an older browser, or a page without the right to: the way that always worked
      const area = make('textarea', { 'aria-hidden': 'true' });
      area.value = text;
      (document.querySelector('dialog[open]') ?? document.body).append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    this.tell(said);
  }

  tell(text) {
    const said = byId('said') ?? document.body.appendChild(make('div', { id: 'said', role: 'status' }));
    said.textContent = text;
    clearTimeout(this.telling);
    this.telling = setTimeout(() => { said.textContent = ''; }, 1800);
  }

  copyEvent() {
    const { recording, at } = this, rules = recording.rulesOf(at);
    const said = rules.map((number) => `  ${number} ${recording.rules[number] ?? ''}`.trimEnd());
    const line = recording.columns.line[at] ? `, line ${recording.columns.line[at]}` : '';
    const head = `${recording.edition.id} ${recording.address(at)}, event ${at + 1}${line}: ${recording.text(at)}`;
    return this.copy([head, ...said].join('\n'), 'The event is copied.');
  }

  exportTrace() {
    const { recording } = this, name = (recording.name || 'game').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').toLowerCase();
    const address = URL.createObjectURL(new Blob([recording.trace()], { type: 'application/x-ndjson' }));
    const anchor = make('a', { href: address, download: `${name || 'game'}.${recording.edition.id || 'trace'}.jsonl` });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  nextTheme() {
    const root = document.documentElement, next = THEMES[(THEMES.indexOf(root.dataset.theme ?? '') + 1) % THEMES.length];
    if (next) root.dataset.theme = next; else delete root.dataset.theme;
    byId('theme').textContent = next || 'theme';
  }

  // Over the time bar: the event where a click would land.
  land(event) {
    const bar = byId('slider').getBoundingClientRect(), { recording } = this, size = recording.size - 1;
    const part = (event.clientX - bar.left - THUMB / 2) / (bar.width - THUMB);
    const at = Math.max(0, Math.min(Math.round(part * size), size));
    const land = byId('land');
    land.hidden = false;
    land.style.left = 0; // else its width is what is left on the right
    land.replaceChildren(make('b', { text: `${at + 1} · ${recording.address(at)}` }), make('bdi', { text: recording.text(at) }));
    land.style.left = `${Math.max(8, Math.min(event.clientX - land.offsetWidth / 2, innerWidth - land.offsetWidth - 8))}px`;
    land.style.bottom = `${innerHeight - bar.top + 6}px`;
  }

  // The tools stand beside the moves; on a phone among the keys.
  placeTools() {
    const place = () => (SMALL.matches ? byId('keys-title').before(byId('tools')) : byId('help').before(byId('tools')));
    SMALL.addEventListener('change', place);
    byId('tools').addEventListener('click', (event) => { if (event.target.matches('button')) byId('keys').close(); });
    place();
  }

  // Hands: buttons and keys.

  listen() {
    const clicks = {
      first: () => this.move(0), last: () => this.move(this.recording.size - 1), previous: () => this.step(-1), next: () => this.step(1),
      play: () => this.play(), link: () => this.copy(location.href.split('#')[0] + this.link(), 'The link is copied.'),
      copy: () => this.copyEvent(), differ: () => this.differ(), trace: () => this.exportTrace(), theme: () => this.nextTheme(), help: () => byId('keys').showModal(),
    };
    for (const [id, does] of Object.entries(clicks)) byId(id).addEventListener('click', does);
    for (const tab of document.querySelectorAll('[role=tab]')) tab.addEventListener('click', () => this.choosePane(tab.id.slice(4)));
    byId('slider').addEventListener('pointermove', (event) => this.land(event));
    for (const gone of ['pointerleave', 'pointercancel']) byId('slider').addEventListener(gone, () => { byId('land').hidden = true; });
    byId('slider').addEventListener('input', (event) => this.move(Number(event.target.value) - 1));
    byId('filter').addEventListener('input', () => this.filter());
    byId('passes').addEventListener('change', () => this.filter());
    byId('shown').addEventListener('change', (event) => this.choose(Number(event.target.value), this.other));
    byId('beside').addEventListener('change', (event) => this.choose(this.which, Number(event.target.value)));
    byId('speed').addEventListener('change', () => this.timer && this.play(true));
    addEventListener('hashchange', () => this.openLink());
    addEventListener('keydown', (event) => this.key(event));
    this.choosePaneKeys();
  }

  choosePaneKeys() {
    const tabs = [...document.querySelectorAll('[role=tab]')];
    tabs.forEach((tab, place) => tab.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const next = tabs[(place + by + tabs.length) % tabs.length];
      this.choosePane(next.id.slice(4));
      next.focus();
    }));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open) return;
    const target = event.target, typing = target.matches?.('input[type=search], select, textarea');
    if (typing) {
      if (event.key === 'Escape') { if (target.value && target.type === 'search') { target.value = ''; this.filter(); } target.blur(); }
      if (event.key === 'Enter' && target.type === 'search') { this.step(this.list.rows.includes(this.at) ? 0 : 1); byId('list').focus(); }
      return;
    }
    if (target.matches?.('button, input[type=checkbox]') && (event.key === ' ' || event.key === 'Enter')) return;
    const keys = {
      ArrowRight: () => this.step(1), ArrowDown: () => this.step(1), j: () => this.step(1),
      ArrowLeft: () => this.step(-1), ArrowUp: () => this.step(-1), k: () => this.step(-1),
      PageDown: () => this.step(10), PageUp: () => this.step(-10),
      Home: () => this.move(0), End: () => this.move(this.recording.size - 1), ' ': () => this.play(),
      ']': () => this.leap(1, 'phase'), '[': () => this.leap(-1, 'phase'), '}': () => this.leap(1, 'turn'), '{': () => this.leap(-1, 'turn'),
      '/': () => byId('filter').focus(), '?': () => byId('keys').showModal(), t: () => this.nextTheme(),
      l: () => byId('link').click(), c: () => this.copyEvent(), d: () => this.differ(), e: () => this.exportTrace(),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    if (event.key !== ' ' && this.timer) this.play(false);
    keys[event.key]();
  }
}
