// A sign-in and its tokens. A refresh adds a token pair and ends the old pair. Ending the sign-in deletes all its
// tokens. A used refresh token is kept as long as the sign-in, so that a second use is detected.

import { blob, integer, nullable, primaryKey, type RowOf, table, text, withDefault } from './table.ts';

export type LoginMethod = 'password' | 'provider' | 'operator';

export type LoginRow = RowOf<Login>;

/** A sign-in of a user. */
export class Login extends table(
  'logins',
  {
    id: primaryKey(text()),
    userId: text(),
    /** How the user proved to be this user. `operator`: by a secret of the machine, such as the set-up address. */
    method: withDefault(text<LoginMethod>(), 'password'),
    /** The device that was approved in the panel; null for other sign-ins. */
    clientName: nullable(text()),
    expiresAt: integer(),
    createdAt: integer(),
  },
  { announced: true },
) {}

/** A token of a sign-in, as the SHA-256 of its text. */
export class LoginToken extends table(
  'login_tokens',
  {
    digest: primaryKey(blob()),
    loginId: text(),
    kind: text<'access' | 'refresh'>(),
    expiresAt: integer(),
    usedAt: nullable(integer()),
  },
  { announced: true },
) {}

/**
 * The successor of a browser's refresh token, kept for a few seconds in which another tab may still send the old token:
 * the new tokens, encrypted with the old token, which is not stored.
 */
export class SessionSuccessor extends table('session_successors', {
  /** The SHA-256 of the old refresh token. */
  digest: primaryKey(blob()),
  loginId: text(),
  sealedTokens: text(),
  expiresAt: integer(),
}) {}
