// What the command line adds to a request, so that a person need not.

import { generateWebhookSecret } from '../../services/webhooks/index.ts';
import type { Json } from '../document/index.ts';

/**
 * Completes a body before it is sent. Returns what of it the person must see, since no answer shows it.
 * @param read the resource as it is now; undefined where it is being created.
 */
export type Preparation = (
  body: Record<string, Json>,
  read: (() => Promise<Record<string, unknown>>) | undefined,
) => Promise<Record<string, Json>>;

/** A webhook without a secret gets one made here: of an update's answer, the server's own would never be seen. */
export const prepareProject: Preparation = async (body, read) => {
  if (typeof body.webhook_url !== 'string' || body.webhook_secret !== undefined) return {};
  if (read !== undefined && (await read()).webhook_secret !== null) return {};
  body.webhook_secret = generateWebhookSecret();
  return { webhook_secret: body.webhook_secret };
};

/** Sizes without a type mean the type that takes sizes; the server would ignore them. */
export const prepareVectorStore: Preparation = async ({ chunking_strategy: chunking }) => {
  if (typeof chunking !== 'object' || chunking === null || Array.isArray(chunking)) return {};
  if (chunking.static !== undefined) chunking.type ??= 'static';
  return {};
};
