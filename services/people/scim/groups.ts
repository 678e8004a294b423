// The groups of an organization as SCIM lists them.

import { type SqlValue, select } from '../../../models/connection.ts';
import { isId } from '../../../models/ids.ts';
import { rowsIn, sqlList } from '../../../models/statements.ts';
import type { UserGroupRow } from '../../../models/user-group.ts';
import { ScimProblem } from '../../platform/index.ts';
import { type Selection, wants } from './answers.ts';
import { type Condition, parseFilter } from './filter.ts';
import { bounds, type ScimPageOf, type ScimQuery } from './people.ts';

/** A group with the ids of its members; undefined: nobody asked for them. */
export interface DirectoryGroup extends UserGroupRow {
  userIds: readonly string[] | undefined;
}

type Page = ScimPageOf<DirectoryGroup>;

/** A page ends after the group with which it has so many members. */
const mostMembersInPage = 10_000;

const columns =
  'g.`id` AS `id`, g.`organization_id` AS `organizationId`, g.`name` AS `name`, g.`external_id` AS `externalId`, g.`of_directory` AS `ofDirectory`, g.`created_at` AS `createdAt`';

/** Returns a page of the groups. Throws `invalidFilter`. */
export async function listScimGroups({ id }: { id: string }, query: ScimQuery & Selection): Promise<Page> {
  const conditions = (query.filter === undefined ? [] : parseFilter(query.filter)).map(conditionSql);
  const from = ` FROM \`user_groups\` g WHERE ${['g.`organization_id` = ?', ...conditions.map(([sql]) => sql)].join(' AND ')}`;
  const values = [id, ...conditions.map(([, value]) => value)];
  const { start, count } = bounds(query);
  const [sum] = await select<{ count: number }>(`SELECT COUNT(*) AS \`count\`${from}`, values);
  const page = ` ORDER BY g.\`id\` LIMIT ${count} OFFSET ${start - 1}`;
  const rows = count === 0 ? [] : await select<UserGroupRow>(`SELECT ${columns}${from}${page}`, values);
  return { rows: await fitting(rows, query), startIndex: start, total: Number(sum?.count ?? 0) };
}

/** Returns the group with its members, if the client asked for them. */
export async function withMembers(group: UserGroupRow, selection: Selection = {}): Promise<DirectoryGroup> {
  if (!wants('members', selection)) return { ...plain(group), userIds: undefined };
  const rows = await rowsIn<{ userId: string }>(
    null,
    'SELECT `user_id` AS `userId` FROM `group_members` WHERE `group_id` = ? ORDER BY `user_id`',
    [group.id],
  );
  return { ...plain(group), userIds: rows.map(({ userId }) => userId) };
}

/** Returns the first groups, whose members fit into a page. */
async function fitting(rows: readonly UserGroupRow[], selection: Selection): Promise<DirectoryGroup[]> {
  if (!wants('members', selection)) return rows.map((row) => ({ ...plain(row), userIds: undefined }));
  const sizes = await sizesOf(rows.map(({ id }) => id));
  const found: DirectoryGroup[] = [];
  let members = 0;
  for (const row of rows) {
    members += sizes.get(row.id) ?? 0;
    if (found.length > 0 && members > mostMembersInPage) break;
    found.push(await withMembers(row));
  }
  return found;
}

async function sizesOf(ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const sql = `SELECT \`group_id\` AS \`id\`, COUNT(*) AS \`count\` FROM \`group_members\` WHERE \`group_id\` IN ${sqlList()} GROUP BY \`group_id\``;
  const rows = await rowsIn<{ id: string; count: number }>(null, sql, [ids]);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

function conditionSql({ attribute, value }: Condition): [sql: string, value: SqlValue] {
  const text = String(value);
  if (attribute === 'id') return ['g.`id` = ?', isId('group', text) ? text : ''];
  if (attribute === 'displayname') return ['LOWER(g.`name`) = LOWER(?)', text];
  if (attribute === 'externalid') return ['g.`external_id` = ?', text];
  if (attribute === 'members' || attribute === 'members.value') return [hasMember, isId('user', text) ? text : ''];
  throw new ScimProblem('invalidFilter', `Groups cannot be filtered by ${attribute}.`);
}

const hasMember = 'EXISTS (SELECT 1 FROM `group_members` m WHERE m.`group_id` = g.`id` AND m.`user_id` = ?)';

function plain({ id, organizationId, name, externalId, ofDirectory, createdAt }: UserGroupRow): UserGroupRow {
  return { id, organizationId, name, externalId, ofDirectory, createdAt: Number(createdAt) };
}
