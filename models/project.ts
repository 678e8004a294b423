import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { secretMask } from './secret-mask.ts';
import { rowsIn } from './statements.ts';

type Resource = components['schemas']['Project'];

export type ProjectRow = InferAttributes<Project>;

/** Organizes work in an organization. Lists and objects are JSON texts. */
export class Project extends Model<InferAttributes<Project>, InferCreationAttributes<Project>> {
  declare id: string;
  declare organizationId: string;
  declare name: string;
  declare status: Resource['status'];
  declare archivedAt: number | null;
  declare models: string;
  declare customEndpoints: string;
  declare mcpPrefixes: string;
  declare limits: string;
  /** US cents for a month; null: no limit. */
  declare spendLimit: number | null;
  declare webhookUrl: string | null;
  /** Encrypted: it must be readable to sign. */
  declare webhookSecret: string | null;
  declare webhookSigning: Resource['webhook_signing'];
  /** Encrypted: the secret before the last rotation, where it signs too for a while. */
  declare webhookOldSecret: string | null;
  /** Until then; Unix seconds. */
  declare webhookOldSecretUntil: number | null;
  declare webhookDisabledAt: number | null;
  /** Whether the webhook is told of thresholds of the spend limit. */
  declare spendThresholdEvents: boolean;
  declare createdAt: number;

  /** The limits of a project, a JSON text. Undefined: it is gone. */
  static async limitsOf(id: string, inside: Transaction): Promise<string | undefined> {
    const [row] = await rowsIn<Pick<ProjectRow, 'limits'>>(inside, 'SELECT limits FROM projects WHERE id = ?', [id]);
    return row?.limits;
  }

  /** The project of a vector store. */
  static async ofStore(storeId: string, inside: Transaction): Promise<Pick<ProjectRow, 'id' | 'limits'> | undefined> {
    const sql = 'SELECT p.id, p.limits FROM vector_stores s JOIN projects p ON p.id = s.project_id WHERE s.id = ?';
    const [row] = await rowsIn<Pick<ProjectRow, 'id' | 'limits'>>(inside, sql, [storeId]);
    return row;
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
      limits: JSON.parse(row.limits),
      webhook_url: row.webhookUrl,
      webhook_secret: row.webhookSecret === null ? null : secretMask,
      webhook_signing: row.webhookSigning,
      webhook_disabled_at: row.webhookDisabledAt,
      spend_threshold_events: Boolean(row.spendThresholdEvents),
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
      limits: DataTypes.TEXT,
      spendLimit: DataTypes.BIGINT,
      webhookUrl: DataTypes.TEXT,
      webhookSecret: DataTypes.TEXT,
      webhookSigning: DataTypes.STRING,
      webhookOldSecret: DataTypes.TEXT,
      webhookOldSecretUntil: DataTypes.BIGINT,
      webhookDisabledAt: DataTypes.BIGINT,
      spendThresholdEvents: DataTypes.BOOLEAN,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'projects' },
  );
}
