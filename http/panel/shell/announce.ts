// Notices after an action, visible and for screen readers. Changes that are visible anyway are announced to screen
// readers only.

import type { Child } from '../api/types.ts';
import { address } from './address.ts';
import { fill, h } from './dom.ts';
import { icon } from './icon.tsx';

const showMs = 8000;

const place = h('div', { class: 'notices', role: 'status' });
const spoken = h('div', { class: 'hidden', role: 'status' });
let timer: ReturnType<typeof setTimeout> | undefined;
/** The path of the page that the notice belongs to. */
let page = '';

/**
 * The live region of the notices. It always exists, because screen readers only announce changes inside a live region.
 */
export function noticePlace() {
  return place;
}

/** The live region for announcements to screen readers only. */
export function spokenPlace() {
  return spoken;
}

export function announce(...text: Child[]) {
  clearTimeout(timer);
  const close = h(
    'button',
    { type: 'button', class: 'quiet', click: clearNotice, 'aria-label': 'Dismiss' },
    icon('close'),
  );
  fill(place, h('div', { class: 'notice' }, h('p', {}, text), close));
  page = address().path;
  timer = setTimeout(clearNotice, showMs);
}

export function clearNotice() {
  clearTimeout(timer);
  place.replaceChildren();
}

/** Removes the notice of another page. The page `/` leads on to another one, and its notice goes along. */
export function leaveNotice() {
  const { path } = address();
  if (page === '/') page = path;
  else if (page !== path) clearNotice();
}

/**
 * Announces the state of the page to screen readers only.
 * @param text empty: nothing any more.
 */
export function tell(text: string) {
  spoken.textContent = text;
}
