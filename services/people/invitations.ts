// Invitations: an address joins an organization by the link in a mail.
//
// Whatever the reason why a link opens nothing, there is one answer. An invitation counts only as long as its sender may
// invite: who was removed from an organization cannot bring people into it any more.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { Invitation, type InvitationRow } from '../../models/invitation.ts';
import { Membership } from '../../models/membership.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../models/page.ts';
import { emailKey, User } from '../../models/user.ts';
import { actorWho, note } from '../audit/index.ts';
import type { Mail } from '../mail/index.ts';
import {
  countWithin,
  daySeconds,
  hourSeconds,
  notFound,
  type Rule,
  ServiceError,
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
 * Invites an address, in place of an invitation that is open for it.
 * Throws `smtp_not_configured`, `already_member`, `rate_limit_exceeded`, or `insufficient_permissions` where only an
 * admin may invite an address without an account.
 */
export async function createInvitation(
  organization: OrganizationRow,
  given: string,
  caller: UserPrincipal,
  { config, mail }: { config: Config; mail: Mail },
): Promise<void> {
  const [account, isMember] = [await User.byEmail(given), await Membership.hasEmail(organization.id, given)];
  // The account's own spelling: a mail server may tell cases apart.
  const email = account?.email ?? given;
  if (account === undefined && config.invitations.only_admin_can_create_accounts && !caller.isAdmin) throw adminsOnly();
  if (!mail.configured) {
    throw new ServiceError('smtp_not_configured', 'This server has no mail server to send invitations by.');
  }
  if (isMember) throw new ServiceError('already_member', `${email} is a member of the organization already.`);
  await countWithin(ofOrganization, organization.id);
  await countWithin(toAddress, emailKey(email));
  const { value, digest, redactedValue } = mint('invitation');
  const inviter = await getUser(caller.userId);
  await transaction(async (inside) => {
    if ((await Organization.lock(organization.id, inside)) === null) throw notFound('organization', organization.id);
    const invitation = await Invitation.replace(
      { organizationId: organization.id, inviterId: caller.userId, email, digest, redactedToken: redactedValue },
      config.tokens.invitation_seconds,
      inside,
    );
    await note({ type: 'invitation.created', targetId: invitation.id, details: { email } }, inside);
    await mail.post(
      {
        kind: account === undefined ? 'registration' : 'invitation',
        to: email,
        token: value,
        expiresAt: invitation.expiresAt,
        organization: organization.name,
        inviter: inviter.name === null ? inviter.email : `${inviter.name} (${inviter.email})`,
      },
      inside,
    );
  });
}

/** A page of an organization's invitations, and which of their addresses have an account now, as keys. */
export async function listInvitations(
  organization: OrganizationRow,
  query: PageQuery,
): Promise<PageOf<InvitationRow> & { accounts: Set<string> }> {
  const found = await page(Invitation, { organizationId: organization.id }, query);
  const keys = found.rows.map((row) => row.emailKey);
  const users = await User.findAll({ where: { emailKey: [...new Set(keys)] } });
  return { ...found, accounts: new Set(users.map((user) => user.emailKey)) };
}

/** Deletes an invitation: its link opens nothing from now on. Throws `not_found`. */
export async function deleteInvitation(organization: OrganizationRow, id: string): Promise<void> {
  await transaction(async (inside) => {
    const found = { id, organizationId: organization.id };
    const deleted = await Invitation.destroy({ where: found, transaction: inside });
    if (deleted === 0) throw notFound('invitation', id);
    await note({ type: 'invitation.deleted', targetId: id }, inside);
  });
}

export interface InvitationOffer {
  email: string;
  organizationName: string;
  createAccount: boolean;
}

/** What a link invites to. Throws `token_invalid`. */
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
  await transaction(async (inside) => {
    await redeem(invitation, false, inside);
    await Membership.join(invitation.organizationId, caller.userId, inside);
    const { id, organizationId, email } = invitation;
    await note({ type: 'invitation.accepted', organizationId, targetId: id, details: { email } }, inside);
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
  return transaction(async (inside) => {
    await redeem(invitation, true, inside);
    const user = await User.add({ email, name, passwordHash, isAdmin: false }, inside);
    await Membership.join(organizationId, user.id, inside);
    const actor = actorWho(user);
    await note({ type: 'user.added', organizationId, targetId: user.id, details: { email }, actor }, inside);
    await note({ type: 'invitation.accepted', organizationId, targetId: id, details: { email }, actor }, inside);
    return startLogin(user.id, config.tokens, inside);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken(email, error) : error;
  });
}

/** The invitation that a token opens, whose sender may still invite. Throws `token_invalid`. */
async function openInvitation(token: string): Promise<InvitationRow> {
  const invitation = await Invitation.open(digestOf(token));
  if (invitation === null || !(await mayInvite(invitation))) throw tokenInvalid();
  return invitation;
}

async function mayInvite({ inviterId, organizationId }: InvitationRow): Promise<boolean> {
  const [inviter, role] = [await readOne(User, { id: inviterId }), await Membership.roleOf(organizationId, inviterId)];
  return inviter !== undefined && !inviter.disabled && (Boolean(inviter.isAdmin) || role === 'owner');
}

/** The organization's lock first: a member who is being removed, or a second redeemer, waits. Throws `token_invalid`. */
async function redeem({ id, organizationId }: InvitationRow, creates: boolean, inside: Transaction): Promise<void> {
  const organization = await Organization.lock(organizationId, inside);
  if (organization === null || !(await Invitation.redeem(id, creates, inside))) throw tokenInvalid();
}

function adminsOnly(): ServiceError {
  return new ServiceError(
    'insufficient_permissions',
    'The address has no account, and on this server only an admin may invite those.',
  );
}
