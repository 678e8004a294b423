// Nobody grants what they may not do themselves, and nobody changes the roles, the membership or the keys of somebody who
// may do more. Both are judged by what the database says now: the principal of a call may be a few seconds old.

import type { Transaction } from 'sequelize';
import { readOne } from '../../models/page.ts';
import { ServiceAccount } from '../../models/service-account.ts';
import { User } from '../../models/user.ts';
import { ServiceError } from '../platform/index.ts';
import {
  covers,
  type Grants,
  grantedIn,
  grantsIn,
  grantsOfGroup,
  noGrants,
  ownerGrants,
  withinScopes,
} from './grants.ts';
import { type Permissions, projectRoles } from './permissions.ts';
import { accountPermissions, type OrganizationKeyPrincipal, type UserPrincipal } from './principals.ts';

/** A caller that changes what others may do. */
export type Changer = UserPrincipal | OrganizationKeyPrincipal;

type ChangedKey = { userId: string; keptBy: string | null; serviceAccountId?: string | null };

/** The organization, or one of its projects. */
export interface Place {
  organizationId: string;
  projectId?: string | undefined;
}

/** Throws `insufficient_permissions` if the caller lacks one of the permissions in the place. */
export async function checkMayGrant(
  caller: Changer,
  { organizationId, projectId }: Place,
  permissions: Iterable<string>,
  tx: Transaction,
): Promise<void> {
  const granted: ReadonlySet<string> = grantedIn(await grantsNow(caller, organizationId, tx), projectId);
  const beyond = [...permissions].find((one) => !granted.has(one));
  if (beyond !== undefined)
    throw insufficient(`Nobody can give or take a permission that they lack: you lack ${beyond} here.`);
}

/** Throws `insufficient_permissions` if the member may do more than the caller. */
export async function checkMayChange(
  caller: Changer,
  organizationId: string,
  userId: string,
  tx: Transaction,
): Promise<void> {
  const [mine, theirs] = [await grantsNow(caller, organizationId, tx), await grantsIn(organizationId, userId, tx)];
  if (!covers(mine, theirs)) throw beyond('This user may do', caller);
}

/** Throws `insufficient_permissions` if the group's roles allow more than the caller may do. */
export async function checkMayUseGroup(
  caller: Changer,
  organizationId: string,
  groupId: string,
  tx: Transaction,
): Promise<void> {
  const [mine, theirs] = [
    await grantsNow(caller, organizationId, tx),
    await grantsOfGroup(organizationId, groupId, tx),
  ];
  if (!covers(mine, theirs)) throw beyond('The roles of this group allow', caller);
}

/**
 * Throws `insufficient_permissions` if the maker of the key, or its service account, may do more than the caller, where
 * the key works.
 */
export async function checkMayChangeKey(
  caller: Changer,
  { organizationId, projectId }: Place,
  { userId, keptBy, serviceAccountId = null }: ChangedKey,
  tx: Transaction,
): Promise<void> {
  // The scopes of both keys are compared on their own.
  const unscoped = caller.kind === 'user' ? caller : withoutScopes(caller);
  const mine = await grantsNow(unscoped, organizationId, tx);
  if (mine.isOwner) return;
  if (serviceAccountId !== null) {
    const account = await readOne(ServiceAccount, { id: serviceAccountId }, tx);
    return checkMayGrant(caller, { organizationId, projectId }, accountPermissions(account?.role ?? null), tx);
  }
  const theirs = keptBy === null ? await grantsOfPerson(organizationId, userId, tx) : ownerGrants;
  const isCovered =
    projectId === undefined
      ? covers(mine, theirs)
      : ofProject(theirs, projectId, keptBy).isSubsetOf(grantedIn(mine, projectId));
  if (!isCovered) throw insufficient('The maker of this key may do more than you. Ask an owner of the organization.');
}

/** A key that depends on nobody has the permissions of a project's member. */
function ofProject(theirs: Grants, projectId: string, keptBy: string | null): Permissions {
  return keptBy === null ? grantedIn(theirs, projectId) : projectRoles.member;
}

/** Returns what the caller may do in the organization now: a key what its maker may, within its scopes. */
export async function grantsNow(caller: Changer, organizationId: string, tx: Transaction): Promise<Grants> {
  if (caller.kind === 'user') return grantsOfPerson(organizationId, caller.userId, tx);
  const ofMaker = caller.keptBy === null ? await grantsOfPerson(organizationId, caller.userId, tx) : ownerGrants;
  return withinScopes(ofMaker, caller.rules.scopes);
}

/** Returns the key with all that its maker may do. A directory needs no scope but that of SCIM. */
export function withoutScopes(key: OrganizationKeyPrincipal): OrganizationKeyPrincipal {
  return { ...key, rules: { ...key.rules, scopes: undefined } };
}

/** Returns the grants of a person. An admin counts as an owner. */
export async function grantsOfPerson(organizationId: string, userId: string, tx?: Transaction): Promise<Grants> {
  const person = await readOne(User, { id: userId }, tx);
  if (person === undefined || person.disabled) return noGrants;
  return person.isAdmin ? ownerGrants : grantsIn(organizationId, userId, tx);
}

function beyond(what: string, caller: Changer): ServiceError {
  const isScoped = caller.kind === 'organization_key' && caller.rules.scopes !== undefined;
  return insufficient(
    isScoped
      ? `${what} more than the scopes of this key. Use a key with more scopes, or ask an owner of the organization.`
      : `${what} more than you may. Ask an owner of the organization.`,
  );
}

function insufficient(message: string): ServiceError {
  return new ServiceError('insufficient_permissions', message);
}
