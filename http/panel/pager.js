// The buttons below a list that lead to its other pages.

/** @import { ListOf } from './types.ts' */

import { h } from './dom.js';

/**
 * @param {string} label of the list.
 * @param {(to: { after?: string, before?: string }) => void} go
 */
export function pager(label, go) {
  /** @type {Pick<ListOf<unknown>, 'first_id' | 'last_id'>} */
  let page = { first_id: null, last_id: null };
  const first = button('First page', () => go({}));
  const previous = button('Previous', () => page.first_id !== null && go({ before: page.first_id }));
  const next = button('Next', () => page.last_id !== null && go({ after: page.last_id }));
  const element = h('nav', { class: 'pager', 'aria-label': `Pages of ${label}`, hidden: true }, first, previous, next);
  return { element, show };

  /**
   * @param {ListOf<unknown>} shown
   * @param {{ after?: string, before?: string }} place
   */
  function show(shown, place) {
    page = shown;
    const isFirst = place.after === undefined && (place.before === undefined || !shown.has_more);
    const isLast = place.before === undefined && !shown.has_more;
    setEnabled(first, !isFirst);
    setEnabled(previous, !isFirst);
    setEnabled(next, !isLast);
    element.hidden = isFirst && isLast;
  }
}

/**
 * @param {string} text
 * @param {() => unknown} onPress
 */
function button(text, onPress) {
  const element = h('button', { type: 'button' }, text);
  element.addEventListener('click', () => {
    if (element.getAttribute('aria-disabled') !== 'true') onPress();
  });
  return element;
}

/**
 * @param {HTMLButtonElement} element
 * @param {boolean} enabled
 */
function setEnabled(element, enabled) {
  // `disabled` would lose the focus.
  element.setAttribute('aria-disabled', String(!enabled));
}
