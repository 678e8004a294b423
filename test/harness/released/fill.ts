// Fills a server of any release through its API, and says what must still be true after an upgrade.

import { randomUUID } from 'node:crypto';
import { send } from '../../../scripts/contract/send.ts';
import { sendFile } from '../forms.ts';
import { until } from '../process.ts';
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
  /** Absent in installations of 0.1.0, which knows none of it. */
  later?: ExpectedLater;
}

/** The data of the things that came with 0.2.0. */
export interface ExpectedLater {
  /** A stored response that continues another, and its text. */
  response: { id: string; previousId: string; text: string };
  /** The id of a response that was made in the background. */
  backgroundId: string;
  conversation: { id: string; items: number };
  /** The prices of `chat-model`, which are stored in the database. */
  prices: { input: number; output: number };
  /** An organization key whose maker is a member now, but was an owner. */
  demotedKey: string;
  /** An organization key that the organization kept on the request of its maker, who has left. */
  keptKey: string;
}

/**
 * Fills the server with about `count` of everything.
 * @param url the server, which has the admin.
 * @param upstream the settings of an upstream with prices that serves `chat-model`.
 * @param isFirst true for 0.1.0, whose upstream is in its environment.
 */
export async function fillServer(url: string, count: number, upstream: Upstream, isFirst: boolean): Promise<Expected> {
  const ask = askerOf(url);
  const login = await ask('POST', '/auth/login', undefined, { email: adminEmail, password: adminPassword });
  const admin: string = login.access_token;
  const { organization } = await ask('POST', '/admin/organization/', admin, { name: 'Released' });
  const context = { token: admin, headers: { 'compat-organization': organization.id } };
  if (!isFirst) await ask('PATCH', '/admin/config', admin, { upstreams: [upstream] });
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
    project: { id: project.id, key, stores: count, files: count, calls: count + (isFirst ? 0 : responseCount) },
    revokedKey: revoked.value,
    search,
    hooked: { id: hooked.id, deliveries: 1 },
    ...(isFirst
      ? {}
      : {
          later: {
            ...(await fillResponses(url, key)),
            ...(await fillPeople(url, admin, organization.id)),
            prices: upstream.prices['chat-model'],
          },
        }),
  };
}

export interface Upstream {
  prices: { 'chat-model': { input: number; output: number } };
}

type Ask = ReturnType<typeof askerOf>;

/** Returns a function that sends a request and returns the body of the answer. It throws if the status is not 200. */
export function askerOf(url: string) {
  return async (method: string, path: string, token?: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await send(url, method, path, { token, body, headers });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
}

/** The number of responses that `fillResponses` makes. */
const responseCount = 4;

async function fillResponses(
  url: string,
  key: string,
): Promise<Pick<ExpectedLater, 'response' | 'backgroundId' | 'conversation'>> {
  const ask = askerOf(url);
  const respond = (more: object) => ask('POST', '/v1/responses', key, { model: 'chat-model', ...more });
  const first = await respond({ input: 'Where is the key?' });
  const second = await respond({ input: 'And the clock?', previous_response_id: first.id });
  const { id: backgroundId } = await respond({ input: 'Take your time.', background: true });
  await until(async () =>
    (await ask('GET', `/v1/responses/${backgroundId}`, key)).status === 'completed' ? true : undefined,
  );
  const user = (content: string) => ({ type: 'message', role: 'user', content });
  const conversation = await ask('POST', '/v1/conversations', key, { items: [user('One'), user('Two')] });
  await respond({ input: 'Three', conversation: conversation.id });
  return {
    response: { id: second.id, previousId: first.id, text: second.output[0].content[0].text },
    backgroundId,
    conversation: { id: conversation.id, items: 4 },
  };
}

async function fillPeople(
  url: string,
  admin: string,
  organizationId: string,
): Promise<Pick<ExpectedLater, 'demotedKey' | 'keptKey'>> {
  const ask = askerOf(url);
  const members = '/v1/organization/users';
  const [demoted, leaver] = [await addOwner(ask, admin, organizationId), await addOwner(ask, admin, organizationId)];
  await ask('POST', `${members}/${demoted.id}`, leaver.key, { role: 'member' });
  // By somebody else: nobody keeps their own keys.
  const context = { 'compat-organization': organizationId };
  await ask('DELETE', `${members}/${leaver.id}?keep_keys=true`, admin, undefined, context);
  return { demotedKey: demoted.key, keptKey: leaver.key };
}

/** Adds an owner to the organization, who makes an organization key. */
export async function addOwner(
  ask: Ask,
  admin: string,
  organizationId: string,
): Promise<{ id: string; email: string; key: string }> {
  const email = `${randomUUID()}@example.com`;
  const user = await ask('POST', '/admin/users', admin, { email, name: 'Owner', organization_id: organizationId });
  const context = { 'compat-organization': organizationId };
  await ask('POST', `/v1/organization/users/${user.id}`, admin, { role: 'owner' }, context);
  const [, token] = user.password_link.url.split('token=');
  await ask('POST', '/v1/reset_password/confirm', undefined, { token, password: adminPassword });
  const login = await ask('POST', '/auth/login', undefined, { email, password: adminPassword });
  const key = await ask('POST', '/v1/organization/admin_api_keys', login.access_token, { name: 'Owner' });
  return { id: user.id, email, key: key.value };
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
