// A sign-in that has ended begins again over the page, so that nothing is lost of what is written there.

import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { credentials } from './page-sign-in.js';

/** @type {(() => void) | undefined} */
let closeQuestion;

/**
 * Asks the reader to sign in again, unless that is being asked already.
 * @param {string} email the reader's.
 * @param {{ onDone: () => unknown, onOther: () => void, onClose: () => void }} listeners `onOther`: it is somebody else
 *   who wants to sign in. `onClose`: the question is gone, answered or not.
 */
export function askToSignInAgain(email, { onDone, onOther, onClose }) {
  if (closeQuestion !== undefined) return;
  openDialog(
    'Your session has ended',
    (close) => {
      closeQuestion = close;
      return [
        h('p', {}, 'Sign in again to go on where you are. What you have written is still there.'),
        credentials(onDone, {
          email,
          beside: h('button', { type: 'button', click: onOther }, 'I am somebody else'),
        }),
      ];
    },
    {
      onClose: () => {
        closeQuestion = undefined;
        onClose();
      },
    },
  );
}

/** Takes the question back: it is answered. */
export function closeSignInAgain() {
  closeQuestion?.();
}
