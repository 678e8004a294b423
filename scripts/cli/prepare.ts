// Completes request bodies, so that a person has to type less.

import { generateWebhookSecret, isStandardSecret } from '../../services/webhooks/signing.ts';
import type { Json } from '../document/index.ts';
import { choose } from './confirm.ts';
import { printNote } from './output.ts';

/**
 * Completes a body before it is sent. Returns the added members that the person must see, because no response shows
 * them.
 * @param read returns the current resource; undefined if the resource is being created.
 * @param person `isAsked` if it can be asked. `tellAfter` prints a note when the request has succeeded.
 */
export type Preparation = (
  body: Record<string, Json>,
  read: (() => Promise<Record<string, unknown>>) | undefined,
  person: { isAsked: boolean; tellAfter(note: string): void },
) => Promise<Record<string, Json>>;

/**
 * Asks how a new webhook signs, and generates a secret for a webhook without one. If the server generated it during an
 * update, no response would show it.
 */
export const prepareProject: Preparation = async (body, read, { isAsked, tellAfter }) => {
  const { webhook_url: url, webhook_secret: secret, webhook_signing: signing } = body;
  if (typeof url !== 'string' || (secret !== undefined && signing !== undefined)) return {};
  const now = await read?.();
  const isNew = now === undefined || (now.webhook_url === null && now.webhook_signing === 'literal');
  if (isNew && signing === undefined) {
    if (isAsked) body.webhook_signing = await choose('Webhook signing', signingsFor(secret));
    else tellAfter(literalNote);
  }
  if (secret !== undefined || (now !== undefined && now.webhook_secret !== null)) return {};
  body.webhook_secret = generateWebhookSecret();
  return { webhook_secret: body.webhook_secret };
};

/** Returns the ways of signing, the best one first. Standard signing needs a secret in a form of its own. */
function signingsFor(secret: Json | undefined): [string, ...string[]] {
  if (typeof secret === 'string' && !isStandardSecret(secret)) return ['literal'];
  return ['standard', 'literal', 'dual'];
}

const literalNote =
  "The webhook signs as 'literal', which no library verifies with the secret as shown. For libraries, send --webhook-signing standard.";

/** Sets the chunking type if sizes are given without it. Otherwise the server would ignore the sizes. */
export const prepareVectorStore: Preparation = async ({ chunking_strategy: chunking }) => {
  if (typeof chunking !== 'object' || chunking === null || Array.isArray(chunking)) return {};
  if (chunking.static !== undefined) chunking.type ??= 'static';
  return {};
};

/** Says before a person becomes an owner or an admin that nobody has proved to own the account's address. */
export const prepareRights: Preparation = async (body, read) => {
  if (read === undefined || (body.is_admin !== true && body.role !== 'owner')) return {};
  const { email, email_verified: isVerified } = await read();
  if (isVerified === false)
    printNote(`The address ${email} is not verified. Check that the account belongs to the right person.`);
  return {};
};
