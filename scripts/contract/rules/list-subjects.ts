// Fills each list with rows for the paging rules, in a tenant or project of its own, so that no other client changes
// the rows. Lists of the whole server are read between two existing rows, because others add rows at the newer end.

import { randomBytes } from 'node:crypto';
import { inParallel } from '../../parallel/index.ts';
import { keysPath, made, projectsPath, storesPath } from '../fixtures.ts';
import type { Ask, RequestOptions } from '../send.ts';
import type { Stage } from './stage.ts';

export interface Subject {
  path: string;
  /** The credential and the headers of the requests. */
  options: RequestOptions;
  /** The ids that the list must have, oldest first. */
  rows(): Promise<string[]>;
  /** Ids that the list must not have: of a deleted row, and of another tenant's row. */
  strangers(): Promise<string[]>;
  add?: () => Promise<string>;
  remove?: (id: string) => Promise<void>;
  /** Returns false for a row that the run still needs. */
  mayRemove?: (id: string) => boolean;
  /** True if others add and delete rows. */
  isShared?: true;
}

interface ListOpener {
  open(ask: Ask, stage: Stage): Promise<Subject>;
  lack?(stage: Stage): string | undefined;
}

const width = 4;
/** More rows than the highest limit, so that it has an effect. */
const manyRows = 102;
/** More rows than the default limit. For rows that cost much, or of which an hour has a limit. */
const someRows = 22;
const sharedRows = 60;
/** Rows that are added to a list of the whole server, which may be empty. */
const fewRows = 8;

/** A list in which rows can be created and deleted. */
interface Owned {
  path: string;
  token: string;
  /** The rows that the list has already. */
  first?: string[];
  count: number;
  create(): Promise<string>;
  remove?: (id: string) => Promise<unknown>;
  /** Creates a row of the same kind that belongs to another tenant or project. */
  elsewhere?: () => Promise<string>;
}

async function owned({ path, token, first = [], count, create, remove, elsewhere }: Owned): Promise<Subject> {
  const ids = [...first];
  const sort = (): void => void ids.sort();
  ids.push(...(await inParallel(width, Array.from({ length: count - ids.length }), create)));
  sort();
  const drop = async (id: string): Promise<void> => {
    await remove?.(id);
    ids.splice(ids.indexOf(id), 1);
  };
  const stranger = await elsewhere?.();
  const gone = remove === undefined ? undefined : ids.find((id) => !first.includes(id) && id > (ids[2] ?? ''));
  if (gone !== undefined) await drop(gone);
  return {
    path,
    options: { token },
    rows: async () => [...ids],
    strangers: async () => [gone, stranger].filter((id) => id !== undefined),
    add: async () => {
      const id = await create();
      ids.push(id);
      sort();
      return id;
    },
    ...(remove === undefined ? {} : { remove: drop, mayRemove: (id: string) => !first.includes(id) }),
  };
}

/** Returns functions that create and delete items under a path. */
function itemsAt(ask: Ask, token: string, path: string) {
  return {
    create: async (): Promise<string> => {
      const body = { name: `row ${randomBytes(4).toString('hex')}` };
      return (await made(ask, 'POST', path, { token, body })).body.id;
    },
    remove: (id: string) => made(ask, 'DELETE', `${path}/${id}`, { token }),
  };
}

async function upload(ask: Ask, token: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([`A row ${randomBytes(4).toString('hex')}.`]), 'row.txt');
  form.append('purpose', 'assistants');
  return (await made(ask, 'POST', '/v1/files', { token, form })).body.id;
}

/** Creates a vector store with many files in one batch. Returns its path. */
async function filledStore(ask: Ask, token: string): Promise<{ store: string; batch: string; files: string[] }> {
  const { body: store } = await made(ask, 'POST', storesPath, { token, body: {} });
  const files = await inParallel(width, Array.from({ length: someRows }), () => upload(ask, token));
  const path = `${storesPath}/${store.id}`;
  const { body: batch } = await made(ask, 'POST', `${path}/file_batches`, { token, body: { file_ids: files } });
  return { store: path, batch: `${path}/file_batches/${batch.id}`, files };
}

async function newProject(stage: Stage): Promise<{ token: string; elsewhere: string }> {
  const [mine, other] = [await stage.newProject(), await stage.newProject()];
  return { token: mine.key, elsewhere: other.key };
}

const needsUsers = (stage: Stage): string | undefined => (stage.mayCreateUsers ? undefined : 'users');

/** Every list that the run can fill, or read in a part that does not change, by operation. */
export const openList: Record<string, ListOpener> = {
  listVectorStores: {
    async open(ask, stage) {
      const { token, elsewhere } = await newProject(stage);
      const items = itemsAt(ask, token, storesPath);
      const others = itemsAt(ask, elsewhere, storesPath);
      return owned({ path: storesPath, token, count: manyRows, ...items, elsewhere: others.create });
    },
  },
  listFiles: {
    async open(ask, stage) {
      const { token, elsewhere } = await newProject(stage);
      return owned({
        path: '/v1/files',
        token,
        count: manyRows,
        create: () => upload(ask, token),
        remove: (id) => made(ask, 'DELETE', `/v1/files/${id}`, { token }),
        elsewhere: () => upload(ask, elsewhere),
      });
    },
  },
  listVectorStoreFiles: {
    async open(ask, stage) {
      const { token } = await newProject(stage);
      const { store, files } = await filledStore(ask, token);
      const path = `${store}/files`;
      return owned({
        path,
        token,
        first: files,
        count: files.length + 3,
        create: async () => {
          const body = { file_id: await upload(ask, token) };
          return (await made(ask, 'POST', path, { token, body })).body.id;
        },
        remove: (id) => made(ask, 'DELETE', `${path}/${id}`, { token }),
        elsewhere: () => upload(ask, token),
      });
    },
  },
  listFilesInVectorStoreBatch: {
    async open(ask, stage) {
      const { token } = await newProject(stage);
      const { batch, files } = await filledStore(ask, token);
      return {
        path: `${batch}/files`,
        options: { token },
        rows: async () => files.toSorted(),
        strangers: async () => [await upload(ask, token)],
      };
    },
  },
  listConversationItems: {
    async open(ask, stage) {
      const { token } = await newProject(stage);
      const conversation = async (): Promise<string> => {
        const { body } = await made(ask, 'POST', '/v1/conversations', { token, body: {} });
        return `/v1/conversations/${body.id}/items`;
      };
      const [path, other] = [await conversation(), await conversation()];
      const createIn = async (at: string): Promise<string> => {
        const body = { items: [{ role: 'user', content: 'A row.' }] };
        return (await made(ask, 'POST', at, { token, body })).body.data[0].id;
      };
      return owned({
        path,
        token,
        count: manyRows,
        create: () => createIn(path),
        remove: (id) => made(ask, 'DELETE', `${path}/${id}`, { token }),
        elsewhere: () => createIn(other),
      });
    },
  },
  listAdminApiKeys: {
    async open(ask, stage) {
      const [{ key: token, keyId }, foreign] = [await stage.tenant(), await stage.foreign()];
      const items = itemsAt(ask, token, keysPath);
      const elsewhere = async (): Promise<string> => foreign.keyId;
      return owned({ path: keysPath, token, first: [keyId], count: manyRows, ...items, elsewhere });
    },
  },
  listProjectApiKeys: {
    async open(ask, stage) {
      const { key: token, sibling } = await stage.own();
      const project = await stage.newProject();
      const path = `${projectsPath}/${project.id}/api_keys`;
      const items = itemsAt(ask, token, path);
      const elsewhere = async (): Promise<string> => sibling.keyId;
      return owned({ path, token, first: [project.keyId], count: manyRows, ...items, elsewhere });
    },
  },
  // Projects are archived instead of deleted, and archived projects are not listed.
  listProjects: {
    async open(ask, stage) {
      const [{ key: token, project, sibling }, foreign] = [await stage.tenant(), await stage.foreign()];
      const { create } = itemsAt(ask, token, projectsPath);
      return owned({
        path: projectsPath,
        token,
        first: [project.id, sibling.id].sort(),
        count: manyRows,
        create,
        remove: (id) => made(ask, 'POST', `${projectsPath}/${id}/archive`, { token }),
        elsewhere: async () => foreign.project.id,
      });
    },
  },
  listMembers: {
    lack: needsUsers,
    async open(ask, stage) {
      const { organizationId, key: token } = await stage.tenant();
      const me = await made(ask, 'GET', '/auth/me', { token: stage.adminToken });
      const members: string[] = [me.body.id];
      while (members.length < someRows) members.push(await stage.member(organizationId));
      const path = '/v1/organization/users';
      return { path, options: { token }, rows: async () => members.toSorted(), strangers: async () => [] };
    },
  },
  listInvitations: {
    async open(ask, stage) {
      const [{ organizationId, key }, foreign] = [await stage.tenant(), await stage.foreign()];
      const invite = async (organization_id: string): Promise<string> => {
        const body = { email: `row-${randomBytes(6).toString('hex')}@example.com`, organization_id };
        return (await made(ask, 'POST', '/v1/invitations/link', { token: stage.adminToken, body })).body.id;
      };
      return owned({
        path: `/v1/invitations/${organizationId}`,
        token: key,
        count: someRows,
        create: () => invite(organizationId),
        remove: (id) => made(ask, 'DELETE', `/v1/invitations/${id}`, { token: key }),
        elsewhere: () => invite(foreign.organizationId),
      });
    },
  },
  listWebhookDeliveries: {
    async open(ask, stage) {
      const { key: token } = await stage.own();
      // The host does not exist.
      const hook = { webhook_url: 'https://hooks.invalid/' };
      const { id } = await stage.newProject(hook);
      const other = await stage.newProject(hook);
      const body = { type: 'vector_store.file_batch.completed' };
      const test = async (project: string): Promise<string> =>
        (await made(ask, 'POST', `${projectsPath}/${project}/webhook_test`, { token, body })).body.id;
      const path = `${projectsPath}/${id}/webhook_deliveries`;
      return owned({ path, token, count: someRows, create: () => test(id), elsewhere: () => test(other.id) });
    },
  },
  listOrganizations: {
    async open(ask, stage) {
      const options = { token: stage.adminToken, body: { name: `${stage.tag} row` } };
      for (let row = 0; row < fewRows; row += 1) await made(ask, 'POST', '/admin/organization/', options);
      return sharedList(ask, '/admin/organization/', { token: stage.adminToken });
    },
  },
  listUsers: {
    async open(ask, stage) {
      const { organizationId } = await stage.foreign();
      if (stage.mayCreateUsers) for (let row = 0; row < fewRows; row += 1) await stage.member(organizationId);
      return sharedList(ask, '/admin/users', { token: stage.adminToken });
    },
  },
  listAuditLog: {
    open: (ask, stage) => sharedList(ask, '/admin/audit_log', { token: stage.adminToken }),
  },
  listOrganizationAuditLogs: {
    async open(ask, stage) {
      return sharedList(ask, '/v1/organization/audit_logs', { token: (await stage.own()).key });
    },
  },
};

async function sharedList(ask: Ask, path: string, options: RequestOptions): Promise<Subject> {
  const query = { limit: sharedRows, order: 'desc' };
  return {
    path,
    options,
    isShared: true,
    rows: async () => {
      const { body } = await made(ask, 'GET', path, { ...options, query });
      return body.data.map(({ id }: { id: string }) => id).sort();
    },
    strangers: async () => [],
  };
}
