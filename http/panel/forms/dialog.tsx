// Dialogs with the browser's `dialog` element, which keeps the focus inside, closes with Escape, and restores the
// focus.

import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Child } from '../api/index.ts';
import { button } from '../shell/heading.tsx';
import { icon } from '../shell/icon.tsx';
import { uniqueId } from '../shell/shared.ts';
import { isWrittenIn } from './form.tsx';

/** The open dialogs, and the functions that close them. */
const open: Set<{ sticky: boolean; close: () => void }> = new Set();

/**
 * Opens a dialog.
 * @param options `sticky`: its own buttons alone close it, since what it shows would be lost.
 */
export function openDialog(
  title: string,
  content: (close: () => void) => Child | Child[],
  { onClose, sticky = false }: { onClose?: () => unknown; sticky?: boolean } = {},
) {
  const opener = document.activeElement;
  const place = document.createElement('div');
  let isOver = false;
  const close = () => {
    isOver = true;
    release();
    place.querySelector('dialog')?.close();
    // The event comes later, and a secret must be gone with the session.
    place.remove();
  };
  const entry = { sticky, close };
  open.add(entry);
  if (sticky) addEventListener('beforeunload', ask);
  document.body.append(place);
  render(
    <Dialog title={title} sticky={sticky} close={close} onClose={ended}>
      {content(close)}
    </Dialog>,
    place,
  );

  /** The browser no longer asks before it leaves the page. */
  function release() {
    open.delete(entry);
    if (![...open].some((other) => other.sticky)) removeEventListener('beforeunload', ask);
  }

  /** @returns false if the dialog stays open: a browser may close it on a second Escape regardless. */
  function ended() {
    if (sticky && !isOver) return false;
    release();
    render(null, place);
    place.remove();
    onClose?.();
    // The element that opened the dialog may have been removed.
    if (document.activeElement === document.body) {
      const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector('h1');
      if (target instanceof HTMLElement) target.focus();
    }
    return true;
  }
}

interface DialogOptions {
  title: string;
  sticky: boolean;
  close: () => void;
  onClose: () => boolean;
  children: Child | Child[];
}

function Dialog({ title, sticky, close, onClose, children }: DialogOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef(uniqueId('dialog')).current;
  useLayoutEffect(() => {
    dialog.current?.showModal();
    const first =
      dialog.current?.querySelector('[data-focus]') ?? dialog.current?.querySelector('input, select, textarea');
    if (first instanceof HTMLElement) first.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      closedby={sticky ? 'none' : undefined}
      onCancel={(event) => sticky && event.preventDefault()}
      onClose={() => onClose() || dialog.current?.showModal()}
      onClick={({ target, currentTarget: own }) => target === own && !sticky && !isWrittenIn(own) && own.close()}
    >
      <div class="dialog">
        <header>
          <h2 id={heading}>{title}</h2>
          {button(icon('close'), close, 'quiet', 'Close')}
        </header>
        {children}
      </div>
    </dialog>
  );
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
