// A server is killed with SIGKILL in the middle of a round. If the response is made in the background, another server
// must finish it, without repeating a finished round, and each finished round must be counted once. If its caller waits, nothing of it may stay.

import t, { type Test } from 'tap';
import { Conversation } from '../../models/conversation.ts';
import { Job } from '../../models/job.ts';
import { LimitLease } from '../../models/limit-lease.ts';
import { StoredResponse } from '../../models/stored-response.ts';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { client, startApp } from '../harness/app.ts';
import { faultSettings } from '../harness/faults.ts';
import { type ServerProcess, startServer, until } from '../harness/process.ts';
import { createStore } from '../harness/stores.ts';
import { startUpstream } from '../harness/upstream.ts';
import { createTenant, signUp } from '../harness/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['responder'] });
const shared = { ...faultSettings, SVC_UPSTREAMS: JSON.stringify([upstream.settings()]) };
// This process only observes: its own server does not process jobs.
const app = await startApp(t, shared);
const { project, organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
const store = await createStore(app, project.key);
const settings = {
  ...shared,
  SVC_RUN_WORKERS: 'true',
  ...app.database.settings,
  SVC_LOG_LEVEL: 'warn',
};
const path = '/v1/responses';
const ask = {
  model: 'responder',
  input: 'Where is the key?',
  tools: [{ type: 'file_search', vector_store_ids: [store] }],
};

/**
 * Lets the server make rounds with the turns, and kills it in the middle of the round after them. Returns its answer,
 * if it gave one before.
 */
async function killed(server: ServerProcess, turns: Loose[][], more: Record<string, unknown>): Promise<Loose> {
  const there = client(t as Test, server.url);
  const hanging = Promise.withResolvers<void>();
  upstream.next(...script(turns), ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: response.created\ndata: {"type":"response.created","response":{"id":"resp_x"}}\n\n');
    hanging.resolve();
  });
  const answer = there('POST', path, { token: project.key, body: { ...ask, ...more } }).catch(() => undefined);
  await hanging.promise;
  await server.end('SIGKILL');
  return (await answer)?.body;
}

t.test('another server goes on with the round that a killed one was in', async (t) => {
  const before = upstream.seen.length;
  const { id } = await killed(await startServer(settings), [[{ search: ['key'] }]], { background: true });
  const left = await app.request('GET', `${path}/${id}`, { token: project.key });
  t.equal(left.body.status, 'in_progress');
  // The lease expires now, not in half a minute.
  await Job.update({ dueAt: 0 }, { where: { uniqueKey: `response ${id}` } });
  upstream.next(...script([[{ text: 'Behind the clock.' }]]));
  const second = await startServer(settings);
  t.teardown(() => second.end('SIGKILL'));
  const body = await until(async () => {
    const { body } = await app.request('GET', `${path}/${id}`, { token: project.key });
    return body.status === 'in_progress' ? undefined : body;
  });
  t.match(body, { status: 'completed', usage: { input_tokens: 20, output_tokens: 10 } });
  t.match(body.output, [{ type: 'file_search_call' }, { content: [{ text: 'Behind the clock.' }] }]);
  const rounds = upstream.seen.slice(before).map((seen) => (seen.body.input as Loose[]).length);
  t.strictSame(rounds, [1, 3, 3], 'the finished round is not made again');
  await second.end('SIGTERM');
  const { body: page } = await app.request('GET', '/v1/organization/usage/completions', {
    token: organizationKey,
    query: { limit: 7 },
  });
  const [used] = page.data.flatMap(({ results }: Loose) => results);
  t.match(used, { input_tokens: 20, output_tokens: 10, num_model_requests: 2 }, 'each finished round is counted once');
});

t.test('a response whose caller waited leaves no row, and its tokens and conversation are free again', async (t) => {
  await app.request('POST', `/v1/organization/projects/${project.id}`, {
    token: organizationKey,
    body: { limits: { tokens_per_day: 50_000 } },
  });
  const { body: conversation } = await app.request('POST', '/v1/conversations', { token: project.key, body: {} });
  const more = { max_output_tokens: 60_000, conversation: conversation.id };
  await killed(await startServer(settings), [[{ search: ['key'] }]], more);
  t.equal(await StoredResponse.count({ where: { background: false } }), 0);
  const again = () => app.request('POST', path, { token: project.key, body: { ...ask, ...more } });
  t.match(await again(), { status: 409, body: { error: { code: 'conversation_locked' } } });
  // The lock and the reservation expire now, not in some minutes.
  await Conversation.update({ lockedUntil: 1 }, { where: { id: conversation.id } });
  t.match(await again(), { status: 429 }, 'the dead server has reserved the tokens');
  await LimitLease.update({ expiresAt: 1 }, { where: {} });
  upstream.next(...script([[{ text: 'Behind the clock.' }]]));
  t.match(await again(), { status: 200, body: { status: 'completed', conversation: { id: conversation.id } } });
  t.equal(await StoredResponse.count({ where: { background: false } }), 1);
});
