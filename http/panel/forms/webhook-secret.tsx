// Secrets that sign webhooks. The panel creates them, sends them, and shows them once. No later response contains them.

import { shownOnce } from '../shell/copy.tsx';
import { button } from '../shell/heading.tsx';
import { openDialog } from './dialog.tsx';

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
      <p>The receiver needs the secret to verify deliveries.</p>,
      <div class="buttons">{button('I have copied it', close, 'primary')}</div>,
    ],
    { sticky: true },
  );
}
