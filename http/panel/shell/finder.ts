// One box that finds pages, projects, vector stores, files, keys and people, and opens what the reader chooses. Stores,
// files and project keys are those of the project that the reader saw last.

import { openDialog } from '../forms/dialog.ts';
import { searchText, whenPaused } from '../lists/filters.ts';
import { fill, h, uniqueId } from './dom.ts';
import type { Item, Where } from './finder-sources.ts';
import { sourcesOf } from './finder-sources.ts';
import { countOf, named } from './format.tsx';

const maxTextLength = 100;

let where: Where = {};
let pages: Item[] = [];

/** Sets the place of the reader and the pages that the box finds. */
export function setFinder(now: Where, found: Item[]) {
  const isSame = now.organization?.id === where.organization?.id;
  const project = now.project ?? (isSame ? where.project : undefined);
  where = project === undefined ? now : { ...now, project };
  pages = found;
}

/** Opens the box. */
export function openFinder() {
  if (where.account === undefined) return;
  const listId = uniqueId('found');
  const input = h('input', {
    role: 'combobox',
    'aria-label': 'Find pages, projects, vector stores, files, keys and people',
    'aria-expanded': 'true',
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: maxTextLength,
    placeholder: 'A name, an e-mail address, an id, the end of a key',
    keydown: onKey,
  });
  const found = h('div', { id: listId, role: 'listbox', 'aria-label': 'Results', class: 'finder' });
  const told = h('p', { role: 'status', class: 'soft small' });
  let stop = new AbortController();
  openDialog(
    'Find anything',
    (close) => {
      // A page that is open already is not drawn again, and closes nothing.
      found.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a') && close());
      return [input, found, told];
    },
    { onClose: () => stop.abort() },
  );
  const searchLater = whenPaused(() => void search());
  input.addEventListener('input', () => {
    stop.abort();
    show([pagesWith(input.value)]);
    searchLater();
  });
  show([pagesWith('')]);

  async function search() {
    const text = searchText(input.value);
    stop = new AbortController();
    const { signal } = stop;
    if (text === '') return;
    const groups = await Promise.allSettled(
      sourcesOf(where, signal).map(async ({ title, load }) => ({ title, items: await load(text) })),
    );
    if (signal.aborted) return;
    const isPart = groups.some(({ status }) => status === 'rejected');
    const whole = groups.flatMap((group) => (group.status === 'fulfilled' ? [group.value] : []));
    show([pagesWith(text), ...whole]);
    const length = found.querySelectorAll('[role="option"]').length;
    const failed = isPart ? ' A part of the search failed. Try again.' : '';
    told.textContent = `${length === 0 ? 'Nothing found' : countOf(length, ['result', 'results'])}.${failed}`;
  }

  function show(groups: { title: string; items: Item[] }[]) {
    told.textContent = '';
    fill(
      found,
      groups.filter(({ items }) => items.length > 0).map(({ title, items }) => groupOf(title, items)),
    );
    choose(found.querySelector('[role="option"]'));
  }

  function choose(option: Element | null) {
    found.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option === null) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', option.id);
  }

  function onKey(event: KeyboardEvent) {
    const options = [...found.querySelectorAll('[role="option"]')];
    const at = options.findIndex((option) => option.ariaSelected === 'true');
    if (event.key === 'ArrowDown') choose(options[(at + 1) % options.length] ?? null);
    else if (event.key === 'ArrowUp') choose(options.at(at - 1) ?? null);
    else if (event.key === 'Enter' && !event.isComposing) (options[at] as HTMLElement | undefined)?.click();
    else return;
    event.preventDefault();
  }
}

function pagesWith(text: string) {
  const wanted = text.trim().toLowerCase();
  return { title: 'Pages', items: pages.filter((page) => page.text.toLowerCase().includes(wanted)) };
}

function groupOf(title: string, items: Item[]) {
  const id = uniqueId('group');
  return h(
    'div',
    { role: 'group', 'aria-labelledby': id },
    h('p', { id, class: 'kicker' }, title),
    items.map(({ text, detail = '', path }) =>
      h(
        'a',
        { id: uniqueId('option'), role: 'option', tabindex: -1, 'aria-selected': 'false', href: path },
        named(text),
        ' ',
        detail !== '' && h('span', { class: 'soft small' }, detail),
      ),
    ),
  );
}
