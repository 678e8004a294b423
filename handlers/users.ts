import { User } from '../models/user.ts';
import * as users from '../services/people/users.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const listUsers: Handler<'listUsers'> = async ({ query }) => {
  return { status: 200, body: envelope(await users.listUsers(query), User.toResource) };
};

export const getUser: Handler<'getUser'> = async ({ params }) => {
  return { status: 200, body: User.toResource(await users.getUser(params.user_id)) };
};

export const updateUser: Handler<'updateUser'> = async ({ params, body }, { access }) => {
  return { status: 200, body: User.toResource(await users.updateUser(params.user_id, body, access)) };
};
