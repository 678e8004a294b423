import { Op } from 'sequelize';
import { nowSeconds } from './clock.ts';
import { blob, integer, primaryKey, table } from './table.ts';

/** The token of a set-up address, at which the first admin of the server is made. */
export class SetupToken extends table('setup_tokens', {
  /** The SHA-256 of the token. */
  digest: primaryKey(blob()),
  expiresAt: integer(),
}) {
  /** Returns the digests of all tokens that have not expired. */
  static async openDigests(): Promise<Buffer[]> {
    const open = await SetupToken.findAll({ where: { expiresAt: { [Op.gt]: nowSeconds() } } });
    return open.map(({ digest }) => digest);
  }
}
