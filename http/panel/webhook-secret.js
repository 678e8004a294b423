// Secrets that sign webhooks: made here, sent along, and shown once. No later answer of the server has them.

import { shownOnce } from './copy.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';

const secretBytes = 32;

/** A new secret: 256 random bits, good in both readings of `whsec_`. */
export function generateSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** @param {string} secret */
export function showSecret(secret) {
  openDialog(
    'The webhook’s secret',
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
