import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { document } from '../../scripts/contract/answers.ts';
import { operationsOf } from '../../scripts/document/document.ts';
import { formNames, inForm } from '../../services/openapi/index.ts';
import { startApp } from '../harness/app.ts';
import { startServer } from '../harness/process.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t);
const generated = new URL('../../generated/', import.meta.url);

t.test('liveness and readiness are public', async (t) => {
  const health = await app.request('GET', '/healthz');
  t.strictSame([health.status, health.body], [200, { status: 'ok' }]);
  const ready = await app.request('GET', '/readyz');
  t.strictSame([ready.status, ready.body], [200, { status: 'ready', checks: { database: 'ok' } }]);
});

t.test('the metrics have the Prometheus format', async (t) => {
  const { status, headers, text } = await app.request('GET', '/metrics');
  t.equal(status, 200);
  t.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  t.ok(lines.length > 10);
  const value = '(?:[-+]?[0-9.]+(?:e[-+]?[0-9]+)?|NaN|[-+]Inf)';
  const sample = new RegExp(`^[a-zA-Z_:][\\w:]*(?:\\{(?:\\w+="[^"]*",?)+\\})? ${value}$`);
  t.strictSame(
    lines.filter((line) => !sample.test(line)),
    [],
  );
});

t.test('public responses reveal no tenant, machine or version', async (t) => {
  const { owner, project, organizationId } = await createTenant(app, await signUp(app, { isAdmin: true }));
  await app.request('GET', '/v1/models', { token: project.key });
  const secrets = [owner.email, owner.id, project.id, project.keyId, organizationId, hostname(), process.version];
  for (const path of ['/metrics', '/healthz', '/readyz', '/nowhere']) {
    const { text, headers } = await app.request('GET', path);
    const said = `${text} ${JSON.stringify([...headers])}`;
    t.same(
      secrets.filter((one) => said.includes(one)),
      [],
      path,
    );
    t.equal(headers.get('server') ?? headers.get('x-powered-by'), null);
  }
});

t.test("the published document is served as generated, with this server's address first", async (t) => {
  const { status, body } = await app.request('GET', '/openapi.json');
  t.equal(status, 200);
  const generatedDocument = JSON.parse(readFileSync(new URL('openapi.json', generated), 'utf8'));
  t.match(body.servers[0], { url: app.url });
  t.strictSame({ ...body, servers: body.servers.slice(1) }, generatedDocument);
});

t.test('the document is served in each form, with the servers of the document', async (t) => {
  const published = JSON.parse(readFileSync(new URL('openapi.json', generated), 'utf8'));
  for (const form of formNames) {
    const { status, body } = await app.request('GET', `/openapi.json?for=${form}`);
    t.equal(status, 200, form);
    t.match(body.servers[0], { url: app.url });
    t.strictSame({ ...body, servers: body.servers.slice(1) }, inForm(published, form));
  }
  t.match(await app.request('GET', '/openapi.json?for=cobol'), {
    status: 422,
    body: {
      detail: [{ loc: ['query', 'for'], type: 'literal_error', msg: /'openapi-3\.0', 'ogen', .* or 'ruby'/ }],
    },
  });
});

t.test('the document and the reference are compressed on request, and revalidated with an ETag', async (t) => {
  for (const path of ['/openapi.json', '/docs']) {
    const plain = await rawGet(path, {});
    t.equal(plain.headers['content-encoding'], undefined);
    t.match(plain.headers, { vary: 'accept-encoding', 'cache-control': 'public, no-cache', etag: /^"[^"]+"$/ });
    const tags = new Set([plain.headers.etag]);
    for (const [accepted, coding, decode] of [
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await rawGet(path, { 'accept-encoding': accepted });
      t.equal(headers['content-encoding'], coding, accepted);
      t.equal(Number(headers['content-length']), bytes.byteLength);
      t.ok(bytes.byteLength * 5 < plain.bytes.byteLength, `${bytes.byteLength} of ${plain.bytes.byteLength} bytes`);
      t.ok(decode(bytes).equals(plain.bytes), 'the decoded text is the same');
      tags.add(headers.etag);
      const again = await rawGet(path, { 'accept-encoding': accepted, 'if-none-match': headers.etag ?? '' });
      t.match(again, { status: 304, headers: { etag: headers.etag } });
      t.equal(again.bytes.byteLength, 0);
    }
    t.equal(tags.size, 3, 'each encoding has its own ETag');
  }
});

/** Sends a GET without `fetch`, which would decompress the body. */
async function rawGet(path: string, headers: Record<string, string>) {
  const [response] = (await once(get(`${app.url}${path}`, { headers }), 'response')) as [IncomingMessage];
  const chunks = (await response.toArray()) as Buffer[];
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

/** The pages of /docs: the reference and the guides. */
const docsPages = readdirSync(new URL('docs/', generated))
  .filter((name) => name.endsWith('.html'))
  .map((name) => (name === 'reference.html' ? '/docs' : `/docs/${name.replace('.html', '')}`));

t.test('the pages of /docs load only their own files, and their policy allows no others', async (t) => {
  t.ok(docsPages.length > 1);
  for (const path of docsPages) {
    const { status, headers, text } = await app.request('GET', path);
    t.equal(status, 200, path);
    t.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    t.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    t.notMatch(text, /<(style|img|iframe|object|embed|base|form|svg)\b|\sstyle=|\son\w+=/i);
    const loaded = [...text.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
    t.strictSame(loaded, ['/docs/docs.css', '/docs/docs.js']);
    for (const file of loaded) t.equal((await app.request('GET', file)).status, 200, file);
  }
  const script = await app.request('GET', '/docs/docs.js');
  t.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
  t.match(await app.request('GET', '/docs/nothing'), { status: 404, body: { error: { code: 'not_found' } } });
  t.match(await app.request('GET', '/docs/..%2Fopenapi.json'), { status: 404 });
});

t.test('every link and every search result of /docs leads to a page and an anchor', async (t) => {
  // The panel has no anchors.
  const anchors = new Map<string, string[]>([['/panel', []]]);
  const links: string[] = [];
  for (const path of docsPages) {
    const { text } = await app.request('GET', path);
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
    t.equal(new Set(ids).size, ids.length, `each anchor of ${path} is unique`);
    anchors.set(path, ids);
    for (const [, target = ''] of text.matchAll(/<a [^>]*href="([^"]*)"/g))
      links.push(target.startsWith('#') ? path + target : target);
  }
  const index = await app.request('GET', '/docs/search.js');
  const entries = JSON.parse(index.text.replace(/^[\s\S]*\nexport default |;\n$/g, ''));
  const wanted = [
    ...operationsOf(document).map(({ operation }) => `/docs#${operation.operationId}`),
    ...Object.keys(document.components.schemas).map((name) => `/docs#schema-${name}`),
    ...entries.map(({ url }: { url: string }) => url),
    ...links,
  ];
  const broken = wanted.filter((link) => {
    const [path = '', id] = link.split('#');
    return !(id === undefined ? anchors.has(path) : anchors.get(path)?.includes(id));
  });
  t.strictSame(broken, []);
});

t.test('the reference has every setting', async (t) => {
  const { text } = await app.request('GET', '/docs');
  const file = readFileSync(new URL('settings.md', generated), 'utf8');
  const documented = [...file.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  t.ok(documented.includes('SVC_PORT'));
  t.strictSame(
    documented.filter((name) => !text.includes(`<code>${name}</code>`)),
    [],
  );
});

/** Reads the metrics with this Host header, which `fetch` does not set. Returns the status. */
async function statusFor(host: string): Promise<number | undefined> {
  const [response] = (await once(get(`${app.url}/metrics`, { headers: { host } }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

t.test('the metrics are for admins, and for local callers without a proxy', async (t) => {
  const [admin, user] = [await signUp(app, { isAdmin: true }), await signUp(app)];
  const from = (headers: Record<string, string>, token?: string) =>
    app.request('GET', '/metrics', { headers, ...(token === undefined ? {} : { token }) });
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  t.equal((await from({})).status, 200);
  t.match(await from(elsewhere), { status: 401, body: { error: { code: 'missing_api_key' } } });
  const proxied: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '::1' },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-anything': '' },
    { 'cf-ray': '8f1c2d3e4f5a6b7c-FRA' },
    { 'cf-connecting-ip': '127.0.0.1' },
  ];
  for (const headers of proxied) t.equal((await from(headers)).status, 401, JSON.stringify(headers));
  // A proxy that adds no header, but passes the name on that its caller used.
  for (const host of ['svc.example.org', '203.0.113.9:8080', 'localhost.example.org', '[2001:db8::1]:8080'])
    t.equal(await statusFor(host), 401, host);
  for (const host of ['localhost', 'LocalHost:8080', '127.0.0.1:1', '127.1.2.3', '[::1]', '[::1]:8080'])
    t.equal(await statusFor(host), 200, host);
  t.match(await from(elsewhere, user.token), { status: 403, body: { error: { code: 'insufficient_permissions' } } });
  t.equal((await from(elsewhere, admin.token)).status, 200);
});

t.test('SVC_METRICS_PUBLIC makes the metrics public', async (t) => {
  const server = await startServer({ ...app.database.settings, SVC_METRICS_PUBLIC: 'true' });
  t.teardown(() => server.end());
  const { status } = await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  t.equal(status, 200);
});
