// Finds the ids of things that a person names.

import type { components } from '../../generated/openapi.ts';
import { plain } from '../text/index.ts';
import { ApiError, type ApiRequest, type Query } from './client.ts';
import { Failure } from './failure.ts';
import { readAll } from './list.ts';
import { call, type Globals } from './session.ts';

type Account = components['schemas']['Account'];

export interface Named {
  id: string;
  name?: string | null;
  email?: string;
  invited_email?: string;
  filename?: string;
}

export function isId(text: string): boolean {
  return /^[a-z]+[_-][0-9A-Z]{26}$/.test(text);
}

/**
 * Returns the id for a text that is an id, or the only one of `list` with this name, file name or e-mail address;
 * undefined if none has it, or the caller may not list them. Throws a Failure if several have it.
 */
export async function idByName(
  kind: string,
  text: string,
  list: () => Named[] | Promise<Named[]>,
): Promise<string | undefined> {
  if (isId(text)) return text;
  const rows = await Promise.resolve()
    .then(list)
    .catch((error: unknown) => {
      if (error instanceof ApiError && [403, 404, 422].includes(error.status)) return [];
      throw error;
    });
  const ids = rows
    .filter(({ name, email, invited_email, filename }) => [name, email, invited_email, filename].includes(text))
    .map(({ id }) => id);
  if (ids.length < 2) return ids[0];
  throw new Failure(`${ids.length} ${kind}s have the name '${plain(text)}'. Use an id: ${ids.join(', ')}.`);
}

/** Returns everything that a list operation lists. */
export async function listAll(globals: Globals, request: Pick<ApiRequest, 'path' | 'headers'>): Promise<Named[]> {
  const read = async (query: Query) =>
    (await call(globals, { method: 'GET', ...request, query })) as Record<string, unknown>;
  return (await readAll({}, read)).data as Named[];
}

/**
 * Returns the id for an id or a name of an organization; undefined if the caller has none with this name. A key belongs
 * to one organization, whose name it cannot ask for.
 */
export async function organizationId(globals: Globals, text: string): Promise<string | undefined> {
  return idByName('organization', text, async () => {
    const account = (await call(globals, { method: 'GET', path: '/auth/me' })) as Account;
    return account.is_admin ? listAll(globals, { path: '/admin/organization/' }) : account.organizations;
  });
}

/** Returns the id for an id or a name of a project in the organization; undefined if there is none. */
export async function projectId(
  globals: Globals,
  organization: string | undefined,
  text: string,
): Promise<string | undefined> {
  const headers: Record<string, string> = organization === undefined ? {} : { 'compat-organization': organization };
  return idByName('project', text, () => listAll(globals, { path: '/v1/organization/projects', headers }));
}

/** Returns the Failure for an organization that the caller cannot use. */
export function noOrganization(text: string): Failure {
  return new Failure(
    `There is no organization '${plain(text)}' that you can use. "svc account get" lists yours. An admin makes one with "svc organization create --name NAME".`,
  );
}
