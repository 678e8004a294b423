import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { announceChanges } from './changes.ts';
import { createdAt, newId } from './ids.ts';
import {
  type KeyHolder,
  type KeyRuleColumns,
  keyColumns,
  keyRules,
  keyState,
  keyStatus,
  newKeyState,
} from './key-holder.ts';
import { keepSearchText } from './search-text.ts';

export type AdminApiKeyRow = InferAttributes<AdminApiKey>;

/** A key for one organization and all its projects. */
export class AdminApiKey extends Model<InferAttributes<AdminApiKey>, InferCreationAttributes<AdminApiKey>> {
  declare id: string;
  declare organizationId: string;
  /** The user who created the key, or who owned the key that created it. */
  declare userId: string;
  declare name: string;
  declare digest: Buffer;
  declare redactedValue: string;
  declare lastUsedAt: number | null;
  declare previousDigest: Buffer | null;
  declare previousRedactedValue: string | null;
  declare previousLastUsedAt: number | null;
  declare previousExpiresAt: number | null;
  declare disabledDigest: Buffer | null;
  declare scopes: string | null;
  declare models: string | null;
  declare allowedCidrs: string | null;
  /** Unix seconds; null: the key does not expire. */
  declare expiresAt: number | null;
  /** The user who transferred the key to the organization. Null means that the key depends on its owner's access. */
  declare keptBy: string | null;
  /** Unix seconds: the time when the key's maker was removed from the organization. */
  declare revokedAt: number | null;
  declare createdAt: number;

  static add(
    organization: { id: string },
    fields: Pick<AdminApiKeyRow, 'userId' | 'keptBy' | 'name' | 'digest' | 'redactedValue' | 'expiresAt'> &
      KeyRuleColumns,
    tx: Transaction | null = null,
  ): Promise<AdminApiKey> {
    const id = newId('key');
    return AdminApiKey.create(
      {
        id,
        organizationId: organization.id,
        ...fields,
        ...newKeyState,
        revokedAt: null,
        createdAt: createdAt(id),
      },
      { transaction: tx },
    );
  }

  static toResource(row: AdminApiKeyRow, holder: KeyHolder): components['schemas']['AdminApiKey'] {
    const { user: owner } = holder;
    return {
      id: row.id,
      object: 'organization.admin_api_key',
      name: row.name,
      redacted_value: row.redactedValue,
      owner: {
        type: 'user',
        object: 'organization.user',
        id: owner.id,
        name: owner.name,
        created_at: owner.createdAt,
        role: holder.role ?? 'owner',
      },
      status: keyStatus(row, holder),
      ...keyState(row),
      ...keyRules(row),
      kept_by: row.keptBy,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      last_used_at: row.lastUsedAt,
    };
  }
}

export function defineAdminApiKey(sequelize: Sequelize): void {
  AdminApiKey.init({ ...keyColumns, organizationId: DataTypes.STRING }, { sequelize, tableName: 'admin_api_keys' });
  announceChanges(AdminApiKey, { except: ['lastUsedAt', 'previousLastUsedAt'] });
  keepSearchText(AdminApiKey, ['name', 'id', 'redactedValue']);
}
