// What has just been done, said to the eye and to screen readers; what the eye sees by itself, to screen readers alone.

import { fill, h, icon } from './dom.js';

const showMs = 8000;

const place = h('div', { class: 'notices', role: 'status' });
const spoken = h('div', { class: 'hidden', role: 'status' });
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** The place of the notices; it is there all the time, since screen readers only hear what changes. */
export function noticePlace() {
  return place;
}

/** The place of what screen readers alone are told. */
export function spokenPlace() {
  return spoken;
}

/** @param {import('./types.ts').Child[]} text */
export function announce(...text) {
  clearTimeout(timer);
  const close = h(
    'button',
    { type: 'button', class: 'quiet', click: clearNotice, 'aria-label': 'Dismiss' },
    icon('close'),
  );
  fill(place, h('div', { class: 'notice' }, h('p', {}, text), close));
  timer = setTimeout(clearNotice, showMs);
}

export function clearNotice() {
  clearTimeout(timer);
  place.replaceChildren();
}

/**
 * Says to screen readers alone what the page shows now.
 * @param {string} text empty: nothing any more.
 */
export function tell(text) {
  spoken.textContent = text;
}
