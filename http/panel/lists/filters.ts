// The filters above a list. Their values are part of the requests and of the address, so that a link shows the same
// rows.

import type { Field } from '../api/types.ts';
import { h } from '../shell/dom.ts';

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

/**
 * @param query of the address.
 * @param fields whose empty value means everything.
 * @param onChange Called after a value has changed, once. The click after a search ends the input of the
 * search field, and must not cause a second call: the list's rows would be replaced under the pointer, and the click
 * lost.
 * @param shown the fields that the element contains.
 */
export function filters(
  query: URLSearchParams,
  fields: (Field & { select?: HTMLSelectElement; input?: HTMLInputElement })[],
  onChange: () => void,
  shown: Field[] = fields,
) {
  let last = '';
  const onInput = () => {
    const now = JSON.stringify(values());
    if (now === last) return;
    last = now;
    onChange();
  };
  for (const { select, input, names } of fields) {
    const control = select ?? input;
    if (control === undefined) continue;
    const kept = query.get(names[0] ?? '') ?? '';
    if (select === undefined || [...select.options].some(({ value }) => value === kept)) control.value = kept;
    control.addEventListener('change', onInput);
    if (control.type === 'search') control.addEventListener('input', whenPaused(onInput));
  }
  last = JSON.stringify(values());
  return {
    element: h(
      'form',
      { class: 'filters', submit: (event: Event) => event.preventDefault() },
      shown.map(({ element }) => element),
    ),
    values,
  };

  /** The chosen values, without filters that are set to "all". */
  function values() {
    const body: Record<string, string> = {};
    for (const field of fields) field.fill(body);
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
  }
}
