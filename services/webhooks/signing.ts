// Signatures of webhook events, and the secrets that make them.
//
// The signed string is `{webhook-id}.{webhook-timestamp}.{body}`, with the body byte for byte as it is stored and sent.
// The signings differ in the key. `literal`: the UTF-8 bytes of the secret, `whsec_` included. `standard`, as in
// Standard Webhooks: the decoded base64 after `whsec_`. `dual`: both signatures, for receivers that migrate.
//
// A second signature breaks receivers that compare the whole header. So there is only one, except with `dual` or during
// a rotation that keeps the old secret.

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { components } from '../../generated/openapi.ts';

export type Signing = components['schemas']['WebhookSigning'];

const secretBytes = 32;
const keys = new LRUCache<string, KeyObject[]>({ max: 2000 });

/**
 * Returns the value of the `webhook-signature` header.
 * @param secrets the current secret, followed by old secrets that still sign.
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

/** Returns true if Standard Webhooks libraries accept the secret: `whsec_` and the strict base64 of 24 to 64 bytes. */
export function isStandardSecret(secret: string): boolean {
  return standardKey(secret) !== undefined;
}

/**
 * Returns the secret in the form of Standard Webhooks libraries (base64 after `whsec_`), so that they verify `literal`
 * signatures.
 */
export function asStandardSecret(secret: string): string {
  return `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`;
}

/** Returns a new secret that is valid for both signings: as text, and as the padded base64 of 32 bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
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
