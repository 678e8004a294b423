// The principals of credentials, as the database has them now.

import type { Permission } from '../../generated/operations.ts';
import { select } from '../../models/connection.ts';
import { isActiveKeySql, type KeyRuleColumns, keyRoleSql } from '../../models/key-holder.ts';
import type { Role } from '../../models/membership.ts';
import type { ProjectApiKeyRow } from '../../models/project-api-key.ts';
import type { ServiceAccountRow } from '../../models/service-account.ts';
import { type Grants, grantedIn, grantsIn, grantsOfUser, noGrants, ownerGrants } from './grants.ts';
import { inverted, type KeyRules, rulesOfKey } from './key-rules.ts';
import { allPermissions, noPermissions, type Permissions, projectRoles } from './permissions.ts';
import { type Limits, limitsOfKey, type McpTools, mcpToolsIn } from './project-rules.ts';

/** A signed-in user. */
export interface UserPrincipal {
  kind: 'user';
  userId: string;
  email: string;
  isAdmin: boolean;
  loginId: string;
  /** Unix seconds. */
  expiresAt: number;
  defaultOrganizationId: string | null;
  /** By organization. */
  grants: ReadonlyMap<string, Grants>;
}

export interface OrganizationKeyPrincipal {
  kind: 'organization_key';
  keyId: string;
  organizationId: string;
  /** The user the key belongs to. */
  userId: string;
  /** The user who handed the key over to the organization; null if the key depends on its owner. */
  keptBy: string | null;
  /** The grants of its maker now. A key that was handed over, and an admin's key, has the grants of an owner. */
  grants: Grants;
  /** Unix seconds; null: it does not expire. */
  expiresAt: number | null;
  previousEnd: PreviousEnd;
  rules: KeyRules;
}

/** The time when a value that was rotated ends, in Unix seconds; null for the current value of a key. */
type PreviousEnd = number | null;

export interface ProjectKeyPrincipal {
  kind: 'project_key';
  keyId: string;
  /** The user who owns the key, or who made the key of a service account. */
  userId: string;
  /** The service account that the key belongs to; null for a user's key. */
  serviceAccountId: string | null;
  projectId: string;
  organizationId: string;
  /** The permissions of a project's member, as far as its maker or its service account has them now. */
  permissions: Permissions;
  /** Unix seconds; null: it does not expire. */
  expiresAt: number | null;
  previousEnd: PreviousEnd;
  rules: KeyRules;
  /** Its own limits; undefined: none but its project's. */
  limits: Limits | undefined;
  /** The tools that it may call; undefined: all that its project may call. */
  mcpTools: McpTools | undefined;
}

/** A refresh token. Only its format is checked here; the refresh operation verifies it. */
export interface RefreshPrincipal {
  kind: 'refresh_token';
  token: string;
}

/** A browser with a session cookie. Only its operations verify the cookie. */
export interface BrowserSessionPrincipal {
  kind: 'browser_session';
  token: string;
}

export interface WorkerPrincipal {
  kind: 'worker_token';
}

export type Principal =
  | UserPrincipal
  | OrganizationKeyPrincipal
  | ProjectKeyPrincipal
  | RefreshPrincipal
  | BrowserSessionPrincipal
  | WorkerPrincipal;

export function isKey(caller: Principal | undefined): caller is OrganizationKeyPrincipal | ProjectKeyPrincipal {
  return caller?.kind === 'organization_key' || caller?.kind === 'project_key';
}

/**
 * Returns what the caller's roles allow in the project, or in the organization outside of its projects. A key has what its
 * maker has now.
 */
export function permissionsIn(caller: Principal, organizationId: string, projectId?: string): Permissions {
  if (caller.kind === 'project_key') return caller.permissions;
  if (caller.kind === 'user' && caller.isAdmin) return allPermissions;
  return grantedIn(grantsOf(caller, organizationId), projectId);
}

/** Returns what the caller's roles allow anywhere in the organization. */
export function permissionsAnywhere(caller: Principal, organizationId: string): Permissions {
  if (caller.kind !== 'organization_key') return permissionsIn(caller, organizationId);
  const { organization, elsewhere, projects } = caller.grants;
  return projects.size === 0 && elsewhere.isSubsetOf(organization)
    ? organization
    : new Set([organization, elsewhere, ...projects.values()].flatMap((granted) => [...granted]));
}

/** Returns the ids of the only projects in which the caller has the permission; undefined for all. */
export function projectsWith(permission: Permission, caller: Principal, organizationId: string): string[] | undefined {
  if (permissionsIn(caller, organizationId, '').has(permission)) return undefined;
  const { projects } = grantsOf(caller, organizationId);
  return [...projects].flatMap(([id, granted]) => (granted.has(permission) ? [id] : []));
}

/** Returns true if the caller may do in the organization what its owners may. */
export function isOwner(caller: Principal, organizationId: string): boolean {
  return (caller.kind === 'user' && caller.isAdmin) || grantsOf(caller, organizationId).isOwner;
}

/** Returns the caller's grants in the organization, without regard to the scopes of a key. */
export function grantsOf(caller: Principal, organizationId: string): Grants {
  if (caller.kind === 'user') return caller.grants.get(organizationId) ?? noGrants;
  return caller.kind === 'organization_key' && caller.organizationId === organizationId ? caller.grants : noGrants;
}

interface TokenRow {
  loginId: string;
  expiresAt: number;
  userId: string;
  email: string;
  isAdmin: number;
  disabled: number;
  defaultOrganizationId: string | null;
}

export async function loadUser(digest: Buffer): Promise<UserPrincipal | undefined> {
  const [row] = await select<TokenRow>(
    'SELECT l.`id` AS `loginId`, t.`expires_at` AS `expiresAt`, u.`id` AS `userId`, u.`email` AS `email`, u.`is_admin` AS `isAdmin`, u.`disabled` AS `disabled`, u.`default_organization_id` AS `defaultOrganizationId`' +
      " FROM `login_tokens` t JOIN `logins` l ON l.`id` = t.`login_id` JOIN `users` u ON u.`id` = l.`user_id` WHERE t.`digest` = ? AND t.`kind` = 'access'",
    [digest],
  );
  if (row === undefined || row.disabled !== 0) return undefined;
  return {
    kind: 'user',
    userId: row.userId,
    email: row.email,
    isAdmin: row.isAdmin !== 0,
    loginId: row.loginId,
    expiresAt: row.expiresAt,
    defaultOrganizationId: row.defaultOrganizationId,
    grants: await grantsOfUser(row.userId),
  };
}

/** The column that a key is looked up by. */
type KeyColumn = 'digest' | 'id' | 'previous_digest';

const previousEndOf: Record<KeyColumn, string> = {
  digest: 'NULL',
  id: 'NULL',
  previous_digest: 'k.`previous_expires_at`',
};

/**
 * Returns the query for a key in table `k` whose creator still has access. `organization` is the column with the
 * organization's id.
 */
function keyQuery(columns: string, table: string, organization: string, by: KeyColumn): string {
  const condition = by === 'id' ? 'k.`id` = ?' : `k.\`${by}\` IN (?, ?)`;
  return `SELECT k.\`id\` AS \`keyId\`, k.\`scopes\` AS \`scopes\`, k.\`models\` AS \`models\`, k.\`allowed_cidrs\` AS \`allowedCidrs\`, k.\`user_id\` AS \`userId\`, k.\`expires_at\` AS \`expiresAt\`, ${organization} AS \`organizationId\`, ${previousEndOf[by]} AS \`previousEnd\`, ${keyRoleSql} AS \`role\`, ${columns} FROM ${table} JOIN \`users\` u ON u.\`id\` = k.\`user_id\` LEFT JOIN \`memberships\` m ON m.\`user_id\` = k.\`user_id\` AND m.\`organization_id\` = ${organization} WHERE ${condition} AND ${isActiveKeySql}`;
}

const organizationKeyQuery = (by: KeyColumn): string =>
  keyQuery('k.`kept_by` AS `keptBy`', '`admin_api_keys` k', 'k.`organization_id`', by);
const projectKeyQuery = (by: KeyColumn): string =>
  keyQuery(
    'k.`project_id` AS `projectId`, k.`limits` AS `limits`, k.`mcp_tools` AS `mcpTools`, k.`service_account_id` AS `serviceAccountId`, s.`role` AS `accountRole`',
    '`project_api_keys` k JOIN `projects` p ON p.`id` = k.`project_id` LEFT JOIN `service_accounts` s ON s.`id` = k.`service_account_id`',
    'p.`organization_id`',
    by,
  );
const queriesOf = (query: (by: KeyColumn) => string): Record<KeyColumn, string> => ({
  digest: query('digest'),
  id: query('id'),
  previous_digest: query('previous_digest'),
});
const organizationKeyQueries = queriesOf(organizationKeyQuery);
const projectKeyQueries = queriesOf(projectKeyQuery);

/** The role of the key's maker in the organization: `keyRoleSql`. */
interface MakerRole {
  role: Role;
}

/** Returns the grants of a key's maker. */
async function makerGrants({
  organizationId,
  userId,
  role,
}: MakerRole & { organizationId: string; userId: string }): Promise<Grants> {
  return role === 'owner' ? ownerGrants : grantsIn(organizationId, userId);
}

/** Returns the principal of a key, by its digest or its id. */
export async function loadOrganizationKey(
  value: Buffer | string,
  by: KeyColumn = 'digest',
): Promise<OrganizationKeyPrincipal | undefined> {
  type Row = Omit<OrganizationKeyPrincipal, 'kind' | 'rules' | 'grants'> & KeyRuleColumns & MakerRole;
  const [row] = await select<Row>(organizationKeyQueries[by], formsOf(value));
  if (row === undefined) return undefined;
  const { scopes, models, allowedCidrs, role, ...key } = row;
  const rules = rulesOfKey({ scopes, models, allowedCidrs });
  return { kind: 'organization_key', ...key, rules, grants: await makerGrants({ ...key, role }) };
}

/** Returns the principal of a key, by its digest or its id. */
export async function loadProjectKey(
  value: Buffer | string,
  by: KeyColumn = 'digest',
): Promise<ProjectKeyPrincipal | undefined> {
  type Row = Omit<ProjectKeyPrincipal, 'kind' | 'limits' | 'mcpTools' | 'rules' | 'permissions'> &
    MakerRole &
    Pick<ProjectApiKeyRow, 'limits' | 'mcpTools'> &
    KeyRuleColumns & { accountRole: ServiceAccountRow['role'] | null };
  const [row] = await select<Row>(projectKeyQueries[by], formsOf(value));
  if (row === undefined) return undefined;
  const { scopes, models, allowedCidrs, role, accountRole, ...key } = row;
  const rules = rulesOfKey({ scopes, models, allowedCidrs });
  const granted =
    key.serviceAccountId === null
      ? grantedIn(await makerGrants({ ...key, role }), key.projectId)
      : accountPermissions(accountRole);
  const { member } = projectRoles;
  const permissions = member.isSubsetOf(granted) ? member : member.intersection(granted);
  const own = { permissions, limits: limitsOfKey(key), mcpTools: mcpToolsIn(key.mcpTools) };
  return { kind: 'project_key', ...key, rules, ...own };
}

/** Returns what the service account with this role may do. Null: it is deleted. */
export function accountPermissions(role: ServiceAccountRow['role'] | null): Permissions {
  return role === null ? noPermissions : projectRoles[role];
}

/** Returns the values under which a key is stored: its id, or its digest in both forms. */
function formsOf(value: Buffer | string): (Buffer | string)[] {
  return typeof value === 'string' ? [value] : [value, inverted(value)];
}
