// Pictures as part of the page: its colours are theirs, so that they follow its theme.

import { make } from './dom.js';

// What an SVG by itself needs and a page has already; the policy forbids styles inside.
const OWN_STYLE = /<style>[\s\S]*?<\/style>/;

const ROOM = 8, LARGEST = 1.2; // around a picture; how much larger than its size it may be

// The element of a picture. Several stand in one page, so that ids become `data-id`.
export function drawing(svg) {
  const parsed = new DOMParser().parseFromString(svg.replace(OWN_STYLE, ''), 'image/svg+xml').documentElement;
  const drawn = document.importNode(parsed, true), [title, says] = ['title', 'desc'].map((name) => drawn.querySelector(`:scope > ${name}`));
  for (const part of drawn.querySelectorAll('[id]')) {
    part.dataset.id = part.id;
    part.removeAttribute('id');
  }
  for (const [name, value] of Object.entries({ role: 'img', 'aria-label': [title, says].map((each) => each?.textContent ?? '').join('. ') })) drawn.setAttribute(name, value);
  for (const name of ['aria-labelledby', 'font-family', 'width', 'height']) drawn.removeAttribute(name);
  for (const each of [title, says]) each?.remove();
  return drawn;
}

// A picture below a heading of the page needs no title and no ground of its own. It has to stand in the page already.
export function crop(drawn) {
  for (const part of drawn.querySelectorAll('[data-id=text-title], [data-id=text-subtitle], polygon.f-paper')) part.remove();
  const box = drawn.getBBox();
  drawn.setAttribute('viewBox', [box.x - ROOM, box.y - ROOM, box.width + 2 * ROOM, box.height + 2 * ROOM].map(Math.round).join(' '));
  drawn.style.maxWidth = `${box.width * LARGEST}px`;
}

// Lights the step or phase of a node, and no other.
export function light(drawn, node) {
  for (const part of drawn.querySelectorAll('.lit')) part.classList.remove('lit');
  const part = node && (drawn.querySelector(`[data-id="stop-${node}"]`) ?? drawn.querySelector(`[data-id="phase-${node}"]`));
  part?.classList.add('lit');
}

// The step or phase that an element of a picture belongs to.
export const nodeOf = (element) => element.closest?.('g.stop, g.cluster.phase')?.dataset.id.replace(/^(stop|phase)-/, '') ?? '';

// A picture as PNG, `width` pixels wide; without one, twice its size.
export async function png(svg, width = 0) {
  const box = new DOMParser().parseFromString(svg.replace(OWN_STYLE, ''), 'image/svg+xml').documentElement.viewBox.baseVal;
  const scale = width ? width / box.width : 2;
  const canvas = make('canvas', { width: Math.round(box.width * scale), height: Math.round(box.height * scale) });
  const image = new Image();
  const sized = svg.replace(/<svg /, `<svg width="${canvas.width}" height="${canvas.height}" `);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
