import { Identity } from '../models/identity.ts';
import { countActiveKeys } from '../models/key-holder.ts';
import { User, type UserRow } from '../models/user.ts';
import * as users from '../services/people/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const listUsers: Handler<'listUsers'> = async ({ query }) => {
  const page = await users.listUsers(query);
  const ids = page.rows.map(({ id }) => id);
  const [keys, identities] = await Promise.all([countActiveKeys(ids), Identity.ofUsers(ids)]);
  return listAnswer(page, (row) => User.toResource(row, keys.get(row.id) ?? 0, identities.get(row.id) ?? []));
};

export const createUser: Handler<'createUser'> = async ({ body, caller }, services) => {
  const { email, name = null, organization_id: organizationId } = body;
  const { user, url, expiresAt } = await users.createUserWithLink({ email, name, organizationId }, caller, services);
  return { status: 200, body: { ...User.toResource(user, 0, []), password_link: { url, expires_at: expiresAt } } };
};

export const createPasswordLink: Handler<'createPasswordLink'> = async ({ params, caller }, services) => {
  const { url, expiresAt } = await users.createPasswordLink(params.user_id, caller, services);
  return { status: 200, body: { url, expires_at: expiresAt } };
};

export const getUser: Handler<'getUser'> = async ({ params }) => {
  return { status: 200, body: await toResource(await users.getUser(params.user_id)) };
};

export const updateUser: Handler<'updateUser'> = async ({ params, body }) => {
  const { user, revokedKeys, restoredKeys } = await users.updateUser(params.user_id, body);
  const changed = {
    ...(revokedKeys === 0 ? {} : { revoked_keys: revokedKeys }),
    ...(restoredKeys === 0 ? {} : { restored_keys: restoredKeys }),
  };
  return { status: 200, body: { ...(await toResource(user)), ...changed } };
};

export const deleteUserIdentities: Handler<'deleteUserIdentities'> = async ({ params }) => {
  await users.unlinkIdentities(params.user_id);
  return { status: 200, body: await toResource(await users.getUser(params.user_id)) };
};

async function toResource(user: UserRow): Promise<ReturnType<typeof User.toResource>> {
  const [keys, identities] = await Promise.all([countActiveKeys([user.id]), Identity.ofUsers([user.id])]);
  return User.toResource(user, keys.get(user.id) ?? 0, identities.get(user.id) ?? []);
}
