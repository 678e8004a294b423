// The storage of the secret that signs a project's deliveries.

import { LRUCache } from 'lru-cache';
import { placeKey, type SealedPlace, type Secrets } from '../settings/index.ts';

const maxOpened = 2000;

/** Returns the place of a project's secret in the database, to which its encryption is bound. */
export function secretPlace(projectId: string, column: 'webhook_secret' | 'webhook_old_secret'): SealedPlace {
  return { table: 'projects', column, row: projectId };
}

/** Decrypts each secret once and caches it. */
export function cachedDecryption(secrets: Pick<Secrets, 'open'>): Pick<Secrets, 'open'> {
  const opened = new LRUCache<string, string>({ max: maxOpened });
  return {
    open(sealed, place) {
      // The key contains the place: a ciphertext that was copied to another place must not be found in the cache.
      const key = `${placeKey(place)}${sealed}`;
      const known = opened.get(key);
      if (known !== undefined) return known;
      const text = secrets.open(sealed, place);
      opened.set(key, text);
      return text;
    },
  };
}
