// User accounts: management by admins, and the caller's own account.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { DirectoryUser } from '../../models/directory-user.ts';
import { type ActiveKey, activeKeysOf } from '../../models/key-holder.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { Membership, type Role } from '../../models/membership.ts';
import { readOne } from '../../models/page.ts';
import { PasswordReset } from '../../models/password-reset.ts';
import { ServiceAccount } from '../../models/service-account.ts';
import { User, type UserRow } from '../../models/user.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { existing, notFound, ServiceError } from '../platform/index.ts';
import { auditKeys, type Grants, grantsOfMember, noGrants, ownerGrants, type UserPrincipal } from '../tenancy/index.ts';
import { checkPassword, endLogins } from './logins.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';

type UpdateUser = components['schemas']['UpdateUserRequest'];
type UpdateAccount = components['schemas']['UpdateAccountRequest'];

export function listUsers(query: ListQuery): Promise<ListOf<UserRow>> {
  return list(User, {}, query);
}

/** Returns a user. Throws `not_found`. */
export async function getUser(id: string): Promise<UserRow> {
  return existing(await readOne(User, { id }), 'user', id);
}

/** The changed user, and how many of the user's API keys the change revoked or restored. */
export interface UserChange {
  user: UserRow;
  revokedKeys: number;
  restoredKeys: number;
}

/**
 * Changes a user. Disabling one ends the user's sign-ins. Throws `not_found`, or `last_admin` if the server would have
 * no enabled admin.
 */
export function updateUser(id: string, change: UpdateUser): Promise<UserChange> {
  return transaction((tx) => changeUser(id, change, tx));
}

/** Changes a user, as `updateUser` does, in a transaction. */
export async function changeUser(id: string, change: UpdateUser, tx: Transaction): Promise<UserChange> {
  const admins = await User.findAll({ where: { isAdmin: true, disabled: false }, lock: true, transaction: tx });
  const found = existing(await User.findOne({ where: { id }, lock: true, transaction: tx }), 'user', id);
  const loses = change.is_admin === false || change.disabled === true;
  if (loses && admins.every((admin) => admin.id === id) && admins.length > 0) {
    throw new ServiceError('last_admin', 'This is the last admin of the server. Make another user an admin first.');
  }
  if (change.disabled === true) await endLogins(id, undefined, tx);
  // From now on it is the caller who decides, and no directory.
  if (change.disabled !== undefined)
    await DirectoryUser.update({ disabledAccount: false }, { where: { userId: id }, transaction: tx });
  const made = change.disabled === true ? { service_accounts: await ServiceAccount.madeBy(id, undefined, tx) } : {};
  const known = { name: found.name, is_admin: found.isAdmin, disabled: found.disabled };
  const details = { ...changeDetails(change, known), ...made };
  await auditEvent({ type: 'user.updated', targetId: id, details }, tx);
  const before = await activeKeysOf(id, undefined, tx);
  const user = await found.update(
    {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.is_admin === undefined ? {} : { isAdmin: change.is_admin }),
      ...(change.disabled === undefined ? {} : { disabled: change.disabled }),
    },
    { transaction: tx },
  );
  const after = await activeKeysOf(id, undefined, tx);
  const [revoked, restored] = [without(before, after), without(after, before)];
  await auditKeys('credential_revoked', revoked, 'owner_lost_access', tx);
  await auditKeys('credential_restored', restored, 'owner_has_access', tx);
  return { user, revokedKeys: revoked.length, restoredKeys: restored.length };
}

export function without(keys: ActiveKey[], others: ActiveKey[]): ActiveKey[] {
  const ids = new Set(others.map(({ id }) => id));
  return keys.filter(({ id }) => !ids.has(id));
}

export interface AccountState {
  user: UserRow;
  organizations: { id: string; name: string; role: Role; grants: Grants }[];
}

export async function getAccount({ userId }: UserPrincipal): Promise<AccountState> {
  const [user, memberships] = await Promise.all([getUser(userId), Membership.ofUser(userId)]);
  const granted = await grantsOfMember(userId, memberships);
  const grantsOf = (id: string): Grants => (user.isAdmin ? ownerGrants : (granted.get(id) ?? noGrants));
  return { user, organizations: memberships.map(({ id, name, role }) => ({ id, name, role, grants: grantsOf(id) })) };
}

/**
 * Changes the caller's name or default organization. Throws `not_found` if the caller is not a member of the
 * organization.
 */
export async function updateAccount(caller: UserPrincipal, change: UpdateAccount): Promise<AccountState> {
  const { name, default_organization_id: organizationId } = change;
  if (organizationId !== undefined) {
    const mine = await Membership.count({ where: { userId: caller.userId, organizationId } });
    if (mine === 0) throw notFound('organization of yours', organizationId);
  }
  const changed = {
    ...(name === undefined ? {} : { name }),
    ...(organizationId === undefined ? {} : { defaultOrganizationId: organizationId }),
  };
  await transaction(async (tx) => {
    const user = await User.findOne({ where: { id: caller.userId }, lock: true, transaction: tx });
    const before = { name: user?.name, default_organization_id: user?.defaultOrganizationId };
    await user?.update(changed, { transaction: tx });
    await auditEvent({ type: 'user.updated', targetId: caller.userId, details: changeDetails(change, before) }, tx);
  });
  return getAccount(caller);
}

/**
 * Changes the caller's password and ends the caller's other sign-ins. `address` is the caller's IP address.
 *
 * Throws `invalid_login` if the current password is wrong, or a ValidationError if the new one is weak.
 */
export async function changePassword(
  caller: UserPrincipal,
  change: { current: string; next: string },
  address: string,
): Promise<void> {
  await checkPassword(caller.email, change.current, address);
  const user = await getUser(caller.userId);
  await setPassword(user, change.next, caller.loginId, ['body', 'password']);
}

/** Sets a password and ends the user's sign-ins except `keepLoginId`. Throws a ValidationError for a weak password. */
export async function setPassword(
  user: UserRow,
  password: string,
  keepLoginId: string | undefined,
  loc: string[],
): Promise<void> {
  await checkNewPassword(password, [user.email, user.name ?? ''], loc);
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await replacePassword(user.id, passwordHash, keepLoginId, tx);
    await auditEvent({ type: 'password.changed', targetId: user.id }, tx);
  });
}

/**
 * Stores a new password hash, ends the user's sign-ins except `keepLoginId`, and deletes the user's reset link.
 */
export async function replacePassword(
  userId: string,
  passwordHash: string,
  keepLoginId: string | undefined,
  tx: Transaction,
): Promise<void> {
  await User.update({ passwordHash }, { where: { id: userId }, transaction: tx });
  await PasswordReset.destroy({ where: { userId }, transaction: tx });
  await endLogins(userId, keepLoginId, tx);
}

/** Creates a user with a password. Throws a ValidationError for a weak password, or `email_already_exists`. */
export async function createUser(fields: {
  email: string;
  name: string | null;
  password: string;
  isAdmin: boolean;
}): Promise<UserRow> {
  await checkNewPassword(fields.password, [fields.email, fields.name ?? ''], ['body', 'password']);
  const passwordHash = await hashPassword(fields.password);
  try {
    return await transaction(async (tx) => {
      const row = { email: fields.email, name: fields.name, passwordHash, isAdmin: fields.isAdmin };
      const user = await User.add(row, tx);
      const details = { email: user.email, is_admin: user.isAdmin };
      await auditEvent({ type: 'user.added', organizationId: null, targetId: user.id, details }, tx);
      return user;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken(fields.email, error) : error;
  }
}

/**
 * Returns the error for an address that has an account. `cause` is the unique index violation if the insert found it.
 */
export function emailTaken(email: string, cause?: unknown): ServiceError {
  return new ServiceError('email_already_exists', `There is already a user with the address ${email}.`, {
    cause,
    param: 'email',
  });
}

/** Returns true if the server has at least one user. */
export async function hasUsers(tx?: Transaction): Promise<boolean> {
  return (await User.findOne({ attributes: ['id'], transaction: tx ?? null })) !== null;
}
