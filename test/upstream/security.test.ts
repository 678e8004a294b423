// Tests that upstreams' keys and addresses stay secret: the cases 99 to 106 of the threat model that no other test
// covers.

import t from 'tap';
import { question, startInference } from '../harness/inference.ts';
import { startServer } from '../harness/process.ts';
import { type Answering, json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const thief = await startUpstream(t);
const world = await startInference(t, [upstream.settings({ custom_endpoints: ['/v1/ocr'] })]);
const { app, post, open } = world;
const path = '/v1/chat/completions';
const secrets = [upstream.key, new URL(upstream.origin).host];

t.test('a refusal that contains the key or the address is replaced', async (t) => {
  const host = new URL(upstream.origin).host;
  for (const said of [
    `Incorrect API key provided: ${upstream.key}`,
    `Cannot POST ${upstream.url}/chat/completions`,
    `connect ECONNREFUSED to http://${host}/`,
    'see http://localhost:9000/debug',
    'see http://10.1.2.3/',
    'see http://vllm-0.vllm.svc:8000/health',
    'see http://gpu-node:8000/',
    'see http://[fd00::1]:80/',
  ]) {
    for (const body of [{ error: { message: said, code: 'x' } }, { detail: said }]) {
      upstream.next(({ response }) => json(response, 400, body));
      const model = await post(path, question());
      t.equal(model.status, 400);
      for (const secret of [...secrets, 'localhost', '10.1.2.3', 'svc:8000', 'gpu-node', 'fd00'])
        t.notOk(model.text.includes(secret), said);
      upstream.next(({ response }) => json(response, 400, body));
      const endpoint = await app.request('POST', '/v1/ocr', { token: world.project.key, raw: '{}' });
      t.equal(endpoint.status, 400);
      for (const secret of secrets) t.notOk(endpoint.text.includes(secret), said);
    }
  }
  upstream.next(({ response }) => json(response, 400, { error: { message: 'See https://docs.example.com/errors' } }));
  t.match((await post(path, question())).body.error.message, /docs\.example\.com/, 'a public address is allowed');
});

t.test('the key is sent only where the configuration says, whatever a caller or an upstream says', async (t) => {
  const target = thief.origin;
  upstream.next(({ response }) => json(response, 307, {}, { location: `${target}/v1/chat/completions` }));
  t.equal((await post(path, question())).status, 502, 'a redirect is not followed');
  const headers = { host: new URL(target).host, 'x-forwarded-host': new URL(target).host, 'x-original-url': target };
  t.equal((await post(path, question({ base_url: target, api_base: target }), headers)).status, 200);
  for (const odd of [`/v1/ocr?url=${target}`, `/v1/ocr?//${new URL(target).host}`, '/v1/ocr?@evil']) {
    upstream.next(({ response }) => json(response, 200, {}));
    t.equal((await app.request('POST', odd, { token: world.project.key, raw: '{}' })).status, 200, odd);
  }
  t.equal(thief.seen.length, 0);
  t.ok(upstream.seen.every((seen) => seen.headers.authorization === `Bearer ${upstream.key}`));
});

t.test('responses, metrics and configuration errors show no key', async (t) => {
  upstream.always(({ response }) => json(response, 500, { error: { message: `broken with ${upstream.key}` } }));
  const answers = [
    await post(path, question()),
    await post(path, question({ model: 'unknown' })),
    await app.request('GET', '/metrics'),
    await app.request('GET', '/v1/models', { token: world.project.key, query: { additional_data: true } }),
    await app.request('GET', '/readyz'),
  ];
  upstream.always(undefined);
  const streamed = await (await open(path, question({ stream: true }))).text();
  for (const text of [...answers.map((answer) => answer.text), streamed]) {
    for (const secret of secrets) t.notOk(text.includes(secret));
  }
});

t.test('the log contains what an upstream said, without its key', async (t) => {
  const key = 'sk-{odd}.key+with$signs';
  const other = await startServer({
    ...app.database.settings,
    SVC_UPSTREAMS: JSON.stringify([upstream.settings({ api_key: key })]),
    SVC_LOG_LEVEL: 'trace',
  });
  const failing = ({ response }: Answering) => json(response, 500, { error: `broken with ${key}` });
  upstream.next(failing, failing, failing);
  const answer = await fetch(other.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.project.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(question()),
  });
  t.equal(answer.status, 502);
  t.notOk((await answer.text()).includes(key));
  const { stdout, stderr } = await other.end();
  t.match(stdout, /broken with \[redacted\]/);
  t.notOk((stdout + stderr).includes(key));
});
