// The script of every page of /docs: copy buttons, the choice of a language for the examples, and the search. The pages
// can be read without it.

const languageKey = 'svc-docs-language';
/** Loaded when the search is opened for the first time. */
const indexFile = '/docs/search.js';

for (const figure of document.querySelectorAll('figure')) addCopyButton(figure);
for (const group of document.querySelectorAll('.tabs')) addTabs(group);
choose(localStorage.getItem(languageKey) ?? 'curl');
for (const button of document.querySelectorAll('.find')) {
  if (!(button instanceof HTMLElement)) continue;
  button.hidden = false;
  button.addEventListener('click', () => void openSearch());
}
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  void openSearch();
});

/** @param {Element} figure */
function addCopyButton(figure) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  figure.querySelector('figcaption')?.append(button);
}

/**
 * Adds a button for each language of an example.
 * @param {Element} group
 */
function addTabs(group) {
  const bar = document.createElement('div');
  bar.className = 'languages';
  for (const figure of group.querySelectorAll('figure')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = figure.querySelector('figcaption')?.firstChild?.textContent ?? '';
    button.dataset.language = figure.dataset.language;
    button.addEventListener('click', () => {
      // The page must not move under the pointer when examples above change their height.
      const before = button.getBoundingClientRect().top;
      choose(figure.dataset.language ?? '');
      scrollBy(0, button.getBoundingClientRect().top - before);
    });
    bar.append(button);
  }
  group.prepend(bar);
}

/**
 * Shows the examples in one language, on all pages from now on.
 * @param {string} language
 */
function choose(language) {
  localStorage.setItem(languageKey, language);
  for (const figure of document.querySelectorAll('.tabs figure'))
    if (figure instanceof HTMLElement) figure.hidden = figure.dataset.language !== language;
  for (const button of document.querySelectorAll('.languages button'))
    if (button instanceof HTMLElement)
      button.setAttribute('aria-pressed', String(button.dataset.language === language));
}

/**
 * @typedef {{ title: string, kind: string, url: string, text: string }} Entry
 * @type {Promise<{ default: Entry[], search: (all: Entry[], query: string) => Entry[] }> | undefined}
 */
let index;
/** @type {HTMLDialogElement | undefined} */
let dialog;

async function openSearch() {
  dialog ??= createDialog();
  dialog.showModal();
  dialog.querySelector('input')?.select();
  index ??= import(indexFile);
  await index;
}

function createDialog() {
  const made = document.createElement('dialog');
  made.setAttribute('aria-label', 'Search the documents');
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search guides, operations, types, errors and settings';
  input.setAttribute('aria-label', 'Search');
  const list = document.createElement('ul');
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  input.addEventListener('input', async () => {
    const loaded = await index;
    const found = loaded?.search(loaded.default, input.value) ?? [];
    list.replaceChildren(...found.slice(0, 30).map(resultItem));
    status.textContent = input.value.trim() === '' ? '' : countText(found.length);
  });
  made.addEventListener('keydown', (event) => moveFocus(event, made));
  made.addEventListener('click', (event) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (isLink || event.target === made) made.close();
  });
  made.append(input, status, list);
  document.body.append(made);
  return made;
}

/** @param {number} count */
function countText(count) {
  if (count === 0) return 'No results';
  return count === 1 ? '1 result' : `${count} results`;
}

/**
 * The arrow keys move through the results, and Enter in the field opens the first one.
 * @param {KeyboardEvent} event
 * @param {HTMLDialogElement} made
 */
function moveFocus(event, made) {
  const links = [...made.querySelectorAll('a')];
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (event.key === 'Enter' && at === -1) links[0]?.click();
  if (next === undefined) return;
  event.preventDefault();
  (links[next] ?? made.querySelector('input'))?.focus();
}

/** @param {Entry} entry */
function resultItem({ title, kind, url, text }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  const name = document.createElement('b');
  name.textContent = title;
  const about = document.createElement('small');
  about.textContent = `${kind} · ${text.slice(0, 140)}`;
  link.append(name, about);
  item.append(link);
  return item;
}
