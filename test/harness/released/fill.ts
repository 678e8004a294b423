// Fills a server of any release through its API, and says what must still be true after an upgrade.

import { send } from '../../../scripts/contract/send.ts';
import { sendFile } from '../forms.ts';
import { finished } from '../stores.ts';

export const adminEmail = 'admin@example.com';
export const adminPassword = 'correct horse battery';

/** A fixture is used years after it was made. */
const lasting = { anchor: 'last_active_at', days: 36_500 };

/** The data that callers of the old version know, and must find in the new one. */
export interface Expected {
  /** Unix seconds. */
  madeAt: number;
  organizationId: string;
  organizationKey: string;
  project: { id: string; key: string; stores: number; files: number; calls: number };
  revokedKey: string;
  /** The last store, with one file in it and the text of that file. */
  search: { storeId: string; fileId: string; text: string };
  /** A project with a webhook whose host does not exist, and the number of its deliveries. */
  hooked: { id: string; deliveries: number };
}

/**
 * Fills the server with about `count` of everything. Its upstream must serve `chat-model`.
 * @param url the server, which has the admin.
 */
export async function fillServer(url: string, count: number): Promise<Expected> {
  const ask = async (method: string, path: string, token?: string, body?: unknown) => {
    const answer = await send(url, method, path, { token, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const login = await ask('POST', '/auth/login', undefined, { email: adminEmail, password: adminPassword });
  const admin: string = login.access_token;
  const { organization } = await ask('POST', '/admin/organization/', admin, { name: 'Released' });
  const context = { token: admin, headers: { 'compat-organization': organization.id } };
  const made = await send(url, 'POST', '/v1/organization/admin_api_keys', { ...context, body: { name: 'Key' } });
  const organizationKey: string = made.body.value;
  const projectsPath = '/v1/organization/projects';
  const hooked = await ask('POST', projectsPath, organizationKey, {
    name: 'Hooked',
    webhook_url: 'https://hooks.invalid/',
    webhook_secret: 'a secret of the old version',
  });
  const project = await ask('POST', projectsPath, organizationKey, {
    name: 'Search',
    limits: { tokens_per_month: 1_000_000, file_bytes: 100_000_000 },
  });
  const keysPath = `${projectsPath}/${project.id}/api_keys`;
  const { value: key } = await ask('POST', keysPath, organizationKey, { name: 'App' });
  const revoked = await ask('POST', keysPath, organizationKey, { name: 'Gone', expires_in_seconds: 86_400 });
  await ask('DELETE', `${keysPath}/${revoked.id}`, organizationKey);
  const search = { storeId: '', fileId: '', text: '' };
  const request = { request: (method: string, path: string, options: object = {}) => send(url, method, path, options) };
  await inTurns(count, async (index) => {
    const text = `Note ${index}: the key to room ${index} hangs behind the clock.`;
    const { body: file } = await sendFile(request, key, { content: text });
    const store = await ask('POST', '/v1/vector_stores', key, {
      name: `Store ${index}`,
      metadata: { index },
      expires_after: lasting,
    });
    const path = `/v1/vector_stores/${store.id}/file_batches`;
    const batch = await ask('POST', path, key, { file_ids: [file.id], attributes: { index } });
    const { file_counts: counts } = await finished(request, key, `${path}/${batch.id}`);
    if (counts.completed !== 1) throw new Error(`The file of ${store.id} has failed`);
    await ask('POST', '/v1/chat/completions', key, {
      model: 'chat-model',
      messages: [{ role: 'user', content: text }],
    });
    if (index === count - 1) Object.assign(search, { storeId: store.id, fileId: file.id, text });
  });
  await ask('POST', `${projectsPath}/${hooked.id}/webhook_test`, organizationKey, {
    type: 'vector_store.file_batch.completed',
  });
  await ask('POST', `${projectsPath}/${project.id}/spend_limit`, organizationKey, {
    threshold_amount: 5000,
  });
  return {
    madeAt: project.created_at,
    organizationId: organization.id,
    organizationKey,
    project: { id: project.id, key, stores: count, files: count, calls: count },
    revokedKey: revoked.value,
    search,
    hooked: { id: hooked.id, deliveries: 1 },
  };
}

/** Runs the work for each number below `count`, four at a time. */
async function inTurns(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const turn = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: 4 }, turn));
}
