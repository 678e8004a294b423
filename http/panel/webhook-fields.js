// The form controls of a project's webhook.

/** @import { Field, Schemas } from './types.ts' */

import { h, uniqueId } from './dom.js';
import { checkField, choiceField, textField } from './fields.js';
import { generateSecret } from './webhook-secret.js';

/**
 * @param {string | null} value
 * @param {'send' | 'leave-out'} whenEmpty
 */
export function webhookUrlField(value, whenEmpty) {
  return textField({
    name: 'webhook_url',
    label: 'Address',
    hint: 'A public https:// address.',
    type: 'url',
    value,
    whenEmpty,
  });
}

/** @param {Schemas['WebhookSigning']} value */
export function signingField(value) {
  return choiceField({
    name: 'webhook_signing',
    label: 'Signing',
    hint: 'How the receiver verifies deliveries. Libraries of Standard Webhooks verify standard.',
    value,
    choices: [
      ['literal', 'literal: the key is the bytes of the secret'],
      ['standard', 'standard: the key is the decoded secret (Standard Webhooks)'],
      ['dual', 'dual: both signatures, for a migration'],
    ],
  });
}

/** @param {boolean} value */
export function spendThresholdField(value) {
  return checkField({
    name: 'spend_threshold_events',
    label: 'Also send events at 80% and 100% of the spend limit',
    value,
  });
}

/**
 * A field for the secret: a generated one, or the user's own.
 * @param {() => boolean} isWanted whether there is a webhook for it.
 * @returns {Field & { generated(): string | undefined }} `generated`: the one that was made and sent, to be shown.
 */
export function secretField(isWanted) {
  const group = uniqueId('secret');
  const own = textField({
    name: 'webhook_secret',
    label: 'Secret',
    hint: '8 to 256 printable ASCII characters.',
  });
  /** @type {string | undefined} */
  let made;
  const make = h('input', { type: 'radio', name: group, checked: true, change: () => choose(true) });
  const element = h(
    'fieldset',
    { class: 'field' },
    h('legend', {}, 'Secret'),
    h('label', { class: 'option' }, make, 'Generate a secret, and show it once'),
    h(
      'label',
      { class: 'option' },
      h('input', { type: 'radio', name: group, change: () => choose(false) }),
      'Use my own secret',
    ),
    own.element,
  );
  choose(true);
  return {
    element,
    names: own.names,
    focus: own.focus,
    setProblem: own.setProblem,
    generated: () => made,
    fill(body) {
      made = undefined;
      if (!isWanted()) return;
      if (!make.checked) return own.fill(body);
      made = generateSecret();
      body.webhook_secret = made;
    },
  };

  /** @param {boolean} isMade */
  function choose(isMade) {
    own.element.hidden = isMade;
  }
}
