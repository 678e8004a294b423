// Encrypts secrets that must be readable again, such as webhook signing keys, with AES-256-GCM. The key comes from the
// configuration, or else from the data directory (secrets-file.ts).
//
// A ciphertext is bound to its table, column and row (associated data). So a person who can write to the database
// cannot move it to a place where the server would use it for something else. Each value has its own key, by HKDF with
// a random salt. Values of the first version (`v1:`) have neither; they are still read but no longer written.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { ConfigError } from './config.ts';
import { keyInFile } from './secrets-file.ts';

const saltBytes = 16;
const ivBytes = 12;
const tagBytes = 16;

/** The location of an encrypted value in the database. */
export interface SealedPlace {
  table: string;
  column: string;
  /** Identifies the row within its table. */
  row: string;
}

export interface Secrets {
  /** Encrypts a text for a location. */
  seal(text: string, place: SealedPlace): string;
  /** Decrypts a value. Throws if the key or the location differs, or if the value was modified. */
  open(sealed: string, place: SealedPlace): string;
  /** Returns true if the text can be opened: it was sealed with this key, for this place. */
  opens(sealed: string, place: SealedPlace): boolean;
  /** Returns a keyed hash (HMAC) of the text in hexadecimal digits. */
  mac(text: string): string;
  /** Returns a key of 32 bytes for one purpose, which reveals nothing about the keys of other purposes. */
  keyFor(purpose: string): Buffer;
}

/** Returns true if a stored text is encrypted. JSON never is. */
export function isSealed(text: string): boolean {
  return text.startsWith('v2:') || text.startsWith('v1:');
}

/** Returns a unique text for a location. */
export function placeKey({ table, column, row }: SealedPlace): string {
  return JSON.stringify([table, column, row]);
}

/**
 * Returns the encryption with the configured key, or else with the key of the data directory, which is generated with
 * the database.
 */
export function createSecrets(configuredKey: string, dataDir: string): Secrets {
  const key = configuredKey === '' ? keyInFile(dataDir) : configuredKey;
  if (key === undefined) throw new ConfigError(['There is no secrets.key in SVC_DATA_DIR.']);
  return secretsUnder(key);
}

/** Returns the encryption with a key that is derived from a text. The text must be hard to guess. */
export function secretsUnder(text: string): Secrets {
  const key = createHash('sha256').update(text).digest();
  // A key object, because Node takes 13 µs to make one of bytes, and 2 µs for the rest of a keyed hash.
  const macKey = createSecretKey(createHmac('sha256', key).update('mac').digest());
  const valueKey = (salt: Uint8Array): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, salt, 'svc sealed value', 32));
  const open = (sealed: string, place: SealedPlace): string => {
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    if (sealed.startsWith('v1:')) return decrypted(bytes, key, undefined);
    return decrypted(bytes.subarray(saltBytes), valueKey(bytes.subarray(0, saltBytes)), place);
  };
  return {
    seal(text, place) {
      const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
      const cipher = createCipheriv('aes-256-gcm', valueKey(salt), iv).setAAD(Buffer.from(placeKey(place)));
      const sealed = Buffer.concat([salt, iv, cipher.update(text, 'utf8'), cipher.final()]);
      return `v2:${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64')}`;
    },
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', key, '', `svc key for ${purpose}`, 32)),
    mac: (text) => createHmac('sha256', macKey).update(text).digest('hex'),
    open,
    opens(sealed, place) {
      try {
        open(sealed, place);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Decrypts bytes that consist of an initialization vector, the ciphertext and its authentication tag. */
function decrypted(bytes: Buffer, key: Uint8Array, place: SealedPlace | undefined): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  if (place !== undefined) decipher.setAAD(Buffer.from(placeKey(place)));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
