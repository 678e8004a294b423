// Fills each list with rows for the paging rules, in a tenant or project of its own, so that no other client changes
// the rows. Lists of the whole server are read between two existing rows, because others add rows at the newer end.

import { randomBytes } from 'node:crypto';
import type { OperationCases } from '../../document/index.ts';
import { inParallel } from '../../parallel/index.ts';
import { documented } from '../answers.ts';
import { caseOf, createIn, itemsOf } from '../derived-fixtures.ts';
import { made, storesPath } from '../fixtures.ts';
import { contractCases, requestOf } from '../requests.ts';
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

/** The lists that are filled in an unusual way, or read in a part that does not change, by operation. */
const unusual: Record<string, ListOpener> = {
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
  listMembers: {
    lack: needsUsers,
    async open(ask, stage) {
      const { organizationId, key: token } = await stage.tenant();
      const me = await made(ask, 'GET', '/auth/me', { token: stage.adminToken });
      const { organizationId: elsewhere } = await stage.foreign();
      const path = '/v1/organization/users';
      return owned({
        path,
        token,
        first: [me.body.id],
        count: someRows,
        create: () => stage.member(organizationId),
        remove: (id) => made(ask, 'DELETE', `${path}/${id}`, { token }),
        elsewhere: () => stage.member(elsewhere),
      });
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
  listFineTuningWorkers: {
    lack: (stage) => (stage.mayRegisterWorkers ? undefined : 'workers'),
    async open(ask, stage) {
      const options = { token: stage.adminToken };
      for (let row = 0; row < someRows; row += 1)
        await made(ask, 'POST', '/admin/fine_tuning/workers', { ...options, body: { name: stage.tag, models: [] } });
      const path = '/v1/fine_tuning/workers';
      return { ...sharedList(ask, path, options), rows: () => allRows(ask, path, options) };
    },
  },
  listAuditLog: {
    open: async (ask, stage) => sharedList(ask, '/admin/audit_log', { token: stage.adminToken }),
  },
  listOrganizationAuditLogs: {
    async open(ask, stage) {
      return sharedList(ask, '/v1/organization/audit_logs', { token: (await stage.own()).key });
    },
  },
};

/**
 * Returns how the run fills the list; undefined if it cannot. A list whose items operations create and delete needs no
 * entry above.
 */
export function openerOf(list: OperationCases): ListOpener | undefined {
  if (isUnfilled(list)) return undefined;
  const known = unusual[list.operationId];
  if (known !== undefined) return known;
  const { create: makes, remove: removes, few = false } = itemsOf(list.operationId);
  const [create, remove] = [
    caseOf(makes) ?? contractCases.find(({ method, path }) => method === 'POST' && path === list.path),
    caseOf(removes) ??
      contractCases.find(
        ({ method, path }) => method === 'DELETE' && /^\/\{[^}/]+\}$/.test(path.replace(list.path, '')),
      ),
  ];
  if (create === undefined || (remove === undefined && makes === undefined)) return undefined;
  const kind = { list, create, remove, count: few ? someRows : manyRows };
  return { open: (ask, stage) => derived(ask, stage, kind) };
}

/** Returns true for a list that says in the document why no run fills it. */
export function isUnfilled({ operationId }: OperationCases): boolean {
  return documented(operationId)?.['x-unfilled'] !== undefined;
}

interface Kind {
  list: OperationCases;
  create: OperationCases;
  /** Undefined if no operation removes rows. */
  remove: OperationCases | undefined;
  /** The rows that the list gets. */
  count: number;
}

/** Fills a list in an organization of its own, with the operations that create and delete its items. */
async function derived(ask: Ask, stage: Stage, { list, create, remove, count }: Kind): Promise<Subject> {
  // The fixture that stands for an item in paths.
  const item = Object.values(remove?.fixtures ?? {}).at(-1) ?? '';
  const tenant = await stage.tenant();
  const open = (): ReturnType<Stage['scene']> => stage.scene([list, create], new Set([item]), tenant);
  const mine = await open();
  // A list of a whole organization shows what others create in it.
  const isNarrow =
    list.caller === 'project_key' || Object.values(list.fixtures).some((name) => name !== 'own_organization');
  const others = isNarrow ? await open() : await stage.scene([list, create], new Set([item]), await stage.tenant());
  const token = mine.tokenOf(list) ?? '';
  const { path } = requestOf({ token, fixtures: mine.fixtures }, list, {});
  return owned({
    path,
    token,
    first: await allRows(ask, path, { token }),
    count,
    create: async () => (await createIn(create, { ...mine.place, ask }, mine.fixtures)).id,
    ...(remove === undefined
      ? {}
      : {
          remove: (id) => {
            const { fixtures } = mine;
            const request = requestOf({ token, fixtures: new Map([...fixtures, [item, id]]) }, remove, {});
            return made(ask, request.method, request.path, request.options);
          },
        }),
    elsewhere: async () => (await createIn(create, { ...others.place, ask }, others.fixtures)).id,
  });
}

/** Returns the ids of all rows, oldest first. */
async function allRows(ask: Ask, path: string, options: RequestOptions): Promise<string[]> {
  const ids: string[] = [];
  for (let last: string | undefined; ; last = ids.at(-1)) {
    const query = last === undefined ? {} : { after: last };
    const { body } = await made(ask, 'GET', path, { ...options, query });
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    if (!body.has_more || ids.at(-1) === last) return ids.sort();
  }
}

function sharedList(ask: Ask, path: string, options: RequestOptions): Subject {
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
