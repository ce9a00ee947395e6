// The panes: why an event happened and what it changed, the state, what is to come, the script, the table of cards.

const WORDS = { null: 'none', true: 'yes', false: 'no' };

function shownValue(value) {
  if (value === undefined || value === null) return 'none';
  if (Array.isArray(value)) return value.length ? counted(value.map(shownValue)).join(', ') : 'none';
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, inner]) => `${spaced(key)} ${shownValue(inner)}`);
    return parts.join(', ') || 'none';
  }
  return WORDS[value] ?? String(value);
}

// A phase and a step are written as words; an address stays as it is typed.
function valueAt(path, value) {
  return path[0] === 'phase' || path[0] === 'step' ? spaced(shownValue(value)) : shownValue(value);
}

// A text that may be broken after a dot or a dash below, such as an address.
const breakable = (text) => text.split(/(?<=[._])/).flatMap((part) => [part, make('wbr')]);

// Names with how often they stand there in a row: Forest ×3.
function counted(names) {
  const found = [];
  for (const name of names) {
    const last = found[found.length - 1];
    if (last && last[0] === name) last[1]++; else found.push([name, 1]);
  }
  return found.map(([name, count]) => (count > 1 ? `${name} ×${count}` : name));
}

const spaced = (key) => key.replaceAll('_', ' ');
const heading = (text) => make('h3', { text });

function goTo(go, seq, text) {
  const button = make('button', { class: 'goto', text });
  button.addEventListener('click', () => go(seq - 1));
  return button;
}

// The rules of an event in words; none, if they are those of another recording.
function rulesList(recording, at, than) {
  const said = (one, place) => one.rulesOf(place).map((number) => `${number} ${one.rules[number] ?? ''}`);
  if (than && said(recording, at).join() === said(than.recording, than.at).join()) return null;
  return make('ul', { class: 'rules', inside: recording.rulesOf(at).map((number) => make('li', {
    inside: [make('b', { text: number }), ` ${recording.rules[number] ?? ''}`],
  })) });
}

const MOST_ALONE = 6;

// What another edition says of the same event, or what happens here under one of the two alone.
function besidePart(recording, at, beside, apart) {
  if (!beside) return [];
  const other = beside.placeOf(recording, at), id = beside.edition.id;
  let shared = at; // the last event that both have
  while (shared > 0 && !beside.has(recording.keys[shared])) shared--;
  const alone = apart.get(shared) ?? [];
  const events = alone.slice(0, MOST_ALONE).map((there) => make('li', { inside: [make('bdi', { text: beside.text(there) }), ` ${beside.rulesOf(there).join(', ')}`] }));
  if (alone.length > MOST_ALONE) events.push(make('li', { text: `and ${alone.length - MOST_ALONE} more` }));
  const rules = other.same ? rulesList(beside, other.at, { recording, at }) : null;
  return [
    other.same ? null : make('p', { class: 'only', text: `This does not happen under ${id}.` }),
    rules ? heading(`Under ${id}`) : null,
    rules,
    alone.length ? heading(other.same ? `What comes next under ${id} alone` : `Instead, under ${id}`) : null,
    alone.length ? make('ul', { class: 'facts', inside: events }) : null,
  ];
}

// What is wrong in a recording, or at one of its events: an expectation that fails, an act that cannot be done.
function wrongPart(wrong, go) {
  return wrong.map(({ at, line, text }) => make('p', { class: 'wrong', inside: [
    make('bdi', { text: line ? `line ${line}: ${text}` : text }), go ? ' ' : null, go ? goTo(go, at + 1, `go to ${at + 1}`) : null,
  ] }));
}

// Why an event happened, and what it changed.
function whyPane(recording, at, { go, source, beside, apart }) {
  const facts = recording.get('facts', at).map(([text, seq]) => make('li', {
    inside: [make('bdi', { text }), seq ? ' ' : null, seq ? goTo(go, seq, `go to ${seq}`) : null],
  }));
  const parts = [
    make('p', { class: 'told', inside: [make('bdi', { text: recording.text(at) })] }),
    make('p', { class: 'place', title: 'Its address, as the debugger and links take it', text: recording.address(at) }),
    recording.rulesOf(at).length ? rulesList(recording, at) : make('p', { class: 'none', text: 'No rule is cited.' }),
    facts.length ? make('ul', { class: 'facts', inside: facts }) : null,
    ...wrongPart(recording.wrong.filter((one) => one.at === at)),
    scriptLine(recording, at, source),
    ...besidePart(recording, at, beside, apart),
  ];
  return [...parts.filter(Boolean), ...(recording.hasStates ? changedPart(recording, at) : [])];
}

function scriptLine(recording, at, source) {
  const line = recording.columns.line[at];
  if (!line) return null;
  const text = (source[line - 1] ?? '').trim();
  return make('p', { class: 'line', inside: [make('span', { text: `line ${line} ` }), make('code', { text })] });
}

function changedPart(recording, at) {
  const all = (at ? recording.changesAt(at) : []).filter(([, before, after]) => shownValue(before) !== shownValue(after));
  const moved = all.some(([path]) => ['turn', 'phase', 'step'].includes(path[0])); // then the address says it once more
  const rows = all.filter(([path]) => !moved || path[0] !== 'address').map(([path, before, after]) => make('tr', {
    inside: [
      make('th', { scope: 'row', inside: [make('bdi', { text: (path[0] === 'players' ? path.slice(1) : path).map(spaced).join(' › ') })] }),
      make('td', { inside: [make('del', { inside: breakable(valueAt(path, before)) }), ' ', make('ins', { inside: breakable(valueAt(path, after)) })] }),
    ],
  }));
  if (!rows.length) return [heading('Changed here'), make('p', { class: 'none', text: at ? 'Nothing in the state.' : 'The game begins here.' })];
  return [heading('Changed here'), make('table', { class: 'facts', inside: [make('tbody', { inside: rows })] })];
}

// What created the turn and the part of it that play is in.
function originRows(recording, at) {
  const { turn, part } = recording.origin(at), level = recording.node(at).step ? 'step' : 'phase';
  return [['turn', turn], [level, part]].filter(([, by]) => by).map(([name, by]) => make('tr', {
    class: 'origin',
    inside: [make('th', { scope: 'row', text: `this ${name}` }), make('td', { inside: ['created by ', make('bdi', { text: by })] })],
  }));
}

// Everything that the state tells; what changed with this event is marked, with what it was.
function statePane(recording, at) {
  if (!recording.hasStates) return [make('p', { class: 'none', text: 'A trace has no states: it tells what happened.' })];
  const changed = new Map(at ? recording.changesAt(at).map(([path, before]) => [path.join('\0'), before]) : []);
  const rows = [];
  const walk = (map, path) => {
    for (const [key, value] of map) {
      const inner = [...path, key];
      if (value instanceof Map) {
        rows.push(make('tr', { class: `level deep${path.length}`, inside: [make('th', { colspan: 2, scope: 'colgroup', inside: [make('bdi', { text: spaced(key) })] })] }));
        walk(value, inner);
      } else {
        const mark = changed.has(inner.join('\0'));
        rows.push(make('tr', { class: `deep${path.length}${mark ? ' changed' : ''}`, inside: [
          make('th', { scope: 'row', inside: [make('bdi', { text: spaced(key) })] }),
          make('td', { inside: [mark ? make('del', { text: valueAt(inner, changed.get(inner.join('\0'))) }) : null, mark ? ' ' : null, make('bdi', { class: shownValue(value) === 'none' ? 'none' : null, text: valueAt(inner, value) })] }),
        ] }));
      }
    }
  };
  walk(recording.tree(at), []);
  rows.unshift(...originRows(recording, at));
  return [make('table', { class: 'state', inside: [make('tbody', { inside: rows })] })];
}

// What was still to come: what effects put there and what they will remove is marked.
function comingPane(recording, at) {
  const lines = recording.get('coming', at);
  if (!lines || !lines.length) return [make('p', { class: 'none', text: recording.hasStates ? 'Nothing is to come: the game is over.' : 'A trace does not tell what is to come.' })];
  const items = lines.map((line) => {
    const text = line.trimStart(), mark = text.startsWith('+ ') ? 'inserted' : text.startsWith('- ') ? 'skipped' : '';
    return make('li', { class: `deep${(line.length - text.length) / 2} ${mark}`, inside: [make('bdi', { text })] });
  });
  return [make('ul', { class: 'coming', inside: items })];
}

// The script, with the line that this event came from; a click on a line goes to its first event.
function scriptPane(recording, at, { go, source }) {
  if (!source.length) return [make('p', { class: 'none', text: 'The script is not part of this file.' })];
  let here = 0;
  for (let back = at; back >= 0 && !here; back--) here = recording.columns.line[back];
  const first = new Map();
  recording.columns.line.forEach((line, position) => { if (line && !first.has(line)) first.set(line, position); });
  const exact = recording.columns.line[at] === here;
  return [make('ol', { class: 'script', inside: source.map((text, number) => {
    const line = number + 1, there = first.get(line), indent = text.slice(0, text.length - text.trimStart().length);
    const inside = make('code', { text: text || ' ' });
    if (there !== undefined) {
      const button = make('button', { text: text.trim(), 'aria-label': `go to line ${line}: ${text.trim()}` });
      button.addEventListener('click', () => go(there));
      inside.replaceChildren(indent, button);
    }
    const wrong = recording.wrong.filter((one) => one.line === line), place = line === here ? (exact ? 'here' : 'near') : '';
    if (wrong.length) inside.append(...wrongPart(wrong.map((one) => ({ ...one, line: 0 })), go));
    return make('li', { class: `${place}${wrong.length ? ' wrong' : ''}`.trim(), 'aria-current': line === here ? 'true' : null, inside: [inside] });
  }) })];
}

// The table: the stack, and what each player has, as piles of cards.
const PILES = ['hand', 'library', 'graveyard', 'exile', 'schemes'];

function tableOf(recording, at) {
  if (!recording.hasStates) return [];
  const state = recording.tree(at), players = state.get('players') ?? new Map();
  const changed = new Set(at ? recording.changesAt(at).map(([path]) => path.slice(0, 3).join('\0')) : []);
  const stack = make('div', { class: 'seat stack', role: 'group', 'aria-label': 'Stack', inside: [
    make('p', { class: 'head', text: 'Stack' }), pileOf('top first', state.get('stack') ?? [], true, changed.has('stack')),
  ] });
  const seats = [...players].map(([name, facts]) => {
    const marks = [state.get('active') === name && 'active', state.get('priority') === name && 'priority', facts.get('left') && 'left the game'];
    const life = make('span', { class: `life${changed.has(`players\0${name}\0life`) ? ' changed' : ''}`, title: 'life', inside: [`♥ ${facts.get('life')}`] });
    const kinds = facts.get('mana_kinds'), of = kinds instanceof Map ? `: ${[...kinds].map(([kind, many]) => `${many} ${kind}`).join(', ')}` : '';
    const mana = facts.get('mana') ? make('span', { class: 'mana', text: `mana ${facts.get('mana')}${of}` }) : null;
    const head = make('p', { class: 'head', inside: [make('bdi', { text: name }), life, mana, ...marks.filter(Boolean).map((mark) => make('span', { class: `mark ${mark}`, text: mark }))] });
    const piles = PILES.filter((pile) => pile !== 'schemes' || (facts.get(pile) ?? []).length)
      .map((pile) => pileOf(pile, facts.get(pile) ?? [], pile === 'graveyard' || pile === 'exile', changed.has(`players\0${name}\0${pile}`)));
    const field = facts.get('battlefield');
    const cards = field instanceof Map ? [...field].map(([label, known]) => permanent(label, known)) : [];
    const battlefield = cards.length ? make('div', { class: 'field', inside: cards.slice(0, 60).concat(cards.length > 60 ? [make('span', { text: `and ${cards.length - 60} more` })] : []) }) : null;
    return make('div', { class: 'seat', role: 'group', 'aria-label': name, inside: [head, make('div', { class: 'piles', inside: piles }), battlefield] });
  });
  return [stack, ...seats];
}

function pileOf(name, cards, named, changed) {
  const counts = /^([\d,]+) cards$/.exec(cards), count = Array.isArray(cards) ? cards.length : counts ? counts[1] : '∞';
  const many = Array.isArray(cards) ? Math.min(cards.length, 4) : 4;
  const label = Array.isArray(cards) ? counted(cards).slice(0, named ? 6 : 3) : [];
  const more = Array.isArray(cards) && counted(cards).length > label.length ? '…' : '';
  return make('div', { class: `pile high${many}${changed ? ' changed' : ''}`, title: `${name}: ${shownValue(cards)}`, inside: [
    make('span', { class: 'cards', inside: [make('b', { text: count })] }),
    make('span', { class: 'about', inside: [make('span', { class: 'zone', text: name }), make('bdi', { class: 'names', text: label.join(', ') + more })] }),
  ] });
}

function permanent(label, known) {
  const has = known instanceof Map ? known : new Map();
  const strength = has.has('power') ? `${has.get('power')}/${has.get('toughness')}` : '';
  const notes = ['damage', 'counters', 'loyalty', 'lore'].filter((key) => has.get(key)).map((key) => `${key} ${has.get(key)}`);
  const flags = ['tapped', 'sick', 'token', 'phased_out'].filter((key) => has.get(key)).map(spaced);
  return make('div', { class: `card${has.get('tapped') ? ' tapped' : ''}`, title: [label, strength, ...notes, ...flags].filter(Boolean).join(', '), inside: [
    make('bdi', { text: label }), make('span', { class: 'small', text: [strength, ...notes, ...flags].filter(Boolean).join(' · ') }),
  ] });
}
