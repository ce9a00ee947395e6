// What happened, as text: the play-by-play and the story, with rule numbers that show what they say.

import { byId, make } from './dom.js';

const MOST = 4000; // more events make a page slow; the player has all of them

// A rule number as a button; hover, focus and tap show its statement.
function rule(number) {
  return make('button', { class: 'rule', 'data-rule': number, type: 'button' }, number);
}

const key = (event) => `${event.address}\n${event.text}`;

// The play-by-play of an answer; what another answer has not is marked.
export function playByPlay(answer, other) {
  const known = other ? new Set(other.events.map(key)) : null;
  const told = answer.events.slice(0, MOST), turns = [];
  for (const event of told) {
    if (event.depth === 0 || !turns.length) turns.push([]);
    turns.at(-1).push(event);
  }
  const lists = turns.map((events) => make('ol', { class: 'turn' }, events.map((event) => line(event, known))));
  const more = answer.events.length - told.length;
  return [...answer.notes.map((note) => make('p', { class: 'none' }, note)), ...lists, more > 0 && make('p', { class: 'none' }, `${more} more events: the player has all of them.`), answer.end && make('p', { class: 'end' }, answer.end)].filter(Boolean);
}

function line(event, known) {
  const only = known !== null && !known.has(key(event));
  return make('li', { class: ['event', `deep${event.depth}`, event.mark, only && 'only'].filter(Boolean).join(' '), 'data-seq': event.seq },
    make('button', { type: 'button', class: 'say', 'data-at': event.address, 'data-line': event.line ?? 0 }, only && make('span', { class: 'mark' }, 'only here '), event.text),
    event.rules.map(rule));
}

const CITE = /\[((?:[A-Z]{1,2}\.)?\d[\w.]*(?:,\s*(?:[A-Z]{1,2}\.)?\d[\w.]*)*)\]/g;

// The story: paragraphs of Markdown with bold beginnings, and rule numbers in brackets.
export function story(answer) {
  return answer.story.map((text) => make('p', {}, paragraph(text)));
}

function paragraph(text) {
  return text.split(/\*\*(.+?)\*\*/).map((part, at) => {
    const inside = cited(part);
    return at % 2 ? make('b', {}, inside) : inside;
  }).flat();
}

function cited(text) {
  const plain = (part) => part.replace(/\\([\\`*_{}[\]<>()#+\-.!|~])/g, '$1');
  return text.split(CITE).flatMap((part, at) => (at % 2 ? make('span', { class: 'cites' }, part.split(/,\s*/).map(rule)) : plain(part)));
}

// Shows the statement of a rule beside its number, for as long as the pointer or the focus is there, or it was tapped.
export class Statements {
  constructor(host, statementOf, addressOf) {
    Object.assign(this, { statementOf, addressOf, held: null, timer: 0, box: byId('statement') });
    host.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && this.over(event.target));
    host.addEventListener('focusin', (event) => this.over(event.target));
    host.addEventListener('focusout', () => this.leave());
    host.addEventListener('click', (event) => event.target.matches('.rule') && this.show(event.target));
    this.box.addEventListener('pointerenter', () => clearTimeout(this.timer));
    this.box.addEventListener('pointerleave', () => this.leave());
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.hide());
    document.addEventListener('pointerdown', (event) => !event.target.closest('.rule, #statement') && this.hide());
    host.addEventListener('scroll', () => this.hide(), true);
  }

  over(target) {
    if (target.matches?.('.rule')) this.show(target);
    else if (this.held) this.leave();
  }

  leave() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), 250);
  }

  hide() {
    clearTimeout(this.timer);
    if (!this.held) return;
    this.held.removeAttribute('aria-describedby');
    this.held = null;
    this.box.hidePopover();
  }

  show(number) {
    clearTimeout(this.timer);
    if (this.held === number) return;
    this.hide();
    const [title, says] = this.box.children, link = this.box.querySelector('a');
    title.textContent = number.dataset.rule;
    says.textContent = this.statementOf(number) || 'No statement of this rule is known.';
    link.href = this.addressOf(number);
    link.hidden = !link.getAttribute('href');
    number.setAttribute('aria-describedby', 'statement');
    this.held = number;
    this.box.showPopover();
    const at = number.getBoundingClientRect(), box = this.box.getBoundingClientRect();
    this.box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.width - 8))}px`;
    this.box.style.top = `${at.bottom + box.height + 8 < innerHeight ? at.bottom + 4 : at.top - box.height - 4}px`;
  }
}
