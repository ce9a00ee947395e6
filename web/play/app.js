// The page of Play: what it shows is one state, which is in its address, and the answer of Python to it.

import { Answers } from './answers.js';
import { Desk, Stopped } from './desk.js';
import { askAct, askDownload, askEditions, askPlayers, confirmed, showKeys, showLines } from './dialogs.js';
import { byId, make, option, save } from './dom.js';
import { takeDrops } from './drop.js';
import { Editor } from './editor.js';
import * as link from './link.js';
import { png } from './picture.js';
import { Years } from './years.js';

const PAUSE = 400; // how long after the last key it runs, in milliseconds
const FILES = [
  ['yaml', 'the scenario, for fsm run and fsm test'], ['svg', 'the picture of this turn, light or dark as its reader prefers'], ['png', 'the same picture in pixels'],
  ['html', 'the player: one page that steps through the run, without a network'], ['trace', 'every event as JSON Lines, for programs'],
];
const THEMES = ['', 'light', 'dark'];

export class App {
  constructor() {
    this.first = JSON.parse(byId('first').textContent);
    this.editions = this.first.editions;
    this.state = { text: this.first.text, file: this.first.file, fileText: this.first.text, which: '', edition: '', beside: '', at: '', tab: '', own: '', ownText: '' };
    this.desk = new Desk((report) => this.report(report));
    this.editor = new Editor(byId('editor'), this.state.text, (text) => this.typed(text), (...place) => this.complete(...place));
    this.answers = new Answers(this);
    this.years = new Years(this.first.days, {
      move: (edition) => { this.change({ edition }); this.run(); },
      ask: (...asked) => this.history(...asked), tell: (lines) => showLines('When did the answer change?', lines),
    });
    this.answers.takeFirst(this.first.answer);
    this.years.show(this.first.answer.edition, this.script, 0);
    this.errors = [];
    this.listen();
    this.open(true);
  }

  ask(request, lane) { return this.desk.ask(request, lane); }

  // The scenario as Python is asked about it.
  get asked() { return { ...this.script, edition: this.state.edition || null }; }
  get script() { return { text: this.state.text, scenario: this.state.which }; }

  // Opening a link, or the example that the page comes with.

  async open(first = false) {
    let given = null;
    byId('notice').hidden = true;
    try {
      given = link.read(location.hash);
      if (given?.file) given.fileText = given.text = await scenarioOf(given.file);
    } catch (error) {
      if (!(error instanceof link.BrokenLink)) throw error;
      this.say(`This link cannot be opened: ${error.message}. ${first ? 'Here is an example instead.' : ''}`);
      given = null;
    }
    if (!given) return first && this.refresh();
    Object.assign(this.state, { own: '', ownText: '', fileText: '' }, given);
    this.editor.text = this.state.text;
    if (this.state.ownText) await this.useEdition(this.state.own, this.state.ownText, false);
    this.refresh();
    return this.run();
  }

  // Shows the state in the fields around the answer, and in the address after a change.
  refresh() {
    const { which, edition, beside, file, tab } = this.state, { answer, other, keep } = this.answers;
    const entry = (chosen) => ({ id, title }) => option(id, `${id} · ${title}`, id === chosen);
    const choices = (none, chosen) => [option('', none), ...this.editions.map(entry(chosen)), make('optgroup', { label: 'by their day' }, this.dated.map(entry(chosen)))];
    byId('edition').replaceChildren(...choices(`as the scenario says: ${named(answer.editions)}`, edition && answer.edition));
    byId('beside').replaceChildren(...choices('nothing', beside && other && !keep ? other.edition : beside));
    const { scenarios } = this.answers.answer;
    byId('whichone').hidden = scenarios.length < 2;
    byId('which').replaceChildren(...scenarios.map((name, at) => option(at ? String(at + 1) : '', name, String(at + 1) === (which || '1'))));
    byId('example').value = file;
    if (byId('example').selectedIndex < 0) byId('example').value = '';
    this.answers.choose(tab || 'picture');
  }

  // The editions that are called by their day, the newest first.
  get dated() {
    const known = new Set(this.editions.map(({ id }) => id));
    return this.first.days.filter(([id]) => !known.has(id)).map(([id, , title]) => ({ id, title })).reverse();
  }

  // Takes a change of the state: the address follows.
  change(changes) {
    Object.assign(this.state, changes);
    if ('text' in changes) this.state.file = this.state.text === this.state.fileText ? this.state.file : '';
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.writeLink(), 300);
  }

  writeLink() {
    clearTimeout(this.linking);
    history.replaceState(null, '', link.write(this.state));
    return location.href;
  }

  // Running.

  typed(text) {
    this.change({ text });
    byId('example').value = this.state.file;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.run(), PAUSE);
    this.desk.start();
  }

  // Puts another text into the editor, as a button does, and runs it.
  put(text) {
    this.editor.text = text;
    this.change({ text });
    this.refresh();
    return this.run();
  }

  async run() {
    clearTimeout(this.typing);
    const number = (this.running = (this.running ?? 0) + 1), { beside } = this.state;
    try {
      const request = { do: 'run', ...this.asked, place: `T${this.answers.turn}`, look: this.answers.look() };
      const answer = await this.ask(request, 'run');
      if (number !== this.running) return;
      if (!answer.ok) {
        this.years.show(this.state.edition || this.answers.answer.editions[0], this.script, this.desk.seconds);
        return this.showErrors(answer.errors);
      }
      const other = beside ? await this.ask({ ...request, edition: beside }, 'beside') : null;
      if (number !== this.running) return;
      this.answers.show(answer, other?.ok ? other : null);
      this.showErrors(other?.errors ?? []);
      this.refresh();
      this.years.show(answer.edition, this.script, this.desk.seconds);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  // When the answer of a scenario changed; null if it was stopped or cannot be asked.
  async history(about, loud) {
    try {
      const answer = await this.ask({ do: 'history', ...about }, 'history');
      if (answer.ok) return answer;
      if (loud) this.say(answer.errors[0].message);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    return null;
  }

  async complete(text, line, column) {
    if (!this.desk.ready) return null;
    const answer = await this.ask({ do: 'complete', text, line, column }, 'complete').catch(() => null);
    return answer?.ok ? answer : null;
  }

  showErrors(errors) {
    this.errors = errors;
    this.editor.show(errors.filter(({ line }) => line > 0));
    this.answers.showErrors(errors);
  }

  report({ state, done = 0, total = 0, seconds = 0, message = '', what = '' }) {
    const loading = byId('loading'), stop = byId('stop'), mb = (bytes) => (bytes / 1e6).toFixed(1);
    clearTimeout(this.waiting);
    loading.hidden = state !== 'loading';
    loading.value = total ? done / total : 0;
    stop.hidden = state !== 'failed';
    stop.textContent = state === 'failed' ? 'Try again' : 'Stop';
    const says = {
      loading: `Python is loading${total ? `, ${mb(done)} of ${mb(total)} MB` : '…'}${total && done >= total ? '; it starts…' : ''}`, ready: 'Python is ready.', done: `Answered in ${seconds.toFixed(2)} s.`,
      stopped: 'Stopped. The next change starts Python again.', failed: `Python cannot start: ${message}`,
    };
    if (state !== 'running') byId('status').textContent = says[state];
    else if (what !== 'complete') this.waiting = setTimeout(() => { byId('status').textContent = 'Running…'; stop.hidden = false; }, 500);
  }

  say(text) {
    byId('notice').hidden = false;
    byId('notice').firstElementChild.textContent = text;
  }

  // Asks, and puts the text of the answer into the editor; says it if there is none.
  async rewrite(request) {
    const answer = await this.heard(request);
    return answer && this.put(answer.text);
  }

  // The answer to a request of a button; null if there is none, and then it was said why.
  async heard(request) {
    try {
      const answer = await this.ask(request);
      if (answer.ok) return answer;
      this.say(answer.errors.map(({ line, message }) => (line > 0 ? `line ${line}: ${message}` : message)).join(' '));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    return null;
  }

  // What the buttons do.

  async players() {
    const names = await askPlayers(this.answers.answer.players);
    if (names) await this.rewrite({ do: 'players', ...this.script, players: names });
  }

  async chooseEditions() {
    const { editions } = this.answers.answer, dated = this.dated.filter(({ id }) => editions.includes(id));
    const chosen = await askEditions([...this.editions, ...dated], editions);
    if (chosen) await this.rewrite({ do: 'editions', ...this.script, editions: chosen });
  }

  async act(first) {
    const { answer } = this.answers, places = [...new Set(answer.events.map(({ address }) => address))];
    const chosen = await askAct({
      places, place: this.answers.usualPlace, players: answer.players, first, failed: 'Nothing was found.',
      find: ({ place, player, words }) => this.ask({ do: 'acts', ...this.asked, place, player, words }, 'acts'),
    });
    if (!chosen) return;
    const { what, ...entry } = chosen;
    this.change({ at: entry.place });
    if (what === 'add') await this.rewrite({ do: 'add', ...this.asked, ...entry });
    else await this.whatIf(entry);
  }

  async whatIf(entry) {
    const answer = await this.heard({ do: 'whatif', ...this.asked, ...entry });
    if (answer) this.answers.showWhatIf(answer, entry, () => this.put(answer.text));
  }

  // What the scenario expects already is replaced only if that is meant.
  async expect() {
    const replace = this.answers.answer.asked;
    if (replace && !(await confirmed('Expect what happened', 'The scenario says already what it expects. What happened takes its place; Undo brings it back.', 'Replace it'))) return;
    await this.rewrite({ do: 'expect', ...this.script, replace });
  }

  async copyLink() {
    const address = this.writeLink();
    try {
      await navigator.clipboard.writeText(address);
      this.say('The link is copied.');
    } catch {
      this.say(`Copy the address of this page: ${address}`);
    }
  }

  async download() {
    const about = await this.heard({ do: 'about' });
    if (!about) return;
    const known = new Set(FILES.map(([name]) => name)), others = about.formats.filter(({ name }) => !known.has(name));
    const chosen = await askDownload([...FILES, ...others.map(({ name, says }) => [name, says])]);
    if (!chosen) return;
    const answer = await this.heard({ do: 'download', ...this.asked, format: chosen === 'png' ? 'svg' : chosen, turn: this.answers.turn });
    if (answer) await this.saveAs(chosen, answer);
  }

  async saveAs(kind, { name, type = 'image/svg+xml', content, svg = content }, width = 0) {
    if (kind === 'png') save(`${name.replace(/\.svg$/, '')}.png`, 'image/png', await png(svg, width));
    else save(name, type, svg);
  }

  // Files that are dropped onto the page.

  async useEdition(name, text, shown = true) {
    const request = { do: 'edition', name, text };
    const answer = await this.heard(request);
    if (!answer) return;
    this.desk.first = [request];
    this.editions = [{ id: answer.id, title: answer.title ?? name }, ...this.first.editions];
    if (!shown) return;
    this.change({ own: name, ownText: text, edition: answer.id });
    this.refresh();
    await this.run();
  }

  async useTrace(name, text) {
    const answer = await this.heard({ do: 'trace', text });
    if (answer) this.answers.showTrace(name, answer);
  }

  nextTheme() {
    const root = document.documentElement, next = THEMES[(THEMES.indexOf(root.dataset.theme ?? '') + 1) % THEMES.length];
    if (next) root.dataset.theme = next;
    else delete root.dataset.theme;
    try { localStorage.setItem('theme', next || 'auto'); } catch { /* a browser that keeps nothing */ }
  }

  async openExample(file) {
    if (!file) return;
    history.replaceState(null, '', link.write({ file }));
    Object.assign(this.state, { which: '', edition: '', beside: '', at: '' });
    await this.open();
  }

  listen() {
    const clicks = {
      players: () => this.players(), editions: () => this.chooseEditions(), act: () => this.act('add'), whatif: () => this.act('whatif'),
      expect: () => this.expect(), undo: () => this.editor.undo() && this.typed(this.editor.text), link: () => this.copyLink(), download: () => this.download(),
      theme: () => this.nextTheme(), help: () => showKeys(), stop: () => (this.desk.worker ? this.desk.stop() : this.run()),
    };
    for (const [id, does] of Object.entries(clicks)) byId(id).addEventListener('click', does);
    byId('notice').lastElementChild.addEventListener('click', () => { byId('notice').hidden = true; });
    for (const name of ['which', 'edition', 'beside']) byId(name).addEventListener('change', ({ target }) => { this.change({ [name]: target.value }); this.run(); });
    byId('example').addEventListener('change', ({ target }) => this.openExample(target.value));
    byId('editor').addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.run();
    });
    addEventListener('hashchange', () => this.open());
    addEventListener('keydown', (event) => this.key(event));
    takeDrops({ edition: (...file) => this.useEdition(...file), trace: (...file) => this.useTrace(...file), scenario: (name, text) => this.put(text), other: (text) => this.say(text) });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('dialog').open) return;
    if (event.composedPath()[0].closest?.('input, select, textarea, [contenteditable=true], [role=tablist]')) return;
    const click = (id) => () => byId(id).click();
    const keys = {
      e: () => this.answers.choose('scenario') || this.editor.focus(), a: click('act'), w: click('whatif'), l: click('link'), d: click('download'), t: click('theme'), y: () => byId('year').focus(), '?': click('help'),
      '[': () => this.answers.step(-1), ']': () => this.answers.step(1), ...Object.fromEntries(this.answers.names.map((name, at) => [at + 1, () => this.answers.choose(name)])),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }
}

// The editions of a scenario: all of a few, else the newest and the oldest.
const named = (ids) => (ids.length > 6 ? `${ids[0]} to ${ids.at(-1)}` : ids.join(', '));

// The text of a scenario of the package.
async function scenarioOf(file) {
  const name = file.replaceAll('/', '-');
  const answer = /^[\w-]+$/.test(name) ? await fetch(`../data/scenarios/${name}.yaml`).catch(() => null) : null;
  if (!answer?.ok) throw new link.BrokenLink(`there is no scenario ${file} here`);
  return answer.text();
}
