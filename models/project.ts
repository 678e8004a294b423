import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { announceChanges } from './changes.ts';
import { keepSearchText, searchColumn } from './search-text.ts';
import { maskQuery, secretMask } from './secret-mask.ts';
import { rowsIn } from './statements.ts';

type Resource = components['schemas']['Project'];

export type ProjectRow = InferAttributes<Project>;

/** A project of an organization. Lists and objects are stored as JSON. */
export class Project extends Model<InferAttributes<Project>, InferCreationAttributes<Project>> {
  declare id: string;
  declare organizationId: string;
  declare name: string;
  declare status: Resource['status'];
  declare archivedAt: number | null;
  declare models: string;
  declare customEndpoints: string;
  declare mcpPrefixes: string;
  /** Null for no restriction. */
  declare mcpTools: string | null;
  declare limits: string;
  /** US cents a month; null means no limit. */
  declare spendLimit: number | null;
  declare webhookUrl: string | null;
  /** Encrypted, not hashed, because signing needs it. */
  declare webhookSecret: string | null;
  declare webhookSigning: Resource['webhook_signing'];
  /** Encrypted: the secret before the last rotation, if it still signs. */
  declare webhookOldSecret: string | null;
  /** The end of the old secret's use, in Unix seconds. */
  declare webhookOldSecretUntil: number | null;
  declare webhookDisabledAt: number | null;
  /** True if the webhook receives events about spend thresholds. */
  declare spendThresholdEvents: boolean;
  declare storeResponses: boolean;
  /** The data retention that was set; null and `organization_default` follow the organization. */
  declare retention: CreationOptional<components['schemas']['ProjectRetentionType'] | null>;
  /** The organization's spend limit: a copy, so that a call reads one row. */
  declare organizationSpendLimit: CreationOptional<number | null>;
  /** The models that the project may not use, as a list. */
  declare deniedModels: CreationOptional<string | null>;
  /** The limits of single models, by the model. */
  declare modelLimits: CreationOptional<string | null>;
  declare createdAt: number;

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

export function defineProject(sequelize: Sequelize): void {
  Project.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      organizationId: DataTypes.STRING,
      name: DataTypes.STRING,
      status: DataTypes.STRING,
      archivedAt: DataTypes.BIGINT,
      models: DataTypes.TEXT,
      customEndpoints: DataTypes.TEXT,
      mcpPrefixes: DataTypes.TEXT,
      mcpTools: DataTypes.TEXT,
      limits: DataTypes.TEXT,
      spendLimit: DataTypes.BIGINT,
      webhookUrl: DataTypes.TEXT,
      webhookSecret: DataTypes.TEXT,
      webhookSigning: DataTypes.STRING,
      webhookOldSecret: DataTypes.TEXT,
      webhookOldSecretUntil: DataTypes.BIGINT,
      webhookDisabledAt: DataTypes.BIGINT,
      spendThresholdEvents: DataTypes.BOOLEAN,
      storeResponses: DataTypes.BOOLEAN,
      retention: { type: DataTypes.STRING, defaultValue: null },
      organizationSpendLimit: { type: DataTypes.BIGINT, defaultValue: null },
      deniedModels: { type: DataTypes.TEXT, defaultValue: null },
      modelLimits: { type: DataTypes.TEXT, defaultValue: null },
      createdAt: DataTypes.BIGINT,
      ...searchColumn,
    },
    { sequelize, tableName: 'projects' },
  );
  keepSearchText(Project, ['name', 'id']);
  announceChanges(Project);
}
