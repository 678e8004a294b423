// The filters above a list. Their values are part of the requests and of the address, so that a link shows the same
// rows.

/** @import { Field } from './types.ts' */

import { h } from './dom.js';

const pauseMs = 250;

/**
 * Returns a listener that runs the action once the reader pauses.
 * @param {() => void} action
 */
export function whenPaused(action) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, pauseMs);
  };
}

/**
 * Returns the text of a search as it is sent: of a whole key, only the part that lists show, because addresses of
 * requests are logged.
 * @param {string} text
 */
export function searchText(text) {
  return text.trim().replace(/^(svc[a-z]+_)\S*(\S{3})$/, '$1...$2');
}

/**
 * @param {URLSearchParams} query of the address.
 * @param {(Field & { select?: HTMLSelectElement, input?: HTMLInputElement })[]} fields whose empty value means everything.
 * @param {() => void} onChange Called after a value has changed, once. The click after a search ends the input of the
 *   search field, and must not cause a second call: the list's rows would be replaced under the pointer, and the click
 *   lost.
 * @param {Field[]} shown the fields that the element contains.
 */
export function filters(query, fields, onChange, shown = fields) {
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
      { class: 'filters', submit: (/** @type {Event} */ event) => event.preventDefault() },
      shown.map(({ element }) => element),
    ),
    values,
  };

  /** The chosen values, without filters that are set to "all". */
  function values() {
    /** @type {Record<string, string>} */
    const body = {};
    for (const field of fields) field.fill(body);
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
  }
}
