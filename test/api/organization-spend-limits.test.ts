// Tests the monthly spend limits of organizations, over all of their projects.

import t from 'tap';
import { LimitCount } from '../../models/limit-count.ts';
import { question, startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { startUpstream } from '../harness/upstream.ts';

// A call has 9 input and 3 output tokens, and costs 1.2 cents.
const prices = { 'chat-model': { input: 1000, output: 1000 } };
const upstream = await startUpstream(t, { models: ['chat-model', 'free-model'] });
const world = await startInference(t, [upstream.settings({ prices })]);
const { app, organizationId, organizationKey: token, project, sibling } = world;
const path = '/v1/organization/spend_limit';
const limit = { threshold_amount: 2, currency: 'USD', interval: 'month' };

const ask = (key: string, model = 'chat-model') =>
  app.request('POST', '/v1/chat/completions', { token: key, body: question({ model }) });
const read = () => app.request('GET', path, { token });
const set = (body: unknown) => app.request('POST', path, { token, body });

/** Waits until this number of calls of the organization is counted. */
const counted = (calls: number) =>
  until(async () => {
    const row = await LimitCount.findOne({ where: { subjectId: organizationId } });
    return Number(row?.monthCost) === calls * 12_000_000 ? true : undefined;
  });

t.test('calls of all projects count against the limit of their organization, and no other', async (t) => {
  t.equal((await read()).status, 404);
  const shown = { object: 'organization.spend_limit', ...limit };
  t.strictSame((await set(limit)).body, { ...shown, enforcement: { status: 'inactive' } });
  t.equal((await ask(project.key)).status, 200);
  await counted(1);
  t.equal((await ask(sibling.key)).status, 200, '1.2 cents are below the limit of 2');
  await counted(2);
  for (const { key } of [project, sibling]) {
    t.match(await ask(key), {
      status: 429,
      body: {
        error: {
          type: 'insufficient_quota',
          code: 'monthly_spend',
          message:
            "The organization's spend limit, $0.02 a month, is reached. Raise the limit, or wait for the next month.",
        },
      },
    });
  }
  t.strictSame((await read()).body, { ...shown, enforcement: { status: 'enforcing' } });
  const made = await app.request('POST', '/v1/organization/projects', { token, body: { name: 'New' } });
  const keys = `/v1/organization/projects/${made.body.id}/api_keys`;
  const { body: key } = await app.request('POST', keys, { token, body: { name: 'Key' } });
  t.equal((await ask(key.value)).status, 429, 'a new project has the limit too');
  await set({ ...limit, threshold_amount: 100 });
  t.equal((await ask(project.key)).status, 200, 'a higher limit takes effect at once');
});

t.test('a model without a price is refused while the organization has a limit', async (t) => {
  t.match(await ask(project.key, 'free-model'), { status: 403, body: { error: { code: 'model_has_no_price' } } });
  const removed = await app.request('DELETE', path, { token });
  t.strictSame(removed.body, { object: 'organization.spend_limit.deleted', deleted: true });
  t.equal((await ask(project.key, 'free-model')).status, 200);
  t.equal((await app.request('DELETE', path, { token })).status, 404);
  const { body } = await app.request('GET', '/v1/organization/audit_logs', { token });
  const types = body.data.map(({ type }: { type: string }) => type).filter((type: string) => /^spend_limit/.test(type));
  t.strictSame(types, ['spend_limit.deleted', 'spend_limit.updated', 'spend_limit.updated']);
});
