// The mapping of the settings, from groups to roles. It names organizations, projects and roles as the operator knows
// them. A name that nothing has gives nothing: the operator reads of it in the log and in `svc doctor`, and the person
// signs in.

import { Op } from 'sequelize';
import { Organization } from '../../../models/organization.ts';
import { Project } from '../../../models/project.ts';
import type { Log } from '../../platform/index.ts';
import type { Config, GroupRole, ProviderSettings } from '../../settings/index.ts';
import { type Place, rolesOf } from '../../tenancy/index.ts';
import type { Person } from './providers.ts';

/** The scope of admins. */
export const server = 'server';
/** The only role in a scope of one assigned role. */
export const assigned = 'assigned';
/** The roles of all scopes, the highest last. */
const ladder = [assigned, 'member', 'owner', 'admin'];

/** The roles of a person by scope: the server, an organization, or one role in an organization or a project. */
export type ScopedRoles = ReadonlyMap<string, string>;

interface Given {
  roles: [scope: string, role: string][];
  /** The names in the item that the database does not have. */
  unknown: string[];
}

/** Returns the roles that the person's groups give. */
export async function rolesOfGroups(
  { groups }: Pick<Person, 'groups'>,
  { name: provider, roles }: ProviderSettings,
  log: Log,
): Promise<ScopedRoles> {
  const found = new Map<string, string>();
  for (const item of roles.filter(({ group }) => groups.has(group))) {
    const { roles: given, unknown } = await givenBy(item);
    for (const [scope, role] of given) found.set(scope, highest(found.get(scope), role) ?? role);
    if (unknown.length > 0)
      log.warn({ provider, unknown }, 'the roles of an identity provider name what does not exist');
  }
  return found;
}

/** Returns what the mappings of all providers name and the database does not have. */
export async function unknownInMappings({ sso }: Pick<Config, 'sso'>): Promise<string[]> {
  const unknown: string[] = [];
  for (const { name, roles } of sso.providers)
    for (const item of roles)
      unknown.push(...(await givenBy(item)).unknown.map((what) => `${what} (provider ${name}, group ${item.group})`));
  return unknown;
}

/** Returns true if the person's groups make an admin. */
export function makesAdmin(roles: ScopedRoles): boolean {
  return roles.has(server);
}

/** Returns the highest of the roles, undefined if there is none. */
export function highest(...roles: (string | undefined)[]): string | undefined {
  return ladder.findLast((role) => roles.includes(role));
}

/** Returns the scope of one role in an organization or a project. Ids have no blanks. */
function scopeOf(resourceId: string, roleId: string): string {
  return `${resourceId} ${roleId}`;
}

/** Returns the parts of the scope of one role; undefined for the other scopes. */
export function partsOf(scope: string): { resourceId: string; roleId: string } | undefined {
  const [resourceId = '', roleId] = scope.split(' ');
  return roleId === undefined ? undefined : { resourceId, roleId };
}

async function givenBy(item: GroupRole): Promise<Given> {
  if ('admin' in item) return { roles: [[server, 'admin']], unknown: [] };
  const { organization: organizationId, role, projects } = item;
  if ((await Organization.count({ where: { id: organizationId } })) === 0)
    return { roles: [], unknown: [`the organization ${organizationId}`] };
  if (role !== 'owner' && role !== 'member') return withOwnRole(organizationId, role, projects);
  const ofProjects = await givenInProjects(organizationId, projects);
  return { ...ofProjects, roles: [[organizationId, role], ...ofProjects.roles] };
}

/** Returns what an own role gives: the membership and the role. Without the role, the item gives nothing. */
async function withOwnRole(organizationId: string, role: string, projects: Projects): Promise<Given> {
  const roleId = await roleNamed({ organizationId }, role);
  if (roleId === undefined) return { roles: [], unknown: [`the role ${role} of the organization ${organizationId}`] };
  const { roles, unknown } = await givenInProjects(organizationId, projects);
  return { roles: [[organizationId, 'member'], [scopeOf(organizationId, roleId), assigned], ...roles], unknown };
}

type Projects = Extract<GroupRole, { organization: string }>['projects'];

async function givenInProjects(organizationId: string, projects: Projects): Promise<Given> {
  const given: Given = { roles: [], unknown: [] };
  for (const { project: named, role } of projects) {
    const where = { organizationId, [Op.or]: [{ id: named }, { name: named }] };
    const [project, ...others] = await Project.findAll({ attributes: ['id'], where, limit: 2, raw: true });
    // A name that two projects have says neither.
    if (project === undefined || others.length > 0) {
      given.unknown.push(`one project ${named} of the organization ${organizationId}`);
      continue;
    }
    const roleId = await roleNamed({ organizationId, projectId: project.id }, role);
    if (roleId === undefined) given.unknown.push(`the role ${role} of the project ${named}`);
    else given.roles.push([scopeOf(project.id, roleId), assigned]);
  }
  return given;
}

async function roleNamed(place: Place, named: string): Promise<string | undefined> {
  return (await rolesOf(place)).find(({ id, name }) => id === named || name === named)?.id;
}
