// Secrets that must be readable again, such as a webhook's signing key: AES-256-GCM at rest, under a key of the
// configuration, or else one that is made once and kept in the data directory (secrets-file.ts).

import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { ConfigError } from './config.ts';
import { keyInFile } from './secrets-file.ts';

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

export interface Secrets {
  /** The text as it may be stored. */
  seal(text: string): string;
  /** What was sealed. Throws where the key is another one, or the stored text was changed. */
  open(sealed: string): string;
  /** A seal over the text, in hexadecimal digits, that nobody can make, or check, without the key. */
  mac(text: string): string;
}

/** Whether a stored text is what a sealer made of one; JSON is none. */
export function isSealed(text: string): boolean {
  return text.startsWith(`${version}:`);
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
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}:${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64')}`;
    },
    mac: (text) => createHmac('sha256', macKey).update(text).digest('hex'),
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
