// The buttons below a list that lead to its other pages.

import type { ListOf } from '../api/types.ts';
import { h } from '../shell/dom.ts';

/** @param label of the list. */
export function pager(label: string, go: (to: { after?: string; before?: string }) => void) {
  let page: Pick<ListOf<unknown>, 'first_id' | 'last_id'> = { first_id: null, last_id: null };
  const first = button('First page', () => go({}));
  const previous = button('Previous', () => page.first_id !== null && go({ before: page.first_id }));
  const next = button('Next', () => page.last_id !== null && go({ after: page.last_id }));
  const element = h('nav', { class: 'pager', 'aria-label': `Pages of ${label}`, hidden: true }, first, previous, next);
  return { element, show };

  function show(shown: ListOf<unknown>, place: { after?: string; before?: string }) {
    page = shown;
    const isFirst = place.after === undefined && (place.before === undefined || !shown.has_more);
    const isLast = place.before === undefined && !shown.has_more;
    setEnabled(first, !isFirst);
    setEnabled(previous, !isFirst);
    setEnabled(next, !isLast);
    element.hidden = isFirst && isLast;
  }
}

function button(text: string, onPress: () => unknown) {
  const element = h('button', { type: 'button' }, text);
  element.addEventListener('click', () => {
    if (element.getAttribute('aria-disabled') !== 'true') onPress();
  });
  return element;
}

function setEnabled(element: HTMLButtonElement, enabled: boolean) {
  // `disabled` would lose the focus.
  element.setAttribute('aria-disabled', String(!enabled));
}
