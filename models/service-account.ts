import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { select } from './connection.ts';
import { rowsIn } from './statements.ts';
import { integer, primaryKey, type RowOf, table, text } from './table.ts';
import type { UserRow } from './user.ts';

export type ServiceAccountRow = RowOf<ServiceAccount>;

/** An account of a project for programs. Its keys depend on no person. */
export class ServiceAccount extends table(
  'service_accounts',
  {
    id: primaryKey(text()),
    projectId: text(),
    organizationId: text(),
    name: text(),
    role: text<components['schemas']['BuiltInProjectRole']>(),
    createdBy: text(),
    createdAt: integer(),
  },
  { announced: true, auditName: ['service-account', 'name'] },
) {
  /** Returns the time of the last use of an account's keys, in Unix seconds, by the account's id. */
  static async lastUses(ids: string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const sql = `SELECT \`service_account_id\` AS \`id\`, MAX(\`last_used_at\`) AS \`current\`, MAX(\`previous_last_used_at\`) AS \`previous\` FROM \`project_api_keys\` WHERE \`service_account_id\` IN (${ids.map(() => '?').join(', ')}) GROUP BY \`service_account_id\``;
    const rows = await select<{ id: string; current: number | null; previous: number | null }>(sql, ids);
    return new Map(rows.map(({ id, current, previous }) => [id, Math.max(Number(current), Number(previous))]));
  }

  /** Returns the ids of the newest accounts that the user made, in one organization or in all. */
  static async madeBy(userId: string, organizationId: string | undefined, tx: Transaction): Promise<string[]> {
    const scope = organizationId === undefined ? '' : ' AND `organization_id` = ?';
    const sql = `SELECT \`id\` FROM \`service_accounts\` WHERE \`created_by\` = ?${scope} ORDER BY \`id\` DESC LIMIT 100`;
    const rows = await rowsIn<{ id: string }>(tx, sql, [
      userId,
      ...(organizationId === undefined ? [] : [organizationId]),
    ]);
    return rows.map(({ id }) => id);
  }

  /** @param lastUsedAt the last use of the account's keys. */
  static toResource(
    { id, name, role, createdAt }: ServiceAccountRow,
    maker: UserRow,
    lastUsedAt: number | undefined,
  ): components['schemas']['ServiceAccount'] {
    return {
      id,
      object: 'organization.project.service_account',
      name,
      role,
      created_at: createdAt,
      created_by: { id: maker.id, email: maker.email, name: maker.name },
      last_used_at: lastUsedAt || null,
    };
  }
}
