// Dialogs: the browser's own, which keep the focus inside, close with Escape and give the focus back.

/** @import { Child } from './types.ts' */

import { h, icon, isWrittenIn, uniqueId } from './dom.js';

/**
 * Opens a dialog.
 * @param {string} title
 * @param {(close: () => void) => Child | Child[]} content
 * @param {{ onClose?: () => void, sticky?: boolean }} options
 *   `sticky`: a click beside the dialog does not close it, since what it shows would be lost.
 */
export function openDialog(title, content, { onClose, sticky = false } = {}) {
  const heading = uniqueId('dialog');
  const opener = document.activeElement;
  const dialog = h('dialog', {
    'aria-labelledby': heading,
    close: () => {
      dialog.remove();
      onClose?.();
      // What opened it may be gone by now.
      if (document.activeElement === document.body) {
        const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector('h1');
        if (target instanceof HTMLElement) target.focus();
      }
    },
    click: (/** @type {MouseEvent} */ event) => {
      if (event.target === dialog && !sticky && !isWrittenIn(dialog)) dialog.close();
    },
  });
  const close = () => dialog.close();
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
  const first = dialog.querySelector('input, select, textarea');
  if (first instanceof HTMLElement) first.focus();
  return dialog;
}

/** Closes what is open: the reader has gone elsewhere. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
}
