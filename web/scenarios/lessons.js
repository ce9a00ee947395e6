// The pages of scenarios: a player in the page where there is room, and a filter of the list.
'use strict';

const ROOM = 900; // the player stands side by side from this width on

for (const link of document.querySelectorAll('a.step')) {
  link.addEventListener('click', (event) => {
    if (innerWidth < ROOM || event.ctrlKey || event.metaKey || event.shiftKey || document.querySelector('iframe.player')) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: link.href, title: 'Step through the scenario', className: 'player' });
    link.closest('.actions').after(frame);
    link.textContent = 'Step through it on a page of its own';
  });
}

const list = document.querySelector('.scenarios');
if (list) {
  const filter = document.createElement('input'), count = document.createElement('p');
  Object.assign(filter, { type: 'search', className: 'filter', placeholder: 'Filter by words, or a year', ariaLabel: 'Filter the scenarios' });
  count.className = 'by';
  count.setAttribute('role', 'status');
  list.before(filter, count);
  const items = [...list.querySelectorAll('li')].map((item) => [item, `${item.closest('details').querySelector('h2').textContent} ${item.textContent}`.toLowerCase()]);
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const [item, text] of items) {
      item.hidden = !words.every((word) => text.includes(word));
      left += !item.hidden;
    }
    for (const topic of list.children) {
      topic.hidden = !topic.querySelector('li:not([hidden])');
      topic.open = words.length > 0;
    }
    count.textContent = words.length ? `${left} of ${items.length}` : '';
  });
  // A link to a topic opens it.
  const openTopic = () => {
    const topic = document.getElementById(location.hash.slice(1))?.closest('.scenarios > details');
    if (topic) topic.open = true;
  };
  addEventListener('hashchange', openTopic);
  openTopic();
}
