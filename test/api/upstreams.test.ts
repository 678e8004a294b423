// Tests the state of upstreams: GET /admin/upstreams.

import { createServer } from 'node:https';
import t from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { createAuthority, issue } from '../../scripts/fixtures/certificates.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { question, startInference } from '../harness/inference.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const named = await startUpstream(t);
const lists = await startUpstream(t, { models: ['a', 'b'] });
const locked = await startUpstream(t);
locked.always(({ response }) => json(response, 401, { error: { message: `wrong key ${locked.key}` } }));
const secure = createServer(issue(createAuthority(), ['localhost']));
const port = await listenOnLoopback(secure);
t.teardown(() => secure.close());
type Tested = { name: string; ok: boolean; steps: { step: string; state: string; message: string }[] };
const { app, admin, post } = await startInference(t, [
  named.settings({
    name: 'named',
    models: ['m', { id: 'n', context_length: 8192 }],
    prices: { m: { input: 1, output: 2 } },
  }),
  lists.settings({ name: 'lists', models: null }),
  locked.settings({ name: 'locked', models: null }),
  { name: 'nowhere', base_url: 'http://upstream.invalid/v1', models: ['x'] },
  { name: 'closed', base_url: `http://127.0.0.1:${await freePort()}/v1`, models: ['x'] },
  { name: 'self-signed', base_url: `https://localhost:${port}/v1`, models: ['x'] },
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
  t.match(
    { ...body, upstreams: body.upstreams.slice(0, 3) },
    {
      object: 'upstream.states',
      upstreams: [
        {
          name: 'named',
          base_url: named.url,
          models: ['m', 'n'],
          unpriced_models: ['n'],
          paused: [],
          last_failure: null,
        },
        { name: 'lists', models: ['a', 'b'], paused: [], last_failure: null },
        { name: 'locked', models: null, paused: [], last_failure: { outcome: '401' } },
      ],
    },
  );
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

t.test('a test of an upstream says in which step it fails, and what to do', async (t) => {
  const { status, body, text } = await app.request('POST', '/admin/upstreams/test', { token: admin.token });
  t.equal(status, 200);
  const failures = body.upstreams.map(({ name, ok, steps }: Tested) => {
    const failed = steps.find(({ state }) => state === 'failed');
    t.equal(ok, failed === undefined, name);
    return [name, failed?.step, failed?.message.replace(/.*[.?] (?=\S)/, '')];
  });
  t.match(failures, [
    ['named', undefined, undefined],
    ['lists', undefined, undefined],
    ['locked', 'credential', 'Check its api_key'],
    ['nowhere', 'name', 'Check base_url and the DNS of this machine'],
    ['closed', 'connection', /^Check that it runs/],
    ['self-signed', 'tls', /certificate/],
  ]);
  t.match(body.upstreams[1].steps.at(-1), { step: 'models', state: 'ok', message: 'the server lists 2 models' });
  t.notOk(text.includes(named.key));
  const query = { name: 'closed' };
  const one = await app.request('POST', '/admin/upstreams/test', { token: admin.token, query });
  t.strictSame(
    one.body.upstreams.map(({ name }: Tested) => name),
    ['closed'],
  );
});
