import * as resets from '../services/people/index.ts';
import type { Handler } from './handler.ts';

export const createPasswordReset: Handler<'createPasswordReset'> = async ({ body, address }, services) => {
  await resets.createPasswordReset(body.email, address, services);
  return { status: 200, body: { status: 'ok' } };
};

export const validatePasswordReset: Handler<'validatePasswordReset'> = async ({ body }) => {
  const { email } = await resets.validatePasswordReset(body.token);
  return { status: 200, body: { email } };
};

export const confirmPasswordReset: Handler<'confirmPasswordReset'> = async ({ body, address }, { mail }) => {
  await resets.confirmPasswordReset(body.token, body.password, address, mail);
  return { status: 200, body: { status: 'ok' } };
};
