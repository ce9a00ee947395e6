// What every page of the site does: the search, keys for the drawers of narrow windows, and the copy that works offline.
const root = new URL(document.documentElement.dataset.content_root, location.href);
const KINDS = { scenarios: 'Scenario', rules: 'Rule', cards: 'Card', arguments: 'Argument', python: 'Python', glossary: 'Word' };
const MOST = 12;

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// The search: a dialog with a box and a list of what was found; the arrows go through the list, Enter opens an entry.
class Search {
  constructor() {
    this.box = make('input', {
      type: 'search', placeholder: 'A rule, a card, a question', 'aria-label': 'Search the site', autocomplete: 'off',
      spellcheck: 'false', role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'found', 'aria-autocomplete': 'list',
    });
    this.list = make('div', { id: 'found', role: 'listbox', 'aria-label': 'Found' });
    this.status = make('p', { role: 'status' }, 'Type a number such as 500.8, the name of a card, or words.');
    const close = make('button', { type: 'button', 'aria-label': 'Close the search' }, 'Esc');
    this.dialog = make('dialog', { class: 'search', 'aria-label': 'Search' }, make('div', {}, this.box, close), this.status, this.list);
    close.addEventListener('click', () => this.dialog.close());
    this.dialog.addEventListener('click', (event) => event.target === this.dialog && this.dialog.close());
    this.box.addEventListener('input', () => this.ask());
    this.box.addEventListener('keydown', (event) => this.key(event));
    document.body.append(this.dialog);
    this.index = import(new URL('pagefind/pagefind.js', root)).then(async (index) => {
      await index.options({ ranking: { pageLength: 0.2, termSaturation: 0.8 } }); // long pages of rules count, too
      return index;
    });
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.box.select();
  }

  async ask() {
    const asked = this.box.value.trim();
    const index = await this.index;
    const found = asked ? await index.debouncedSearch(asked, {}, 150) : { results: [] };
    if (!found) return; // somebody typed on
    const pages = await Promise.all(found.results.slice(0, MOST).map((one) => one.data()));
    if (asked !== this.box.value.trim()) return;
    this.list.replaceChildren(...pages.map((page, n) => this.entry(page, n, asked)));
    this.box.setAttribute('aria-expanded', String(pages.length > 0));
    this.status.textContent = asked ? told(found.results.length) : '';
    this.choose(0);
  }

  entry(page, n, asked) {
    const named = asked.toLowerCase().split(/\s+/).every((word) => page.meta.title.toLowerCase().includes(word));
    const best = page.sub_results.reduce((one, other) => (other.locations.length > one.locations.length ? other : one), page.sub_results[0]);
    const part = (!named && best) || page;
    const inside = part.title && part.title !== page.meta.title ? ` › ${part.title}` : '';
    const excerpt = make('span', { class: 'excerpt' });
    excerpt.innerHTML = part.excerpt; // pagefind escapes what the page says, and marks the words
    const kind = KINDS[new URL(page.url, location.href).pathname.slice(root.pathname.length).split('/')[0]] ?? 'Document';
    return make('a', { href: part.url, id: `found-${n}`, role: 'option', 'aria-selected': 'false', tabindex: '-1' },
      make('span', { class: 'kind' }, kind), make('b', {}, page.meta.title + inside), excerpt);
  }

  choose(n) {
    const entries = [...this.list.children];
    this.chosen = entries.length ? (n + entries.length) % entries.length : 0;
    entries.forEach((entry, i) => entry.setAttribute('aria-selected', String(i === this.chosen)));
    entries[this.chosen]?.scrollIntoView({ block: 'nearest' });
    this.box.setAttribute('aria-activedescendant', entries.length ? `found-${this.chosen}` : '');
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.choose(this.chosen + step);
    else if (event.key === 'Enter') {
      this.list.children[this.chosen]?.click();
      this.dialog.close();
    } else return;
    event.preventDefault();
  }
}

const told = (count) => (count > MOST ? `${count} pages, the best ${MOST} of them:` : `${count || 'No'} page${count === 1 ? '' : 's'}`);

let search;
const openSearch = () => (search ??= new Search()).open();

document.querySelector('.header-right')?.prepend(make('button', { type: 'button', class: 'search-button', 'data-opens': 'search' }, 'Search'));
for (const button of document.querySelectorAll('[data-opens=search]')) button.addEventListener('click', openSearch);
addEventListener('keydown', (event) => {
  const writes = event.target.closest?.('input, textarea, select, [contenteditable=true]');
  if ((event.key === '/' && !writes && !event.ctrlKey && !event.metaKey) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    openSearch();
  }
});

// The theme opens its drawers by labels of hidden boxes, which keys do not reach: they become buttons.
for (const label of document.querySelectorAll('label.nav-overlay-icon, label.toc-overlay-icon')) {
  const name = label.htmlFor === '__toc' ? 'Contents of this page' : 'Menu';
  const button = make('button', { type: 'button', class: label.className, 'aria-label': name }, ...label.childNodes);
  button.addEventListener('click', () => document.getElementById(label.htmlFor).click());
  label.replaceWith(button);
}
for (const block of document.querySelectorAll('div.highlight pre, .table-wrapper, .wide')) block.tabIndex = 0; // so that keys can scroll it

if ('serviceWorker' in navigator) navigator.serviceWorker.register(new URL('sw.js', root)).catch(() => {}); // a host may forbid it
