// The usage of projects, summed up in windows of three widths. Writers increment rows with an upsert, without reading
// them.

import { QueryTypes, type Transaction } from 'sequelize';
import { nowSeconds } from './clock.ts';
import { database, select } from './connection.ts';
import { upsertInOrder } from './statements.ts';
import { integer, primaryKey, type RowOf, table, text } from './table.ts';

export type UsageWidth = 'minute' | 'hour' | 'day';
export type UsageKind =
  | 'request'
  | 'chat'
  | 'completion'
  | 'response'
  | 'message'
  | 'embedding'
  | 'rerank'
  | 'custom_endpoint'
  | 'mcp'
  | 'mcp_tool'
  | 'file_search'
  | 'vector_store_bytes'
  | 'file_bytes';

export type UsageRow = RowOf<UsageRollup>;

const daySeconds = 86_400;
const keyColumns = ['organization_id', 'width', 'starts_at', 'project_id', 'caller_id', 'kind', 'model'];
const sums = ['requests', 'failed', 'input_tokens', 'output_tokens', 'cached_tokens', 'cost'];

/** The usage of one kind by one caller in one window. */
export class UsageRollup extends table('usage_rollups', {
  organizationId: primaryKey(text()),
  width: primaryKey(text<UsageWidth>()),
  /** Unix seconds. */
  startsAt: primaryKey(integer()),
  projectId: primaryKey(text()),
  callerId: primaryKey(text()),
  kind: primaryKey(text<UsageKind>()),
  /** The model, the endpoint, the MCP server, or its tool as PREFIX/TOOL; empty for none. */
  model: primaryKey(text()),
  requests: integer(),
  failed: integer(),
  inputTokens: integer(),
  outputTokens: integer(),
  /** Input tokens that the upstream read from its prompt cache. */
  cachedTokens: integer(),
  /** Billionths of a US dollar. */
  cost: integer(),
  /** The maximum that was observed. */
  bytes: integer(),
}) {
  /** Adds to the rows, or creates them. */
  static async add(rows: UsageRow[], tx: Transaction): Promise<void> {
    const keyed = rows.map((row) => ({ key: keyOf(row), values: valuesOf(row) }));
    await upsertInOrder(tx, upsert(), keyed);
  }

  /**
   * Returns the daily usage of a project, or of one of its callers, for these kinds. `days` are the starts of the days,
   * in Unix seconds.
   */
  static async usedByDay(
    {
      organizationId,
      projectId,
      callerId,
    }: Pick<UsageRow, 'organizationId'> & { projectId?: string | undefined; callerId?: string | undefined },
    kinds: readonly UsageKind[],
    days: readonly number[],
    tx?: Transaction,
  ): Promise<Map<number, { tokens: number; cost: number }>> {
    // Lists the days, so that the query does not read the rows of other projects between them.
    const rows = await database().sequelize.query<{ day: number; tokens: number | string; cost: number | string }>(
      'SELECT starts_at AS day, SUM(input_tokens + output_tokens + 0.0) AS tokens, SUM(cost + 0.0) AS cost FROM usage_rollups' +
        " WHERE organization_id = :organizationId AND width = 'day' AND starts_at IN (:days)" +
        `${projectId === undefined ? '' : ' AND project_id = :projectId'}${callerId === undefined ? '' : ' AND caller_id = :callerId'}` +
        ' AND kind IN (:kinds) GROUP BY starts_at',
      {
        replacements: { organizationId, projectId: projectId ?? '', callerId: callerId ?? '', kinds, days },
        type: QueryTypes.SELECT,
        transaction: tx ?? null,
      },
    );
    return new Map(rows.map(({ day, tokens, cost }) => [Number(day), { tokens: Number(tokens), cost: Number(cost) }]));
  }

  /**
   * Returns the custom endpoints and MCP servers that active projects with a spend limit have called since the time, in
   * Unix seconds.
   */
  static passedOnByLimited(
    since: number,
  ): Promise<(Pick<UsageRow, 'projectId' | 'kind' | 'model'> & { name: string })[]> {
    // In this order, because a database that begins with the usage reads that of all projects.
    const joined = database().dialect === 'mysql' ? 'STRAIGHT_JOIN' : 'CROSS JOIN';
    return select(
      'SELECT DISTINCT p.id AS projectId, p.name AS name, u.kind AS kind, u.model AS model' +
        ` FROM projects p ${joined} (${daysSince(since)}) d ${joined} usage_rollups u ON ${ofProjectOn('d.day')}` +
        " WHERE u.kind IN ('custom_endpoint', 'mcp')" +
        " AND u.requests > 0 AND p.spend_limit IS NOT NULL AND p.status = 'active' ORDER BY p.id, u.kind, u.model",
      [],
    );
  }
}

/**
 * Returns a statement for the starts of the days since a time, in Unix seconds, as `day`. A query that joins each day to
 * the usage of a project reads that project's rows alone: a range of days has the rows of all projects of the organization.
 */
export function daysSince(since: number): string {
  const first = since - (since % daySeconds);
  const count = Math.max(Math.floor((nowSeconds() - first) / daySeconds), 0) + 1;
  return Array.from({ length: count }, (_, index) => `SELECT ${first + index * daySeconds} AS day`).join(' UNION ALL ');
}

/** Returns the condition for the usage `u` of the project `p` on a day. */
export function ofProjectOn(day: string): string {
  return `u.organization_id = p.organization_id AND u.width = 'day' AND u.starts_at = ${day} AND u.project_id = p.id`;
}

function keyOf({ organizationId, width, startsAt, projectId, callerId, kind, model }: UsageRow): string {
  return [organizationId, width, String(startsAt).padStart(12, '0'), projectId, callerId, kind, model].join('\0');
}

function valuesOf(row: UsageRow): (string | number)[] {
  const { organizationId, width, startsAt, projectId, callerId, kind, model } = row;
  const { requests, failed, inputTokens, outputTokens, cachedTokens, cost, bytes } = row;
  return [
    organizationId,
    width,
    startsAt,
    projectId,
    callerId,
    kind,
    model,
    requests,
    failed,
    inputTokens,
    outputTokens,
    cachedTokens,
    cost,
    bytes,
  ];
}

function upsert(): string {
  const insert = `INSERT INTO usage_rollups (${[...keyColumns, ...sums, 'bytes'].join(', ')}) VALUES :values`;
  if (database().dialect === 'mysql') {
    const added = sums.map((column) => `${column} = ${column} + VALUES(${column})`);
    return `${insert} ON DUPLICATE KEY UPDATE ${added.join(', ')}, bytes = GREATEST(bytes, VALUES(bytes))`;
  }
  const added = sums.map((column) => `${column} = ${column} + excluded.${column}`);
  return `${insert} ON CONFLICT (${keyColumns.join(', ')}) DO UPDATE SET ${added.join(', ')}, bytes = MAX(bytes, excluded.bytes)`;
}
