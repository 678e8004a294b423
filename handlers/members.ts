import { Membership } from '../models/membership.ts';
import * as members from '../services/people/index.ts';
import type { Handler } from './handler.ts';
import { envelope, relatedTo } from './list.ts';

export const listMembers: Handler<'listMembers'> = async ({ query, organization }) => {
  const page = await members.listMembers(organization, query, query['emails[]']);
  return {
    status: 200,
    body: envelope(page, (row) =>
      Membership.toResource(row, relatedTo(page.users, row.userId), page.activeKeys.get(row.userId) ?? 0),
    ),
  };
};

export const getMember: Handler<'getMember'> = async ({ params, organization }) => {
  const { membership, user, activeKeys } = await members.getMember(organization, params.user_id);
  return { status: 200, body: Membership.toResource(membership, user, activeKeys) };
};

export const updateMember: Handler<'updateMember'> = async ({ params, body, caller, organization }, { access }) => {
  const { membership, user, activeKeys } = await members.updateMember(organization, params.user_id, body.role, {
    caller,
    access,
  });
  return { status: 200, body: Membership.toResource(membership, user, activeKeys) };
};

export const deleteMember: Handler<'deleteMember'> = async ({ params, query, caller, organization }, { access }) => {
  const keeps = query.keep_keys === true;
  const { revokedKeys, keptKeys } = await members.deleteMember(organization, params.user_id, keeps, { caller, access });
  return {
    status: 200,
    body: {
      id: params.user_id,
      object: 'organization.user.deleted',
      deleted: true,
      revoked_keys: revokedKeys,
      kept_keys: keptKeys,
    },
  };
};
