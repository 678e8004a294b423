// Roles by groups of the directory. Each sign-in sets them again; a role that was given by hand stays.
//
// In each scope (an organization, or the server for admins) a person has the highest of the role given by hand and the
// roles of the groups, of all providers. The table keeps what the last sign-in set: another role now was given by hand
// since, and becomes the own one.

import type { Transaction } from 'sequelize';
import { digestOf, GroupRole } from '../../../models/identity.ts';
import { Membership } from '../../../models/membership.ts';
import { User, type UserRow } from '../../../models/user.ts';
import { ServiceError } from '../../platform/index.ts';
import type { ProviderSettings } from '../../settings/index.ts';
import { placeMember } from '../members.ts';
import { changeUser } from '../users.ts';
import type { Person } from './providers.ts';

/** The roles of all scopes, the highest last. */
const ladder = ['member', 'owner', 'admin'];
const server = 'server';

/** Returns the roles that the person's groups give, by scope. */
export function rolesOf({ groups }: Pick<Person, 'groups'>, { roles }: ProviderSettings): Map<string, string> {
  const found = new Map<string, string>();
  for (const given of roles) {
    if (!groups.has(given.group)) continue;
    const [scope, role] = 'admin' in given ? [server, 'admin'] : [given.organization, given.role];
    found.set(scope, highest(found.get(scope), role) ?? role);
  }
  return found;
}

/** Returns true if the person's groups make an admin. */
export function makesAdmin(roles: ReadonlyMap<string, string>): boolean {
  return roles.has(server);
}

/** Gives the user the roles of the groups, and takes those that this provider's groups gave before. */
export async function setRoles(
  user: UserRow,
  { issuer }: Pick<Person, 'issuer'>,
  roles: ReadonlyMap<string, string>,
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
  if (scope !== server) return placeMember(scope, userId, role === 'owner' || role === 'member' ? role : undefined, tx);
  try {
    await changeUser(userId, { is_admin: role === 'admin' }, tx);
    return role;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'last_admin') return 'admin';
    throw error;
  }
}

function highest(...roles: (string | undefined)[]): string | undefined {
  return ladder.findLast((role) => roles.includes(role));
}
