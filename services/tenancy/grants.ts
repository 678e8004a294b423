// The permissions of a person in an organization: the union of the roles that they have by themselves and by groups. They
// are put together when a credential is loaded, and are cached with it.

import type { Transaction } from 'sequelize';
import type { Permission } from '../../generated/operations.ts';
import { Membership, type OwnMembership } from '../../models/membership.ts';
import type { ProjectAccess } from '../../models/organization.ts';
import { type HeldRole, RoleAssignment } from '../../models/role-assignment.ts';
import { builtInRoles, organizationMemberId, organizationOwnerId } from './built-in-roles.ts';
import { belonging, noPermissions, organizationRoles, type Permissions } from './permissions.ts';

export interface Grants {
  /** The person has the built-in role `owner` of the organization. */
  isOwner: boolean;
  /** In the organization, outside of its projects. */
  organization: Permissions;
  /** In the projects in which the person or one of their groups has a role. */
  projects: ReadonlyMap<string, Permissions>;
  /** In every other project. */
  elsewhere: Permissions;
}

/** The grants of the organization's owners, of admins, and of keys that depend on nobody. */
export const ownerGrants: Grants = {
  isOwner: true,
  organization: organizationRoles.owner,
  projects: new Map(),
  elsewhere: organizationRoles.owner,
};

/** The grants of somebody who does not belong to the organization. */
export const noGrants: Grants = {
  isOwner: false,
  organization: noPermissions,
  projects: new Map(),
  elsewhere: noPermissions,
};

/** Returns the permissions in a project, or in the organization outside of its projects. */
export function grantedIn({ organization, projects, elsewhere }: Grants, projectId: string | undefined): Permissions {
  return projectId === undefined ? organization : (projects.get(projectId) ?? elsewhere);
}

/** Returns the grants without the permissions that the scopes of a key lack. */
export function withinScopes(grants: Grants, scopes: Permissions | undefined): Grants {
  if (scopes === undefined) return grants;
  const narrowed = (granted: Permissions): Permissions => new Set([...granted].filter((one) => scopes.has(one)));
  return {
    isOwner: grants.isOwner && organizationRoles.owner.isSubsetOf(scopes),
    organization: narrowed(grants.organization),
    projects: new Map([...grants.projects].map(([id, granted]) => [id, narrowed(granted)])),
    elsewhere: narrowed(grants.elsewhere),
  };
}

/** Returns true if the first grants allow at least what the second allow, in the organization and in each project. */
export function covers(grants: Grants, others: Grants): boolean {
  const ids = new Set([...grants.projects.keys(), ...others.projects.keys()]);
  return (
    others.organization.isSubsetOf(grants.organization) &&
    others.elsewhere.isSubsetOf(grants.elsewhere) &&
    [...ids].every((id) => grantedIn(others, id).isSubsetOf(grantedIn(grants, id)))
  );
}

/** Returns the grants of a user, by organization. */
export async function grantsOfUser(userId: string): Promise<ReadonlyMap<string, Grants>> {
  return grantsOfMember(userId, await Membership.ofUser(userId));
}

/** Returns the grants of a user whose memberships are known, by organization. */
export async function grantsOfMember(
  userId: string,
  memberships: readonly OwnMembership[],
): Promise<ReadonlyMap<string, Grants>> {
  const held = memberships.every(({ role }) => role === 'owner') ? [] : await RoleAssignment.ofUser(userId);
  return new Map(memberships.map((membership) => [membership.id, grantsFrom(membership, held)]));
}

/** Returns the grants of a member in the organization. */
export async function grantsIn(organizationId: string, userId: string, tx?: Transaction): Promise<Grants> {
  const membership = (await Membership.ofUser(userId, tx)).find(({ id }) => id === organizationId);
  if (membership === undefined) return noGrants;
  return grantsFrom(membership, await RoleAssignment.ofUser(userId, organizationId, tx));
}

/** Returns what a group gives its members: the union of its roles. */
export async function grantsOfGroup(organizationId: string, groupId: string, tx: Transaction): Promise<Grants> {
  // A group is in no group, so these are its own roles.
  return unite(organizationId, await RoleAssignment.ofUser(groupId, organizationId, tx), nothing);
}

/** Returns what an assigned role allows where it is assigned. */
function allowedBy({ roleId, permissions }: HeldRole): Permissions {
  // Everybody to whom it could be assigned is a member. `project_access` decides what members reach.
  if (roleId === organizationMemberId) return noPermissions;
  if (permissions === null) return builtInRoles.get(roleId)?.permissions ?? noPermissions;
  return new Set(JSON.parse(permissions) as Permission[]);
}

/** The permissions of a member without any role. */
interface Base {
  organization: Permissions;
  /** In the projects in which the member has a role. */
  assigned: Permissions;
  elsewhere: Permissions;
}

const belongs: Permissions = new Set(belonging);
const { member } = organizationRoles;
const nothing: Base = { organization: noPermissions, assigned: noPermissions, elsewhere: noPermissions };
const bases: Record<ProjectAccess, Base> = {
  all: { organization: member, assigned: member, elsewhere: member },
  assigned: { organization: belongs, assigned: belongs, elsewhere: noPermissions },
};

function grantsFrom({ id, role, projectAccess }: OwnMembership, held: readonly HeldRole[]): Grants {
  return role === 'owner' ? ownerGrants : unite(id, held, bases[projectAccess]);
}

function unite(id: string, held: readonly HeldRole[], base: Base): Grants {
  const own = held.filter(({ organizationId }) => organizationId === id);
  const ofOrganization = own.filter(({ resourceId }) => resourceId === id);
  if (ofOrganization.some(({ roleId }) => roleId === organizationOwnerId)) return ownerGrants;
  const granted = ofOrganization.map(allowedBy);
  const byProject = Map.groupBy(
    own.filter(({ resourceId }) => resourceId !== id),
    ({ resourceId }) => resourceId,
  );
  return {
    isOwner: false,
    organization: union([base.organization, ...granted]),
    projects: new Map(
      [...byProject].map(([project, roles]) => [project, union([base.assigned, ...granted, ...roles.map(allowedBy)])]),
    ),
    elsewhere: union([base.elsewhere, ...granted]),
  };
}

function union(sets: readonly Permissions[]): Permissions {
  const [first = noPermissions, ...others] = sets;
  return others.length === 0 ? first : new Set(sets.flatMap((set) => [...set]));
}
