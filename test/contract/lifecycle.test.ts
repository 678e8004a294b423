// Tests the lifecycle of every resource in the document: the created resource is what is read and listed, an update
// changes what it sends, a failed request changes nothing, and a deleted resource is gone. Resources are found by their
// paths: an operation that reads one item, and the other operations of its path and of the collection's path.

import t from 'tap';
import { contractCases, requestOf } from '../../scripts/contract/requests.ts';
import { inner, type JsonObject, readsOne, resourceOf } from '../../scripts/contract/rules/resource.ts';
import type { Json } from '../../scripts/document/document.ts';
import { type Answer, startApp } from '../harness/app.ts';
import { createScope, createThings } from '../harness/fixtures.ts';
import { startUpstream } from '../harness/upstream.ts';
import { signUp } from '../harness/world.ts';
import { beginLife } from './lifecycles.ts';

/** Members that the response to a creation shows and later ones do not, with the reason. */
const onlyAtCreation: Record<string, Record<string, string>> = {
  createAdminApiKey: { value: 'the key, once' },
  createProjectApiKey: { value: 'the key, once' },
  createProject: { webhook_secret: 'the secret, once' },
  createUser: { password_link: 'the link, once' },
  createVectorStore: { status: 'in_progress until its collection is there' },
  createVectorStoreFile: { status: 'in_progress until it is processed', usage_bytes: '0 until it is processed' },
  createVectorStoreFileBatch: { status: 'in_progress until it is processed', file_counts: 'so are its files' },
};

/** Members that a single item shows and a list does not, with the reason. */
const onlyInReading: Record<string, Record<string, string>> = {
  getWebhookDelivery: {
    payload: 'what was sent is shown one at a time',
    attempts: 'what was tried is shown one at a time',
    attempt_count: 'an attempt may end meanwhile',
    next_attempt_at: 'an attempt may end meanwhile',
    last_error: 'an attempt may end meanwhile',
  },
};

/** Members that change together with a member that an update sends. */
const followsFrom: Record<string, string[]> = {
  status: ['archived_at'],
  webhook_url: ['webhook_secret'],
  expires_after: ['expires_at'],
};

const upstream = await startUpstream(t);
const app = await startApp(t, {
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
const admin = await signUp(app, { isAdmin: true });
// Resources behind a forwarding operation belong to the upstream.
const kept = contractCases.filter(({ path }) => !['/v1/{custom_endpoint}', '/mcp/{prefix}'].includes(path));
const resources = kept.filter(readsOne).map(resourceOf);

/**
 * Items that a PUT creates under a name of the caller's choice, that are listed and deleted, and that no operation
 * reads individually.
 */
const putItems = kept.flatMap((put) => {
  const collection = put.path.slice(0, put.path.lastIndexOf('/'));
  const at = (method: string, path: string): (typeof kept)[number] | undefined =>
    kept.find((operation) => operation.method === method && operation.path === path);
  const [list, remove, read] = [at('GET', collection), at('DELETE', put.path), at('GET', put.path)];
  const isPut = put.method === 'PUT' && read === undefined;
  return isPut && list !== undefined && remove !== undefined ? [{ put, list, remove }] : [];
});

for (const { put, list, remove } of putItems) {
  t.test(
    `${put.operationId}: a PUT item is listed once, does not change by a second PUT, and is gone after its deletion`,
    async (t) => {
      const scope = await createScope(app, admin);
      const fixtures = await createThings(scope, Object.values(put.fixtures));
      const send = (operation: typeof put, body?: Json): Promise<Answer> => {
        const token = scope.tokens[operation.caller as keyof typeof scope.tokens];
        const { options, path } = requestOf({ token, fixtures }, operation, body === undefined ? {} : { body });
        return app.request(operation.method, path, options);
      };
      const full = put.cases.find(({ id }) => id.endsWith('/accepted/-/full-1'))?.request.body;
      const { body: item } = await send(put, full);
      const listed = async (): Promise<unknown[]> => (await send(list)).body.data;
      t.strictSame(await listed(), [item]);
      t.strictSame((await send(put, full)).body, item);
      t.strictSame(await listed(), [item]);
      t.match(await send(remove), { status: 200, body: { deleted: true } });
      t.strictSame(await listed(), []);
      t.equal((await send(remove)).status, 404);
    },
  );
}

t.test('every resource of the document has a lifecycle test', async (t) => {
  const covered = resources.flatMap(({ read, create, update, remove, list }) => [read, create, update, remove, list]);
  const items = putItems.flatMap(({ put, list, remove }) => [put, list, remove]);
  const names = [...covered, ...items].map((operation) => operation?.operationId);
  const others = kept.filter(
    ({ operationId, fixtures }) => !names.includes(operationId) && Object.keys(fixtures).length > 0,
  );
  t.strictSame(
    others.map(({ operationId }) => operationId).sort(),
    [
      'addUploadPart',
      'archiveProject',
      'cancelResponse',
      'cancelUpload',
      'cancelVectorStoreFileBatch',
      'completeUpload',
      'createPasswordLink',
      'createWebhookEvent',
      'deleteInvitation',
      'deleteSpendLimit',
      'downloadFile',
      'getDocsFile',
      'getPanelAsset',
      'getSpendLimit',
      'listFilesInVectorStoreBatch',
      'listInputItems',
      'listInvitations',
      'pollWebhookEvents',
      'resendWebhookDelivery',
      'retrieveVectorStoreFileContent',
      'searchVectorStore',
      'testWebhook',
      'updateSpendLimit',
    ],
    'the other operations on a resource',
  );
  t.ok(resources.length >= 7);
});

for (const resource of resources) {
  const { name, create, read, update, remove, list } = resource;

  t.test(`${name}: the created resource is read and listed once`, async (t) => {
    const life = await beginLife(app, admin, resource);
    const seen = await life.call(read);
    t.equal(seen.status, 200);
    if (life.created !== undefined && create !== undefined) {
      const later = Object.keys(onlyAtCreation[create.operationId] ?? {});
      t.strictSame(without(life.created, later), without(inner(seen), later), 'equal to the created resource');
      for (const secret of later.map((field) => life.created?.[field]).filter(isSecret)) {
        const others = [list, update].filter((operation) => operation !== undefined);
        const texts = [
          seen.text,
          ...(await Promise.all(others.map((other) => life.call(other)))).map(({ text }) => text),
        ];
        t.notOk(
          texts.some((text) => text.includes(secret)),
          'a secret is not shown again',
        );
      }
    }
    if (list === undefined) return;
    const { body } = await life.call(list);
    const found = body.data.filter((item: JsonObject) => item.id === life.id);
    const otherwise = Object.keys(onlyInReading[read.operationId] ?? {});
    t.strictSame(
      found.map((item: JsonObject) => without(item, otherwise)),
      [without(inner(await life.call(read)), otherwise)],
      'listed once, equal to the read resource',
    );
  });

  if (update !== undefined) {
    t.test(`${name}: an update changes only the members that it sends`, async (t) => {
      const life = await beginLife(app, admin, resource);
      const before = inner(await life.call(read));
      t.strictSame(
        inner(await life.call(update)),
        inner(await life.call(read)),
        'the response equals the read resource',
      );
      let last = before;
      let isChanged = false;
      for (const one of update.cases.filter(
        ({ id, expect }) =>
          /\/accepted\/(-|[a-z_]+)\/(least|alone|value-.*|max-.*|true)$/.test(id) && expect.status === 200,
      )) {
        const sent = Object.keys(one.request.body as JsonObject);
        const after = inner(await life.call(update, one.request.body));
        const changed = [...sent, ...sent.flatMap((field) => followsFrom[field] ?? [])];
        t.strictSame(without(after, changed), without(last, changed), one.id);
        last = inner(await life.call(read));
        isChanged ||= JSON.stringify(last) !== JSON.stringify(before);
        t.strictSame(unused(last), unused(after), `${one.id} is stored`);
      }
      t.ok(isChanged, 'something changed');
    });

    t.test(`${name}: a failed update changes nothing`, async (t) => {
      const life = await beginLife(app, admin, resource);
      const before = unused(inner(await life.call(read)));
      const failing = update.cases.filter(
        ({ id, expect }) => /\/(broken|accepted)\/[a-z_]+\//.test(id) && expect.status >= 400,
      );
      const perField = failing.filter(
        ({ id }, index) => failing.findIndex((other) => pointerOf(other.id) === pointerOf(id)) === index,
      );
      t.ok(perField.length > 0);
      for (const one of perField) {
        const body = {
          ...(pointerOf(one.id) === 'name' ? {} : { name: 'Half done' }),
          ...(one.request.body as JsonObject),
        };
        const { status } = await life.call(update, body);
        t.equal(status, one.expect.status, one.id);
        t.strictSame(unused(inner(await life.call(read))), before, `${one.id} changes nothing`);
      }
    });
  }

  if (remove !== undefined) {
    t.test(`${name}: a deleted resource is not found by any operation or by a second deletion`, async (t) => {
      const life = await beginLife(app, admin, resource);
      const deleted = await life.call(remove);
      t.equal(deleted.status, 200);
      // The public API answers with the conversation that the item was deleted from.
      if (remove.operationId === 'deleteConversationItem') t.match(deleted.body, { object: 'conversation' });
      else
        t.match(deleted.body, {
          id: life.id,
          object: remove.operationId === 'deleteFile' ? 'file' : /\.deleted$/,
          deleted: true,
        });
      for (const operation of [read, update, remove].filter((one) => one !== undefined)) {
        const { status, body } = await life.call(operation);
        t.equal(`${status} ${body.error?.code}`, '404 not_found', operation.operationId);
      }
      if (list === undefined) return;
      const { body } = await life.call(list);
      t.notOk(
        body.data.some((item: JsonObject) => item.id === life.id),
        'it is no longer listed',
      );
    });
  }
}

t.test('unique names are compared byte for byte after NFC', async (t) => {
  const scope = await createScope(app, admin);
  const [create, update] = ['createVectorStore', 'modifyVectorStore'].map((id) =>
    contractCases.find(({ operationId }) => operationId === id),
  );
  t.ok(
    [create, update].every((operation) =>
      operation?.cases.some(({ request }) => JSON.stringify(request).includes('$unique')),
    ),
  );
  const token = scope.tokens.project_key;
  const make = (name: string) => app.request('POST', '/v1/vector_stores', { token, body: { name } });
  const first = await make('Zo\u00eb');
  t.equal(first.status, 200);
  for (const name of ['zo\u00eb', 'Zo\u00eb ', ' Zo\u00eb', 'Zoe', 'Zo\u200b\u00eb', 'Ｚo\u00eb', 'Zo\u00eb\u00eb'])
    t.equal((await make(name)).status, 200, `${JSON.stringify(name)} is another name`);
  for (const name of ['Zo\u00eb', 'Zoe\u0308']) {
    const taken = await make(name);
    t.equal(taken.status, 409, `${JSON.stringify(name)} is the same name`);
    t.match(taken.body.error, { code: 'name_already_exists', param: 'name' });
  }
  const other = await make('Other');
  t.equal(
    (
      await app.request('POST', `/v1/vector_stores/${other.body.id}`, {
        token,
        body: { name: 'Zoe\u0308', metadata: { a: 1 } },
      })
    ).status,
    409,
  );
  t.match((await app.request('GET', `/v1/vector_stores/${other.body.id}`, { token })).body, {
    name: 'Other',
    metadata: {},
  });
  t.equal(
    (await app.request('POST', `/v1/vector_stores/${first.body.id}`, { token, body: { name: 'Zoe\u0308' } })).status,
    200,
    'a resource may keep its own name',
  );
  for (const name of ['', '']) t.equal((await make(name)).status, 200, 'names must be unique');
});

function without(resource: JsonObject, fields: string[]): JsonObject {
  return unused(Object.fromEntries(Object.entries(resource).filter(([field]) => !fields.includes(field))));
}

/** Returns the resource without its last use. */
function unused(resource: JsonObject): JsonObject {
  return 'last_used_at' in resource ? { ...resource, last_used_at: null } : resource;
}

function isSecret(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length > 15;
}

function pointerOf(id: string): string {
  return id.split('/')[2] ?? '';
}
