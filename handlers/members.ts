import { Membership } from '../models/membership.ts';
import * as members from '../services/people/index.ts';
import { isOwner } from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer, relatedTo } from './list.ts';

export const listMembers: Handler<'listMembers'> = async ({ query, caller, organization }) => {
  const page = await members.listMembers(organization, query, query['emails[]']);
  const sees = isOwner(caller, organization.id);
  return listAnswer(page, (row) =>
    Membership.toResource(
      row,
      relatedTo(page.users, row.userId),
      sees ? (page.activeKeys.get(row.userId) ?? 0) : undefined,
    ),
  );
};

export const getMember: Handler<'getMember'> = async ({ params, caller, organization }) => {
  const { membership, user, activeKeys } = await members.getMember(organization, params.user_id);
  const shown = isOwner(caller, organization.id) ? activeKeys : undefined;
  return { status: 200, body: Membership.toResource(membership, user, shown) };
};

export const updateMember: Handler<'updateMember'> = async ({ params, body, caller, organization }) => {
  const role = body.role === 'reader' ? 'member' : (body.role ?? undefined);
  const change = { role, roleId: body.role_id ?? undefined };
  const { membership, user, activeKeys } = await members.updateMember(organization, params.user_id, change, caller);
  return { status: 200, body: Membership.toResource(membership, user, activeKeys) };
};

export const deleteMember: Handler<'deleteMember'> = async ({ params, query, caller, organization }) => {
  const keeps = query.keep_keys === true;
  const { revokedKeys, keptKeys, serviceAccounts } = await members.deleteMember(
    organization,
    params.user_id,
    keeps,
    caller,
  );
  return {
    status: 200,
    body: {
      id: params.user_id,
      object: 'organization.user.deleted',
      deleted: true,
      revoked_keys: revokedKeys,
      kept_keys: keptKeys,
      service_accounts: serviceAccounts,
    },
  };
};
