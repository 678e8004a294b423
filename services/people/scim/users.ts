// Changes of people by the directory of their organization (SCIM).
//
// A directory decides about the membership of everybody in its organization. It governs an account, its name, address and
// whether it is enabled, only if it made the account, the account is in no other organization and is no admin.

import type { Transaction } from 'sequelize';
import { transaction } from '../../../models/connection.ts';
import { isUniqueViolation } from '../../../models/constraints.ts';
import { DirectoryUser } from '../../../models/directory-user.ts';
import { activeKeysOf } from '../../../models/key-holder.ts';
import { Membership } from '../../../models/membership.ts';
import { Organization } from '../../../models/organization.ts';
import { PasswordReset } from '../../../models/password-reset.ts';
import { rowsIn } from '../../../models/statements.ts';
import { emailKey, User } from '../../../models/user.ts';
import { auditEvent, auditNothing, changeDetails } from '../../audit/index.ts';
import { existing, notFound, ScimProblem } from '../../platform/index.ts';
import { auditKeys, checkMayChange, type OrganizationKeyPrincipal, withoutScopes } from '../../tenancy/index.ts';
import { endLogins } from '../logins.ts';
import { checkIsOwnerNow, lockForChange, removeMember } from '../members.ts';
import { without } from '../users.ts';
import { getScimUser, type Person } from './people.ts';
import type { UserChanges } from './user-changes.ts';

type Named = { id: string };

/** In characters. */
const longestName = 255;

type Directory = ReturnType<typeof withoutScopes>;

/**
 * Makes an account and a membership, or takes a former member back whose account this directory made. Throws `uniqueness`
 * for any other account.
 */
export async function createScimUser(
  organization: Named,
  { userName, ...others }: UserChanges & { userName: string },
  key: OrganizationKeyPrincipal,
): Promise<Person> {
  const caller = withoutScopes(key);
  return inTransaction(organization, userName, async (tx) => {
    const found = await User.findOne({ where: { emailKey: emailKey(userName) }, transaction: tx });
    const userId =
      found === null
        ? await addAccount(organization, userName, others, tx)
        : await takeBack(organization, found, caller, tx);
    return change(organization, userId, found === null ? others : { active: true, ...others }, caller, tx);
  });
}

/** Changes a member. Throws `not_found`, `insufficient_permissions`, `accountable_owner` or a ScimProblem. */
export async function updateScimUser(
  organization: Named,
  userId: string,
  changes: UserChanges,
  key: OrganizationKeyPrincipal,
): Promise<Person> {
  return inTransaction(organization, changes.userName, (tx) =>
    change(organization, userId, changes, withoutScopes(key), tx),
  );
}

/** Removes a member. Throws `not_found`, `insufficient_permissions` or `accountable_owner`. */
export async function deleteScimUser(
  organization: Named,
  userId: string,
  key: OrganizationKeyPrincipal,
): Promise<void> {
  await inTransaction(organization, undefined, async (tx) => {
    const person = await getScimUser(organization, userId, tx);
    // A suspended member has the rights of a member here: nobody removes a person who has more than they.
    await Membership.resume(organization.id, userId, tx);
    await removeMember(organization, userId, false, withoutScopes(key), tx);
    if (await isElsewhere(organization, userId, tx)) return;
    if (person.madeAccount && !person.isAdmin) await setDisabled(organization, person, true, tx);
    if (!person.isAdmin) await endLogins(userId, undefined, tx);
  });
}

/** Does the work while the organization is locked, so that its members stay as they are. */
function inTransaction<Result>(
  { id }: Named,
  address: string | undefined,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return transaction(async (tx) => {
    if ((await Organization.lock(id, tx)) === null) throw notFound('organization', id);
    return await work(tx);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken(String(address), error) : error;
  });
}

async function addAccount(
  { id: organizationId }: Named,
  email: string,
  changes: UserChanges,
  tx: Transaction,
): Promise<string> {
  const name = wantedName(changes, { name: null, givenName: null, familyName: null });
  const user = await User.add({ email, name: name ?? null, passwordHash: null, isAdmin: false }, tx);
  await auditEvent({ type: 'user.added', targetId: user.id, details: { email, is_admin: false } }, tx);
  await Membership.join(organizationId, user.id, tx);
  await DirectoryUser.put(organizationId, user.id, { madeAccount: true }, tx);
  return user.id;
}

/** Makes a person a member again whose account this directory made. Throws `uniqueness`. */
async function takeBack(
  { id: organizationId }: Named,
  { id: userId, email }: User,
  caller: Directory,
  tx: Transaction,
): Promise<string> {
  const known = await DirectoryUser.findOne({ where: { organizationId, userId }, transaction: tx });
  const isMember = (await Membership.count({ where: { organizationId, userId }, transaction: tx })) > 0;
  if (isMember || (known !== null && known.suspendedRole !== null))
    throw new ScimProblem('uniqueness', `${email} is a user of this organization already.`);
  if (known === null || !known.madeAccount) throw taken(email);
  await Membership.join(organizationId, userId, tx);
  await checkMayChange(caller, organizationId, userId, tx);
  const details = changeDetails({ role: 'member' }, { role: null });
  await auditEvent({ type: 'member.updated', targetId: userId, details }, tx);
  return userId;
}

function taken(address: string, cause?: unknown): ScimProblem {
  return new ScimProblem(
    'uniqueness',
    `${address} has an account that this directory did not make. Invite the person to the organization instead.`,
    cause,
  );
}

async function change(
  organization: Named,
  userId: string,
  changes: UserChanges,
  caller: Directory,
  tx: Transaction,
): Promise<Person> {
  auditNothing();
  const person = await getScimUser(organization, userId, tx);
  await checkMayChange(caller, organization.id, userId, tx);
  await changeAccount(organization, person, changes, tx);
  if (changes.active === false) await suspend(organization, person, caller, tx);
  if (changes.active === true) await resume(organization, person, caller, tx);
  return getScimUser(organization, userId, tx);
}

/** Changes the name, the address and the directory's own data. Throws `mutability` for an account that others govern. */
async function changeAccount(
  organization: Named,
  person: Person,
  changes: UserChanges,
  tx: Transaction,
): Promise<void> {
  const { externalId, givenName = person.givenName, familyName = person.familyName } = changes;
  const email = changes.userName ?? person.email;
  const wantedOne = wantedName(changes, person);
  const name = wantedOne === undefined ? person.name : wantedOne;
  const isGoverned = await governs(organization, person, tx);
  if (email !== person.email || name !== person.name) {
    if (!isGoverned) throw notGoverned(person);
    await changeUser(person, { email, name }, tx);
  }
  const known = { externalId: externalId === undefined ? person.externalId : externalId };
  const wanted = isGoverned ? { ...known, givenName, familyName } : known;
  const changed = Object.entries(wanted).filter(([key, value]) => value !== person[key as keyof Person]);
  if (changed.length === 0) return;
  await DirectoryUser.put(organization.id, person.id, wanted, tx);
  const details = changeDetails(Object.fromEntries(changed), { ...person });
  await auditEvent({ type: 'member.updated', targetId: person.id, details }, tx);
}

async function changeUser(
  { id, email: emailBefore, name: nameBefore }: Person,
  { email, name }: { email: string; name: string | null },
  tx: Transaction,
): Promise<void> {
  const hasMoved = email !== emailBefore;
  const user = await User.findOne({ where: { id }, lock: true, transaction: tx });
  const address = hasMoved ? { email, emailKey: emailKey(email), emailVerified: false } : {};
  await user?.update({ name, ...address }, { transaction: tx });
  if (hasMoved) await PasswordReset.destroy({ where: { userId: id }, transaction: tx });
  const changed = { ...(hasMoved ? { email } : {}), ...(name === nameBefore ? {} : { name }) };
  const details = changeDetails(changed, { email: emailBefore, name: nameBefore });
  await auditEvent({ type: 'user.updated', targetId: id, details }, tx);
}

/**
 * Returns the name that the changes lead to; undefined: it stays as it is. The parts of a name make up a name that came
 * from them, or of a person without one.
 */
function wantedName(
  { displayName, formatted, givenName, familyName }: UserChanges,
  before: Pick<Person, 'name' | 'givenName' | 'familyName'>,
): string | null | undefined {
  if (displayName !== undefined && displayName !== before.name) return displayName;
  if (displayName === undefined && formatted !== undefined && formatted !== before.name) return formatted;
  if (displayName !== undefined || formatted !== undefined) return undefined;
  const parts = { givenName: givenName ?? before.givenName, familyName: familyName ?? before.familyName };
  const joined = joinedName(parts);
  return joined !== null && (before.name === null || before.name === joinedName(before)) ? joined : undefined;
}

function joinedName({ givenName, familyName }: Pick<Person, 'givenName' | 'familyName'>): string | null {
  const parts = [givenName, familyName].filter((part) => part !== null);
  return parts.length === 0 ? null : Array.from(parts.join(' ')).slice(0, longestName).join('');
}

/** Suspends a membership. Nothing happens to one that is suspended. */
async function suspend(organization: Named, person: Person, caller: Directory, tx: Transaction): Promise<void> {
  const { id: userId, isAdmin } = person;
  if (person.suspended) return;
  if (isAdmin) throw adminStays(person);
  await lockForChange(organization, userId, null, caller, tx);
  const where = { organizationId: organization.id, userId };
  const membership = existing(await Membership.findOne({ where, transaction: tx }), 'user', userId);
  const before = await activeKeysOf(userId, undefined, tx);
  const isGoverned = await governs(organization, person, tx);
  await Membership.suspend(membership, tx);
  await auditSuspension(userId, true, tx);
  if (isGoverned && !person.disabled) await setDisabled(organization, person, true, tx);
  if (!(await isElsewhere(organization, userId, tx))) await endLogins(userId, undefined, tx);
  const after = await activeKeysOf(userId, undefined, tx);
  await auditKeys('credential_revoked', without(before, after), 'owner_lost_access', tx);
}

/** Ends the suspension of a membership. Throws `mutability` if an admin of the server disabled the account. */
async function resume(organization: Named, person: Person, caller: Directory, tx: Transaction): Promise<void> {
  const { id: userId } = person;
  if (person.isAdmin && person.suspended) throw adminStays(person);
  if (person.disabled && !person.disabledAccount) {
    const sentence = `An admin of this server disabled the account of ${person.email}. Only an admin can enable it again.`;
    throw new ScimProblem('mutability', sentence);
  }
  if (!person.suspended && !person.disabled) return;
  const before = await activeKeysOf(userId, undefined, tx);
  if (person.disabled) await setDisabled(organization, person, false, tx);
  if (person.suspended) {
    await Membership.resume(organization.id, userId, tx);
    await auditSuspension(userId, false, tx);
    // Nobody gives a role back that gives more than they have.
    await checkMayChange(caller, organization.id, userId, tx);
    const role = { organizationId: organization.id, userId, role: 'owner' };
    if ((await Membership.count({ where: role, transaction: tx })) > 0)
      await checkIsOwnerNow(caller, organization.id, tx);
  }
  const after = await activeKeysOf(userId, undefined, tx);
  await auditKeys('credential_restored', without(after, before), 'owner_has_access', tx);
}

async function auditSuspension(userId: string, suspended: boolean, tx: Transaction): Promise<void> {
  const details = changeDetails({ suspended }, { suspended: !suspended });
  await auditEvent({ type: 'member.updated', targetId: userId, details }, tx);
}

async function setDisabled(
  { id: organizationId }: Named,
  { id: userId }: Person,
  disabled: boolean,
  tx: Transaction,
): Promise<void> {
  const [changed] = await User.update({ disabled }, { where: { id: userId, disabled: !disabled }, transaction: tx });
  if (changed === 0) return;
  await DirectoryUser.put(organizationId, userId, { disabledAccount: disabled }, tx);
  const details = changeDetails({ disabled }, { disabled: !disabled });
  await auditEvent({ type: 'user.updated', targetId: userId, details }, tx);
}

/** Returns true if the directory decides about the account. */
async function governs(organization: Named, { id, madeAccount, isAdmin }: Person, tx: Transaction): Promise<boolean> {
  return madeAccount && !isAdmin && !(await isElsewhere(organization, id, tx));
}

/** Returns true if the person is a member of another organization, also of one that has suspended the membership. */
async function isElsewhere({ id: organizationId }: Named, userId: string, tx: Transaction): Promise<boolean> {
  const values = [userId, organizationId];
  const [found] = await rowsIn<{ count: number }>(
    tx,
    'SELECT (SELECT COUNT(*) FROM `memberships` WHERE `user_id` = ? AND `organization_id` <> ?) + (SELECT COUNT(*) FROM `directory_users` WHERE `user_id` = ? AND `organization_id` <> ? AND `suspended_role` IS NOT NULL) AS `count`',
    [...values, ...values],
  );
  return Number(found?.count ?? 0) > 0;
}

function notGoverned({ email }: Person): ScimProblem {
  return new ScimProblem(
    'mutability',
    `A directory changes name and address only of accounts that it made, that are in no other organization and are no admin: not of ${email}.`,
  );
}

function adminStays({ email }: Person): ScimProblem {
  return new ScimProblem(
    'mutability',
    `${email} is an admin of this server, who reaches every organization. Ask another admin to change that first.`,
  );
}
