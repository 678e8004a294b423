// The secret that signs a project's deliveries.

import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** The secret with which a library that takes base64 behind `whsec_` checks signatures by the secret's own bytes. */
export function asStandardSecret(secret: string): string {
  return `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`;
}

/** A secret that is valid in both readings: as text, and as Standard Webhooks' padded base64 of 32 bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
