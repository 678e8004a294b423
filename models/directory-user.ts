// A person of an organization as its directory (SCIM) knows them: a member, a former member whose account it made, or a
// member whose membership is suspended. A suspended membership is here and not in `memberships`, so that everything that
// asks for a membership refuses the person.

import { Op, type Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { boolean, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type DirectoryUserRow = RowOf<DirectoryUser>;

export class DirectoryUser extends table('directory_users', {
  organizationId: primaryKey(text()),
  userId: primaryKey(text()),
  externalId: nullable(text()),
  givenName: nullable(text()),
  familyName: nullable(text()),
  madeAccount: boolean(),
  disabledAccount: boolean(),
  /** The role of a suspended membership; null: it is not suspended. */
  suspendedRole: nullable(text<components['schemas']['OrganizationRole']>()),
  /** The time of a suspended membership's beginning. */
  suspendedCreatedAt: nullable(integer()),
}) {
  /** Changes what is known of the person. */
  static async put(
    organizationId: string,
    userId: string,
    changes: Partial<Omit<DirectoryUserRow, 'organizationId' | 'userId'>>,
    tx: Transaction,
  ): Promise<void> {
    const where = { organizationId, userId };
    if ((await DirectoryUser.count({ where, transaction: tx })) > 0) {
      await DirectoryUser.update(changes, { where, transaction: tx });
      return;
    }
    await DirectoryUser.create({ ...nothing, ...where, ...changes }, { transaction: tx });
  }

  /** Returns true if the person's membership in the organization is suspended. */
  static async isSuspended(organizationId: string, userId: string, tx: Transaction): Promise<boolean> {
    const where = { organizationId, userId, suspendedRole: { [Op.ne]: null } };
    return (await DirectoryUser.count({ where, transaction: tx })) > 0;
  }

  /** Forgets a person who leaves the organization, but not who made the account. */
  static async forget(organizationId: string, userId: string, tx: Transaction): Promise<void> {
    const where = { organizationId, userId };
    await DirectoryUser.destroy({ where: { ...where, madeAccount: false }, transaction: tx });
    const left = { externalId: null, suspendedRole: null, suspendedCreatedAt: null };
    await DirectoryUser.update(left, { where, transaction: tx });
  }
}

const nothing = {
  externalId: null,
  givenName: null,
  familyName: null,
  madeAccount: false,
  disabledAccount: false,
  suspendedRole: null,
  suspendedCreatedAt: null,
};
