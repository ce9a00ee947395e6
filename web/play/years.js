// The slider of years: the same scenario by the rules of each day, and where its answer changes.

import { byId, make } from './dom.js';

const PAUSE = 150; // how long after the last move of the slider it runs, in milliseconds
const QUICK = 0.4; // only if one run took at most so many seconds, all editions are asked without a click
const COLOURS = 4; // outcomes after these begin again

export class Years {
  // `days` are [id, day, title], the oldest first; `move(id)` runs the scenario under an edition, and `ask(about)` gives
  // the history of a scenario, or null.
  constructor(days, { move, ask, tell }) {
    Object.assign(this, { days, ask, found: null, about: '', asked: false, seconds: 0 });
    this.slider = byId('year');
    this.slider.addEventListener('input', () => {
      this.asked = this.moving = true;
      this.say();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { this.moving = false; move(this.days[this.at][0]); }, PAUSE);
    });
    byId('spans').style.setProperty('--steps', days.length - 1);
    byId('changed').addEventListener('click', async () => {
      await this.learn(true);
      if (this.found) tell(this.found.lines);
    });
  }

  get at() { return Number(this.slider.value); }

  // Takes a run of a scenario, `about` which it is, under an edition; an edition of one's own has no stop.
  show(edition, about, seconds) {
    const at = this.days.findIndex(([id]) => id === edition), key = JSON.stringify(about);
    this.seconds = seconds;
    this.own = at < 0 ? edition : '';
    if (at >= 0 && !this.moving) this.slider.value = at;
    if (key !== this.about) Object.assign(this, { about: key, of: about, found: null });
    this.say();
    if (this.asked && seconds <= QUICK) this.learn();
  }

  // Finds where the answer changes, once for a scenario; why it cannot is said to who asked.
  async learn(loud = false) {
    const { about } = this;
    if (this.found || this.learning === about) return this.waiting;
    this.learning = about;
    byId('goes').textContent = 'When did it change?…';
    this.waiting = this.ask(this.of, loud).then((found) => {
      this.learning = '';
      if (found && about === this.about) this.found = found;
      this.say();
    });
    return this.waiting;
  }

  // What is said beside the slider, and the marks along it.
  say() {
    const [id, day, title] = this.days[this.at];
    byId('when').textContent = this.own || day;
    byId('when').title = title;
    const goes = this.own ? '' : this.goes(id);
    byId('goes').textContent = goes;
    this.slider.setAttribute('aria-valuetext', goes ? `${day}: ${goes}` : day);
    const marks = this.found ? [...this.marks()] : [];
    byId('spans').replaceChildren(...(marks.length > 1 ? marks : []));
  }

  // How the game goes under an edition, as far as it is known.
  goes(id) {
    const { found } = this, span = found?.spans.find(({ editions }) => editions.includes(id));
    if (!found) return this.asked && this.seconds > QUICK ? 'not yet compared with other years' : '';
    if (!span) return `it cannot begin: ${found.missing[id]}`;
    if (found.spans.length < 2) return 'as in all other years';
    return `${span.outcome ? 'otherwise than today' : 'as today'}: ${span.told}`;
  }

  // A mark for each span of editions with one outcome, and for those under which it cannot begin.
  * marks() {
    const spanOf = (id) => this.found.spans.find(({ editions }) => editions.includes(id)) ?? null;
    const parts = [];
    for (const [id] of this.days) {
      const span = spanOf(id);
      if (parts.length && parts.at(-1).span === span) parts.at(-1).many++;
      else parts.push({ span, many: 1 });
    }
    for (const { span, many } of parts) {
      const mark = make('i', { class: span ? `came${span.outcome % COLOURS}` : 'none' }, span && many > 1 ? String.fromCharCode(65 + (span.outcome % 26)) : '');
      mark.style.flexGrow = many;
      yield mark;
    }
  }
}
