// The filters above a list. Their values are part of the requests and of the address, so that a link shows the same
// rows.

/** @import { Field } from './types.ts' */

import { h } from './dom.js';

const pauseMs = 250;

/**
 * Returns a listener that runs the action once the reader pauses.
 * @param {() => void} action
 */
function whenPaused(action) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, pauseMs);
  };
}

/**
 * @param {URLSearchParams} query of the address.
 * @param {(Field & { select?: HTMLSelectElement, input?: HTMLInputElement })[]} fields whose empty value means everything.
 * @param {() => void} onChange
 */
export function filters(query, fields, onChange) {
  for (const { select, input, names } of fields) {
    const control = select ?? input;
    if (control === undefined) continue;
    const kept = query.get(names[0] ?? '') ?? '';
    if (select === undefined || [...select.options].some(({ value }) => value === kept)) control.value = kept;
    control.addEventListener('change', onChange);
    if (control.type === 'search') control.addEventListener('input', whenPaused(onChange));
  }
  return {
    element: h(
      'form',
      { class: 'filters', submit: (/** @type {Event} */ event) => event.preventDefault() },
      fields.map(({ element }) => element),
    ),
    /** The chosen values, without filters that are set to "all". */
    values() {
      /** @type {Record<string, string>} */
      const body = {};
      for (const field of fields) field.fill(body);
      return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
    },
  };
}
