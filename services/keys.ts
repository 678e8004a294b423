// Keys of organizations and of projects. A key's value is shown by the answer that creates it, and is stored nowhere.

import { AdminApiKey, type AdminApiKeyRow } from '../models/admin-api-key.ts';
import { Membership, type Role } from '../models/membership.ts';
import { type PageOf, type PageQuery, page, readOne } from '../models/page.ts';
import type { ProjectRow } from '../models/project.ts';
import { type KeyHolder, ProjectApiKey, type ProjectApiKeyRow } from '../models/project-api-key.ts';
import type { Access, OrganizationKeyPrincipal, UserPrincipal } from './access.ts';
import { notFound } from './errors.ts';
import { mint } from './tokens.ts';
import { usersById } from './users.ts';

type Named = { id: string };

/** Creates an organization key that belongs to the caller's user. */
export async function createAdminApiKey(
  organization: Named,
  name: string,
  caller: UserPrincipal | OrganizationKeyPrincipal,
): Promise<{ key: AdminApiKeyRow; value: string }> {
  const { value, digest, redactedValue } = mint('organization_key');
  return { key: await AdminApiKey.add(organization, { userId: caller.userId, name, digest, redactedValue }), value };
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

/** Throws `not_found`. */
export async function renameAdminApiKey(organization: Named, id: string, name: string): Promise<AdminApiKeyRow> {
  await AdminApiKey.update({ name }, { where: { id, organizationId: organization.id } });
  return getAdminApiKey(organization, id);
}

/** Deletes the key: it opens nothing from now on. Throws `not_found`. */
export async function deleteAdminApiKey(organization: Named, id: string, access: Access): Promise<void> {
  const deleted = await AdminApiKey.destroy({ where: { id, organizationId: organization.id } });
  if (deleted === 0) throw notFound('organization key', id);
  access.forgetKey(id);
}

/** Creates a project key that belongs to the caller's user. */
export async function createProjectApiKey(
  project: Named,
  name: string,
  caller: UserPrincipal | OrganizationKeyPrincipal,
): Promise<{ key: ProjectApiKeyRow; value: string }> {
  const { value, digest, redactedValue } = mint('project_key');
  return { key: await ProjectApiKey.add(project, { userId: caller.userId, name, digest, redactedValue }), value };
}

export function listProjectApiKeys(project: Named, query: PageQuery): Promise<PageOf<ProjectApiKeyRow>> {
  return page(ProjectApiKey, { projectId: project.id }, query);
}

/** Throws `not_found`. */
export async function getProjectApiKey(project: Named, id: string): Promise<ProjectApiKeyRow> {
  const key = await readOne(ProjectApiKey, { id, projectId: project.id });
  if (key === undefined) throw notFound('project key', id);
  return key;
}

/** Throws `not_found`. */
export async function renameProjectApiKey(project: Named, id: string, name: string): Promise<ProjectApiKeyRow> {
  await ProjectApiKey.update({ name }, { where: { id, projectId: project.id } });
  return getProjectApiKey(project, id);
}

/** Deletes the key: it opens nothing from now on. Throws `not_found`. */
export async function deleteProjectApiKey(project: Named, id: string, access: Access): Promise<void> {
  const deleted = await ProjectApiKey.destroy({ where: { id, projectId: project.id } });
  if (deleted === 0) throw notFound('project key', id);
  access.forgetKey(id);
}

/** Whom each key belongs to, and what that user is in the project's organization now, by user id. */
export async function keyHolders(project: ProjectRow, keys: ProjectApiKeyRow[]): Promise<Map<string, KeyHolder>> {
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
