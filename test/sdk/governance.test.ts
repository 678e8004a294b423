// Tests usage, costs, limits and the audit log with the official SDK.

import OpenAI from 'openai';
import t from 'tap';
import { question, startInference } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const world = await startInference(t, [upstream.settings({ prices: { 'chat-model': { input: 2.5, output: 10 } } })]);
const { app } = world;
const sdk = new OpenAI({
  baseURL: `${app.url}/v1`,
  apiKey: 'unused',
  adminAPIKey: world.organizationKey,
  maxRetries: 0,
});

t.test('usage is returned grouped, page by page', async (t) => {
  await world.post('/v1/chat/completions', question());
  await app.app.services.usage.flush();
  const page = await sdk.admin.organization.usage.completions({
    start_time: Math.floor(Date.now() / 1000) - 86_400,
    group_by: ['project_id', 'model'],
    project_ids: [world.project.id],
    limit: 31,
  });
  const results = page.data.flatMap((bucket) => bucket.results);
  t.match(results, [
    {
      object: 'organization.usage.completions.result',
      project_id: world.project.id,
      model: 'chat-model',
      num_model_requests: 1,
    },
  ]);
});

t.test('the other reports of the SDK have the same buckets', async (t) => {
  const { usage } = sdk.admin.organization;
  const window = { start_time: Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400, limit: 2 };
  for (const report of ['embeddings', 'fileSearchCalls', 'vectorStores'] as const) {
    const page = await usage[report](window);
    const starts = [window.start_time, window.start_time + 86_400];
    t.strictSame(
      page.data.map(({ start_time: at }) => at),
      starts,
      report,
    );
  }
});

t.test('costs are returned grouped by model', async (t) => {
  await world.post('/v1/chat/completions', question());
  await app.app.services.usage.flush();
  const page = await sdk.admin.organization.usage.costs({
    start_time: Math.floor(Date.now() / 1000) - 86_400,
    group_by: ['line_item'],
    project_ids: [world.project.id],
  });
  const results = page.data.flatMap((bucket) => bucket.results);
  // The costs of two calls: the call before was on the same day.
  t.match(results, [
    { object: 'organization.costs.result', line_item: 'chat-model', amount: { value: 0.000105, currency: 'usd' } },
  ]);
});

t.test('the spend limit of a project is set, read and removed', async (t) => {
  const { spendLimit } = sdk.admin.organization.projects;
  const { id } = world.project;
  const limit = { threshold_amount: 100, currency: 'USD', interval: 'month' } as const;
  t.match(await spendLimit.update(id, limit), { object: 'project.spend_limit', ...limit });
  t.match(await spendLimit.retrieve(id), { ...limit, enforcement: { status: 'inactive' } });
  t.strictSame(await spendLimit.delete(id), { object: 'project.spend_limit.deleted', deleted: true });
  t.match(await spendLimit.retrieve(id).catch((error: unknown) => error), { status: 404 });
});

t.test('the audit log is paged to its end, and filtered', async (t) => {
  const all = [];
  for await (const entry of sdk.admin.organization.auditLogs.list({ limit: 2 })) all.push(entry);
  t.ok(all.length >= 5);
  t.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const created = [];
  const filter = { event_types: ['project.created' as const], effective_at: { gte: 1 }, limit: 1 };
  for await (const entry of sdk.admin.organization.auditLogs.list(filter)) created.push(entry);
  t.strictSame(
    created.map((entry) => entry['project.created']?.id),
    [world.sibling.id, world.project.id],
  );
  t.equal(created[0]?.actor?.api_key?.id, world.organizationKeyId);
});
