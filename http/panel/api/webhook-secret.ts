// Secrets that sign webhooks. The panel creates them, sends them, and shows them once. No later response contains them.

import { openDialog } from '../forms/dialog.ts';
import { shownOnce } from '../shell/copy.ts';
import { h } from '../shell/dom.ts';

const secretBytes = 32;

/** Returns a new secret with 256 random bits. */
export function generateSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

export function showSecret(secret: string) {
  openDialog(
    'Webhook secret',
    (close) => [
      ...shownOnce(secret, 'secret'),
      h('p', {}, 'The receiver needs the secret to verify deliveries.'),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', class: 'primary', click: close }, 'I have copied it'),
      ),
    ],
    { sticky: true },
  );
}
