// How an event is signed, so that its receiver knows who sent it.
//
// The string signed is `{webhook-id}.{webhook-timestamp}.{body}`, the body byte for byte as it is stored and sent. What
// differs is the key. `literal`: the secret's own UTF-8 bytes, `whsec_` included. `standard`, as Standard Webhooks has
// it: the bytes that the secret spells in base64 behind `whsec_`. `dual`: both, for receivers in the middle of a change.
//
// A second signature breaks receivers that compare the whole header, so there is one unless it was asked for: by `dual`,
// or by a rotation that keeps the old secret for a while.

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { components } from '../../generated/openapi.ts';

export type Signing = components['schemas']['WebhookSigning'];

const keys = new LRUCache<string, KeyObject[]>({ max: 2000 });

/**
 * The value of `webhook-signature`.
 * @param secrets the present one, and then those that sign besides.
 */
export function signatures(
  signing: Signing,
  secrets: string[],
  webhookId: string,
  timestampSeconds: number,
  body: Buffer,
): string {
  const head = `${webhookId}.${timestampSeconds}.`;
  return secrets
    .flatMap((secret) => keysOf(signing, secret))
    .map((key) => `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`)
    .join(' ');
}

/** Whether Standard Webhooks can read the secret: `whsec_` and the strict base64 of 24 to 64 bytes. */
export function isStandardSecret(secret: string): boolean {
  return standardKey(secret) !== undefined;
}

function keysOf(signing: Signing, secret: string): KeyObject[] {
  const name = `${signing} ${secret}`;
  let found = keys.get(name);
  if (found === undefined) {
    const literal = signing === 'standard' ? [] : [Buffer.from(secret, 'utf8')];
    const standard = signing === 'literal' ? undefined : standardKey(secret);
    found = [...literal, ...(standard === undefined ? [] : [standard])].map((bytes) => createSecretKey(bytes));
    keys.set(name, found);
  }
  return found;
}

function standardKey(secret: string): Buffer | undefined {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded && bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined;
}
