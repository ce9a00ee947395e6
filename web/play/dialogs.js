// What a person fills in: each dialog gives what was chosen, or null if it was left.

import { byId, make, option } from './dom.js';

// Opens the dialog with a title, its contents and buttons `[value, label]`; gives the value of the button that closed it.
function opened(title, inside, buttons = [['ok', 'OK']]) {
  const dialog = byId('dialog'), form = dialog.firstElementChild;
  form.replaceChildren(
    make('h2', { id: 'dialog-title' }, title), ...inside.filter(Boolean),
    make('div', { class: 'group' }, buttons.map(([value, label], at) => make('button', { value, class: at ? '' : 'first' }, label)), make('button', { value: '', formnovalidate: true }, 'Close')),
  );
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener('close', () => done(dialog.returnValue), { once: true }));
}

export const confirmed = (title, says, does) => opened(title, [make('p', {}, says)], [['yes', does]]);

// The names of the players, two to four of them.
export async function askPlayers(names) {
  const list = make('div', { class: 'fields' });
  const fill = (known) => list.replaceChildren(...known.map((name, at) => make('label', {}, `Player ${at + 1} `, make('input', { value: name, required: true, maxlength: 200, autocomplete: 'off' }))));
  const now = () => [...list.querySelectorAll('input')].map((input) => input.value.trim());
  const spare = ['Ann', 'Bob', 'Cid', 'Dee'];
  const more = make('button', { type: 'button', click: () => change([...now(), spare.find((name) => !now().includes(name))]) }, 'One more');
  const fewer = make('button', { type: 'button', click: () => change(now().slice(0, -1)) }, 'One fewer');
  const change = (known) => {
    fill(known);
    more.disabled = known.length >= spare.length;
    fewer.disabled = known.length <= 2;
  };
  change(names);
  return (await opened('Players, in turn order', [list, make('div', { class: 'group' }, more, fewer)])) ? now() : null;
}

// The editions that the scenario is for.
export async function askEditions(all, chosen) {
  const list = make('div', { class: 'fields' }, all.map(({ id, title }) => {
    const box = make('input', { type: 'checkbox', value: id });
    box.checked = chosen.includes(id);
    return make('label', { class: 'check' }, box, ` ${id} `, make('small', {}, title));
  }));
  const now = () => [...list.querySelectorAll(':checked')].map((box) => box.value);
  return (await opened('The editions that the scenario is for', [list])) && now().length ? now() : null;
}

// A card or an action: {place, player, act, what: 'add' | 'whatif'}. `find({place, player, words})` gives the list.
export async function askAct({ places, place, players, first, find, failed }) {
  const at = make('input', { value: place, list: 'dialog-places', required: true, autocomplete: 'off', spellcheck: 'false' });
  const who = make('select', {}, players.map((name) => option(name, name)));
  const words = make('input', { type: 'search', autocomplete: 'off', placeholder: 'a card, or words of what it does' });
  const own = make('input', { autocomplete: 'off', spellcheck: 'false', required: true, placeholder: 'cast: Time Walk' });
  const list = make('div', { class: 'acts', role: 'radiogroup', 'aria-label': 'What can be done' });
  const says = make('p', { class: 'none', role: 'status' });
  let found = [], timer = 0, asked = 0;
  const search = async () => {
    const number = ++asked;
    says.textContent = 'Looking…';
    const answer = await find({ place: at.value.trim(), player: who.value, words: words.value.trim() }).catch(() => null);
    if (number !== asked) return;
    found = answer?.acts ?? [];
    list.replaceChildren(...found.map(({ label, detail }, index) => make('label', { class: 'check' }, make('input', { type: 'radio', name: 'act', value: index }), make('span', {}, label, make('small', {}, ` ${detail.replace(/^not now: /, '')}`)))));
    says.textContent = answer?.errors?.[0]?.message ?? (found.length ? `Choose one of ${found.length}, or search for a card.` : failed);
  };
  const soon = () => { clearTimeout(timer); timer = setTimeout(search, 250); };
  for (const input of [at, who, words]) input.addEventListener('input', soon);
  list.addEventListener('change', ({ target }) => { own.value = found[target.value].act; });
  search();
  const buttons = [['add', 'Add it'], ['whatif', 'What if?']];
  const value = await opened(first === 'add' ? 'Add a card or an action' : 'What if', [
    make('datalist', { id: 'dialog-places' }, places.map((each) => option(each, each))),
    make('div', { class: 'fields two' }, make('label', {}, 'Where ', at), make('label', {}, 'Who ', who)),
    make('label', {}, 'Search ', words), says, list, make('label', {}, 'As the script says it ', own),
  ], first === 'add' ? buttons : buttons.reverse());
  return value && own.value.trim() ? { what: value, place: at.value.trim(), player: who.value, act: own.value.trim() } : null;
}

// Which file to save; `kinds` are [format, what it is].
export async function askDownload(kinds) {
  const list = make('div', { class: 'choices' }, kinds.map(([value, says]) => make('button', { value }, make('b', {}, value), ` ${says}`)));
  return (await opened('Download', [list], [])) || null;
}

// Lines of a terminal.
export const showLines = (title, lines) => opened(title, [make('pre', { tabindex: '0' }, lines.join('\n'))], []);

export const KEYS = [
  ['Ctrl Enter', 'run now'], ['Ctrl Space', 'in the editor: what can stand here'], ['Escape, then Tab', 'leave the editor'],
  ['1 to 5', 'picture, play-by-play, story, player, draw'], ['e', 'to the editor'], ['[ ]', 'turn before, next turn'],
  ['y', 'the slider of years'], ['a', 'add a card or an action'], ['w', 'what if'], ['l', 'copy a link'], ['d', 'download'], ['t', 'theme'], ['?', 'these keys'],
];

export const showKeys = () => opened('Keys', [
  make('dl', { class: 'keys' }, KEYS.flatMap(([keys, says]) => [make('dt', {}, make('kbd', {}, keys)), make('dd', {}, says)])),
  make('p', { class: 'none' }, 'Single letters work outside of fields and of the editor. A click on a step of the picture, or on a line of the play-by-play, makes it the place for Add and What if.'),
], []);
