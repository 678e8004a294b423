import type { components } from '../generated/openapi.ts';
import {
  type AccountState,
  updateAccount as changeAccount,
  changePassword,
  getAccount as readAccount,
} from '../services/people/index.ts';
import type { Handler } from './handler.ts';

export const getAccount: Handler<'getAccount'> = async ({ caller }, { mail }) => {
  return { status: 200, body: toResource(await readAccount(caller), mail) };
};

export const updateAccount: Handler<'updateAccount'> = async ({ body, caller }, { mail }) => {
  return { status: 200, body: toResource(await changeAccount(caller, body), mail) };
};

export const updateAccountPassword: Handler<'updateAccountPassword'> = async ({ body, caller, address }) => {
  await changePassword(caller, { current: body.current_password, next: body.password }, address);
  return { status: 200, body: { status: 'ok' } };
};

function toResource(
  { user, organizations }: AccountState,
  mail: { configured: boolean },
): components['schemas']['Account'] {
  return {
    id: user.id,
    object: 'user',
    email: user.email,
    name: user.name,
    is_admin: Boolean(user.isAdmin),
    default_organization_id: user.defaultOrganizationId,
    organizations,
    created_at: user.createdAt,
    mail_configured: mail.configured,
  };
}
