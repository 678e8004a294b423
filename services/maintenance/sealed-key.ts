// Encrypts the secrets key in a backup under a passphrase, so that a person who finds the backup cannot read its
// secrets. With scrypt each guess costs 128 MiB of memory and about half a second.

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const [costs, blockSize, threads] = [2 ** 17, 8, 1];
/** With scrypt at these costs, a guess of a random passphrase of this length costs more than the secrets are worth. */
export const shortestPassphrase = 12;
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

export interface SealedKey {
  salt: string;
  iv: string;
  sealed: string;
  tag: string;
}

/** Encrypts the key with AES-256-GCM under the passphrase. */
export async function sealKey(key: string, passphrase: string): Promise<SealedKey> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv);
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return { salt: text(salt), iv: text(iv), sealed: text(sealed), tag: text(cipher.getAuthTag()) };
}

/** Returns true for a passphrase with fewer than `shortestPassphrase` characters. A backup that has one is still opened. */
export function isShort(passphrase: string): boolean {
  return [...passphrase.normalize('NFC')].length < shortestPassphrase;
}

/** Returns the key, or undefined if the passphrase is wrong. */
export async function openKey({ salt, iv, sealed, tag }: SealedKey, passphrase: string): Promise<string | undefined> {
  const cipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, bytes(salt)), bytes(iv), {
    authTagLength: 16,
  });
  cipher.setAuthTag(bytes(tag));
  try {
    return cipher.update(bytes(sealed), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const options = { N: costs, r: blockSize, p: threads, maxmem: 256 * costs * blockSize };
  return derive(passphrase.normalize('NFC'), salt, 32, options);
}

function text(value: Buffer): string {
  return value.toString('base64');
}

function bytes(value: string): Buffer {
  return Buffer.from(value, 'base64');
}
