// Keys of organizations and of projects. A key's value is shown by the answer that creates it, and is stored nowhere.

import type { components } from '../../generated/openapi.ts';
import { AdminApiKey, type AdminApiKeyRow } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { Membership, type Role } from '../../models/membership.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { type KeyHolder, ProjectApiKey, type ProjectApiKeyRow } from '../../models/project-api-key.ts';
import { usersById } from '../../models/user.ts';
import { note } from '../audit/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Access, OrganizationKeyPrincipal, UserPrincipal } from './access.ts';
import { mint } from './tokens.ts';

type Named = { id: string };
type NewKey = components['schemas']['CreateKeyRequest'];
type KeyChanges = components['schemas']['UpdateKeyRequest'];

/** Creates an organization key that belongs to the caller's user. */
export async function createAdminApiKey(
  organization: Named,
  { name, expires_in_seconds: seconds }: NewKey,
  caller: UserPrincipal | OrganizationKeyPrincipal,
): Promise<{ key: AdminApiKeyRow; value: string }> {
  const { value, digest, redactedValue } = mint('organization_key');
  const expiresAt = expiryIn(seconds ?? null);
  const fields = { userId: caller.userId, name, digest, redactedValue, expiresAt };
  const key = await transaction(async (inside) => {
    const added = await AdminApiKey.add(organization, fields, inside);
    const details = { name, scope: 'organization', expires_at: expiresAt };
    await note({ type: 'api_key.created', targetId: added.id, details }, inside);
    return added;
  });
  return { key, value };
}

export function listAdminApiKeys(organization: Named, query: PageQuery): Promise<PageOf<AdminApiKeyRow>> {
  return page(AdminApiKey, { organizationId: organization.id }, query);
}

/** Throws `not_found`. */
export async function getAdminApiKey(organization: Named, id: string): Promise<AdminApiKeyRow> {
  const key = await readOne(AdminApiKey, { id, organizationId: organization.id });
  if (key === undefined) throw notFound('organization key', id);
  return key;
}

/** Renames the key, or changes when it expires: at once here. Throws `not_found`. */
export async function updateAdminApiKey(
  organization: Named,
  id: string,
  changes: KeyChanges,
  access: Access,
): Promise<AdminApiKeyRow> {
  const where = { id, organizationId: organization.id };
  await transaction(async (inside) => {
    const key = await AdminApiKey.findOne({ where, lock: true, transaction: inside });
    if (key === null) throw notFound('organization key', id);
    await key.update(columnsOf(changes), { transaction: inside });
    await note({ type: 'api_key.updated', targetId: id, details: { changes_requested: changes } }, inside);
  });
  access.forgetKey(id);
  return getAdminApiKey(organization, id);
}

/** Deletes the key: it opens nothing from now on. Throws `not_found`. */
export async function deleteAdminApiKey(organization: Named, id: string, access: Access): Promise<void> {
  await transaction(async (inside) => {
    const where = { id, organizationId: organization.id };
    if ((await AdminApiKey.destroy({ where, transaction: inside })) === 0) throw notFound('organization key', id);
    await note({ type: 'api_key.deleted', targetId: id }, inside);
  });
  access.forgetKey(id);
}

/** Creates a project key that belongs to the caller's user. */
export async function createProjectApiKey(
  project: Named,
  { name, expires_in_seconds: seconds }: NewKey,
  caller: UserPrincipal | OrganizationKeyPrincipal,
): Promise<{ key: ProjectApiKeyRow; value: string }> {
  const { value, digest, redactedValue } = mint('project_key');
  const expiresAt = expiryIn(seconds ?? null);
  const fields = { userId: caller.userId, name, digest, redactedValue, expiresAt };
  const key = await transaction(async (inside) => {
    const added = await ProjectApiKey.add(project, fields, inside);
    const details = { name, scope: 'project', expires_at: expiresAt };
    await note({ type: 'api_key.created', projectId: project.id, targetId: added.id, details }, inside);
    return added;
  });
  return { key, value };
}

/** A page of the project's keys: where that is asked, of those whose owner can still reach the project, or cannot. */
export async function listProjectApiKeys(
  project: ProjectRow,
  query: PageQuery,
  ownerAccess: 'active' | 'inactive' | 'any' = 'any',
): Promise<PageOf<ProjectApiKeyRow>> {
  const scope = { projectId: project.id };
  if (ownerAccess === 'any') return page(ProjectApiKey, scope, query);
  const owners = await ProjectApiKey.findAll({ attributes: ['userId'], where: scope, group: ['userId'] });
  const holders = [...(await keyHolders(project, owners)).values()];
  const asked = holders.filter(({ role }) => (role !== undefined) === (ownerAccess === 'active'));
  return page(ProjectApiKey, { ...scope, userId: asked.map(({ user }) => user.id) }, query);
}

/** Throws `not_found`. */
export async function getProjectApiKey(project: Named, id: string): Promise<ProjectApiKeyRow> {
  const key = await readOne(ProjectApiKey, { id, projectId: project.id });
  if (key === undefined) throw notFound('project key', id);
  return key;
}

/** Renames the key, or changes when it expires: at once here. Throws `not_found`. */
export async function updateProjectApiKey(
  project: Named,
  id: string,
  changes: KeyChanges,
  access: Access,
): Promise<ProjectApiKeyRow> {
  await transaction(async (inside) => {
    const where = { id, projectId: project.id };
    const key = await ProjectApiKey.findOne({ where, lock: true, transaction: inside });
    if (key === null) throw notFound('project key', id);
    await key.update(columnsOf(changes), { transaction: inside });
    const details = { changes_requested: changes };
    await note({ type: 'api_key.updated', projectId: project.id, targetId: id, details }, inside);
  });
  access.forgetKey(id);
  return getProjectApiKey(project, id);
}

/** Deletes the key: it opens nothing from now on. Throws `not_found`. */
export async function deleteProjectApiKey(project: Named, id: string, access: Access): Promise<void> {
  await transaction(async (inside) => {
    const where = { id, projectId: project.id };
    if ((await ProjectApiKey.destroy({ where, transaction: inside })) === 0) throw notFound('project key', id);
    await note({ type: 'api_key.deleted', projectId: project.id, targetId: id }, inside);
  });
  access.forgetKey(id);
}

/** Whom each key belongs to, and what that user is in the project's organization now, by user id. */
export async function keyHolders(
  project: ProjectRow,
  keys: Pick<ProjectApiKeyRow, 'userId'>[],
): Promise<Map<string, KeyHolder>> {
  const userIds = keys.map(({ userId }) => userId);
  const [users, memberships] = await Promise.all([
    usersById(userIds),
    Membership.findAll({ where: { organizationId: project.organizationId, userId: userIds } }),
  ]);
  const roles = new Map<string, Role>(memberships.map(({ userId, role }) => [userId, role]));
  return new Map(
    [...users.values()].map((user) => [
      user.id,
      { user, role: user.disabled ? undefined : (roles.get(user.id) ?? (user.isAdmin ? 'owner' : undefined)) },
    ]),
  );
}

/** What a change of a key writes. */
function columnsOf({ name, expires_in_seconds: seconds }: KeyChanges): { name?: string; expiresAt?: number | null } {
  return {
    ...(name === undefined ? {} : { name }),
    ...(seconds === undefined ? {} : { expiresAt: expiryIn(seconds) }),
  };
}

/** Unix seconds; null: never. */
function expiryIn(seconds: number | null): number | null {
  return seconds === null ? null : nowSeconds() + seconds;
}
