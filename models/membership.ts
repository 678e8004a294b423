import { QueryTypes, type Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { nowSeconds } from './clock.ts';
import { database, select } from './connection.ts';
import { DirectoryUser } from './directory-user.ts';
import { GroupMember } from './group-member.ts';
import type { ProjectAccess } from './organization.ts';
import { readOne } from './page.ts';
import { RoleAssignment } from './role-assignment.ts';
import { rowsIn } from './statements.ts';
import { integer, primaryKey, type RowOf, table, text } from './table.ts';
import { emailKey, User, type UserRow } from './user.ts';

export type MembershipRow = RowOf<Membership>;
export type Role = components['schemas']['OrganizationRole'];

/** An organization of a user, with the user's role in it. */
export interface OwnMembership {
  id: string;
  name: string;
  role: Role;
  projectAccess: ProjectAccess;
}

/**
 * Returns the statement for the members of an organization, suspended ones too: `user_id`, `created_at`, `suspended`. Its
 * values are the organization's id and the users' ids, if there are any, both twice.
 */
export function everyMember(userIds: readonly string[] = []): string {
  const whose = userIds.length === 0 ? '' : ` AND \`user_id\` IN (${userIds.map(() => '?').join(', ')})`;
  return (
    `SELECT \`user_id\`, \`created_at\`, 0 AS \`suspended\` FROM \`memberships\` WHERE \`organization_id\` = ?${whose}` +
    ` UNION ALL SELECT \`user_id\`, \`suspended_created_at\` AS \`created_at\`, 1 AS \`suspended\` FROM \`directory_users\` WHERE \`organization_id\` = ? AND \`suspended_role\` IS NOT NULL${whose}`
  );
}

/** A user's membership in an organization, with the role. */
export class Membership extends table(
  'memberships',
  {
    organizationId: primaryKey(text()),
    userId: primaryKey(text()),
    role: text<Role>(),
    createdAt: integer(),
  },
  { announced: true },
) {
  /**
   * Gives the user the role, as a new or an existing member. A user's first organization becomes the default. A suspended
   * membership stays suspended.
   */
  static async put(organizationId: string, userId: string, role: Role, tx: Transaction): Promise<void> {
    if (await DirectoryUser.isSuspended(organizationId, userId, tx))
      return DirectoryUser.put(organizationId, userId, { suspendedRole: role }, tx);
    const [updated] = await Membership.update({ role }, { where: { organizationId, userId }, transaction: tx });
    if (updated === 0 && (await Membership.count({ where: { organizationId, userId }, transaction: tx })) === 0) {
      await Membership.create({ organizationId, userId, role, createdAt: nowSeconds() }, { transaction: tx });
    }
    await User.update(
      { defaultOrganizationId: organizationId },
      { where: { id: userId, defaultOrganizationId: null }, transaction: tx },
    );
  }

  /** Adds the user with the role. An existing member keeps theirs. The caller holds the lock on the organization. */
  static async join(organizationId: string, userId: string, tx: Transaction, role: Role = 'member'): Promise<void> {
    if ((await Membership.count({ where: { organizationId, userId }, transaction: tx })) > 0) return;
    await Membership.put(organizationId, userId, role, tx);
  }

  /** Suspends a membership. The user's groups and roles wait for its end. The caller holds the lock on the organization. */
  static async suspend({ organizationId, userId, role, createdAt }: MembershipRow, tx: Transaction): Promise<void> {
    const suspended = { suspendedRole: role, suspendedCreatedAt: createdAt };
    await DirectoryUser.put(organizationId, userId, suspended, tx);
    await Membership.destroy({ where: { organizationId, userId }, transaction: tx });
    await Membership.moveDefaults(organizationId, tx, userId);
  }

  /** Ends the suspension of a membership, if there is one. The caller holds the lock on the organization. */
  static async resume(organizationId: string, userId: string, tx: Transaction): Promise<void> {
    const found = await DirectoryUser.findOne({ where: { organizationId, userId }, transaction: tx });
    if (found === null || found.suspendedRole === null) return;
    const { suspendedRole: role, suspendedCreatedAt } = found;
    await DirectoryUser.put(organizationId, userId, { suspendedRole: null, suspendedCreatedAt: null }, tx);
    await Membership.put(organizationId, userId, role, tx);
    if (suspendedCreatedAt === null) return;
    const since = { createdAt: suspendedCreatedAt };
    await Membership.update(since, { where: { organizationId, userId }, transaction: tx });
  }

  /** Deletes a membership, with the user's groups and roles in the organization and its projects. */
  static async leave(organizationId: string, userId: string, tx: Transaction): Promise<void> {
    await GroupMember.destroy({ where: { organizationId, userId }, transaction: tx });
    await RoleAssignment.destroy({ where: { organizationId, principalId: userId }, transaction: tx });
    await Membership.destroy({ where: { organizationId, userId }, transaction: tx });
    await DirectoryUser.forget(organizationId, userId, tx);
    await Membership.moveDefaults(organizationId, tx, userId);
  }

  /**
   * Changes the default organization of users who have this one as their default (of one user if `userId` is given).
   * The new default is the organization that the user has been a member of longest, or none.
   */
  static async moveDefaults(organizationId: string, tx: Transaction, userId?: string): Promise<void> {
    const longest =
      'SELECT m.organization_id FROM memberships m WHERE m.user_id = users.id AND m.organization_id <> :organizationId ORDER BY m.created_at, m.organization_id LIMIT 1';
    const whose = userId === undefined ? '' : ' AND id = :userId';
    await database().sequelize.query(
      `UPDATE users SET default_organization_id = (${longest}) WHERE default_organization_id = :organizationId${whose}`,
      { replacements: { organizationId, userId }, type: QueryTypes.UPDATE, transaction: tx },
    );
  }

  /** Returns the user's role in the organization, or undefined if the user is not a member. */
  static async roleOf(organizationId: string, userId: string): Promise<Role | undefined> {
    return (await readOne(Membership, { organizationId, userId }))?.role;
  }

  /** Returns the id of the organization's member, or suspended member, with this e-mail address. */
  static async byEmail(organizationId: string, email: string): Promise<string | undefined> {
    const [found] = await select<{ id: string }>(
      `SELECT u.\`id\` AS \`id\` FROM \`users\` u JOIN (${everyMember()}) m ON m.\`user_id\` = u.\`id\` WHERE u.\`email_key\` = ?`,
      [organizationId, organizationId, emailKey(email)],
    );
    return found?.id;
  }

  /** Returns the organizations of a user, with the user's role in each, oldest first. */
  static ofUser(userId: string, tx?: Transaction): Promise<OwnMembership[]> {
    const sql =
      'SELECT o.`id` AS `id`, o.`name` AS `name`, o.`project_access` AS `projectAccess`, m.`role` AS `role` FROM `memberships` m JOIN `organizations` o ON o.`id` = m.`organization_id` WHERE m.`user_id` = ? ORDER BY o.`id`';
    return tx === undefined ? select(sql, [userId]) : rowsIn(tx, sql, [userId]);
  }

  /**
   * Returns the member as the API shows it.
   * @param activeKeys the number of active keys that the user made in the organization. Undefined for a caller who may
   *   not see what only owners and admins do.
   */
  static toResource(
    row: MembershipRow,
    user: UserRow,
    activeKeys: number | undefined,
  ): components['schemas']['Member'] {
    return {
      id: user.id,
      object: 'organization.user',
      added_at: row.createdAt,
      email: user.email,
      name: user.name,
      role: row.role,
      ...(activeKeys === undefined
        ? {}
        : {
            email_verified: Boolean(user.emailVerified),
            is_admin: Boolean(user.isAdmin),
            active_keys: activeKeys,
          }),
    };
  }
}
