// The accounts of people at identity providers, and what their groups give them.

import { hash } from 'node:crypto';
import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { nowSeconds } from './clock.ts';
import { blob, integer, nullable, primaryKey, table, text } from './table.ts';

/** A person at an identity provider: the issuer and its subject, and the user who signs in by it. */
export class Identity extends table('identities', {
  /** The SHA-256 of issuer and subject: texts of any length, compared byte for byte. */
  digest: primaryKey(blob()),
  userId: text(),
  issuer: text(),
  subject: text(),
  createdAt: integer(),
  lastUsedAt: integer(),
}) {
  /** Returns the id of the user who signs in by this identity, and notes the time of the sign-in. */
  static async use(issuer: string, subject: string, tx: Transaction): Promise<string | undefined> {
    const where = { digest: digestOf(issuer, subject) };
    const identity = await Identity.findOne({ where, transaction: tx });
    await Identity.update({ lastUsedAt: nowSeconds() }, { where, transaction: tx });
    return identity?.userId;
  }

  static async link(userId: string, issuer: string, subject: string, tx: Transaction): Promise<void> {
    const now = nowSeconds();
    const fields = { digest: digestOf(issuer, subject), userId, issuer, subject, createdAt: now, lastUsedAt: now };
    await Identity.create(fields, { transaction: tx });
  }

  /** Returns identities of each of the users, the oldest first. */
  static async ofUsers(userIds: string[]): Promise<Map<string, Identity[]>> {
    const rows =
      userIds.length === 0 ? [] : await Identity.findAll({ where: { userId: userIds }, order: ['createdAt'] });
    return Map.groupBy(rows, ({ userId }) => userId);
  }

  static toResource({ issuer, subject, createdAt, lastUsedAt }: Identity): components['schemas']['Identity'] {
    return { issuer, subject, created_at: createdAt, last_used_at: lastUsedAt };
  }
}

/** A role of a user by the groups of one provider. */
export class GroupRole extends table('group_roles', {
  userId: primaryKey(text()),
  /** The id of an organization, or `server` for admins. */
  scope: primaryKey(text()),
  issuerDigest: primaryKey(blob()),
  /** The role that the groups of this provider give. */
  role: text(),
  /** The role that was given by hand, and stays without the groups; null: none. The same in all rows of a scope. */
  ownRole: nullable(text()),
  /** The role that the last sign-in set. Another role now was given by hand since. The same in all rows of a scope. */
  setRole: text(),
}) {}

export function digestOf(...texts: string[]): Buffer {
  return hash('sha256', JSON.stringify(texts), 'buffer');
}
