// Small help with the page's elements.

export const byId = (id) => document.getElementById(id);

// An element with attributes, listeners (functions) and what stands in it; false and null are left out.
export function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === 'function') element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...inside.flat().filter((each) => each !== false && each !== null && each !== undefined));
  return element;
}

export const option = (value, text, chosen = false) => {
  const made = make('option', { value }, text);
  made.selected = chosen;
  return made;
};

// Lets a browser save a text or a blob as a file.
export function save(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
