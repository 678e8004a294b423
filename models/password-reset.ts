import { Op, type Transaction } from 'sequelize';
import { nowSeconds } from './clock.ts';
import { blob, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';
import { User } from './user.ts';

/** `mail`: mailed to the user. `admin`: handed over by an admin. `operator`: made on the server's machine. */
export type LinkOrigin = 'mail' | 'admin' | 'operator';

export type PasswordResetRow = RowOf<PasswordReset>;

/** A password reset link. A user has at most one, the newest. Redeeming the link deletes it. */
export class PasswordReset extends table('password_resets', {
  userId: primaryKey(text()),
  /** The SHA-256 of the link's token. */
  digest: blob(),
  /** How the link reached the user. Null: a version before 0.3 wrote the row, and the link is refused. */
  origin: nullable(text<LinkOrigin>()),
  /** The admin who made the link. Null for the other origins. */
  madeBy: nullable(text()),
  expiresAt: integer(),
}) {
  /** Returns the link with this token, unless it has expired or its maker may no longer make links. */
  static async open(digest: Buffer, tx?: Transaction): Promise<PasswordResetRow | undefined> {
    const where = { digest, origin: { [Op.ne]: null }, expiresAt: { [Op.gt]: nowSeconds() } };
    const link = await PasswordReset.findOne({ where, transaction: tx ?? null });
    if (link === null || link.origin !== 'admin') return link ?? undefined;
    // Locked, so that the maker is not dismissed between this check and the commit.
    const options = tx === undefined ? {} : { transaction: tx, lock: true };
    const maker = await User.findOne({
      where: { id: String(link.madeBy), isAdmin: true, disabled: false },
      ...options,
    });
    return maker === null ? undefined : link;
  }

  /** Deletes the link on use. Returns undefined if it is no longer open, or another request was first. */
  static async redeem(digest: Buffer, tx: Transaction): Promise<PasswordResetRow | undefined> {
    const link = await PasswordReset.open(digest, tx);
    return (await PasswordReset.destroy({ where: { digest }, transaction: tx })) === 1 ? link : undefined;
  }
}
