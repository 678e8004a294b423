// Dialogs with the browser's `dialog` element, which keeps the focus inside, closes with Escape, and restores the
// focus.

/** @import { Child } from './types.ts' */

import { h, icon, isWrittenIn, uniqueId } from './dom.js';

/**
 * The open dialog, and the function that closes it.
 * @type {Set<{ sticky: boolean, close: () => void }>}
 */
const open = new Set();

/**
 * Opens a dialog.
 * @param {string} title
 * @param {(close: () => void) => Child | Child[]} content
 * @param {{ onClose?: () => void, sticky?: boolean }} options
 *   `sticky`: its own buttons alone close it, since what it shows would be lost.
 */
export function openDialog(title, content, { onClose, sticky = false } = {}) {
  const heading = uniqueId('dialog');
  const opener = document.activeElement;
  let isOver = false;
  /** @type {HTMLDialogElement} */
  const dialog = h('dialog', {
    'aria-labelledby': heading,
    closedby: sticky ? 'none' : null,
    cancel: (/** @type {Event} */ event) => sticky && event.preventDefault(),
    close: () => {
      // A browser may close the dialog on a second Escape regardless.
      if (sticky && !isOver) return dialog.showModal();
      open.delete(entry);
      if (![...open].some((other) => other.sticky)) removeEventListener('beforeunload', ask);
      dialog.remove();
      onClose?.();
      // The element that opened the dialog may have been removed.
      if (document.activeElement === document.body) {
        const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector('h1');
        if (target instanceof HTMLElement) target.focus();
      }
    },
    click: (/** @type {MouseEvent} */ event) => {
      if (event.target === dialog && !sticky && !isWrittenIn(dialog)) dialog.close();
    },
  });
  const close = () => {
    isOver = true;
    dialog.close();
  };
  const entry = { sticky, close };
  open.add(entry);
  if (sticky) addEventListener('beforeunload', ask);
  dialog.append(
    h(
      'div',
      { class: 'dialog' },
      h(
        'header',
        {},
        h('h2', { id: heading }, title),
        h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', click: close }, icon('close')),
      ),
      ...[content(close)].flat().filter((child) => child instanceof Node || typeof child === 'string'),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector('[data-focus]') ?? dialog.querySelector('input, select, textarea');
  if (first instanceof HTMLElement) first.focus();
  return dialog;
}

/**
 * Closes the open dialog after a navigation.
 * @param {{ sticky?: boolean }} options `sticky`: those too that only their own buttons close.
 */
export function closeDialogs({ sticky = false } = {}) {
  for (const one of [...open]) if (sticky || !one.sticky) one.close();
}

/**
 * Shows the browser's own question before the user leaves the page.
 * @param {Event} event
 */
function ask(event) {
  event.preventDefault();
}
