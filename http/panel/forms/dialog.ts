// Dialogs with the browser's `dialog` element, which keeps the focus inside, closes with Escape, and restores the
// focus.

import type { Child } from '../api/types.ts';
import { h, isWrittenIn, uniqueId } from '../shell/dom.ts';
import { icon } from '../shell/icon.tsx';

/** The open dialog, and the function that closes it. */
const open: Set<{ sticky: boolean; close: () => void }> = new Set();

/**
 * Opens a dialog.
 * @param options `sticky`: its own buttons alone close it, since what it shows would be lost.
 */
export function openDialog(
  title: string,
  content: (close: () => void) => Child | Child[],
  { onClose, sticky = false }: { onClose?: () => void; sticky?: boolean } = {},
) {
  const heading = uniqueId('dialog');
  const opener = document.activeElement;
  let isOver = false;
  const dialog: HTMLDialogElement = h('dialog', {
    'aria-labelledby': heading,
    closedby: sticky ? 'none' : null,
    cancel: (event: Event) => sticky && event.preventDefault(),
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
    click: (event: MouseEvent) => {
      if (event.target === dialog && !sticky && !isWrittenIn(dialog)) dialog.close();
    },
  });
  const close = () => {
    isOver = true;
    dialog.close();
    // The event comes later, and a secret must be gone with the session.
    dialog.remove();
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
      content(close),
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
 * @param options `sticky`: those too that only their own buttons close.
 */
export function closeDialogs({ sticky = false }: { sticky?: boolean } = {}) {
  for (const one of [...open]) if (sticky || !one.sticky) one.close();
}

/** Shows the browser's own question before the user leaves the page. */
function ask(event: Event) {
  event.preventDefault();
}
