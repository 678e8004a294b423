// The private key by which this server proves to an identity provider that it is the client (`private_key_jwt`).

import { createPrivateKey, type KeyObject, type webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';

const minRsaBits = 2048;

/** How a key signs, in the words of Web Crypto. */
export type SigningAlgorithm = { name: string; hash?: string; namedCurve?: string };

const curves: Record<string, SigningAlgorithm> = {
  prime256v1: { name: 'ECDSA', namedCurve: 'P-256' },
  secp384r1: { name: 'ECDSA', namedCurve: 'P-384' },
  secp521r1: { name: 'ECDSA', namedCurve: 'P-521' },
};

/** Returns the PEM of a private key, which is given itself or as the path of its file. Its errors never show the value. */
export function clientKey(value: unknown): string {
  if (typeof value !== 'string') throw new Error('must be a private key (PEM), or the path of a file with one.');
  const pem = value.trimStart().startsWith('-----BEGIN') ? value : contentOf(value);
  algorithmOf(privateKeyIn(pem));
  return pem;
}

/** Returns the key of a setting, for signing only. */
export function signingKey(pem: string): webcrypto.CryptoKey {
  const key = privateKeyIn(pem);
  return key.toCryptoKey(algorithmOf(key), false, ['sign']);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Error(`must be a private key (PEM), or the path of a file with one; the file cannot be read (${code}).`);
  }
}

function privateKeyIn(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error('has no private key that can be read. It must be a PEM without a passphrase.');
  }
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): SigningAlgorithm {
  if (type === 'ed25519') return { name: 'Ed25519' };
  const curve = type === 'ec' ? curves[details.namedCurve ?? ''] : undefined;
  if (curve !== undefined) return curve;
  if (type === 'rsa' && (details.modulusLength ?? 0) >= minRsaBits)
    return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  throw new Error(
    `must be an RSA key of ${minRsaBits} bits or more, an EC key (P-256, P-384, P-521) or an Ed25519 key.`,
  );
}
