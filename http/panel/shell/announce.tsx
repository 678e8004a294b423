// Notices after an action, visible and for screen readers. Changes that are visible anyway are announced to screen
// readers only.

import type { Child } from '../api/index.ts';
import { address } from './address.ts';
import { button } from './heading.tsx';
import { icon } from './icon.tsx';
import { shared } from './shared.ts';

const showMs = 8000;

const notice = shared<Child[]>([]);
const spoken = shared('');
let timer: ReturnType<typeof setTimeout> | undefined;
/** The path of the page that the notice belongs to. */
let page = '';

/**
 * The live region of the notices. It always exists, because screen readers only announce changes inside a live region.
 */
export function Notices() {
  const text = notice.use();
  return (
    <div class="notices" role="status">
      {text.length > 0 && (
        <div class="notice">
          <p>{text}</p>
          {button(icon('close'), clearNotice, 'quiet', 'Dismiss')}
        </div>
      )}
    </div>
  );
}

/** The live region for announcements to screen readers only. */
export function Spoken() {
  return (
    <div class="hidden" role="status">
      {spoken.use()}
    </div>
  );
}

export function announce(...text: Child[]) {
  clearTimeout(timer);
  notice.set(text);
  page = address().path;
  timer = setTimeout(clearNotice, showMs);
}

function clearNotice() {
  clearTimeout(timer);
  notice.set([]);
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
export const tell = spoken.set;
