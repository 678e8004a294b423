// The form controls of a project's webhook.

import { createRef } from 'preact';
import type { Field, Schemas } from '../api/index.ts';
import { showOnce } from '../shell/index.ts';
import { Either } from './field-lists.tsx';
import { checkField, choiceField, hiddenIf, textField } from './fields.tsx';

export function webhookUrlField(value: string | null, whenEmpty: 'send' | 'leave-out') {
  return textField({
    name: 'webhook_url',
    label: 'Address',
    hint: 'A public https:// address.',
    type: 'url',
    value,
    whenEmpty,
  });
}

export function signingField(value: Schemas['WebhookSigning']) {
  return choiceField({
    name: 'webhook_signing',
    label: 'Signing',
    hint: 'How the receiver verifies deliveries. Libraries of Standard Webhooks verify standard.',
    value,
    texts: {
      literal: 'literal: the key is the bytes of the secret',
      standard: 'standard: the key is the decoded secret (Standard Webhooks)',
      dual: 'dual: both signatures, for a migration',
    },
  });
}

export function spendThresholdField(value: boolean) {
  return checkField({
    name: 'spend_threshold_events',
    label: 'Also send events at 80% and 100% of the spend limit',
    value,
  });
}

/**
 * A field for the secret: a generated one, or the user's own.
 * @param isWanted tells if there is a webhook for it.
 * @returns `showOnce`: shows the one that was made and sent.
 */
export function secretField(isWanted: () => boolean): Field & { showOnce: () => unknown } {
  const own = textField({ name: 'webhook_secret', label: 'Secret', hint: '8 to 256 printable ASCII characters.' });
  const make = createRef<HTMLInputElement>();
  let made: string | undefined;
  return {
    ...own,
    element: (
      <Either
        legend="Secret"
        choices={['Generate a secret, and show it once', 'Use my own secret']}
        isFirst={true}
        first={make}
        second={(isHidden) => hiddenIf(isHidden, own)}
      />
    ),
    showOnce: () => made !== undefined && showSecret(made),
    fill(body) {
      made = undefined;
      if (!isWanted()) return;
      if (make.current?.checked === false) return own.fill(body);
      made = generateSecret();
      body.webhook_secret = made;
    },
  };
}

const secretBytes = 32;

/** Returns a new secret with 256 random bits. No later response of the server contains it. */
function generateSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

function showSecret(secret: string) {
  showOnce('Webhook secret', secret, 'secret', <p>The receiver needs the secret to verify deliveries.</p>);
}
