// The filters above a list. Their values are part of the requests and of the address, so that a link shows the same
// rows.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Child, TextField } from '../api/index.ts';
import { elementsOf, held } from '../forms/index.ts';

const pauseMs = 250;

/** Returns a listener that runs the action once the reader pauses. */
export function whenPaused(action: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, pauseMs);
  };
}

/**
 * Returns the text of a search as it is sent: of a whole key, only the part that lists show, because addresses of
 * requests are logged.
 */
export function searchText(text: string) {
  return text.trim().replace(/^(svc[a-z]+_)\S*(\S{3})$/, '$1...$2');
}

interface Options {
  /** The query of the address. */
  query: URLSearchParams;
  /** An empty value means everything. */
  fields: TextField[];
  /** Called after a value has changed. */
  onChange: () => void;
  isSearch?: boolean;
  hidden?: boolean;
  children?: Child;
}

/**
 * Calls once for each change: the click after a search ends the input of the search field, and must not cause a second
 * call, because the list's rows would be replaced under the pointer, and the click lost.
 */
export function Filters({ query, fields, onChange, isSearch = false, hidden = false, children }: Options) {
  const last = useRef('');
  const check = () => {
    const now = JSON.stringify(held(fields));
    if (now === last.current) return;
    last.current = now;
    onChange();
  };
  const later = useMemo(() => whenPaused(check), []);
  useLayoutEffect(() => {
    for (const { names, set } of fields) set(query.get(names[0] ?? '') ?? '');
    last.current = JSON.stringify(held(fields));
  }, []);
  return (
    <form
      class="filters"
      role={isSearch ? 'search' : undefined}
      hidden={hidden}
      onSubmit={(event) => event.preventDefault()}
      onChange={check}
      onInput={({ target }) => target instanceof HTMLInputElement && target.type === 'search' && later()}
    >
      {elementsOf(fields)}
      {children}
    </form>
  );
}

/** Returns the chosen values, without filters that are set to "all". */
export function chosenIn(fields: TextField[]): Record<string, string> {
  return Object.fromEntries(Object.entries(held(fields) as Record<string, string>).filter(([, value]) => value !== ''));
}
