// Signs webhook deliveries as the document says. It shares no code with the server, so that a mistake there is not
// repeated here.

import { createHmac } from 'node:crypto';

export type Signing = 'literal' | 'standard' | 'dual';

export const signings: readonly Signing[] = ['literal', 'standard', 'dual'];

/** Returns the signatures of a delivery, each with its version, in the order of the header. */
export function signaturesOf(signing: Signing, secret: string, id: string, timestamp: string, body: string): string[] {
  return keysOf(signing, secret).map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
}

/** Returns true if the secret has the form that `standard` and `dual` need: whsec_ and the base64 of 24 to 64 bytes. */
export function isStandardSecret(secret: string): boolean {
  const bytes = decoded(secret);
  return `whsec_${bytes.toString('base64')}` === secret && bytes.length >= 24 && bytes.length <= 64;
}

function keysOf(signing: Signing, secret: string): Buffer[] {
  const literal = Buffer.from(secret, 'utf8');
  if (signing === 'literal') return [literal];
  return signing === 'standard' ? [decoded(secret)] : [literal, decoded(secret)];
}

function decoded(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}
