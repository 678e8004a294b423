// The dialog for a new sign-in after the session has ended. It opens over the page, so that no input is lost.

import { openDialog } from '../forms/index.ts';
import { credentials } from '../pages/sign-in.tsx';
import { button } from './heading.tsx';
import { setting } from './server-settings.ts';

let closeQuestion: (() => void) | undefined;

/**
 * Opens the dialog, unless it is open.
 * @param email the reader's.
 * @param listeners `onOther`: another user
 * wants to sign in. `onClose`: the dialog was closed, answered or not.
 */
export function askToSignInAgain(
  email: string,
  { onDone, onOther, onClose }: { onDone: () => unknown; onOther: () => void; onClose: () => void },
) {
  if (closeQuestion !== undefined) return;
  openDialog(
    'Your session has ended',
    (close) => {
      closeQuestion = close;
      return [
        <p>Sign in again to continue. {setting('passwords') !== 'none' && 'Your unsaved input is kept.'}</p>,
        ...credentials(onDone, {
          email,
          beside: button('Use another account', onOther),
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

/** Closes the dialog after a sign-in elsewhere. */
export function closeSignInAgain() {
  closeQuestion?.();
}
