// The secret that signs a project's deliveries.

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { placeKey, type SealedPlace, type Secrets } from '../settings/index.ts';

const secretBytes = 32;
const maxOpened = 2000;

/** Where a project's secret is stored. */
export function secretPlace(projectId: string, column: 'webhook_secret' | 'webhook_old_secret'): SealedPlace {
  return { table: 'projects', column, row: projectId };
}

/** Opens secrets that are opened again and again, each once. */
export function openedOnce(secrets: Pick<Secrets, 'open'>): Pick<Secrets, 'open'> {
  const opened = new LRUCache<string, string>({ max: maxOpened });
  return {
    open(sealed, place) {
      // A value that was moved here is not the one that was opened there.
      const key = `${placeKey(place)}${sealed}`;
      const known = opened.get(key);
      if (known !== undefined) return known;
      const text = secrets.open(sealed, place);
      opened.set(key, text);
      return text;
    },
  };
}

/** The secret with which a library that takes base64 behind `whsec_` checks signatures by the secret's own bytes. */
export function asStandardSecret(secret: string): string {
  return `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`;
}

/** A secret that is valid in both readings: as text, and as Standard Webhooks' padded base64 of 32 bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
