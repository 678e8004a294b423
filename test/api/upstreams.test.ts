// Tests the state of upstreams: GET /admin/upstreams.

import t from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { question, startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const named = await startUpstream(t);
const lists = await startUpstream(t, { models: ['a', 'b'] });
const locked = await startUpstream(t);
locked.always(({ response }) => json(response, 401, { error: { message: `wrong key ${locked.key}` } }));
const { app, admin, post, owner, organizationKey } = await startInference(t, [
  named.settings({ name: 'named', models: ['m', { id: 'n', context_length: 8192 }] }),
  lists.settings({ name: 'lists', models: null }),
  locked.settings({ name: 'locked', models: null }),
]);

const read = () => app.request('GET', '/admin/upstreams', { token: admin.token });
const stateOf = async (name: string) =>
  (await read()).body.upstreams.find((one: { name: string }) => one.name === name);

t.test('each upstream shows its models and its last failure, without its key', async (t) => {
  const since = nowSeconds();
  await until(async () => ((await stateOf('lists')).models === null ? undefined : true));
  await until(async () => ((await stateOf('locked')).last_failure === null ? undefined : true));
  const { status, body, text } = await read();
  t.equal(status, 200);
  t.match(body, {
    object: 'upstream.states',
    upstreams: [
      { name: 'named', base_url: named.url, models: ['m', 'n'], paused: [], last_failure: null },
      { name: 'lists', models: ['a', 'b'], paused: [], last_failure: null },
      { name: 'locked', models: null, paused: [], last_failure: { outcome: '401' } },
    ],
  });
  t.ok(Math.abs(body.upstreams[2].last_failure.at - since) < 30);
  t.notOk(text.includes(named.key));
});

t.test('an upstream that keeps failing is paused until it answers again', async (t) => {
  named.always(({ response }) => json(response, 503, { error: { message: 'busy' } }));
  await until(async () => {
    await post('/v1/chat/completions', question({ model: 'm' }));
    return (await stateOf('named')).paused.length > 0 ? true : undefined;
  });
  t.match(await stateOf('named'), { paused: ['models'], last_failure: { outcome: '503' } });
  named.always(undefined);
  await until(async () =>
    (await post('/v1/chat/completions', question({ model: 'm' }))).status === 200 ? true : undefined,
  );
  t.match(await stateOf('named'), { paused: [], last_failure: { outcome: '503' } });
});

t.test('only admins list upstreams', async (t) => {
  t.equal((await app.request('GET', '/admin/upstreams', { token: owner.token })).status, 403);
  t.equal((await app.request('GET', '/admin/upstreams', { token: organizationKey })).status, 403);
  t.equal((await app.request('GET', '/admin/upstreams')).status, 401);
});
