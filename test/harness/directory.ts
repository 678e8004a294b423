// A directory that keeps the people and groups of an organization by SCIM, with a key that has the scope for it alone.

import type { Answer, TestApp } from './app.ts';
import { createTenant, type Person, type Tenant } from './world.ts';

/** Sends a request below /scim/v2, as directories do: with the media type of SCIM. */
export type Scim = (method: string, path: string, body?: object, query?: Record<string, string>) => Promise<Answer>;

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Returns a client with the key. */
export function scimWith({ request }: Pick<TestApp, 'request'>, token: string): Scim {
  return (method, path, body, query) =>
    request(method, `/scim/v2${path}`, {
      token,
      contentType: 'application/scim+json',
      ...(body === undefined ? {} : { body }),
      ...(query === undefined ? {} : { query }),
    });
}

/** Creates an organization with a directory. `maker` makes the directory's key; by default the owner. */
export async function createDirectory(
  app: TestApp,
  admin: Person,
): Promise<{ tenant: Tenant; scim: Scim; key: string }> {
  const tenant = await createTenant(app, admin);
  const key = await directoryKey(app, tenant.owner.token);
  return { tenant, scim: scimWith(app, key), key };
}

/** Returns a key with the scope for directories alone. */
export async function directoryKey(app: TestApp, token: string): Promise<string> {
  const body = { name: 'Directory', scopes: ['scim.write'] };
  const made = await app.request('POST', '/v1/organization/admin_api_keys', { token, body });
  if (made.status !== 200) throw new Error(made.text);
  return made.body.value;
}

/** Returns the body of a PATCH. */
export function patch(...Operations: object[]): object {
  return { schemas: [patchSchema], Operations };
}

export function newAddress(): string {
  return `person-${crypto.randomUUID()}@example.com`;
}
