import { Invitation } from '../models/invitation.ts';
import * as invitations from '../services/people/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const createInvite: Handler<'createInvite'> = async ({ body, caller, organization }, services) => {
  const role = body.role === 'owner' ? 'owner' : 'member';
  const invited = await invitations.createInvitation(organization, { email: body.email, role }, caller, services);
  return { status: 200, body: Invitation.toInvite(invited) };
};

export const listInvites: Handler<'listInvites'> = async ({ query, organization }) => {
  return listAnswer(await invitations.listInvitations(organization, query), Invitation.toInvite);
};

export const getInvite: Handler<'getInvite'> = async ({ params, organization }) => {
  return { status: 200, body: Invitation.toInvite(await invitations.getInvitation(organization, params.invite_id)) };
};

export const deleteInvite: Handler<'deleteInvite'> = async ({ params, organization }) => {
  await invitations.deleteInvite(organization, params.invite_id);
  return { status: 200, body: { id: params.invite_id, object: 'organization.invite.deleted', deleted: true } };
};
