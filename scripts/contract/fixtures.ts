// Things for operations to act on, by the collection that they stand in: what `{project_id}` in a path, or `$fixture` in a
// contract case, is filled with. Here are those that the API itself makes; each maker gives the id of a new one.

import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Ask, RequestOptions } from './send.ts';

/** Where things are made. */
export interface Place {
  ask: Ask;
  organizationId: string;
  tokens: { admin: string; organization_key: string; project_key: string };
  /** What the names of things begin with. */
  tag: string;
  /** Resolves once what stands at the path is processed, where the server does that: it would change by itself. */
  settled(token: string, path: string): Promise<void>;
}

/** `within`: the things already made for the same path, by their collection. */
export type Maker<From> = (from: From, within: ReadonlyMap<string, string>) => Promise<string>;

/** What an organization key reads and writes under. */
export const projectsPath = '/v1/organization/projects';
export const keysPath = '/v1/organization/admin_api_keys';
export const storesPath = '/v1/vector_stores';
const partText = 'part';
/** In cents. */
const highestSpendLimit = 900_000_000;

/** What the server answered when a thing was to be made: no thing. */
export class NotMade extends Error {
  constructor(method: string, path: string, { status, text }: Answer) {
    super(`${method} ${path} answered ${status} ${text.slice(0, 300)}`);
    this.name = 'NotMade';
  }
}

/** The makers of what needs nothing but the API. */
export const apiMakers: Record<string, Maker<Place>> = {
  organization: ({ ask, tokens, tag }) => newOrganization(ask, tokens.admin, { name: tag }),
  own_organization: async ({ organizationId }) => organizationId,
  admin_api_keys: (place) => ofOrganization(place, keysPath, { name: place.tag }),
  // With a webhook and a spend limit, since some operations need one; nothing answers at its address, nor costs so much.
  projects: async (place) => {
    const body = { name: place.tag, webhook_url: 'https://hooks.invalid/' };
    const id = await ofOrganization(place, projectsPath, body);
    await ofOrganization(place, `${projectsPath}/${id}/spend_limit`, { threshold_amount: highestSpendLimit });
    return id;
  },
  api_keys: (place, within) =>
    ofOrganization(place, `${projectsPath}/${within.get('projects')}/api_keys`, { name: place.tag }),
  webhook_deliveries: (place, within) =>
    ofOrganization(place, `${projectsPath}/${within.get('projects')}/webhook_test`, {
      type: 'vector_store.file_batch.completed',
    }),
  vector_stores: (place) => ofProject(place, storesPath, { body: {} }),
  files: async (place, within) => {
    const id = await upload(place, `A thing. ${randomBytes(8).toString('hex')}`);
    const store = within.get('vector_stores');
    if (store !== undefined) await attach(place, `${storesPath}/${store}/files`, { file_id: id });
    return id;
  },
  file_batches: async (place, within) => {
    const file = await upload(place, 'A thing of a batch.');
    return attach(place, `${storesPath}/${within.get('vector_stores')}/file_batches`, { file_ids: [file] });
  },
  uploads: (place) => {
    const body = { filename: 'thing.txt', purpose: 'assistants', mime_type: 'text/plain', bytes: partText.length };
    return ofProject(place, '/v1/uploads', { body });
  },
  parts: (place, within) => {
    const form = new FormData();
    form.append('data', new Blob([partText]), 'part');
    return ofProject(place, `/v1/uploads/${within.get('uploads')}/parts`, { form });
  },
  md5: async () => createHash('md5').update(partText).digest('hex'),
  models: async ({ ask, tokens }) =>
    (await made(ask, 'GET', '/v1/models', { token: tokens.project_key })).body.data.at(-1).id,
  responses: async (place, within) => {
    const body = { model: within.get('models') ?? (await apiMakers.models?.(place, within)), input: 'Hello?' };
    return ofProject(place, '/v1/responses', { body });
  },
  // The panel's version stands in the addresses that its page names.
  assets: async ({ ask }) => {
    const { text } = await made(ask, 'GET', '/panel', {});
    return /\/panel\/assets\/([0-9a-f]+)\//.exec(text)?.[1] ?? '';
  },
  file: async () => 'main.js',
};

/** Makes an organization; of an owner, or of the caller. Returns its id. */
export async function newOrganization(
  ask: Ask,
  adminToken: string,
  body: { name: string; owner_id?: string },
): Promise<string> {
  return (await made(ask, 'POST', '/admin/organization/', { token: adminToken, body })).body.organization.id;
}

/** The answer, which must be a success. Throws NotMade. */
export async function made(ask: Ask, method: string, path: string, options: RequestOptions): Promise<Answer> {
  const answer = await ask(method, path, options);
  if (answer.status !== 200) throw new NotMade(method, path, answer);
  return answer;
}

async function ofOrganization({ ask, tokens }: Place, path: string, body: object): Promise<string> {
  return (await made(ask, 'POST', path, { token: tokens.organization_key, body })).body.id;
}

async function ofProject({ ask, tokens }: Place, path: string, options: RequestOptions): Promise<string> {
  return (await made(ask, 'POST', path, { token: tokens.project_key, ...options })).body.id;
}

function upload(place: Place, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'note.txt');
  form.append('purpose', 'assistants');
  return ofProject(place, '/v1/files', { form });
}

/** Attaches files to a store. Returns the id of what the request made. */
async function attach(place: Place, path: string, body: object): Promise<string> {
  const id = await ofProject(place, path, { body });
  await place.settled(place.tokens.project_key, `${path}/${id}`);
  return id;
}
