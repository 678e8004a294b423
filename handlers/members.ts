import { Membership } from '../models/membership.ts';
import * as members from '../services/people/members.ts';
import type { Handler } from './handler.ts';
import { envelope, known } from './list.ts';

export const listMembers: Handler<'listMembers'> = async ({ query, organization }) => {
  const page = await members.listMembers(organization, query, query['emails[]']);
  return {
    status: 200,
    body: envelope(page, (row) => Membership.toResource(row, known(page.users, row.userId))),
  };
};

export const getMember: Handler<'getMember'> = async ({ params, organization }) => {
  const { membership, user } = await members.getMember(organization, params.user_id);
  return { status: 200, body: Membership.toResource(membership, user) };
};

export const updateMember: Handler<'updateMember'> = async ({ params, body, organization }, { access }) => {
  const { membership, user } = await members.updateMember(organization, params.user_id, body.role, access);
  return { status: 200, body: Membership.toResource(membership, user) };
};

export const deleteMember: Handler<'deleteMember'> = async ({ params, organization }, { access }) => {
  await members.deleteMember(organization, params.user_id, access);
  return { status: 200, body: { id: params.user_id, object: 'organization.user.deleted', deleted: true } };
};
