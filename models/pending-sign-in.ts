import { Op } from 'sequelize';
import { nowSeconds } from './clock.ts';
import type { LoginMethod } from './login.ts';
import { deleteInBatches } from './sweep.ts';
import { blob, integer, nullable, primaryKey, type RowOf, table, text, withDefault } from './table.ts';

export type PendingSignInRow = RowOf<PendingSignIn>;

/** For how many seconds an expired row says that it has expired. */
const keptSeconds = 3600;

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
}) {
  /** Deletes expired rows. */
  static async sweep(signal?: AbortSignal): Promise<void> {
    await deleteInBatches(PendingSignIn, { expiresAt: { [Op.lte]: nowSeconds() - keptSeconds } }, signal);
  }
}
