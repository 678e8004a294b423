// Encrypts secrets that must be readable again, such as a webhook's signing key: AES-256-GCM at rest, under a key of the
// configuration, or else one that is made once and kept in the data directory (secrets-file.ts).
//
// A sealed value is bound to its table, column and row (associated data): whoever can write to the database cannot move it to
// a place where the server would use it for something else. Each value has a key of its own, by HKDF with a random salt.
// Values of the first version (`v1:`) have neither; they are read, and no longer written.

import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ConfigError } from './config.ts';
import { keyInFile } from './secrets-file.ts';

const saltBytes = 16;
const ivBytes = 12;
const tagBytes = 16;

/** Where a sealed value is stored. */
export interface SealedPlace {
  table: string;
  column: string;
  /** What tells the row from all others of its table. */
  row: string;
}

export interface Secrets {
  /** The text as it may be stored in this place. */
  seal(text: string, place: SealedPlace): string;
  /** What was sealed. Throws where the key or the place is another one, or the stored text was changed. */
  open(sealed: string, place: SealedPlace): string;
  /** A seal over the text, in hexadecimal digits, that nobody can make, or check, without the key. */
  mac(text: string): string;
}

/** Whether a stored text is what a sealer made of one; JSON is none. */
export function isSealed(text: string): boolean {
  return text.startsWith('v2:') || text.startsWith('v1:');
}

/** A place as bytes that no other place has. */
export function placeKey({ table, column, row }: SealedPlace): string {
  return JSON.stringify([table, column, row]);
}

/** The sealer under the configured key, or under the data directory's own, which is made with the database. */
export function createSecrets(configuredKey: string, dataDir: string): Secrets {
  const key = configuredKey === '' ? keyInFile(dataDir) : configuredKey;
  if (key === undefined) throw new ConfigError(['There is no secrets.key in SVC_DATA_DIR.']);
  return secretsUnder(key);
}

/** The sealer under a text that is hard to guess. */
export function secretsUnder(text: string): Secrets {
  const key = createHash('sha256').update(text).digest();
  const macKey = createHmac('sha256', key).update('mac').digest();
  const valueKey = (salt: Uint8Array): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, salt, 'svc sealed value', 32));
  return {
    seal(text, place) {
      const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
      const cipher = createCipheriv('aes-256-gcm', valueKey(salt), iv).setAAD(Buffer.from(placeKey(place)));
      const sealed = Buffer.concat([salt, iv, cipher.update(text, 'utf8'), cipher.final()]);
      return `v2:${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64')}`;
    },
    mac: (text) => createHmac('sha256', macKey).update(text).digest('hex'),
    open(sealed, place) {
      const bytes = Buffer.from(sealed.slice(3), 'base64');
      if (sealed.startsWith('v1:')) return decrypted(bytes, key, undefined);
      return decrypted(bytes.subarray(saltBytes), valueKey(bytes.subarray(0, saltBytes)), place);
    },
  };
}

/** Decrypts an initialization vector, a text and its tag, in this order. */
function decrypted(bytes: Buffer, key: Uint8Array, place: SealedPlace | undefined): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  if (place !== undefined) decipher.setAAD(Buffer.from(placeKey(place)));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
