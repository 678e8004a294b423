import type { LoginMethod } from './login.ts';
import { blob, integer, nullable, primaryKey, table, text, withDefault } from './table.ts';

/** A sign-in whose holder gets a session once it is approved. Its use deletes it. */
export class PendingSignIn extends table('pending_sign_ins', {
  /** The SHA-256 of the device code, or of the link's token. */
  digest: primaryKey(blob()),
  /** The SHA-256 of the code that the device shows; null for a link. */
  userCodeDigest: nullable(blob()),
  clientName: nullable(text()),
  /** The IP address of the device. */
  address: nullable(text()),
  state: text<'open' | 'approved' | 'denied'>(),
  /** The user who decided. */
  userId: nullable(text()),
  /** How that user had signed in. */
  method: nullable(text<LoginMethod>()),
  /** The sign-in of that user. */
  loginId: nullable(text()),
  intervalSeconds: withDefault(integer(), 0),
  polledAt: nullable(integer()),
  createdAt: integer(),
  expiresAt: integer(),
}) {}
