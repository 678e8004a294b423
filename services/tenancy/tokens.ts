// The format of credentials, and their stored form.
//
// A credential is the prefix of its kind, 43 base62 characters (256 random bits) and a base62 CRC-32 of all that, so
// that a mistyped credential is refused without a database query. The database stores the SHA-256 of the whole text,
// prefix included, so that the same characters with another prefix are another credential.

import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const credentialPrefixes = {
  access: 'svcuser_',
  refresh: 'svcuserrefresh_',
  organization_key: 'svcorg_',
  project_key: 'svcproj_',
  // The tokens of links. No operation accepts them as a credential.
  reset: 'svcreset_',
  invitation: 'svcinvitation_',
  setup: 'svcsetup_',
  sign_in: 'svcsignin_',
} as const;

export type CredentialKind = keyof typeof credentialPrefixes;

export interface Minted {
  /** The credential itself. Shown once, never stored. */
  value: string;
  digest: Buffer;
  /** The prefix and the last characters. */
  redactedValue: string;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checksumLength = 6;
const shape = /^([a-z]+_)[0-9A-Za-z]{49}$/;
const kinds = new Map(Object.entries(credentialPrefixes).map(([kind, prefix]) => [prefix, kind as CredentialKind]));

/** Creates a credential of the kind. */
export function mint(kind: CredentialKind): Minted {
  return mintFrom(kind, randomBytes);
}

/** Creates a credential of the kind from a source of bytes. */
export function mintFrom(kind: CredentialKind, bytes: (count: number) => Buffer): Minted {
  const body = credentialPrefixes[kind] + textFrom(bytes, randomLength);
  const value = body + checksum(body);
  return { value, digest: digestOf(value), redactedValue: `${credentialPrefixes[kind]}...${value.slice(-3)}` };
}

/** Returns the kind of a credential, or undefined if its prefix, length or checksum is wrong. */
export function credentialKind(value: string): CredentialKind | undefined {
  const prefix = shape.exec(value)?.[1];
  if (prefix === undefined || checksum(value.slice(0, -checksumLength)) !== value.slice(-checksumLength))
    return undefined;
  return kinds.get(prefix as never);
}

/** Returns the SHA-256 of a credential. */
export function digestOf(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

/** Returns the SHA-256 of a credential in base64url, for use as a map key. */
export function digestKey(value: string): string {
  return hash('sha256', value, 'base64url');
}

function textFrom(bytes: (count: number) => Buffer, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of bytes(length)) {
      // 248 is the largest multiple of 62 in a byte. Higher bytes are dropped, because they would favour the first
      // letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let position = 0; position < checksumLength; position += 1) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
