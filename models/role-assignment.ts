import type { Transaction } from 'sequelize';
import { type SqlValue, select } from './connection.ts';
import { idPrefixes } from './ids.ts';
import { isReadUpwards, type PageOf, type PageQuery } from './page.ts';
import { rowsIn } from './statements.ts';
import { integer, nullable, primaryKey, table, text } from './table.ts';

/** A role that a user has in an organization or a project, by themselves or by a group. */
export interface HeldRole {
  organizationId: string;
  resourceId: string;
  roleId: string;
  /** The permissions of an own role, as a JSON list; null for a built-in role. */
  permissions: string | null;
}

/** A user or a group with a role in a project. */
export interface ProjectPrincipal {
  id: string;
  /** The time of the first assignment, in Unix seconds. */
  addedAt: number;
}

/** A role of a user or a group, in an organization or a project. */
export class RoleAssignment extends table(
  'role_assignments',
  {
    resourceId: primaryKey(text()),
    /** A user or a group. */
    principalId: primaryKey(text()),
    roleId: primaryKey(text()),
    organizationId: text(),
    createdBy: nullable(text()),
    createdAt: integer(),
  },
  { announced: true },
) {
  /** Returns the roles that the user has by themselves and by groups, in all organizations or in one. */
  static ofUser(userId: string, organizationId?: string, tx?: Transaction): Promise<HeldRole[]> {
    const columns =
      'a.`organization_id` AS `organizationId`, a.`resource_id` AS `resourceId`, a.`role_id` AS `roleId`, r.`permissions` AS `permissions`';
    const scope = organizationId === undefined ? '' : ' AND a.`organization_id` = ?';
    const roles = 'LEFT JOIN `roles` r ON r.`id` = a.`role_id`';
    const sql =
      `SELECT ${columns} FROM \`role_assignments\` a ${roles} WHERE a.\`principal_id\` = ?${scope}` +
      ` UNION ALL SELECT ${columns} FROM \`group_members\` g JOIN \`role_assignments\` a ON a.\`principal_id\` = g.\`group_id\` ${roles} WHERE g.\`user_id\` = ?${scope}`;
    const half = [userId, ...(organizationId === undefined ? [] : [organizationId])];
    const values = [...half, ...half];
    return tx === undefined ? select(sql, values) : rowsIn(tx, sql, values);
  }

  /** Counts the people who have the role in the organization or the project, by themselves or by groups. */
  static async countPeople(resourceId: string, roleId: string): Promise<number> {
    const assigned = 'a.`resource_id` = ? AND a.`role_id` = ?';
    // UNION counts a person with both once.
    const sql =
      `SELECT COUNT(*) AS \`people\` FROM (SELECT a.\`principal_id\` AS \`id\` FROM \`role_assignments\` a WHERE ${assigned} AND a.\`principal_id\` > ? AND a.\`principal_id\` < ?` +
      ` UNION SELECT g.\`user_id\` FROM \`role_assignments\` a JOIN \`group_members\` g ON g.\`group_id\` = a.\`principal_id\` WHERE ${assigned}) AS \`held\``;
    const { user } = idPrefixes;
    const [row] = await select<{ people: number }>(sql, [resourceId, roleId, user, `${user}~`, resourceId, roleId]);
    return Number(row?.people ?? 0);
  }

  /** Returns a page of the users or the groups that have a role in the project. */
  static async principalsIn(
    projectId: string,
    kind: 'user' | 'group',
    query: PageQuery,
  ): Promise<PageOf<ProjectPrincipal>> {
    const { after, before, order, limit } = query;
    const [later, earlier] = order === 'asc' ? ['>', '<'] : ['<', '>'];
    const cursors = [
      ...(after === undefined ? [] : [{ sign: later, value: after }]),
      ...(before === undefined ? [] : [{ sign: earlier, value: before }]),
    ];
    const conditions = cursors.map(({ sign }) => ` AND \`principal_id\` ${sign} ?`).join('');
    const prefix = idPrefixes[kind];
    const direction = isReadUpwards(query) ? 'ASC' : 'DESC';
    // Ids of a kind follow its prefix. `~` sorts after every character of an id.
    const sql = `SELECT \`principal_id\` AS \`id\`, MIN(\`created_at\`) AS \`addedAt\` FROM \`role_assignments\` WHERE \`resource_id\` = ? AND \`principal_id\` > ? AND \`principal_id\` < ?${conditions} GROUP BY \`principal_id\` ORDER BY \`principal_id\` ${direction} LIMIT ${Math.trunc(limit) + 1}`;
    const values: SqlValue[] = [projectId, prefix, `${prefix}~`, ...cursors.map(({ value }) => value)];
    const rows = await select<ProjectPrincipal>(sql, values);
    const hasMore = rows.length > limit;
    if (hasMore) rows.pop();
    if (before !== undefined && after === undefined) rows.reverse();
    return { rows: rows.map(({ id, addedAt }) => ({ id, addedAt: Number(addedAt) })), hasMore };
  }
}
