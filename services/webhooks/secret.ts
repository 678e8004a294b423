// The secret that signs a project's deliveries.

import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** A secret that is valid in both readings: as text, and as Standard Webhooks' padded base64 of 32 bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
