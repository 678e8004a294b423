// The members of an organization as SCIM lists them, suspended ones too.

import type { Transaction } from 'sequelize';
import { type SqlValue, select } from '../../../models/connection.ts';
import { isId } from '../../../models/ids.ts';
import { everyMember } from '../../../models/membership.ts';
import { rowsIn } from '../../../models/statements.ts';
import { emailKey } from '../../../models/user.ts';
import { notFound, ScimProblem } from '../../platform/index.ts';
import { type Condition, parseFilter } from './filter.ts';

type Named = { id: string };

/** A member of an organization, as its directory knows them. */
export interface Person {
  id: string;
  email: string;
  name: string | null;
  isAdmin: boolean;
  disabled: boolean;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  madeAccount: boolean;
  disabledAccount: boolean;
  suspended: boolean;
  /** The time when the person became a member. */
  createdAt: number;
}

/** The page of a SCIM list. */
export interface ScimQuery {
  startIndex?: number;
  count?: number;
  filter?: string;
}

export interface ScimPageOf<Row> {
  rows: Row[];
  startIndex: number;
  total: number;
}

export const mostInPage = 100;

const columns =
  'u.`id` AS `id`, u.`email` AS `email`, u.`name` AS `name`, u.`is_admin` AS `isAdmin`, u.`disabled` AS `disabled`, d.`external_id` AS `externalId`, d.`given_name` AS `givenName`, d.`family_name` AS `familyName`, COALESCE(d.`made_account`, 0) AS `madeAccount`, COALESCE(d.`disabled_account`, 0) AS `disabledAccount`, m.`suspended` AS `suspended`, m.`created_at` AS `createdAt`';

/** Returns a page of the members. Throws `invalidFilter`. */
export async function listScimUsers(organization: Named, query: ScimQuery): Promise<ScimPageOf<Person>> {
  const { from, values } = await matching(organization.id, query.filter === undefined ? [] : parseFilter(query.filter));
  const { start, count } = bounds(query);
  const [sum] = await select<{ count: number }>(`SELECT COUNT(*) AS \`count\`${from}`, values);
  const total = Number(sum?.count ?? 0);
  const page = ` ORDER BY u.\`id\` LIMIT ${count} OFFSET ${start - 1}`;
  const rows = count === 0 ? [] : await select<Person>(`SELECT ${columns}${from}${page}`, values);
  return { rows: rows.map(personFrom), startIndex: start, total };
}

/** Returns a member. Throws `not_found`. */
export async function getScimUser({ id }: Named, userId: string, tx?: Transaction): Promise<Person> {
  const { from, values } = membersWith(id, isId('user', userId) ? [userId] : [], []);
  const sql = `SELECT ${columns}${from}`;
  const [row] =
    tx === undefined ? await select<Person>(sql, values) : await rowsIn<Person>(tx, sql, values as string[]);
  if (row === undefined) throw notFound('user', userId);
  return personFrom(row);
}

/** Returns the bounds of a page. RFC 7644, section 3.4.2.4: a smaller number than the least counts as the least. */
export function bounds({ startIndex = 1, count = mostInPage }: ScimQuery): { start: number; count: number } {
  return { start: Math.max(1, startIndex), count: Math.min(Math.max(0, count), mostInPage) };
}

interface Matching {
  from: string;
  values: SqlValue[];
}

/** Returns the statement for the members that match. Ids, addresses and external ids are found by their indexes. */
async function matching(organizationId: string, conditions: Condition[]): Promise<Matching> {
  let ids: string[] | undefined;
  const others: [sql: string, value: SqlValue][] = [];
  for (const { attribute, value } of conditions) {
    const text = String(value);
    if (attribute === 'id') ids = both(ids, isId('user', text) ? [text] : []);
    else if (['username', 'emails', 'emails.value'].includes(attribute)) ids = both(ids, await idsOfAddress(text));
    else if (attribute === 'externalid') ids = both(ids, await idsOfExternal(organizationId, text));
    else if (['displayname', 'name.formatted'].includes(attribute)) others.push(['LOWER(u.`name`) = LOWER(?)', text]);
    else if (attribute === 'active') others.push([activeSql, value === true ? 1 : 0]);
    else throw new ScimProblem('invalidFilter', `Users cannot be filtered by ${attribute}.`);
  }
  return membersWith(organizationId, ids, others);
}

const activeSql = 'CASE WHEN m.`suspended` = 0 AND u.`disabled` = 0 THEN 1 ELSE 0 END = ?';

function membersWith(
  organizationId: string,
  ids: string[] | undefined,
  others: readonly [sql: string, value: SqlValue][],
): Matching {
  const conditions = [...(ids?.length === 0 ? ['1 = 0'] : []), ...others.map(([sql]) => sql)];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const scope = [organizationId, ...(ids ?? [])];
  return {
    from: ` FROM (${everyMember(ids)}) m JOIN \`users\` u ON u.\`id\` = m.\`user_id\` LEFT JOIN \`directory_users\` d ON d.\`organization_id\` = ? AND d.\`user_id\` = m.\`user_id\`${where}`,
    values: [...scope, ...scope, organizationId, ...others.map(([, value]) => value)],
  };
}

function both(ids: string[] | undefined, others: string[]): string[] {
  return ids === undefined ? others : others.filter((id) => ids.includes(id));
}

async function idsOfAddress(email: string): Promise<string[]> {
  const rows = await select<{ id: string }>('SELECT `id` FROM `users` WHERE `email_key` = ?', [emailKey(email)]);
  return rows.map(({ id }) => id);
}

async function idsOfExternal(organizationId: string, externalId: string): Promise<string[]> {
  const sql = 'SELECT `user_id` AS `id` FROM `directory_users` WHERE `organization_id` = ? AND `external_id` = ?';
  const rows = await select<{ id: string }>(`${sql} LIMIT 100`, [organizationId, externalId]);
  return rows.map(({ id }) => id);
}

function personFrom(row: Person): Person {
  const { isAdmin, disabled, madeAccount, disabledAccount, suspended, createdAt } = row;
  return {
    ...row,
    isAdmin: Boolean(isAdmin),
    disabled: Boolean(disabled),
    madeAccount: Boolean(madeAccount),
    disabledAccount: Boolean(disabledAccount),
    suspended: Boolean(Number(suspended)),
    createdAt: Number(createdAt),
  };
}
