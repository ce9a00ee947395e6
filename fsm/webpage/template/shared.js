// The page that scenarios share: data of the one that `?s=` names, or of the page that this one stands in or was opened by.

const DATA = '../data/scenarios/';
const NAMED = /^[\w-]+(\/[\w-]+)?$/; // 12/01, or the name of a file without a number
const asked = new URLSearchParams(location.search).get('s');
const within = window.parent !== window ? window.parent : window.opener;

function tell(...said) {
  byId('what').replaceChildren(...said);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`.trim());
  return answer.json();
}

function show(data, address) {
  document.body.classList.remove('waiting');
  document.title = data.recordings[0].name || 'A game';
  if (window.player) window.player.load(data, address); else window.player = new Player(data);
}

// Scenarios share pictures, which come one by one; until then their address stands in their place.
async function fetchPictures(recordings) {
  const addresses = new Set(recordings.flatMap(({ pictures }) => pictures).filter((picture) => typeof picture === 'string'));
  await Promise.all([...addresses].map(async (address) => {
    const picture = await fetched(DATA + address);
    for (const { pictures } of recordings) pictures.forEach((one, place) => { if (one === address) pictures[place] = picture; });
    for (const view of window.player.views) view.picture.show(view.picture.at);
  }));
}

async function openScenario(name) {
  const link = byId('back');
  link.href = `../scenarios/${NAMED.test(name) ? `${name}/` : ''}`;
  link.hidden = window.parent !== window;
  if (!NAMED.test(name)) return tell(`No scenario has the number or the name ${name}.`);
  tell(`Scenario ${name} is on its way.`);
  let data;
  try {
    data = await fetched(`${DATA}${name.replace('/', '-')}.json`);
  } catch (error) {
    link.href = '../scenarios/';
    return tell(`Scenario ${name} cannot be loaded (${error.message}). `);
  }
  link.textContent = 'about it';
  show(data, '');
  try {
    await fetchPictures(data.recordings);
  } catch (error) {
    window.player.tell(`A picture cannot be loaded (${error.message}).`);
  }
}

// Of another origin nothing is taken, and nothing is told to it.
addEventListener('message', ({ data, origin, source }) => {
  if (origin === location.origin && source && source === within && data?.type === 'turn-player') show(data.data, data.at ?? '');
});

// The theme is that of the whole site, as it is kept for all its pages.
function follow(theme) {
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme; else delete root.dataset.theme;
}
try {
  follow(localStorage.getItem('theme'));
  addEventListener('storage', ({ key, newValue }) => { if (key === 'theme') follow(newValue); });
  byId('theme').addEventListener('click', () => setTimeout(() => localStorage.setItem('theme', document.documentElement.dataset.theme ?? 'auto')));
} catch { /* a browser may keep nothing */ }

if (asked !== null) openScenario(asked);
else if (within) within.postMessage({ type: 'turn-player-ready' }, location.origin);
else {
  byId('back').hidden = false;
  tell('No game is named here. Each of the scenarios has its player; so has what you write in Play.');
}
