// Invitations: an e-mail address joins an organization by a link, which is mailed or handed over.
//
// A link that does not work gets the same error for every reason. An invitation is valid only while its sender may
// invite: a user who was removed from the organization cannot bring others into it.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { DirectoryUser } from '../../models/directory-user.ts';
import { Invitation, type InvitationRow } from '../../models/invitation.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { Membership, type Role } from '../../models/membership.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { readOne } from '../../models/page.ts';
import { emailKey, User } from '../../models/user.ts';
import { auditEvent, userActor } from '../audit/index.ts';
import { type Mail, personIn } from '../mail/index.ts';
import {
  countWithin,
  daySeconds,
  existing,
  hourSeconds,
  notFound,
  pageLink,
  type Rule,
  ServiceError,
  type Site,
  tokenInvalid,
} from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { digestOf, grantsOfPerson, mint, type UserPrincipal } from '../tenancy/index.ts';
import { isPasswordOff, passwordOff, startLogin } from './logins.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { emailTaken, getUser } from './users.ts';

type LoginTokens = components['schemas']['LoginTokens'];

const refusal = 'Too many invitations. Wait, then try again.';
const ofOrganization: Rule = { name: 'invitation-organization', limit: 50, windowSeconds: hourSeconds, refusal };
const toAddress: Rule = { name: 'invitation-address', limit: 5, windowSeconds: daySeconds, refusal };

/** The address to invite, and the role that its person gets. */
export interface Invitee {
  email: string;
  role: Role;
}

/**
 * Mails an invitation to an address. Replaces an open invitation for the same address.
 *
 * Throws `smtp_not_configured`, `already_member`, `rate_limit_exceeded`, or `insufficient_permissions` if only an admin
 * may invite an address without an account.
 */
export async function createInvitation(
  organization: OrganizationRow,
  { email: given, role }: Invitee,
  caller: UserPrincipal,
  { config, mail }: { config: Config; mail: Mail },
): Promise<InvitationRow> {
  const invited = await invitedBy(caller, given, organization, config);
  if (!mail.configured) {
    throw new ServiceError('smtp_not_configured', 'No SMTP server is configured. Create an invitation link instead.');
  }
  if (invited.isMember) throw alreadyMember(invited.email);
  await countWithin(ofOrganization, organization.id);
  await countWithin(toAddress, emailKey(invited.email));
  const inviter = await getUser(caller.userId);
  return transaction(async (tx) => {
    const { token, invitation } = await openFor(
      { email: invited.email, role, mailed: true },
      caller,
      organization,
      config,
      tx,
    );
    const details = { email: invited.email, role };
    await auditEvent({ type: 'invitation.created', targetId: invitation.id, details }, tx);
    await mail.post(
      {
        kind: invited.hasAccount ? 'invitation' : 'registration',
        to: invited.email,
        token,
        expiresAt: invitation.expiresAt,
        organization: organization.name,
        inviter: personIn(inviter),
      },
      tx,
    );
    return invitation;
  });
}

/** A new invitation, and the URL that accepts it. */
export interface InvitationLink {
  invitation: InvitationRow;
  hasAccount: boolean;
  url: string;
}

/**
 * Invites an address, and returns the link instead of mailing it.
 *
 * Throws `already_member`, `rate_limit_exceeded`, or `insufficient_permissions` as `createInvitation` does.
 */
export async function createInvitationLink(
  organization: OrganizationRow,
  { email: given, role }: Invitee,
  caller: UserPrincipal,
  { config, site }: { config: Config; site: Site },
): Promise<InvitationLink> {
  const { email, hasAccount, isMember } = await invitedBy(caller, given, organization, config);
  if (isMember) throw alreadyMember(email);
  await countWithin(ofOrganization, organization.id);
  return transaction(async (tx) => {
    const { token, invitation } = await openFor({ email, role, mailed: false }, caller, organization, config, tx);
    // A link is marked in the audit entry, because unlike a mail it does not prove that the invited person owns the
    // address.
    const details = { email, role, by: 'link' };
    await auditEvent({ type: 'invitation.created', targetId: invitation.id, details }, tx);
    return { invitation, hasAccount, url: pageLink(site, hasAccount ? 'invitation' : 'register', token) };
  });
}

interface Invited {
  email: string;
  hasAccount: boolean;
  isMember: boolean;
}

/**
 * Looks up the address to invite. Throws `insufficient_permissions` if the address has no account and only an admin may
 * create accounts.
 */
async function invitedBy(
  caller: UserPrincipal,
  given: string,
  organization: OrganizationRow,
  config: Config,
): Promise<Invited> {
  const [account, member] = [await User.byEmail(given), await Membership.byEmail(organization.id, given)];
  if (account === undefined && config.invitations.only_admin_can_create_accounts && !caller.isAdmin) throw adminsOnly();
  // Mails to the spelling of the account, because a mail server may treat addresses as case-sensitive.
  return { email: account?.email ?? given, hasAccount: account !== undefined, isMember: member !== undefined };
}

function alreadyMember(email: string): ServiceError {
  return new ServiceError('already_member', `${email} is a member of the organization already.`);
}

/**
 * Adds the invitation and mints the token of its link. Throws `not_found` if the organization was deleted meanwhile.
 */
async function openFor(
  { email, role, mailed }: Invitee & { mailed: boolean },
  caller: UserPrincipal,
  { id: organizationId }: OrganizationRow,
  config: Config,
  tx: Transaction,
): Promise<{ token: string; invitation: InvitationRow }> {
  const { value: token, digest, redactedValue: redactedToken } = mint('invitation');
  if ((await Organization.lock(organizationId, tx)) === null) throw notFound('organization', organizationId);
  if (!(await mayInvite({ inviterId: caller.userId, organizationId, role }, tx)))
    throw new ServiceError('insufficient_permissions', `Only owners may invite an ${role}.`);
  const invitation = await Invitation.replace(
    { organizationId, inviterId: caller.userId, email, role, digest, redactedToken, mailed },
    config.tokens.invitation_seconds,
    tx,
  );
  return { token, invitation };
}

/** Returns a page of an organization's invitations, and the e-mail keys of those that have an account now. */
export async function listInvitations(
  organization: OrganizationRow,
  query: ListQuery,
): Promise<ListOf<InvitationRow> & { accounts: Set<string> }> {
  const found = await list(Invitation, { organizationId: organization.id }, query);
  const keys = found.rows.map((row) => row.emailKey);
  const users = await User.findAll({ where: { emailKey: [...new Set(keys)] } });
  return { ...found, accounts: new Set(users.map((user) => user.emailKey)) };
}

/** Returns an invitation. Throws `not_found`. */
export async function getInvitation(organization: OrganizationRow, id: string): Promise<InvitationRow> {
  return existing(await readOne(Invitation, { id, organizationId: organization.id }), 'invitation', id);
}

/** Deletes an invitation that was not accepted. Throws `not_found` or `invitation_accepted`. */
export async function deleteInvite(organization: OrganizationRow, id: string): Promise<void> {
  const { usedAt } = await getInvitation(organization, id);
  if (usedAt !== null) throw new ServiceError('invitation_accepted', 'The invite was accepted already.');
  await deleteInvitation(organization, id);
}

/** Deletes an invitation, so that its link stops working. Throws `not_found`. */
export async function deleteInvitation(organization: OrganizationRow, id: string): Promise<void> {
  await transaction(async (tx) => {
    const found = { id, organizationId: organization.id };
    const deleted = await Invitation.destroy({ where: found, transaction: tx });
    if (deleted === 0) throw notFound('invitation', id);
    await auditEvent({ type: 'invitation.deleted', targetId: id }, tx);
  });
}

export interface InvitationOffer {
  email: string;
  organizationName: string;
  createAccount: boolean;
}

/** Returns the address and the organization of an invitation link. Throws `token_invalid`. */
export async function validateInvitation(token: string): Promise<InvitationOffer> {
  const { email, organizationId } = await openInvitation(token);
  const [organization, isTaken] = [await readOne(Organization, { id: organizationId }), await User.isTaken(email)];
  if (organization === undefined) throw tokenInvalid();
  return { email, organizationName: organization.name, createAccount: !isTaken };
}

/** Makes the caller a member. Returns the organization's id. Throws `token_invalid` or `invitation_email_mismatch`. */
export async function acceptInvitation(token: string, caller: UserPrincipal): Promise<string> {
  const invitation = await openInvitation(token);
  if (invitation.emailKey !== emailKey(caller.email)) {
    throw new ServiceError(
      'invitation_email_mismatch',
      'The invitation is for another e-mail address. Sign in with the invited one.',
    );
  }
  await transaction(async (tx) => {
    await redeem(invitation, false, tx);
    if (await DirectoryUser.isSuspended(invitation.organizationId, caller.userId, tx)) throw suspended();
    await Membership.join(invitation.organizationId, caller.userId, tx, invitation.role);
    if (invitation.mailed)
      await User.update({ emailVerified: true }, { where: { id: caller.userId }, transaction: tx });
    const { id, organizationId, email } = invitation;
    await auditEvent({ type: 'invitation.accepted', organizationId, targetId: id, details: { email } }, tx);
  });
  return invitation.organizationId;
}

function suspended(): ServiceError {
  return new ServiceError(
    'insufficient_permissions',
    'The directory of the organization has suspended your membership. Ask who runs the directory.',
  );
}

/**
 * Creates the account of an invited address, makes it a member, and signs it in.
 * Throws `token_invalid`, `email_already_exists`, `password_sign_in_off`, or a ValidationError for a weak password; the
 * last three leave the invitation open.
 */
export async function registerAccount(
  { token, password, name }: { token: string; password: string; name: string | null },
  config: Config,
): Promise<LoginTokens> {
  const invitation = await openInvitation(token);
  const { id, email, organizationId } = invitation;
  if (await User.isTaken(email)) throw emailTaken(email);
  if (isPasswordOff({ isAdmin: false }, config)) throw passwordOff();
  await checkNewPassword(password, [email, name ?? ''], ['body', 'password']);
  const passwordHash = await hashPassword(password);
  return transaction(async (tx) => {
    await redeem(invitation, true, tx);
    const emailVerified = Boolean(invitation.mailed);
    const user = await User.add({ email, name, passwordHash, isAdmin: false, emailVerified }, tx);
    await Membership.join(organizationId, user.id, tx, invitation.role);
    const actor = userActor(user);
    await auditEvent({ type: 'user.added', organizationId, targetId: user.id, details: { email }, actor }, tx);
    await auditEvent({ type: 'invitation.accepted', organizationId, targetId: id, details: { email }, actor }, tx);
    return startLogin(user.id, 'password', config.tokens, tx);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken(email, error) : error;
  });
}

/** Returns the open invitation of a token if its sender may still invite. Throws `token_invalid`. */
async function openInvitation(token: string): Promise<InvitationRow> {
  const invitation = await Invitation.open(digestOf(token));
  if (invitation === null || !(await mayInvite(invitation))) throw tokenInvalid();
  return invitation;
}

async function mayInvite(
  { inviterId, organizationId, role }: Pick<InvitationRow, 'inviterId' | 'organizationId' | 'role'>,
  tx?: Transaction,
): Promise<boolean> {
  const grants = await grantsOfPerson(organizationId, inviterId, tx);
  return role === 'owner' ? grants.isOwner : grants.organization.has('invitations.write');
}

/**
 * Uses the invitation up. Locks the organization first, so that a concurrent change of a member or a second redemption
 * waits, and then asks again whether the sender may invite. Throws `token_invalid`.
 */
async function redeem(invitation: InvitationRow, creates: boolean, tx: Transaction): Promise<void> {
  const organization = await Organization.lock(invitation.organizationId, tx);
  if (organization === null || !(await mayInvite(invitation, tx))) throw tokenInvalid();
  if (!(await Invitation.redeem(invitation.id, creates, tx))) throw tokenInvalid();
}

function adminsOnly(): ServiceError {
  return new ServiceError(
    'insufficient_permissions',
    'The address has no account. On this server only admins may invite addresses without an account.',
  );
}
