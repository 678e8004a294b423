import { Op, type Transaction } from 'sequelize';
import { integer, primaryKey, table, text } from './table.ts';

/**
 * A server's reservation in the limits of a project or of a key, or the reservation of one background response. It
 * expires unless it is renewed.
 */
export class LimitLease extends table('limit_leases', {
  subjectId: primaryKey(text()),
  /** The id of the server, or of the lease of a background response. */
  serverId: primaryKey(text()),
  tokens: integer(),
  /** Billionths of a US dollar. */
  cost: integer(),
  /** Unix seconds. */
  expiresAt: integer(),
}) {
  /**
   * Returns the sum of other servers' reservations. The caller holds the lock of the subject's counts, so the sum
   * cannot change.
   */
  static async sumOfOthers(
    { subjectId, serverId }: Pick<LimitLease, 'subjectId' | 'serverId'>,
    now: number,
    tx: Transaction,
  ): Promise<{ tokens: number; cost: number }> {
    const leases = await LimitLease.findAll({
      where: { subjectId, serverId: { [Op.ne]: serverId }, expiresAt: { [Op.gt]: now } },
      raw: true,
      transaction: tx,
    });
    const sum = { tokens: 0, cost: 0 };
    for (const { tokens, cost } of leases) {
      sum.tokens += Number(tokens);
      sum.cost += Number(cost);
    }
    return sum;
  }

  /** Extends a response's leases to the time, in Unix seconds. */
  static async renew(serverId: string, subjectId: string[], expiresAt: number): Promise<void> {
    await LimitLease.update({ expiresAt }, { where: { subjectId, serverId } });
  }
}
