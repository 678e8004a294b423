import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
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
import { type RowOf, table, text } from './table.ts';

export type AdminApiKeyRow = RowOf<AdminApiKey>;

/** A key for one organization and all its projects. */
export class AdminApiKey extends table(
  'admin_api_keys',
  {
    ...keyColumns,
    organizationId: text(),
  },
  {
    searched: ['name', 'id', 'redactedValue'],
    announced: { except: ['lastUsedAt', 'previousLastUsedAt'] },
    auditName: ['key', 'name'],
  },
) {
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
        name: owner.name ?? owner.email,
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
