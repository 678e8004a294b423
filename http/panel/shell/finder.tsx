// One box that finds pages, projects, vector stores, files, keys and people, and opens what the reader chooses. Stores,
// files and project keys are those of the project that the reader saw last.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Where } from '../api/index.ts';
import { openDialog } from '../forms/index.ts';
import { searchText, whenPaused } from '../lists/index.ts';
import type { Item } from './finder-sources.ts';
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
  // A page that is open already is not drawn again, and closes nothing.
  if (where.account !== undefined) openDialog('Find anything', (close) => <Finder close={close} />);
}

type Group = { title: string; items: Item[] };

function Finder({ close }: { close: () => void }) {
  const [groups, setGroups] = useState<Group[]>([pagesWith('')]);
  const [told, tell] = useState('');
  const [chosen, choose] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const found = useRef<HTMLDivElement>(null);
  const stop = useRef(new AbortController());
  const searchLater = useMemo(() => whenPaused(() => void search()), []);
  const options = () => [...(found.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  useEffect(() => () => stop.current.abort(), []);
  useLayoutEffect(() => options()[chosen]?.scrollIntoView({ block: 'nearest' }), [chosen, groups]);
  const count = groups.flatMap(({ items }) => items).length;
  return (
    <>
      {box({
        ref: input,
        'aria-activedescendant': count > 0 ? `found-${chosen}` : undefined,
        onKeyDown: onKey,
        onInput,
      })}
      <Found {...{ groups, chosen, place: found, close }} />
      <p role="status" class="soft small">
        {told}
      </p>
    </>
  );

  function onInput() {
    stop.current.abort();
    show([pagesWith(input.current?.value ?? '')]);
    searchLater();
  }

  function show(now: Group[], text = '') {
    setGroups(now.filter(({ items }) => items.length > 0));
    choose(0);
    tell(text);
  }

  async function search() {
    const text = searchText(input.current?.value ?? '');
    stop.current = new AbortController();
    const { signal } = stop.current;
    if (text === '') return;
    const { all, told } = await everythingWith(text, signal);
    if (!signal.aborted) show(all, told);
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') choose((chosen + 1) % Math.max(count, 1));
    else if (event.key === 'ArrowUp') choose((chosen + count - 1) % Math.max(count, 1));
    else if (event.key === 'Enter' && !event.isComposing) options()[chosen]?.click();
    else return;
    event.preventDefault();
  }
}

/** Returns what contains the text, and how much that is in words. */
async function everythingWith(text: string, signal: AbortSignal) {
  const answers = await Promise.allSettled(
    sourcesOf(where, signal).map(async ({ title, load }) => ({ title, items: await load(text) })),
  );
  const all = [pagesWith(text), ...answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))];
  const items = all.flatMap((group) => group.items);
  const { length } = items.filter(({ isMore }) => !isMore);
  const atLeast = items.length > length ? 'More than ' : '';
  const failed = all.length <= answers.length ? ' A part of the search failed. Try again.' : '';
  return {
    all,
    told: `${length === 0 ? 'Nothing found' : `${atLeast}${countOf(length, ['result', 'results'])}`}.${failed}`,
  };
}

interface BoxOptions {
  ref: RefObject<HTMLInputElement | null>;
  'aria-activedescendant': string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onInput: () => void;
}

function box(options: BoxOptions) {
  return (
    <input
      role="combobox"
      aria-label="Find pages, projects, vector stores, files, keys and people"
      aria-expanded
      aria-controls="found"
      aria-autocomplete="list"
      autocomplete="off"
      spellcheck={false}
      maxLength={maxTextLength}
      placeholder="A name, an e-mail address, an id, the end of a key"
      {...options}
    />
  );
}

interface FoundOptions {
  groups: Group[];
  chosen: number;
  place: { current: HTMLDivElement | null };
  close: () => void;
}

function Found({ groups, chosen, place, close }: FoundOptions) {
  let at = -1;
  return (
    // biome-ignore lint/a11y: the keys of the input choose an option
    <div
      id="found"
      ref={place}
      role="listbox"
      aria-label="Results"
      class="finder"
      onClick={({ target }) => target instanceof Element && target.closest('a') && close()}
    >
      {groups.map(({ title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div key={title} role="group" aria-label={title}>
          <p class="kicker" aria-hidden="true">
            {title}
          </p>
          {items.map(optionOf)}
        </div>
      ))}
    </div>
  );

  function optionOf({ text, detail = '', path }: Item) {
    at += 1;
    return (
      <a id={`found-${at}`} role="option" tabIndex={-1} aria-selected={at === chosen} href={path}>
        {named(text)} {detail !== '' && <span class="soft small">{detail}</span>}
      </a>
    );
  }
}

function pagesWith(text: string): Group {
  const wanted = text.trim().toLowerCase();
  return { title: 'Pages', items: pages.filter((page) => page.text.toLowerCase().includes(wanted)) };
}
