// Counters of attempts in time windows, and the addresses that users have signed in from. The database holds them, so
// that several servers share the counts.

import { Op, QueryTypes, type Transaction } from 'sequelize';
import { maxAheadSeconds } from './clock.ts';
import { database } from './connection.ts';
import { blob, integer, primaryKey, table, text } from './table.ts';

/** A counter of events in the current window. */
export class Throttle extends table('throttles', {
  /** The SHA-256 of the counted subject. */
  digest: primaryKey(blob()),
  startedAt: integer(),
  expiresAt: integer(),
  count: integer(),
}) {
  /**
   * Increments the counter and returns the count. Starts a new window if the last one has passed, or if a wrong clock
   * began it: it would not pass for months. Locks the row until the end of the transaction.
   */
  static async countOnce(digest: Buffer, now: number, windowSeconds: number, tx: Transaction): Promise<Throttle> {
    const { sequelize, dialect } = database();
    // MySQL assigns from left to right, so that the condition needs the column that is assigned last, and no other.
    const fresh = '(`expires_at` <= $now OR `expires_at` > $latest)';
    const end = now + windowSeconds;
    const [conflict, given] =
      dialect === 'mysql' ? ['ON DUPLICATE KEY UPDATE', 'IF'] : ['ON CONFLICT (`digest`) DO UPDATE SET', 'IIF'];
    await sequelize.query(
      `INSERT INTO throttles (digest, started_at, expires_at, count) VALUES ($digest, $now, $end, 1) ${conflict} ` +
        `count = ${given}(${fresh}, 1, count + 1), started_at = ${given}(${fresh}, $now, started_at), expires_at = ${given}(${fresh}, $end, expires_at)`,
      { bind: { digest, now, end, latest: end + maxAheadSeconds }, type: QueryTypes.RAW, transaction: tx },
    );
    const row = await Throttle.findOne({ where: { digest }, transaction: tx });
    if (row === null) throw new Error('A throttle row vanished inside its transaction');
    return row;
  }

  /** Decrements the counter. */
  static async takeBack(digest: Buffer): Promise<void> {
    await Throttle.decrement('count', { where: { digest, count: { [Op.gt]: 0 } } });
  }
}

/** A network address that a user has signed in from. */
export class KnownAddress extends table('known_addresses', {
  /** The SHA-256 of the e-mail address and the network address. */
  digest: primaryKey(blob()),
  userId: text(),
  lastSeenAt: integer(),
}) {}
