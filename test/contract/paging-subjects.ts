// How to fill and empty each list: what the paging laws need to know of a list besides the document.

import { randomBytes } from 'node:crypto';
import { FineTuningWorker } from '../../models/fine-tuning-worker.ts';
import { Organization } from '../../models/organization.ts';
import { User } from '../../models/user.ts';
import type { TestApp } from '../harness/app.ts';
import { createScope, newOrganization, newUser, type Scope } from '../harness/things.ts';
import type { Person } from '../harness/world.ts';

/** A list of one tenant, or of the whole server. */
export interface Subject {
  path: string;
  token: string;
  /** The ids that the list must show, oldest first. */
  rows(): Promise<string[]>;
  add(): Promise<string>;
  remove(id: string): Promise<void>;
  /** Adds a row that this list must never show; undefined where there is none: the list is the whole server's. */
  addElsewhere?: () => Promise<string>;
}

type Opener = (app: TestApp, admin: Person) => Promise<Subject>;

/** A list of rows that are made and removed by the API, in a scope of its own. */
function scoped(
  collectionOf: (scope: Scope, add: (scope: Scope) => Promise<string>) => Promise<string>,
  tokenOf: (scope: Scope) => string,
  options: { removal?: (path: string) => [method: string, path: string] } = {},
): Opener {
  const { removal = (path) => ['DELETE', path] } = options;
  return async (app, admin) => {
    const addTo = async (scope: Scope, path: string): Promise<string> => {
      const { status, body, text } = await app.request('POST', path, {
        token: tokenOf(scope),
        body: { name: uniqueName() },
      });
      if (status !== 200) throw new Error(text);
      return body.id;
    };
    const projectIn = (scope: Scope): Promise<string> => newProject(scope);
    const mine = await createScope(app, admin);
    const path = await collectionOf(mine, projectIn);
    const others = await createScope(app, admin);
    const elsewhere = await collectionOf(others, projectIn);
    const token = tokenOf(mine);
    const before = await app.request('GET', path, { token, query: { order: 'asc', limit: 100 } });
    const ids: string[] = before.body.data.map(({ id }: { id: string }) => id);
    return {
      path,
      token,
      rows: async () => [...ids],
      add: async () => {
        const id = await addTo(mine, path);
        ids.push(id);
        return id;
      },
      remove: async (id) => {
        const [method, at] = removal(`${path}/${id}`);
        const { status, text } = await app.request(method, at, { token });
        if (status !== 200) throw new Error(text);
        ids.splice(ids.indexOf(id), 1);
      },
      addElsewhere: () => addTo(others, elsewhere),
    };
  };
}

const organizationKey = ({ tokens }: Scope): string => tokens.organization_key;
const projectKey = ({ tokens }: Scope): string => tokens.project_key;

/** Every list that can be walked, by its operation. */
export const subjects: Record<string, Opener> = {
  listVectorStores: scoped(async () => '/v1/vector_stores', projectKey),
  listAdminApiKeys: scoped(async () => '/v1/organization/admin_api_keys', organizationKey),
  listProjectApiKeys: scoped(
    async (scope, project) => `/v1/organization/projects/${await project(scope)}/api_keys`,
    organizationKey,
  ),
  // Projects are not deleted: an archived one is no longer listed.
  listProjects: scoped(async () => '/v1/organization/projects', organizationKey, {
    removal: (path) => ['POST', `${path}/archive`],
  }),
  listOrganizations: async (app, admin) => ({
    path: '/admin/organization/',
    token: admin.token,
    rows: async () => idsOf(await Organization.findAll({ attributes: ['id'] })),
    add: () => newOrganization(app, admin, admin.id),
    remove: async (id) => {
      const { status, text } = await app.request('DELETE', `/admin/organization/${id}`, { token: admin.token });
      if (status !== 200) throw new Error(text);
    },
  }),
  // No operation creates or deletes a user, or deletes a worker: their rows come and go in the database.
  listUsers: async (_app, admin) => ({
    path: '/admin/users',
    token: admin.token,
    rows: async () => idsOf(await User.findAll({ attributes: ['id'] })),
    add: () => newUser(),
    remove: async (id) => {
      await User.destroy({ where: { id } });
    },
  }),
  listFineTuningWorkers: async (app, admin) => ({
    path: '/v1/fine_tuning/workers',
    token: admin.token,
    rows: async () => idsOf(await FineTuningWorker.findAll({ attributes: ['id'] })),
    add: async () => {
      const body = { name: uniqueName(), models: [] };
      return (await app.request('POST', '/admin/fine_tuning/workers', { token: admin.token, body })).body.id;
    },
    remove: async (id) => {
      await FineTuningWorker.destroy({ where: { id } });
    },
  }),
};

async function newProject({ app, tokens }: Scope): Promise<string> {
  const body = { name: uniqueName() };
  const created = await app.request('POST', '/v1/organization/projects', { token: tokens.organization_key, body });
  return created.body.id;
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id).sort();
}

function uniqueName(): string {
  return `row-${randomBytes(6).toString('hex')}`;
}
