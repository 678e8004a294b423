import type { components } from '../generated/openapi.ts';
import { ServiceAccount, type ServiceAccountRow } from '../models/service-account.ts';
import { usersById } from '../models/user.ts';
import * as accounts from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { envelope, relatedTo } from './list.ts';

export const listServiceAccounts: Handler<'listServiceAccounts'> = async ({ query, project }) => {
  const page = await accounts.listServiceAccounts(project, query);
  const shown = new Map((await resources(page.rows)).map((one) => [one.id, one]));
  return { status: 200, body: envelope(page, ({ id }) => relatedTo(shown, id)) };
};

export const createServiceAccount: Handler<'createServiceAccount'> = async ({ body, project, caller }) => {
  const { account, created } = await accounts.createServiceAccount(project, body, caller);
  return { status: 200, body: { ...(await resource(account)), api_key: created === undefined ? null : key(created) } };
};

export const getServiceAccount: Handler<'getServiceAccount'> = async ({ serviceAccount }) => {
  return { status: 200, body: await resource(serviceAccount) };
};

export const updateServiceAccount: Handler<'updateServiceAccount'> = async ({
  body,
  project,
  serviceAccount,
  caller,
}) => {
  return {
    status: 200,
    body: await resource(await accounts.updateServiceAccount(project, serviceAccount, body, caller)),
  };
};

export const deleteServiceAccount: Handler<'deleteServiceAccount'> = async ({ project, serviceAccount, caller }) => {
  await accounts.deleteServiceAccount(project, serviceAccount, caller);
  const object = 'organization.project.service_account.deleted';
  return { status: 200, body: { id: serviceAccount.id, object, deleted: true } };
};

export const createServiceAccountKey: Handler<'createServiceAccountKey'> = async ({
  body,
  project,
  serviceAccount,
  caller,
}) => {
  return { status: 200, body: key(await accounts.createServiceAccountKey(project, serviceAccount, body, caller)) };
};

async function resource(row: ServiceAccountRow): Promise<components['schemas']['ServiceAccount']> {
  const [shown] = await resources([row]);
  return shown as components['schemas']['ServiceAccount'];
}

async function resources(rows: ServiceAccountRow[]): Promise<components['schemas']['ServiceAccount'][]> {
  const [makers, uses] = await Promise.all([
    usersById(rows.map(({ createdBy }) => createdBy)),
    ServiceAccount.lastUses(rows.map(({ id }) => id)),
  ]);
  return rows.map((row) => ServiceAccount.toResource(row, relatedTo(makers, row.createdBy), uses.get(row.id)));
}

function key({ key: row, value }: accounts.CreatedProjectKey): components['schemas']['ServiceAccountKey'] {
  return {
    id: row.id,
    object: 'organization.project.service_account.api_key',
    name: row.name,
    value,
    redacted_value: row.redactedValue,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    status: 'active',
  };
}
