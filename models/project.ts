import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { maskQuery, secretMask } from './secret-mask.ts';
import { rowsIn } from './statements.ts';
import { boolean, integer, nullable, primaryKey, type RowOf, table, text, withDefault } from './table.ts';

type Resource = components['schemas']['Project'];

export type ProjectRow = RowOf<Project>;

/** A project of an organization. Lists and objects are stored as JSON. */
export class Project extends table(
  'projects',
  {
    id: primaryKey(text()),
    organizationId: text(),
    name: text(),
    status: text<Resource['status']>(),
    archivedAt: nullable(integer()),
    models: text(),
    customEndpoints: text(),
    mcpPrefixes: text(),
    /** Null for no restriction. */
    mcpTools: nullable(text()),
    limits: text(),
    /** US cents a month; null means no limit. */
    spendLimit: nullable(integer()),
    webhookUrl: nullable(text()),
    /** Encrypted, not hashed, because signing needs it. */
    webhookSecret: nullable(text()),
    webhookSigning: text<Resource['webhook_signing']>(),
    /** Encrypted: the secret before the last rotation, if it still signs. */
    webhookOldSecret: nullable(text()),
    /** The end of the old secret's use, in Unix seconds. */
    webhookOldSecretUntil: nullable(integer()),
    webhookDisabledAt: nullable(integer()),
    /** True if the webhook receives events about spend thresholds. */
    spendThresholdEvents: boolean(),
    storeResponses: boolean(),
    /** The data retention that was set; null and `organization_default` follow the organization. */
    retention: withDefault(nullable(text<components['schemas']['ProjectRetentionType']>()), null),
    /** The organization's spend limit: a copy, so that a call reads one row. */
    organizationSpendLimit: withDefault(nullable(integer()), null),
    /** The models that the project may not use, as a list. */
    deniedModels: withDefault(nullable(text()), null),
    /** The limits of single models, by the model. */
    modelLimits: withDefault(nullable(text()), null),
    createdAt: integer(),
  },
  { searched: ['name', 'id'], announced: true, auditName: ['project', 'name'] },
) {
  /** Returns the project of a vector store. */
  static async ofStore(storeId: string, tx: Transaction): Promise<Pick<ProjectRow, 'id' | 'limits'> | undefined> {
    const sql = 'SELECT p.id, p.limits FROM vector_stores s JOIN projects p ON p.id = s.project_id WHERE s.id = ?';
    const [row] = await rowsIn<Pick<ProjectRow, 'id' | 'limits'>>(tx, sql, [storeId]);
    return row;
  }

  /** Returns the project as members see it, who do not run it. */
  static toMemberResource(row: ProjectRow): Resource {
    const { webhook_url: url, ...shown } = Project.toResource(row);
    return { ...shown, webhook_url: url === null ? null : maskQuery(url) };
  }

  static toResource(row: ProjectRow): Resource {
    return {
      id: row.id,
      object: 'organization.project',
      created_at: row.createdAt,
      organization_id: row.organizationId,
      name: row.name,
      status: row.status,
      archived_at: row.archivedAt,
      models: JSON.parse(row.models),
      custom_endpoints: JSON.parse(row.customEndpoints),
      mcp_prefixes: JSON.parse(row.mcpPrefixes),
      mcp_tools: JSON.parse(row.mcpTools ?? '{}'),
      limits: JSON.parse(row.limits),
      has_spend_limit: row.spendLimit !== null,
      webhook_url: row.webhookUrl,
      webhook_secret: row.webhookSecret === null ? null : secretMask,
      webhook_signing: row.webhookSigning,
      webhook_disabled_at: row.webhookDisabledAt,
      spend_threshold_events: Boolean(row.spendThresholdEvents),
      store_responses: Boolean(row.storeResponses),
    };
  }
}
