// The pane that draws for a slide, a page or a phone: what, in which shape and colours, with which caption.

import { make, option } from './dom.js';
import { drawing } from './picture.js';

const KINDS = [['scenario', 'A turn, as it went'], ['timeline', 'All turns'], ['turn', 'The turn of these rules'], ['compare', 'Two editions'], ['poster', 'The whole turn, with its rules']];
const SHAPES = [['', 'as it comes'], ['16:9', '16:9, a slide'], ['4:3', '4:3'], ['1:1', '1:1'], ['page', 'a page (A4)'], ['phone', 'a phone']];
const THEMES = [['', 'as its reader has it'], ['light', 'light'], ['dark', 'dark'], ['print', 'black on white']];
const PHONE = 390;

export class DrawPane {
  // `ask(options)` gives {svg, name} or {errors}; `save(what, drawn, width)` saves it as svg or png.
  constructor(host, ask, save) {
    Object.assign(this, { host, ask, drawn: null, number: 0 });
    const choice = (list, chosen = '') => make('select', {}, list.map(([value, text]) => option(value, text, value === chosen)));
    this.fields = {
      kind: choice(KINDS), turn: make('input', { type: 'number', min: 1, value: 1 }), other: make('select'),
      events: make('input', { type: 'checkbox' }), aspect: choice(SHAPES, innerWidth < 800 ? 'phone' : ''), theme: choice(THEMES),
      width: make('input', { type: 'number', min: 200, max: 4000, step: 10, placeholder: 'as it comes' }),
      caption: make('input', { maxlength: 200, placeholder: 'the point of it', autocomplete: 'off' }),
    };
    for (const [name, field] of Object.entries(this.fields)) field.name = name;
    const { kind, turn, other, events, aspect, theme, width, caption } = this.fields;
    this.labels = { turn: make('label', {}, 'Turn ', turn), other: make('label', {}, 'with ', other), events: make('label', { class: 'check' }, events, ' what happened in each step') };
    this.picture = make('div', { class: 'drawn' });
    this.says = make('p', { class: 'none', role: 'status' });
    this.buttons = ['svg', 'png'].map((what) => make('button', { type: 'button', disabled: true, click: () => save(what, this.drawn, Number(width.value)) }, `Save as ${what.toUpperCase()}`));
    host.replaceChildren(
      make('form', { class: 'fields many', submit: (event) => event.preventDefault() },
        make('label', {}, 'What ', kind), this.labels.turn, this.labels.other, this.labels.events, make('label', {}, 'Shape ', aspect),
        make('label', {}, 'Colours ', theme), make('label', {}, 'Width in pixels ', width), make('label', { class: 'wide' }, 'Caption ', caption), ...this.buttons),
      this.says, this.picture,
    );
    host.firstElementChild.addEventListener('input', () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.draw(), 300); });
  }

  editions(list, chosen) {
    this.fields.other.replaceChildren(...list.map(({ id }) => option(id, id, id === chosen)));
  }

  async draw() {
    const { kind, turn, other, events, aspect, theme, width, caption } = this.fields, phone = aspect.value === 'phone';
    this.labels.turn.hidden = this.labels.events.hidden = kind.value !== 'scenario';
    this.labels.other.hidden = kind.value !== 'compare';
    const look = { aspect: phone ? '' : aspect.value, theme: theme.value, width: Number(width.value) || (phone ? PHONE : 0) };
    for (const name of Object.keys(look)) if (!look[name]) delete look[name];
    const number = ++this.number;
    const answer = await this.ask({ kind: kind.value, turn: Number(turn.value) || 1, other: other.value, events: events.checked, caption: caption.value || null, look });
    if (number !== this.number || !answer) return;
    this.says.textContent = answer.errors?.map(({ message }) => message).join(' ') ?? '';
    if (!answer.svg) return;
    this.drawn = answer;
    for (const button of this.buttons) button.disabled = false;
    this.picture.dataset.theme = theme.value;
    this.picture.replaceChildren(drawing(answer.svg));
  }
}
