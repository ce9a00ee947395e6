// Files that are dropped onto the page: an edition, a trace, or a scenario.

const LARGEST = 64 << 20;

export function takeDrops({ edition, trace, scenario, other }) {
  const body = document.body;
  addEventListener('dragover', (event) => { event.preventDefault(); body.classList.add('drop'); });
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) body.classList.remove('drop'); });
  addEventListener('drop', async (event) => {
    event.preventDefault();
    event.stopPropagation();
    body.classList.remove('drop');
    const [file] = event.dataTransfer.files;
    if (!file) return;
    const take = { toml: edition, jsonl: trace, ndjson: trace, yaml: scenario, yml: scenario }[file.name.split('.').at(-1).toLowerCase()];
    if (!take) other(`${file.name} is none of what this page reads: a scenario (.yaml), a trace (.jsonl) or an edition (.toml).`);
    else if (file.size > LARGEST) other(`${file.name} is larger than ${LARGEST >> 20} MB.`);
    else take(file.name, await file.text());
  }, true);
}
