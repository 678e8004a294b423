// Tests both majors of the official SDK, unmodified.

import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';
import t from 'tap';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const majors = { 'openai 7': OpenAI7, 'openai 6': OpenAI6 as unknown as typeof OpenAI7 };

for (const [name, OpenAI] of Object.entries(majors)) {
  const connect = (options: { apiKey?: string; adminAPIKey?: string; headers?: Record<string, string> }) =>
    new OpenAI({
      baseURL: `${app.url}/v1`,
      apiKey: options.apiKey ?? null,
      adminAPIKey: options.adminAPIKey ?? null,
      ...(options.headers === undefined ? {} : { defaultHeaders: options.headers }),
      maxRetries: 0,
    } as ConstructorParameters<typeof OpenAI7>[0]);

  t.test(`${name}: vector stores are created, listed, retrieved, updated and deleted`, async (t) => {
    const { project } = await createTenant(app, admin);
    const client = connect({ apiKey: project.key });
    const created = await client.vectorStores.create({
      name: 'Handbook',
      expires_after: { anchor: 'last_active_at', days: 7 },
    });
    t.equal(created.object, 'vector_store');
    t.equal((await client.vectorStores.retrieve(created.id)).status, 'completed');
    const updated = await client.vectorStores.update(created.id, {
      name: 'Guide',
      metadata: { team: 'support' },
      expires_after: null,
    });
    t.match(updated, { id: created.id, name: 'Guide', metadata: { team: 'support' } });
    const page = await client.vectorStores.list();
    t.strictSame(
      page.data.map(({ id }) => id),
      [created.id],
    );
    t.match(await client.vectorStores.delete(created.id), {
      id: created.id,
      object: 'vector_store.deleted',
      deleted: true,
    });
    const gone = await client.vectorStores.retrieve(created.id).catch((error: unknown) => error);
    t.ok(gone instanceof OpenAI.NotFoundError);
    t.match(gone, { code: 'not_found', status: 404 });
    t.type((gone as { requestID: string }).requestID, 'string');
    await client.vectorStores.create({});
    await client.vectorStores.create({});
  });

  t.test(`${name}: automatic paging reads 250 stores in both directions, each once`, async (t) => {
    const { project } = await createTenant(app, admin);
    const client = connect({ apiKey: project.key });
    const ids: string[] = [];
    for (let batch = 0; batch < 10; batch += 1) {
      const stores = await Promise.all(Array.from({ length: 25 }, () => client.vectorStores.create({})));
      ids.push(...stores.map(({ id }) => id));
    }
    ids.sort();
    for (const [order, limit] of [
      ['asc', 100],
      ['desc', 17],
    ] as const) {
      const walked: string[] = [];
      for await (const store of client.vectorStores.list({ order, limit })) walked.push(store.id);
      t.strictSame(walked, order === 'asc' ? ids : ids.toReversed());
    }
  });

  t.test(`${name}: a refusal raises the right error class with its code, and is not retried`, async (t) => {
    const { project, sibling } = await createTenant(app, admin);
    const client = connect({ apiKey: project.key }).withOptions({ maxRetries: 2 });
    await client.vectorStores.create({ name: 'Taken' });
    let sends = 0;
    const counting = client.withOptions({
      fetch: (url: string | URL | Request, init?: RequestInit) => {
        sends += 1;
        return fetch(url, init);
      },
    } as never);
    const taken = await counting.vectorStores.create({ name: 'Taken' }).catch((error: unknown) => error);
    t.ok(taken instanceof OpenAI.ConflictError);
    t.match(taken, { code: 'name_already_exists', param: 'name' });
    t.equal(sends, 1);
    const invalid = await client.vectorStores.list({ limit: 0 }).catch((error: unknown) => error);
    t.ok(invalid instanceof OpenAI.UnprocessableEntityError);
    const elsewhere = connect({ apiKey: project.key, headers: { 'Compat-Project': sibling.id } });
    const foreign = await elsewhere.vectorStores.list().catch((error: unknown) => error);
    t.ok(foreign instanceof OpenAI.PermissionDeniedError);
    const unknown = await connect({ apiKey: 'svcproj_nothing' })
      .models.list()
      .catch((error: unknown) => error);
    t.ok(unknown instanceof OpenAI.AuthenticationError);
    t.match(unknown, { code: 'invalid_api_key' });
  });

  t.test(
    `${name}: a creation whose response is lost is retried, and an idempotency key prevents a second resource`,
    async (t) => {
      const { project, organizationKey } = await createTenant(app, admin);
      let sends = 0;
      const losing = {
        maxRetries: 2,
        fetch: async (url: string | URL | Request, init?: RequestInit) => {
          sends += 1;
          const answer = await fetch(url, init);
          if (sends % 2 === 0) return answer;
          await answer.body?.cancel();
          throw new TypeError('terminated');
        },
      } as never;
      const client = connect({ apiKey: project.key }).withOptions(losing);
      const created = await client.vectorStores.create({ name: 'Once' }, { headers: { 'Idempotency-Key': 'store-1' } });
      t.equal(sends, 2);
      t.strictSame(
        (await client.withOptions({ fetch } as never).vectorStores.list()).data.map(({ id }) => id),
        [created.id],
      );
      const { adminAPIKeys } = connect({ adminAPIKey: organizationKey }).withOptions(losing).admin.organization;
      const key = await adminAPIKeys.create({ name: 'Once' }, { headers: { 'Idempotency-Key': 'key-1' } });
      t.equal(sends, 4);
      t.equal(
        (await connect({ adminAPIKey: key.value }).admin.organization.adminAPIKeys.retrieve(key.id)).name,
        'Once',
      );
      const made = (await connect({ adminAPIKey: organizationKey }).admin.organization.adminAPIKeys.list()).data;
      t.equal(made.length, 2, 'the key of the tenant, and the new one');
    },
  );

  t.test(`${name}: organization keys are created, listed, retrieved and deleted`, async (t) => {
    const { organizationKey, organizationKeyId } = await createTenant(app, admin);
    const { adminAPIKeys } = connect({ adminAPIKey: organizationKey }).admin.organization;
    const created = await adminAPIKeys.create({ name: 'CI', expires_in_seconds: 3600 });
    t.ok(Math.abs((created.expires_at ?? 0) - Date.now() / 1000 - 3600) < 120);
    t.match(created.value, /^svcorg_/);
    const listed: string[] = [];
    for await (const key of adminAPIKeys.list({ limit: 1 })) listed.push(key.id);
    t.strictSame(listed, [organizationKeyId, created.id]);
    t.equal((await adminAPIKeys.retrieve(created.id)).name, 'CI');
    t.match(await adminAPIKeys.delete(created.id), { id: created.id, deleted: true });
    const refused = await connect({ adminAPIKey: created.value })
      .admin.organization.adminAPIKeys.list()
      .catch((error: unknown) => error);
    t.ok(refused instanceof OpenAI.AuthenticationError);
  });

  t.test(`${name}: the users of an organization are listed, found by address, promoted and removed`, async (t) => {
    const { organizationKey, owner, member } = await createTenant(app, admin);
    const { users } = connect({ adminAPIKey: organizationKey }).admin.organization;
    const listed: string[] = [];
    for await (const user of users.list({ limit: 1 })) listed.push(user.id);
    t.strictSame(listed, [member.id, owner.id]);
    const found = await users.list({ emails: [member.email] });
    t.match(found.data, [{ object: 'organization.user', id: member.id, email: member.email, role: 'member' }]);
    t.equal(found.data.length, 1);
    t.equal((await users.update(member.id, { role: 'owner' })).role, 'owner');
    t.equal((await users.retrieve(member.id)).role, 'owner');
    t.match(await users.delete(member.id), { object: 'organization.user.deleted', deleted: true });
  });

  t.test(`${name}: projects and their keys are managed`, async (t) => {
    const { organizationKey } = await createTenant(app, admin);
    const client = connect({ apiKey: organizationKey, adminAPIKey: organizationKey });
    const { projects } = client.admin.organization;
    const created = await projects.create({ name: 'Research' });
    t.match(created, { object: 'organization.project', name: 'Research', status: 'active' });
    const update = projects.update(created.id, {
      name: 'Development',
      webhook_url: 'https://hooks.example.com/x',
    } as never);
    t.match(await update, { name: 'Development', webhook_secret: '••••••••' });
    t.equal((await projects.retrieve(created.id)).name, 'Development');
    const listed: string[] = [];
    for await (const project of projects.list({ limit: 1 })) listed.push(project.id);
    t.equal(listed.length, 3);
    const key = await client.post<{ id: string; value: string }>(`/organization/projects/${created.id}/api_keys`, {
      body: { name: 'App' },
    });
    t.equal((await connect({ apiKey: key.value }).models.list()).data.length, 1);
    const keys: string[] = [];
    for await (const one of projects.apiKeys.list(created.id)) keys.push(one.id);
    t.strictSame(keys, [key.id]);
    for (const [access, count] of [
      ['active', 1],
      ['inactive', 0],
      ['any', 1],
    ] as const) {
      const query = { owner_project_access: access } as object;
      t.equal((await projects.apiKeys.list(created.id, query)).data.length, count, access);
    }
    t.equal((await projects.apiKeys.retrieve(key.id, { project_id: created.id })).name, 'App');
    t.match(await projects.apiKeys.delete(key.id, { project_id: created.id }), { deleted: true });
    t.equal((await projects.archive(created.id)).status, 'archived');
  });

  t.test(`${name}: a validation error has a message, a location and a code`, async (t) => {
    const { project } = await createTenant(app, admin);
    const client = connect({ apiKey: project.key });
    const body = { name: 5, expires_after: { anchor: 'last_active_at', days: 40_000 } };
    const failure = await client.vectorStores.create(body as never).catch((error: unknown) => error);
    t.ok(failure instanceof OpenAI.UnprocessableEntityError);
    t.match(failure, {
      status: 422,
      message: '422 name must be a string, not 5. (and 1 more failure)',
      param: 'name',
      code: 'validation_error',
      type: 'invalid_request_error',
    });
    const inQuery = await client.vectorStores.list({ limit: 0 }).catch((error: unknown) => error);
    t.match(inQuery, { message: '422 The query parameter limit must be at least 1, not 0.', param: 'query.limit' });
    const unknown = await client.models.retrieve('gpt-nobody').catch((error: unknown) => error);
    t.ok(unknown instanceof OpenAI.NotFoundError);
    t.match(unknown, { code: 'model_not_found', param: 'model' });
    // Only SDKs get this format of errors, but for calls of models.
    const plain = await app.request('POST', '/v1/vector_stores', { token: project.key, body });
    t.strictSame(Object.keys(plain.body), ['detail']);
    for (const headers of [{ 'x-stainless-lang': 'python' }, { 'openai-beta': 'assistants=v2' }]) {
      const announced = await app.request('POST', '/v1/vector_stores', { token: project.key, body, headers });
      t.strictSame(announced.body.detail, plain.body.detail);
      t.strictSame(Object.keys(announced.body), ['detail', 'error']);
    }
    const asked = await app.request('POST', '/v1/chat/completions', { token: project.key, body: { messages: 'x' } });
    t.match(asked.body, { detail: [{ loc: ['body', 'model'] }], error: { code: 'validation_error', message: String } });
  });

  t.test(`${name}: the SDK's organization and project options select the context`, async (t) => {
    const { owner, organizationId, project } = await createTenant(app, admin);
    const client = new OpenAI({
      baseURL: `${app.url}/v1`,
      apiKey: owner.token,
      organization: organizationId,
      project: project.id,
      maxRetries: 0,
    });
    t.equal((await client.models.list({ query: { additional_data: true } } as never)).data[0]?.id, 'svc-embedding-384');
    const workers = await client.get<{ object: string }>('/fine_tuning/workers');
    t.equal(workers.object, 'list');
  });
}
