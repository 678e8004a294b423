// Roles by groups of the directory. Each sign-in and refresh sets them again; a role that was given by hand stays.
//
// In each scope (an organization, one role in an organization or a project, or the server for admins) a person has the
// highest of the role given by hand and the roles of the groups, of all providers. The table keeps the role that the last
// sign-in or refresh set. If the person has another role now, somebody has given it by hand since.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { digestOf, GroupRole } from '../../../models/identity.ts';
import { Membership } from '../../../models/membership.ts';
import { Organization } from '../../../models/organization.ts';
import { Project } from '../../../models/project.ts';
import { RoleAssignment } from '../../../models/role-assignment.ts';
import { User, type UserRow } from '../../../models/user.ts';
import { auditEvent } from '../../audit/index.ts';
import { ServiceError } from '../../platform/index.ts';
import { getRole } from '../../tenancy/index.ts';
import { placeMember } from '../members.ts';
import { changeUser } from '../users.ts';
import { assigned, highest, partsOf, type ScopedRoles, server } from './group-mapping.ts';
import type { Person } from './providers.ts';

/** Gives the user the roles of the groups, and takes those that this provider's groups gave before. */
export async function setRoles(
  user: UserRow,
  { issuer }: Pick<Person, 'issuer'>,
  roles: ScopedRoles,
  tx: Transaction,
): Promise<void> {
  const issuerDigest = digestOf(issuer);
  const rows = await GroupRole.findAll({ where: { userId: user.id }, transaction: tx });
  const ofIssuer = rows.filter((row) => issuerDigest.equals(Buffer.from(row.issuerDigest)));
  // In one order, so that two sign-ins do not wait for each other's locks.
  const scopes = [...new Set([...ofIssuer.map(({ scope }) => scope), ...roles.keys()])].sort();
  for (const scope of scopes) {
    const [kept, mine] = [rows.filter((row) => row.scope === scope), ofIssuer.find((row) => row.scope === scope)];
    const now = await roleIn(scope, user.id, tx);
    const [known] = kept;
    const own = known !== undefined && known.setRole === now ? (known.ownRole ?? undefined) : now;
    const others = kept.filter((row) => row !== mine).map(({ role }) => role);
    const role = roles.get(scope);
    const wanted = highest(own, role, ...others);
    const set = wanted === now ? now : await place(scope, user.id, wanted, tx);
    await GroupRole.destroy({ where: { userId: user.id, scope, issuerDigest }, transaction: tx });
    if (role !== undefined && set !== undefined) {
      await GroupRole.create(
        { userId: user.id, scope, issuerDigest, role, ownRole: own ?? null, setRole: set },
        { transaction: tx },
      );
    }
    const shared = { ownRole: own ?? null, setRole: set ?? '' };
    await GroupRole.update(shared, { where: { userId: user.id, scope }, transaction: tx });
  }
}

async function roleIn(scope: string, userId: string, tx: Transaction): Promise<string | undefined> {
  const parts = partsOf(scope);
  if (parts !== undefined) {
    const held = await RoleAssignment.count({ where: { ...parts, principalId: userId }, transaction: tx });
    return held === 0 ? undefined : assigned;
  }
  if (scope !== server)
    return (await Membership.findOne({ where: { organizationId: scope, userId }, transaction: tx }))?.role;
  return (await User.count({ where: { id: userId, isAdmin: true }, transaction: tx })) === 1 ? 'admin' : undefined;
}

/**
 * Sets the role of the user in the scope, and returns the role that the user has then. The last admin, and the owner who
 * is accountable for an organization, keep theirs.
 */
async function place(
  scope: string,
  userId: string,
  role: string | undefined,
  tx: Transaction,
): Promise<string | undefined> {
  const parts = partsOf(scope);
  if (parts !== undefined) return assign(parts, userId, role !== undefined, tx);
  if (scope !== server) return placeMember(scope, userId, role === 'owner' || role === 'member' ? role : undefined, tx);
  try {
    await changeUser(userId, { is_admin: role === 'admin' }, tx);
    return role;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'last_admin') return 'admin';
    throw error;
  }
}

/** Gives or takes one role in an organization or a project, and returns `assigned` if the user has it then. */
async function assign(
  { resourceId, roleId }: { resourceId: string; roleId: string },
  userId: string,
  isWanted: boolean,
  tx: Transaction,
): Promise<string | undefined> {
  const project = await Project.findOne({ where: { id: resourceId }, raw: true, transaction: tx });
  const organizationId = project?.organizationId ?? resourceId;
  if ((await Organization.lock(organizationId, tx)) === null) return undefined;
  const place = project === null ? { organizationId } : { organizationId, projectId: project.id };
  const role = await getRole(place, roleId, tx).catch(() => undefined);
  // Deleted meanwhile, with its assignments.
  if (role === undefined) return undefined;
  const row = { resourceId, principalId: userId, roleId };
  if (isWanted)
    await RoleAssignment.create(
      { ...row, organizationId, createdBy: null, createdAt: nowSeconds() },
      { transaction: tx },
    );
  else await RoleAssignment.destroy({ where: row, transaction: tx });
  const type = isWanted ? 'role.assignment.created' : 'role.assignment.deleted';
  const details = { role_id: roleId, role_name: role.name, principal_type: 'user', principal_id: userId };
  const at = project === null ? {} : { projectId: project.id };
  await auditEvent({ type, organizationId, ...at, targetId: userId, details }, tx);
  return isWanted ? assigned : undefined;
}
