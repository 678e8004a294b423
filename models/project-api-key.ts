import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { createdAt, newId } from './ids.ts';
import { type KeyHolder, keyColumns, keyRules, keyState, keyStatus, newKeyState } from './key-holder.ts';
import type { ServiceAccountRow } from './service-account.ts';
import { nullable, type RowOf, table, text } from './table.ts';

export type EffectiveKeyLimits = components['schemas']['EffectiveKeyLimits'];
type ShownAccount = components['schemas']['ProjectKeyServiceAccount'];
export type ProjectApiKeyRow = RowOf<ProjectApiKey>;

/** A key that authorizes one project. */
export class ProjectApiKey extends table(
  'project_api_keys',
  {
    ...keyColumns,
    projectId: text(),
    /** The service account that the key belongs to; null for a user's key. */
    serviceAccountId: nullable(text()),
    /** The key's own limits as JSON, in addition to its project's; null for none. */
    limits: nullable(text()),
    /** The tools of MCP servers that the key may call, as JSON; null for no restriction. */
    mcpTools: nullable(text()),
  },
  {
    searched: ['name', 'id', 'redactedValue'],
    announced: { except: ['lastUsedAt', 'previousLastUsedAt'] },
    auditName: ['key', 'name'],
  },
) {
  static add(
    project: { id: string },
    fields: Omit<ProjectApiKeyRow, 'id' | 'projectId' | keyof typeof newKeyState | 'revokedAt' | 'createdAt'>,
    tx: Transaction | null = null,
  ): Promise<ProjectApiKey> {
    const id = newId('key');
    return ProjectApiKey.create(
      { id, projectId: project.id, ...fields, ...newKeyState, revokedAt: null, createdAt: createdAt(id) },
      { transaction: tx },
    );
  }

  /** @param account the service account that the key belongs to. */
  static toResource(
    row: ProjectApiKeyRow,
    holder: KeyHolder,
    account: ServiceAccountRow | undefined,
  ): components['schemas']['ProjectApiKey'] {
    const { user, role } = holder;
    const hasAccess = account !== undefined || role !== undefined;
    return {
      id: row.id,
      object: 'organization.project.api_key',
      name: row.name,
      redacted_value: row.redactedValue,
      created_at: row.createdAt,
      last_used_at: row.lastUsedAt,
      expires_at: row.expiresAt,
      owner: {
        type: account === undefined ? 'user' : 'service_account',
        user: {
          id: user.id,
          email: user.email,
          name: user.name ?? user.email,
          created_at: user.createdAt,
          role: role ?? 'member',
        },
        ...(account === undefined ? {} : { service_account: ofAccount(account) }),
      },
      status: keyStatus(row, holder),
      ...keyState(row),
      ...keyRules(row),
      kept_by: account === undefined ? row.keptBy : null,
      owner_project_access: hasAccess ? 'active' : 'inactive',
      limits: keyLimitsIn(row.limits),
      mcp_tools: JSON.parse(row.mcpTools ?? '{}'),
    };
  }
}

function ofAccount({ id, name, createdAt, role }: ServiceAccountRow): ShownAccount {
  return { id, name, created_at: createdAt, role };
}

const noLimits: EffectiveKeyLimits = {
  requests_per_minute: null,
  tokens_per_minute: null,
  tokens_per_day: null,
  tokens_per_month: null,
  spend_per_month: null,
};

/** Returns all limits of a key; those that are not set are null. */
export function keyLimitsIn(limits: string | null): EffectiveKeyLimits {
  return limits === null ? noLimits : { ...noLimits, ...(JSON.parse(limits) as Partial<EffectiveKeyLimits>) };
}
