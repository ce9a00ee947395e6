// The side of the answer: tabs, and a pane for each way to look at what happened.

import { Stopped } from './desk.js';
import { byId, make } from './dom.js';
import { DrawPane } from './draw.js';
import { crop, drawing, light, nodeOf } from './picture.js';
import { Statements, playByPlay, story } from './telling.js';

const NARROW = matchMedia('(max-width: 799px)');
const WIDE = 736, ROOM = 24; // from which width the wide form is read well; a change that is drawn anew
const NAMES = ['picture', 'events', 'story', 'player', 'draw'];
const turnOf = (address) => Number(/^T(\d+)/.exec(address ?? '')?.[1] ?? 0);

export class Answers {
  constructor(app) {
    Object.assign(this, { app, names: NAMES, answer: null, other: null, trace: null, fresh: new Set(), pictures: new Map(), keep: null });
    this.panes = Object.fromEntries(NAMES.map((name) => [name, byId(`pane-${name}`)]));
    this.tabs = [...document.querySelectorAll('#tabs [role=tab]')];
    this.drawPane = new DrawPane(this.panes.draw, (options) => this.ask({ do: 'picture', ...options }, 'draw'), (...drawn) => app.saveAs(...drawn));
    this.listen();
    new Statements(byId('answer'), (number) => this.of(number).rules[number.dataset.rule], (number) => this.ruleAddress(number));
  }

  // The answer that an element tells of: the second of two, if it stands on that side.
  of(element) { return element.closest('[data-side="1"]') && this.other ? this.other : this.answer; }

  // Where the site has a rule; an edition of one's own has no page.
  ruleAddress(element) {
    const { edition } = this.of(element), { rule } = element.dataset;
    return this.app.first.editions.some(({ id }) => id === edition) ? `../rules/${edition}/${rule[0]}/#${rule}` : '';
  }

  async ask(request, lane, about = this.app.asked) {
    try {
      return await this.app.ask({ ...about, ...request }, lane);
    } catch (error) {
      if (error instanceof Stopped) return null;
      throw error;
    }
  }

  // The turn of the place that is looked at, if there is one.
  get turn() {
    const chosen = turnOf(this.app.state.at);
    return this.answer.turns.some(({ number }) => number && number === chosen) ? chosen : this.answer.picture.turn;
  }

  // Where something is done if nobody says where: in a main phase of the turn that is shown.
  get usualPlace() {
    const main = this.answer.events.find(({ kind, address }) => kind === 'phase.begin' && turnOf(address) === this.turn && address.includes('main'));
    return this.app.state.at || (main?.address ?? `T${this.turn}`);
  }

  // How wide a picture may be.
  look() {
    const room = this.panes.picture.clientWidth || byId('answer').clientWidth;
    return { width: Math.max(320, Math.round(((this.app.state.beside || this.keep) && !NARROW.matches ? room / 2 : room) - 24)) };
  }

  // Showing.

  // The answer that the page came with; its picture is in the page.
  takeFirst(answer) {
    const [wide, narrow] = this.panes.picture.querySelectorAll('svg');
    this.room = this.look().width;
    answer.picture.fit = () => { answer.picture.drawn = this.room > WIDE ? wide : narrow; };
    answer.picture.fit();
    this.show(answer);
  }

  // Where the room changed, the picture that fits: another form, or drawn anew.
  resized() {
    const room = this.look().width;
    if (!this.answer || Math.abs(room - this.room) < ROOM) return;
    this.room = room;
    this.pictures.clear();
    for (const { picture } of [this.answer, this.other].filter(Boolean)) if (picture.fit) picture.fit(); else picture.old = true;
    this.fresh.delete('picture');
    this.fill();
  }

  show(answer, other = null) {
    Object.assign(this, { answer, other, trace: null, keep: null });
    this.pictures.clear();
    byId('asked').hidden = true;
    this.verdict();
    this.renew();
  }

  showWhatIf(answer, { place, player, act }, keep) {
    Object.assign(this, { other: answer, keep });
    this.pictures.clear();
    byId('asked').hidden = false;
    byId('asked').firstElementChild.textContent = `What if ${player} does “${act}” at ${place}? ${answer.differs.length ? `This differs: ${answer.differs.join('; ')}` : 'Nothing differs.'}`;
    byId('keep').hidden = false;
    this.renew();
    this.choose(NARROW.matches && this.app.state.tab === 'scenario' ? 'events' : this.tab);
  }

  showTrace(name, answer) {
    this.trace = answer.data;
    byId('asked').hidden = false;
    byId('keep').hidden = true;
    byId('asked').firstElementChild.textContent = `${name}: ${(answer.verdict ?? []).join(' ') || 'this trace is a game under the rules.'}`;
    this.fresh.delete('player');
    this.choose('player');
  }

  verdict() {
    const { asked, verdict, title, edition } = this.answer, many = verdict.length;
    byId('verdict').replaceChildren(
      make('b', {}, title || 'Scenario'), ' · ', make('span', { class: 'edition' }, edition),
      asked && make('span', { class: many ? 'mark no' : 'mark yes' }, many ? `${many} expectation${many > 1 ? 's' : ''} not met` : 'as expected') || '',
    );
  }

  // What is wrong with the scenario: the answer before it stays, dimmed.
  showErrors(errors) {
    const list = byId('errors'), unmet = errors.length ? [] : this.unmet();
    const item = ({ line = 0, column = 1, message }) => make('li', {}, line > 0 ? make('button', { type: 'button', click: () => this.goTo(line, column) }, make('b', {}, `${line}:${column}`), ` ${message}`) : message);
    list.replaceChildren(...[...errors, ...unmet].map(item));
    list.hidden = !list.children.length;
    list.className = errors.length ? 'wrong' : '';
    byId('answer').classList.toggle('stale', errors.length > 0);
    byId('broken').hidden = !errors.length;
    byId('broken').textContent = errors.length ? `The scenario has ${errors.length > 1 ? `${errors.length} errors` : 'an error'}; this is the answer before. ${errors[0].line > 0 ? `Line ${errors[0].line}: ` : ''}${errors[0].message}` : '';
  }

  unmet() {
    return (this.answer?.verdict ?? []).map((text) => {
      const [, line, column, message] = /^(?:(\d+):(\d+): )?([\s\S]*)$/.exec(text);
      return { line: Number(line ?? 0), column: Number(column ?? 1), message };
    });
  }

  goTo(line, column) {
    this.choose('scenario');
    this.app.editor.go(line, column);
  }

  renew() {
    this.fresh.clear();
    this.fill();
  }

  // Fills the pane that is seen, if it shows something else than the answer.
  fill() {
    const name = this.tab;
    if (!this.answer || this.fresh.has(name) || name === 'scenario') return;
    this.fresh.add(name);
    ({ picture: () => this.fillPicture(), events: () => this.sides(playByPlay), story: () => this.sides(story), player: () => this.fillPlayer(), draw: () => this.fillDraw() })[name]();
  }

  // One article, or two of them side by side.
  sides(content) {
    const both = [this.answer, this.other].filter(Boolean), apart = both.length > 1;
    this.panes[this.tab].replaceChildren(make('div', { class: apart ? 'sides two' : 'sides' }, both.map((each, side) => make('article', { 'data-side': side, 'aria-label': this.nameOf(side) },
      apart && make('h2', {}, this.nameOf(side)), content(each, apart ? both[1 - side] : null)))));
    this.point();
  }

  nameOf(side) { return side ? (this.keep ? 'What if' : this.other.edition) : this.keep ? 'As it is' : this.answer.edition; }

  fillPicture() {
    const turn = this.turn, { turns } = this.answer;
    this.sides(() => make('div', { class: 'drawn' }));
    if (turns.length > 1) this.panes.picture.prepend(make('div', { class: 'turns', role: 'group', 'aria-label': 'Turns' }, turns.map((each) => turnButton(each, turn))));
    for (const article of this.panes.picture.querySelectorAll('article')) this.put(article, turn);
  }

  // Puts the picture of a turn into its place, and asks for it if it is not known.
  async put(article, turn) {
    const side = Number(article.dataset.side), answer = side ? this.other : this.answer, host = article.querySelector('.drawn');
    const known = !this.keep && answer.picture.turn === turn && !answer.picture.old ? answer.picture : this.pictures.get(`${side} ${turn}`);
    const of = !side ? {} : this.keep ? { text: answer.text, scenario: '' } : { edition: answer.edition };
    const picture = known ?? (await this.ask({ do: 'picture', kind: 'scenario', turn, look: this.look(), ...of }, `picture ${side}`));
    if (!picture?.svg && !picture?.drawn) return host.replaceChildren(make('p', { class: 'none' }, picture?.errors?.[0]?.message || picture?.why || 'This turn is not drawn.'));
    this.pictures.set(`${side} ${turn}`, picture);
    host.replaceChildren((picture.drawn ??= drawing(picture.svg)));
    crop(picture.drawn);
    return this.point();
  }

  async fillPlayer() {
    this.fillPlayerFrame();
    const answer = this.trace ? { data: this.trace } : await this.ask({ do: 'player', editions: [...new Set([this.answer.edition, ...(this.other && !this.keep ? [this.other.edition] : [])])] }, 'player', this.app.script);
    if (!answer?.data) return;
    this.data = answer.data;
    this.sendPlayer();
  }

  fillPlayerFrame() {
    if (this.frame) return;
    this.frame = make('iframe', { src: '../player/', title: 'The player: steps through every event' });
    this.panes.player.replaceChildren(this.frame);
    addEventListener('message', ({ source, data }) => {
      if (source !== this.frame.contentWindow || data?.type !== 'turn-player-ready') return;
      this.listening = true;
      this.sendPlayer();
    });
  }

  sendPlayer() {
    if (this.listening && this.data) this.frame.contentWindow.postMessage({ type: 'turn-player', data: this.data, at: this.app.state.at }, location.origin);
  }

  fillDraw() {
    this.drawPane.editions(this.app.editions, this.app.state.beside);
    this.drawPane.fields.turn.value = this.turn;
    this.drawPane.draw();
  }

  // Moving.

  get tab() {
    const { tab } = this.app.state;
    return tab === 'scenario' ? (NARROW.matches ? tab : 'picture') : tab || 'picture';
  }

  // Shows a tab; with the editor beside it, that of the scenario changes nothing.
  choose(name) {
    if (name !== 'scenario' || NARROW.matches) {
      if (this.app.state.tab !== name && (name !== 'picture' || this.app.state.tab)) this.app.change({ tab: name });
    }
    const shown = this.tab;
    document.body.dataset.tab = shown;
    for (const tab of this.tabs) {
      const chosen = tab.id === `tab-${shown}`;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.fill();
  }

  // Makes a place the one that is looked at: `line` of the scenario caused it.
  place(at, line) {
    const turn = this.turn;
    this.app.change({ at });
    if (turn !== this.turn) this.fresh.delete('picture');
    this.fill();
    this.point();
    if (line !== undefined) this.app.editor.tell(line);
  }

  step(by) {
    const taken = this.answer.turns.filter(({ number }) => number), now = taken.findIndex(({ number }) => number === this.turn), next = taken[now + by];
    if (next) this.place(next.address);
  }

  // Points at the place in the pictures and in the play-by-play.
  point() {
    const { at } = this.app.state;
    for (const article of document.querySelectorAll('#answer article')) {
      const answer = Number(article.dataset.side) ? this.other : this.answer, drawn = article.querySelector('.drawn svg');
      if (drawn && answer) light(drawn, answer.events.find(({ address, node }) => address === at && node)?.node);
      for (const say of article.querySelectorAll('.say')) say.parentElement.classList.toggle('here', Boolean(at) && say.dataset.at === at);
    }
  }

  listen() {
    for (const tab of this.tabs) tab.addEventListener('click', () => this.choose(tab.id.slice(4)));
    byId('tabs').addEventListener('keydown', (event) => {
      const shown = this.tabs.filter((tab) => tab.offsetWidth), by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const next = shown[(shown.indexOf(document.activeElement) + by + shown.length) % shown.length];
      this.choose(next.id.slice(4));
      next.focus();
    });
    byId('answer').addEventListener('click', ({ target }) => this.click(target));
    byId('broken').addEventListener('click', () => this.goTo(Math.max(1, this.app.errors[0]?.line ?? 1), this.app.errors[0]?.column));
    byId('keep').addEventListener('click', () => this.keep?.());
    byId('drop').addEventListener('click', () => { this.show(this.answer); this.app.run(); });
    NARROW.addEventListener('change', () => this.choose(this.tab));
    new ResizeObserver(() => {
      clearTimeout(this.resizing);
      this.resizing = setTimeout(() => this.resized(), 300);
    }).observe(byId('answer'));
  }

  click(target) {
    const say = target.closest('.say'), turn = target.closest('[data-turn]'), node = nodeOf(target);
    if (say) return this.place(say.dataset.at, Number(say.dataset.line));
    if (turn) return this.place(`T${turn.dataset.turn}`);
    const found = node && this.of(target).events.find((event) => event.node === node && turnOf(event.address) === this.turn);
    return found ? this.place(found.address, found.line) : undefined;
  }
}

// A turn, with its one-line form; a skipped one cannot be chosen.
function turnButton({ number, player, notation, by, skipped }, chosen) {
  const name = [make('b', {}, number ? `T${number} ` : ''), player, (by || skipped) && make('small', {}, ` · ${skipped ? 'skipped' : by}`)];
  return make('button', { type: 'button', disabled: !number, class: skipped ? 'skipped' : by ? 'extra' : '', 'data-turn': number || null, 'aria-pressed': number ? String(number === chosen) : null },
    make('span', {}, name), make('code', {}, notation || ' '));
}
