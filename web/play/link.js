// Links, version 1: everything after # as name=value pairs. A link of version 1 opens forever.
//
//   v=1        the version
//   s=...      the scenario, deflated (raw) and written as base64url; or f=12/01, a scenario of the package
//   w=        its number in a file of several
//   e=, b=     the edition, and the one beside it
//   at=        the place, an address; p= the tab
//   x=, n=     an edition file, written as the scenario is, and its name

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

export const VERSION = '1';
const LONGEST = 1 << 20; // the largest scenario file that Python reads
const FIELDS = { w: 'which', e: 'edition', b: 'beside', at: 'at', p: 'tab', n: 'own' };

export class BrokenLink extends Error {}

export const packed = (text) =>
  btoa(strFromU8(deflateSync(strToU8(text), { level: 9 }), true)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

export function unpacked(code) {
  const bytes = strToU8(atob(code.replaceAll('-', '+').replaceAll('_', '/')), true);
  const text = inflateSync(bytes, { out: new Uint8Array(LONGEST + 1) });
  if (text.length > LONGEST) throw new BrokenLink('it holds more than a scenario may have');
  return new TextDecoder('utf-8', { fatal: true }).decode(text);
}

// The part of an address after #, for a state.
export function write(state) {
  const fields = [['v', VERSION], state.file ? ['f', state.file] : ['s', packed(state.text)]];
  for (const [name, key] of Object.entries(FIELDS)) if (state[key]) fields.push([name, state[key]]);
  if (state.ownText) fields.push(['x', packed(state.ownText)]);
  return `#${fields.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`).join('&')}`;
}

// The state that a link means; null without one. BrokenLink says what is wrong.
export function read(hash) {
  if (hash.length < 2) return null;
  const given = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B'));
  const version = given.get('v');
  if (version !== VERSION) throw new BrokenLink(version ? `it has version ${version}, and this page reads version ${VERSION}` : 'it has no version');
  const state = { file: given.get('f') ?? '', text: '' };
  if (!state.file && !given.has('s')) throw new BrokenLink('it has no scenario');
  for (const [name, key] of Object.entries(FIELDS)) state[key] = given.get(name) ?? '';
  try {
    if (!state.file) state.text = unpacked(given.get('s'));
    if (given.has('x')) state.ownText = unpacked(given.get('x'));
  } catch {
    throw new BrokenLink('a part of it is missing or was changed');
  }
  return state;
}
