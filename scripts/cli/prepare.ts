// Completes request bodies, so that a person has to type less.

import { generateWebhookSecret } from '../../services/webhooks/index.ts';
import type { Json } from '../document/index.ts';
import { printNote } from './output.ts';

/**
 * Completes a body before it is sent. Returns the added members that the person must see, because no response shows
 * them.
 * @param read returns the current resource; undefined if the resource is being created.
 */
export type Preparation = (
  body: Record<string, Json>,
  read: (() => Promise<Record<string, unknown>>) | undefined,
) => Promise<Record<string, Json>>;

/**
 * Generates a secret for a webhook without one. If the server generated it during an update, no response would show it.
 */
export const prepareProject: Preparation = async (body, read) => {
  if (typeof body.webhook_url !== 'string' || body.webhook_secret !== undefined) return {};
  if (read !== undefined && (await read()).webhook_secret !== null) return {};
  body.webhook_secret = generateWebhookSecret();
  return { webhook_secret: body.webhook_secret };
};

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
