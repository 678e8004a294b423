// Invitations: an e-mail address joins an organization by a link, which is mailed or handed over.
//
// A link that does not work gets the same error for every reason. An invitation is valid only while its sender may
// invite: a user who was removed from the organization cannot bring others into it.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { Invitation, type InvitationRow } from '../../models/invitation.ts';
import { Membership } from '../../models/membership.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../models/page.ts';
import { emailKey, User } from '../../models/user.ts';
import { auditEvent, userActor } from '../audit/index.ts';
import type { Mail } from '../mail/index.ts';
import {
  countWithin,
  daySeconds,
  hourSeconds,
  notFound,
  pageLink,
  type Rule,
  ServiceError,
  type Site,
  tokenInvalid,
} from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { type Access, digestOf, mint, type UserPrincipal } from '../tenancy/index.ts';
import { startLogin } from './logins.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { emailTaken, getUser } from './users.ts';

type LoginTokens = components['schemas']['LoginTokens'];

const refusal = 'Too many invitations. Wait, then try again.';
const ofOrganization: Rule = { name: 'invitation-organization', limit: 50, windowSeconds: hourSeconds, refusal };
const toAddress: Rule = { name: 'invitation-address', limit: 5, windowSeconds: daySeconds, refusal };

/**
 * Mails an invitation to an address. Replaces an open invitation for the same address.
 *
 * Throws `smtp_not_configured`, `already_member`, `rate_limit_exceeded`, or `insufficient_permissions` if only an admin
 * may invite an address without an account.
 */
export async function createInvitation(
  organization: OrganizationRow,
  given: string,
  caller: UserPrincipal,
  { config, mail }: { config: Config; mail: Mail },
): Promise<void> {
  const invited = await invitedBy(caller, given, organization, config);
  if (!mail.configured) {
    throw new ServiceError('smtp_not_configured', 'No SMTP server is configured. Create an invitation link instead.');
  }
  if (invited.isMember) throw alreadyMember(invited.email);
  await countWithin(ofOrganization, organization.id);
  await countWithin(toAddress, emailKey(invited.email));
  const inviter = await getUser(caller.userId);
  await transaction(async (transaction) => {
    const { token, invitation } = await openFor(invited.email, caller, organization, config, transaction);
    await auditEvent(
      { type: 'invitation.created', targetId: invitation.id, details: { email: invited.email } },
      transaction,
    );
    await mail.post(
      {
        kind: invited.hasAccount ? 'invitation' : 'registration',
        to: invited.email,
        token,
        expiresAt: invitation.expiresAt,
        organization: organization.name,
        inviter: inviter.name === null ? inviter.email : `${inviter.name} (${inviter.email})`,
      },
      transaction,
    );
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
  given: string,
  caller: UserPrincipal,
  { config, site }: { config: Config; site: Site },
): Promise<InvitationLink> {
  const { email, hasAccount, isMember } = await invitedBy(caller, given, organization, config);
  if (isMember) throw alreadyMember(email);
  await countWithin(ofOrganization, organization.id);
  return transaction(async (transaction) => {
    const { token, invitation } = await openFor(email, caller, organization, config, transaction);
    // A link is marked in the audit entry, because unlike a mail it does not prove that the invited person owns the
    // address.
    const details = { email, by: 'link' };
    await auditEvent({ type: 'invitation.created', targetId: invitation.id, details }, transaction);
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
  const [account, isMember] = [await User.byEmail(given), await Membership.hasEmail(organization.id, given)];
  if (account === undefined && config.invitations.only_admin_can_create_accounts && !caller.isAdmin) throw adminsOnly();
  // Mails to the spelling of the account, because a mail server may treat addresses as case-sensitive.
  return { email: account?.email ?? given, hasAccount: account !== undefined, isMember };
}

function alreadyMember(email: string): ServiceError {
  return new ServiceError('already_member', `${email} is a member of the organization already.`);
}

/**
 * Adds the invitation and mints the token of its link. Throws `not_found` if the organization was deleted meanwhile.
 */
async function openFor(
  email: string,
  caller: UserPrincipal,
  { id: organizationId }: OrganizationRow,
  config: Config,
  transaction: Transaction,
): Promise<{ token: string; invitation: InvitationRow }> {
  const { value: token, digest, redactedValue: redactedToken } = mint('invitation');
  if ((await Organization.lock(organizationId, transaction)) === null) throw notFound('organization', organizationId);
  const invitation = await Invitation.replace(
    { organizationId, inviterId: caller.userId, email, digest, redactedToken },
    config.tokens.invitation_seconds,
    transaction,
  );
  return { token, invitation };
}

/** Returns a page of an organization's invitations, and the e-mail keys of those that have an account now. */
export async function listInvitations(
  organization: OrganizationRow,
  query: PageQuery,
): Promise<PageOf<InvitationRow> & { accounts: Set<string> }> {
  const found = await page(Invitation, { organizationId: organization.id }, query);
  const keys = found.rows.map((row) => row.emailKey);
  const users = await User.findAll({ where: { emailKey: [...new Set(keys)] } });
  return { ...found, accounts: new Set(users.map((user) => user.emailKey)) };
}

/** Deletes an invitation, so that its link stops working. Throws `not_found`. */
export async function deleteInvitation(organization: OrganizationRow, id: string): Promise<void> {
  await transaction(async (transaction) => {
    const found = { id, organizationId: organization.id };
    const deleted = await Invitation.destroy({ where: found, transaction });
    if (deleted === 0) throw notFound('invitation', id);
    await auditEvent({ type: 'invitation.deleted', targetId: id }, transaction);
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
export async function acceptInvitation(token: string, caller: UserPrincipal, access: Access): Promise<string> {
  const invitation = await openInvitation(token);
  if (invitation.emailKey !== emailKey(caller.email)) {
    throw new ServiceError(
      'invitation_email_mismatch',
      'The invitation is for another e-mail address. Sign in with the invited one.',
    );
  }
  await transaction(async (transaction) => {
    await redeem(invitation, false, transaction);
    await Membership.join(invitation.organizationId, caller.userId, transaction);
    const { id, organizationId, email } = invitation;
    await auditEvent({ type: 'invitation.accepted', organizationId, targetId: id, details: { email } }, transaction);
  });
  access.forgetUser(caller.userId);
  return invitation.organizationId;
}

/**
 * Creates the account of an invited address, makes it a member, and signs it in.
 * Throws `token_invalid`, `email_already_exists`, or a ValidationError for a weak password; the last two leave the
 * invitation open.
 */
export async function registerAccount(
  { token, password, name }: { token: string; password: string; name: string | null },
  config: Config,
): Promise<LoginTokens> {
  const invitation = await openInvitation(token);
  const { id, email, organizationId } = invitation;
  if (await User.isTaken(email)) throw emailTaken(email);
  await checkNewPassword(password, [email, name ?? ''], ['body', 'password']);
  const passwordHash = await hashPassword(password);
  return transaction(async (transaction) => {
    await redeem(invitation, true, transaction);
    const user = await User.add({ email, name, passwordHash, isAdmin: false }, transaction);
    await Membership.join(organizationId, user.id, transaction);
    const actor = userActor(user);
    await auditEvent({ type: 'user.added', organizationId, targetId: user.id, details: { email }, actor }, transaction);
    await auditEvent(
      { type: 'invitation.accepted', organizationId, targetId: id, details: { email }, actor },
      transaction,
    );
    return startLogin(user.id, config.tokens, transaction);
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

async function mayInvite({ inviterId, organizationId }: InvitationRow): Promise<boolean> {
  const [inviter, role] = [await readOne(User, { id: inviterId }), await Membership.roleOf(organizationId, inviterId)];
  return inviter !== undefined && !inviter.disabled && (Boolean(inviter.isAdmin) || role === 'owner');
}

/**
 * Uses the invitation up. Locks the organization first, so that a concurrent removal of a member or a second redemption
 * waits. Throws `token_invalid`.
 */
async function redeem(
  { id, organizationId }: InvitationRow,
  creates: boolean,
  transaction: Transaction,
): Promise<void> {
  const organization = await Organization.lock(organizationId, transaction);
  if (organization === null || !(await Invitation.redeem(id, creates, transaction))) throw tokenInvalid();
}

function adminsOnly(): ServiceError {
  return new ServiceError(
    'insufficient_permissions',
    'The address has no account. On this server only admins may invite addresses without an account.',
  );
}
