// Counters of attempts in windows of time, and the addresses a user has signed in from. They stand in the database, so
// that several servers count together.

import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { database } from './connection.ts';

/** How often something happened since the window began. */
export class Throttle extends Model<InferAttributes<Throttle>, InferCreationAttributes<Throttle>> {
  /** The SHA-256 of what is counted. */
  declare digest: Buffer;
  declare startedAt: number;
  declare expiresAt: number;
  declare count: number;

  /** Counts once more, in a new window if the last one has passed, and returns the count. Holds the row until the end of the transaction. */
  static async countOnce(
    digest: Buffer,
    now: number,
    windowSeconds: number,
    transaction: Transaction,
  ): Promise<Throttle> {
    const { sequelize, dialect } = database();
    const fresh = '`expires_at` <= $now';
    const [conflict, given] =
      dialect === 'mysql' ? ['ON DUPLICATE KEY UPDATE', 'IF'] : ['ON CONFLICT (`digest`) DO UPDATE SET', 'IIF'];
    await sequelize.query(
      `INSERT INTO throttles (digest, started_at, expires_at, count) VALUES ($digest, $now, $end, 1) ${conflict} ` +
        `count = ${given}(${fresh}, 1, count + 1), started_at = ${given}(${fresh}, $now, started_at), expires_at = ${given}(${fresh}, $end, expires_at)`,
      { bind: { digest, now, end: now + windowSeconds }, type: QueryTypes.RAW, transaction },
    );
    const row = await Throttle.findOne({ where: { digest }, transaction });
    if (row === null) throw new Error('A throttle row vanished inside its transaction');
    return row;
  }

  /** Takes one count back. */
  static async takeBack(digest: Buffer): Promise<void> {
    await Throttle.decrement('count', { where: { digest, count: { [Op.gt]: 0 } } });
  }

  /** Forgets windows that have passed. */
  static async sweep(now: number): Promise<void> {
    await Throttle.destroy({ where: { expiresAt: { [Op.lte]: now } } });
  }
}

/** An address that a user has signed in from. */
export class KnownAddress extends Model<InferAttributes<KnownAddress>, InferCreationAttributes<KnownAddress>> {
  /** The SHA-256 of the e-mail address and the network address. */
  declare digest: Buffer;
  declare userId: string;
  declare lastSeenAt: number;

  /** Forgets those that nobody has signed in from since. Unix seconds. */
  static async sweep(before: number): Promise<void> {
    await KnownAddress.destroy({ where: { lastSeenAt: { [Op.lt]: before } } });
  }
}

export function defineThrottle(sequelize: Sequelize): void {
  Throttle.init(
    {
      digest: { type: DataTypes.BLOB, primaryKey: true },
      startedAt: DataTypes.BIGINT,
      expiresAt: DataTypes.BIGINT,
      count: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'throttles' },
  );
  KnownAddress.init(
    {
      digest: { type: DataTypes.BLOB, primaryKey: true },
      userId: DataTypes.STRING,
      lastSeenAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'known_addresses' },
  );
}
