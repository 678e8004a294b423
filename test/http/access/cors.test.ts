// Tests pages of allowed origins. edge.test.ts tests that no other origin is allowed by default.

import t from 'tap';
import { operations } from '../../../scripts/contract/answers.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import { type Answer, client, startApp, type TestApp } from '../../harness/app.ts';
import { startServer } from '../../harness/process.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const page = 'https://app.example.com';
const app = await startApp(t, { SVC_CORS_ORIGINS: `${page}, http://localhost:3000` });
const server = await startServer({
  SVC_CORS_ORIGINS: '*',
  SVC_LOG_LEVEL: 'silent',
  SVC_RUN_WORKERS: 'false',
  ...app.database.settings,
});
t.teardown(() => server.end());
const open = { request: client(t, server.url) };
const { project, owner } = await createTenant(app, await signUp(app, { isAdmin: true }));
const token = project.key;

/** Sends the preflight of a browser before a call of the SDK. */
function ask(
  to: Pick<TestApp, 'request'>,
  path: string,
  { origin = page, method = 'POST', headers = 'authorization' } = {},
) {
  return to.request('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  });
}

function corsOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

t.test('a preflight from an allowed origin gets the requested method and headers', async (t) => {
  const headers = 'authorization,content-type,x-stainless-lang,x-stainless-of-tomorrow,compat-project';
  for (const origin of [page, 'http://localhost:3000']) {
    const answer = await ask(app, '/v1/vector_stores', { origin, headers });
    t.equal(answer.status, 204);
    t.equal(answer.text, '');
    t.match(corsOf(answer), {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': headers.replaceAll(',', ', '),
      'access-control-max-age': '600',
    });
    t.equal(answer.headers.get('vary'), 'origin');
    t.equal(answer.headers.get('content-length'), null);
  }
  const below = await ask(app, '/v1/vector_stores/vs_1/files/file-1', { method: 'DELETE' });
  t.equal(below.headers.get('access-control-allow-methods'), 'DELETE');
  t.equal((await ask(app, '/v1/models', { method: 'HEAD' })).headers.get('access-control-allow-methods'), 'HEAD');
  const odd = await ask(app, '/v1/models', { method: 'GET', headers: 'authorization, x y, "z", ' });
  t.equal(odd.headers.get('access-control-allow-headers'), 'authorization');
});

t.test('a page of an allowed origin reads responses, errors, and the headers that clients use', async (t) => {
  const headers = { origin: page };
  const answers = [
    [200, await app.request('GET', '/v1/models', { token, headers })],
    [401, await app.request('GET', '/v1/models', { headers })],
    [403, await app.request('GET', '/v1/organization/projects', { token, headers })],
    [404, await app.request('GET', '/v1/vector_stores/vs_1', { token, headers })],
    [404, await app.request('GET', '/v1/nowhere/at/all', { token, headers })],
    [405, await app.request('PUT', '/v1/models', { token, headers })],
    [422, await app.request('POST', '/v1/chat/completions', { token, headers, body: {} })],
  ] as const;
  for (const [status, answer] of answers) {
    t.equal(answer.status, status);
    t.equal(answer.headers.get('access-control-allow-origin'), page, String(status));
    t.equal(answer.headers.get('vary'), 'origin');
    const documented = documentedHeaders();
    t.ok(documented.length > 4);
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ') ?? [];
    t.strictSame(
      documented.filter((name) => !exposed.includes(name)),
      [],
    );
    t.ok(exposed.includes('x-ratelimit-remaining-tokens'));
  }
});

t.test('pages of other origins, or without an origin, are not allowed', async (t) => {
  for (const origin of ['https://evil.example', 'null', `${page}.evil.example`, 'http://app.example.com', app.url]) {
    const preflight = await ask(app, '/v1/models', { origin, method: 'GET' });
    t.equal(preflight.status, 405);
    const answer = await app.request('GET', '/v1/models', { token, headers: { origin } });
    t.strictSame([corsOf(preflight), corsOf(answer)], [{}, {}], origin);
    t.equal(answer.headers.get('vary'), 'origin');
  }
  const plain = await app.request('OPTIONS', '/v1/models', { headers: { origin: page } });
  t.equal(plain.status, 405, 'an OPTIONS that is not a preflight is answered as before');
  for (const [status, refused] of [
    [405, await ask(app, '/v1/models', { method: 'DELETE' })],
    [404, await ask(app, '/v1/nowhere/at/all')],
    [400, await ask(app, '/v1/vector_stores/%zz')],
  ] as const) {
    t.equal(refused.status, status);
    t.strictSame(corsOf(refused), {}, 'a refused preflight allows nothing');
  }
});

t.test('public operations, cookie operations and paths outside of /v1 are closed to all other origins', async (t) => {
  const shut = [
    ['POST', '/auth/login'],
    ['POST', '/auth/session'],
    ['POST', '/auth/session/refresh'],
    ['GET', '/auth/me'],
    ['GET', '/admin/config'],
    ['GET', '/admin/organization/'],
    ['POST', '/v1/reset_password'],
    ['POST', '/v1/reset_password/confirm'],
    ['POST', '/v1/invitations/validate'],
    ['POST', '/v1/invitations/register'],
    ['GET', '/panel'],
    ['GET', '/metrics'],
  ] as const;
  for (const [method, path] of shut) {
    for (const to of [app, open]) {
      t.equal((await ask(to, path, { method })).status, 405, path);
      const headers = { origin: page };
      const answer = await to.request(method, path, {
        token: owner.token,
        headers,
        ...(method === 'GET' ? {} : { body: {} }),
      });
      t.strictSame(corsOf(answer), {}, path);
    }
  }
});

t.test('the setting * allows every valid origin, and never cookies', async (t) => {
  for (const origin of [page, 'https://elsewhere.example']) {
    const preflight = await ask(open, '/v1/models', { origin, method: 'GET' });
    t.equal(preflight.status, 204);
    const answer = await open.request('GET', '/v1/models', { headers: { origin } });
    for (const one of [preflight, answer]) {
      t.equal(one.headers.get('access-control-allow-origin'), '*');
      t.equal(one.headers.get('access-control-allow-credentials'), null);
    }
  }
  t.equal((await ask(open, '/v1/models', { origin: 'null', method: 'GET' })).status, 405);
});

t.test('an invalid list of origins prevents the start', async (t) => {
  const read = (value: string) => loadConfig({ SVC_CORS_ORIGINS: value }).server.cors_origins;
  t.strictSame(read(''), []);
  t.strictSame(read(' * '), ['*']);
  t.strictSame(read('https://a.example,chrome-extension://abc'), ['https://a.example', 'chrome-extension://abc']);
  for (const value of ['*,https://a.example', 'null', 'a.example', 'https://a.example/', 'https://a.example:443']) {
    t.throws(() => read(value), { message: /SVC_CORS_ORIGINS must be a list of origins/ }, value);
  }
});

/** Returns the documented response headers of the operations under /v1 that accept a bearer credential. */
function documentedHeaders(): string[] {
  const names = operations
    .filter(({ path, operation }) => path.startsWith('/v1/') && !operation['x-access']?.callers.includes('anyone'))
    .flatMap(({ operation }) => Object.values(operation.responses))
    .flatMap(({ headers = {} }) => Object.keys(headers));
  return [...new Set(names.map((name) => name.toLowerCase()))];
}
