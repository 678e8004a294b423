import type { components } from '../generated/openapi.ts';
import type { UserRow } from '../models/user.ts';
import { UserGroup } from '../models/user-group.ts';
import * as groups from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { nextAnswer } from './list.ts';

export const listGroups: Handler<'listGroups'> = async ({ query, organization }) => {
  return nextAnswer(await groups.listGroups(organization, query), UserGroup.toResource);
};

export const createGroup: Handler<'createGroup'> = async ({ body, organization }) => {
  return { status: 200, body: UserGroup.toResource(await groups.createGroup(organization, body.name)) };
};

export const getGroup: Handler<'getGroup'> = async ({ group }) => {
  return { status: 200, body: { ...UserGroup.toResource(group), ...(await groups.useOfGroup(group)) } };
};

export const updateGroup: Handler<'updateGroup'> = async ({ body, group, caller }) => {
  return { status: 200, body: UserGroup.toResource(await groups.updateGroup(group, body.name, caller)) };
};

export const deleteGroup: Handler<'deleteGroup'> = async ({ group, caller }) => {
  await groups.deleteGroup(group, caller);
  return { status: 200, body: { id: group.id, object: 'group.deleted', deleted: true } };
};

export const listGroupUsers: Handler<'listGroupUsers'> = async ({ query, group }) => {
  return nextAnswer(await groups.listGroupUsers(group, query), toResource);
};

export const addGroupUser: Handler<'addGroupUser'> = async ({ body, group, caller }) => {
  await groups.addGroupUser(group, body.user_id, caller);
  return { status: 200, body: { object: 'group.user', user_id: body.user_id, group_id: group.id } };
};

export const getGroupUser: Handler<'getGroupUser'> = async ({ params, group }) => {
  return { status: 200, body: toResource(await groups.getGroupUser(group, params.user_id)) };
};

export const deleteGroupUser: Handler<'deleteGroupUser'> = async ({ params, group, caller }) => {
  await groups.removeGroupUser(group, params.user_id, caller);
  return { status: 200, body: { object: 'group.user.deleted', deleted: true } };
};

function toResource({ id, email, name }: UserRow): components['schemas']['GroupUser'] {
  return { id, email, name: name ?? email, is_service_account: false, picture: null, user_type: 'user' };
}
