// Adds and removes rows of each list. The paging tests need this in addition to the document.

import { randomBytes } from 'node:crypto';
import { AuditEntry } from '../../models/audit-entry.ts';
import { FineTuningWorker } from '../../models/fine-tuning-worker.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Invitation } from '../../models/invitation.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { User } from '../../models/user.ts';
import { VectorStoreFile } from '../../models/vector-store-file.ts';
import { WebhookDelivery } from '../../models/webhook-delivery.ts';
import { createIn, creationIn } from '../../scripts/contract/derived-fixtures.ts';
import { contractCases, requestOf } from '../../scripts/contract/requests.ts';
import type { OperationCases } from '../../scripts/document/case.ts';
import type { TestApp } from '../harness/app.ts';
import {
  createScope,
  createThings,
  newEmail,
  newInvitation,
  newMember,
  newOrganization,
  newUser,
  placeOf,
  type Scope,
} from '../harness/fixtures.ts';
import { upload } from '../harness/forms.ts';
import { createStore, finished } from '../harness/stores.ts';
import type { Person } from '../harness/world.ts';

/** A list of one tenant, or of the whole server. */
export interface Subject {
  path: string;
  token: string;
  /** The ids that the list must contain, oldest first. */
  rows(): Promise<string[]>;
  add(): Promise<string>;
  remove(id: string): Promise<void>;
  /** Adds a row that this list must never contain. Undefined for lists of the whole server. */
  addElsewhere?: () => Promise<string>;
}

type Opener = (app: TestApp, admin: Person) => Promise<Subject>;

/** Returns a list whose rows are created and deleted through the API, in a scope of its own. */
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

/** Every pageable list, by operation id. */
export const subjects: Record<string, Opener> = {
  listVectorStores: scoped(async () => '/v1/vector_stores', projectKey),
  listFiles: async (app, admin) => {
    const { tokens } = await createScope(app, admin);
    const others = await createScope(app, admin);
    return files(app, tokens.project_key, '/v1/files', {
      add: () => upload(app, tokens.project_key, { content: 'A row.' }),
      addElsewhere: () => upload(app, others.tokens.project_key, { content: 'A row.' }),
    });
  },
  listVectorStoreFiles: async (app, admin) => {
    const token = (await createScope(app, admin)).tokens.project_key;
    const [path, elsewhere] = [await newStore(app, token), await newStore(app, token)];
    return files(app, token, `${path}/files`, {
      add: () => attached(app, token, `${path}/files`),
      addElsewhere: () => attached(app, token, `${elsewhere}/files`),
    });
  },
  // A batch has only the files of its creation, so further rows are added in the database.
  listFilesInVectorStoreBatch: async (app, admin) => {
    const token = (await createScope(app, admin)).tokens.project_key;
    const path = await newStore(app, token);
    const batchOf = async (): Promise<string> => {
      const body = { file_ids: [await upload(app, token, { content: 'A row.' })] };
      const batch = (await app.request('POST', `${path}/file_batches`, { token, body })).body.id;
      await finished(app, token, `${path}/file_batches/${batch}`);
      return batch;
    };
    const [batchId, others] = [await batchOf(), await batchOf()];
    const addTo = async (batch: string): Promise<string> => {
      const id = await attached(app, token, `${path}/files`);
      await VectorStoreFile.update({ batchId: batch }, { where: { id } });
      return id;
    };
    const subject = await files(app, token, `${path}/file_batches/${batchId}/files`, {
      add: () => addTo(batchId),
      addElsewhere: () => addTo(others),
    });
    return {
      ...subject,
      remove: async (id) => {
        await VectorStoreFile.update({ batchId: others }, { where: { id } });
        subject.forget(id);
      },
    };
  },
  listAdminApiKeys: scoped(async () => '/v1/organization/admin_api_keys', organizationKey),
  listProjectApiKeys: scoped(
    async (scope, project) => `/v1/organization/projects/${await project(scope)}/api_keys`,
    organizationKey,
  ),
  // Projects are archived instead of deleted, and archived projects are not listed.
  listProjects: scoped(async () => '/v1/organization/projects', organizationKey, {
    removal: (path) => ['POST', `${path}/archive`],
  }),
  listMembers: async (app, admin) => {
    const scope = await createScope(app, admin);
    const others = await createScope(app, admin);
    const token = organizationKey(scope);
    return {
      path: '/v1/organization/users',
      token,
      rows: async () => {
        const members = await Membership.findAll({ where: { organizationId: scope.organizationId } });
        return members.map(({ userId }) => userId).sort();
      },
      add: () => newMember(scope),
      remove: async (id) => {
        const { status, text } = await app.request('DELETE', `/v1/organization/users/${id}`, { token });
        if (status !== 200) throw new Error(text);
      },
      addElsewhere: () => newMember(others),
    };
  },
  // The API sends invitations by email, so the rows are created in the database.
  listInvitations: async (app, admin) => {
    const scope = await createScope(app, admin);
    const others = await createScope(app, admin);
    const token = organizationKey(scope);
    const { organizationId } = scope;
    return {
      path: `/v1/invitations/${organizationId}`,
      token,
      rows: async () => idsOf(await Invitation.findAll({ where: { organizationId } })),
      add: async () => (await newInvitation(scope, newEmail())).id,
      remove: async (id) => {
        const { status, text } = await app.request('DELETE', `/v1/invitations/${id}`, { token });
        if (status !== 200) throw new Error(text);
      },
      addElsewhere: async () => (await newInvitation(others, newEmail())).id,
    };
  },
  // An event creates a delivery, which is deleted after its retention.
  listWebhookDeliveries: async (app, admin) => {
    const scope = await createScope(app, admin);
    const mine = await createThings(scope, ['projects']);
    const others = await createThings(scope, ['projects']);
    const addTo = async (project: Map<string, string>): Promise<string> =>
      (await createThings(scope, ['webhook_deliveries'], project)).get('webhook_deliveries') ?? '';
    const projectId = mine.get('projects') ?? '';
    return {
      path: `/v1/organization/projects/${projectId}/webhook_deliveries`,
      token: scope.tokens.organization_key,
      rows: async () => idsOf(await WebhookDelivery.findAll({ attributes: ['id'], where: { projectId } })),
      add: () => addTo(mine),
      remove: async (id) => {
        await WebhookDelivery.destroy({ where: { id } });
      },
      addElsewhere: () => addTo(others),
    };
  },
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
  listAuditLog: async (_app, admin) => ({
    path: '/admin/audit_log',
    token: admin.token,
    rows: async () => idsOf(await AuditEntry.findAll({ attributes: ['id'] })),
    add: () => newEntry(null),
    remove: async (id) => {
      await AuditEntry.destroy({ where: { id } });
    },
  }),
  listOrganizationAuditLogs: async (app, admin) => {
    const mine = await createScope(app, admin);
    const others = await createScope(app, admin);
    const where = { organizationId: mine.organizationId };
    return {
      path: '/v1/organization/audit_logs',
      token: organizationKey(mine),
      rows: async () => idsOf(await AuditEntry.findAll({ attributes: ['id'], where })),
      add: () => newEntry(mine.organizationId),
      remove: async (id) => {
        await AuditEntry.destroy({ where: { id } });
      },
      addElsewhere: () => newEntry(others.organizationId),
    };
  },
  // No operation deletes users or workers, so their rows are created and deleted in the database.
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

/**
 * Returns the subject of a list without an entry above, if the document has operations that create and delete its
 * items. Undefined otherwise.
 */
export function derivedSubject(operationId: string): Opener | undefined {
  const list = contractCases.find((operation) => operation.operationId === operationId);
  const collection = list?.path.split('/').at(-1) ?? '';
  const create = creationIn(collection);
  const remove = contractCases.find(
    ({ method, path }) => method === 'DELETE' && path.replace(/\/\{[^}]+\}$/, '') === list?.path,
  );
  if (list === undefined || create === undefined || remove === undefined) return undefined;
  return async (app, admin) => {
    const scope = await createScope(app, admin);
    const token = scope.tokens[list.caller as keyof Scope['tokens']];
    const keys = new Map<string, string>();
    const placeIn = async (): Promise<Map<string, string>> => createThings(scope, Object.values(list.fixtures));
    const add = (within: Map<string, string>): ReturnType<typeof createIn> => createIn(create, placeOf(scope), within);
    const [mine, others] = [await placeIn(), await placeIn()];
    const pathIn = (operation: OperationCases, fixtures: Map<string, string>): string =>
      requestOf({ token, fixtures }, operation, {}).path;
    return {
      path: pathIn(list, mine),
      token,
      rows: async () => [...keys.keys()],
      add: async () => {
        const { id, key } = await add(mine);
        keys.set(id, key);
        return id;
      },
      remove: async (id) => {
        const path = pathIn(remove, new Map([...mine, [collection, keys.get(id) ?? '']]));
        const { status, text } = await app.request('DELETE', path, { token });
        if (status !== 200) throw new Error(text);
        keys.delete(id);
      },
      addElsewhere: async () => (await add(others)).id,
    };
  };
}

/** Returns a list of files; `add` creates a file. */
async function files(
  app: TestApp,
  token: string,
  path: string,
  { add, addElsewhere }: Pick<Subject, 'add'> & { addElsewhere: () => Promise<string> },
): Promise<Subject & { forget(id: string): void }> {
  const before = await app.request('GET', path, { token });
  const ids: string[] = before.body.data.map(({ id }: { id: string }) => id);
  const forget = (id: string): void => void ids.splice(ids.indexOf(id), 1);
  return {
    path,
    token,
    rows: async () => [...ids],
    add: async () => {
      const id = await add();
      ids.push(id);
      return id;
    },
    remove: async (id) => {
      const { status, text } = await app.request('DELETE', `${path}/${id}`, { token });
      if (status !== 200) throw new Error(text);
      forget(id);
    },
    addElsewhere,
    forget,
  };
}

async function newStore(app: TestApp, token: string): Promise<string> {
  return `/v1/vector_stores/${await createStore(app, token)}`;
}

/** Uploads a file and attaches it to the vector store with this path. */
async function attached(app: TestApp, token: string, path: string): Promise<string> {
  const id = await upload(app, token, { content: 'A row.' });
  const { status, text } = await app.request('POST', path, { token, body: { file_id: id } });
  if (status !== 200) throw new Error(text);
  return id;
}

/** Adds an audit entry in the database. Entries are created by changes and never deleted. */
async function newEntry(organizationId: string | null): Promise<string> {
  const id = newId('log-entry');
  const nobody = { actorKind: 'anyone', actorId: null, userId: null, email: null } as const;
  const about = { type: 'thing.created', targetId: null, details: '{}', address: '', requestId: '' };
  const place = { ownSeal: '', place: null, seal: null, createdAt: createdAt(id) };
  await AuditEntry.create({ id, organizationId, projectId: null, ...nobody, ...about, ...place });
  return id;
}

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
