import { Invitation } from '../models/invitation.ts';
import * as invitations from '../services/people/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const createInvitation: Handler<'createInvitation'> = async ({ body, caller, organization }, services) => {
  await invitations.createInvitation(organization, body, caller, services);
  return { status: 200, body: { status: 'ok' } };
};

export const createInvitationLink: Handler<'createInvitationLink'> = async (
  { body, caller, organization },
  services,
) => {
  const { invitation, hasAccount, url } = await invitations.createInvitationLink(organization, body, caller, services);
  const { token: _token, inviter_id: _inviter, used: _used, ...shown } = Invitation.toResource(invitation, hasAccount);
  return { status: 200, body: { ...shown, url } };
};

export const listInvitations: Handler<'listInvitations'> = async ({ query, organization }) => {
  const page = await invitations.listInvitations(organization, query);
  return listAnswer(page, (row) => Invitation.toResource(row, page.accounts.has(row.emailKey)));
};

export const deleteInvitation: Handler<'deleteInvitation'> = async ({ params, organization }) => {
  await invitations.deleteInvitation(organization, params.id);
  return { status: 200, body: { id: params.id, object: 'invitation.deleted', deleted: true } };
};

export const validateInvitation: Handler<'validateInvitation'> = async ({ body }) => {
  const { email, organizationName, createAccount } = await invitations.validateInvitation(body.token);
  return { status: 200, body: { email, organization_name: organizationName, create_account: createAccount } };
};

export const acceptInvitation: Handler<'acceptInvitation'> = async ({ body, caller }) => {
  return {
    status: 200,
    body: { status: 'ok', organization_id: await invitations.acceptInvitation(body.token, caller) },
  };
};

export const registerAccount: Handler<'registerAccount'> = async ({ body }, { config }) => {
  const account = { token: body.token, password: body.password, name: body.name ?? null };
  return { status: 200, body: await invitations.registerAccount(account, config) };
};
