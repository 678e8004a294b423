import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { client, startApp } from '../harness/app.ts';
import { startServer } from '../harness/process.ts';

const app = await startApp(t);
const root = join(import.meta.dirname, '../..');
const maxScriptBytes = 120 * 1024;
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const pages = ['/panel', '/panel/reset', '/panel/invitation', '/panel/register'];

const page = (await app.request('GET', '/panel')).text;
const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
const assets = addresses[0]?.replace(/[^/]+$/, '') ?? '';

t.test('the root path redirects to the panel', async (t) => {
  const answer = await fetch(`${app.url}/`, { redirect: 'manual' });
  t.strictSame([answer.status, answer.headers.get('location')], [302, '/panel']);
});

t.test('the panel is one page whose policy allows only its own files', async (t) => {
  for (const path of pages) {
    const { status, headers, text } = await app.request('GET', path);
    t.equal(status, 200, path);
    t.equal(text, page);
    t.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    t.equal(headers.get('content-security-policy'), policy);
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    t.equal(headers.get('referrer-policy'), 'no-referrer');
    t.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    t.equal(headers.get('strict-transport-security'), null, 'without TLS there is no Strict-Transport-Security');
  }
  t.notMatch(page, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/i, 'nothing is inline');
});

t.test('over TLS, the panel sets Strict-Transport-Security', async (t) => {
  const server = await startServer({ ...app.database.settings, SVC_PUBLIC_URL: 'https://svc.example.org' });
  t.teardown(() => server.end());
  for (const path of ['/panel', ...addresses]) {
    const { headers } = await client(t, server.url)('GET', path);
    t.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
  }
});

t.test('the page preloads all scripts, which exist and may be cached for ever', async (t) => {
  const names = [...new Set(addresses)].map((address) => address.slice(assets.length));
  t.match(names.join(' '), /^icon\.svg main\.css (?:chunk-\w+\.js )+main\.js pages\.js$/);
  let compressed = 0;
  for (const name of names) {
    const { status, headers, text } = await app.request('GET', assets + name);
    t.equal(status, 200, name);
    t.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    t.equal(headers.get('content-security-policy'), name.endsWith('.svg') ? policy : null, 'no page, no policy');
    t.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    if (name.endsWith('.js')) compressed += gzipSync(text, { level: 9 }).length;
    for (const [, imported = ''] of text.matchAll(/\bfrom"\.\/([^"]+)"/g))
      t.ok(names.includes(imported), `${name} imports ${imported}`);
  }
  t.ok(compressed <= maxScriptBytes, `${compressed} bytes of scripts`);
});

t.test('a read-only checkout, two starts at once and a checkout without esbuild have a panel', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-panel-test-'));
  t.teardown(() => removeFolder(folder));
  const copy = (to: string): void => {
    for (const part of ['http/panel', 'generated/audit-events.ts'])
      cpSync(join(root, part), join(to, part), { recursive: true });
    mkdirSync(join(to, 'node_modules'));
    for (const name of ['@esbuild', 'preact'])
      symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name));
  };
  const run = promisify(execFile);
  const print = 'console.log([...(await import("./http/panel/build.ts")).builtPanel()].flat().join(" "))';
  const built = async (cwd: string): Promise<string> =>
    (await run(process.execPath, ['-e', print], { cwd, maxBuffer: 2 ** 24 })).stdout;
  copy(folder);
  const cache = join(folder, 'node_modules/.cache/svc-panel');

  writeFileSync(join(folder, 'node_modules/.cache'), 'no folder can be made here');
  const unwritten = await built(folder);
  t.match(unwritten, 'main.css');
  rmSync(join(folder, 'node_modules/.cache'));

  t.strictSame(await Promise.all([built(folder), built(folder), built(folder)]), [unwritten, unwritten, unwritten]);
  t.equal(readdirSync(cache).length, 1, 'one build is left');
  writeFileSync(join(folder, 'generated/audit-events.ts'), "export const auditEvents = ['moon.landed'];");
  const rebuilt = await built(folder);
  t.match(rebuilt, 'moon.landed', 'a change of the generated event types is built');

  rmSync(join(folder, 'node_modules/@esbuild'));
  writeFileSync(join(folder, 'http/panel/main.ts'), 'changed');
  t.equal(await built(folder), rebuilt, 'the panel that was built last');
  rmSync(cache, { recursive: true });
  t.match(await built(folder), 'Run "npm ci"');
});

t.test('the page is revalidated on each load, and sent again only if it has changed', async (t) => {
  const first = await app.request('GET', '/panel');
  const etag = first.headers.get('etag') ?? '';
  t.equal(first.headers.get('cache-control'), 'no-cache');
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status, headers, text } = await app.request('GET', '/panel', { headers: { 'if-none-match': known } });
    t.strictSame([status, text, headers.get('etag')], [304, '', etag], known);
    t.equal(headers.get('content-security-policy'), policy);
  }
  t.equal((await app.request('GET', '/panel', { headers: { 'if-none-match': '"other"' } })).status, 200);
});

t.test('no other file of the disk is served', async (t) => {
  const version = assets.split('/').at(-2);
  const strays = [
    `${assets}index.html`,
    `${assets}tsconfig.json`,
    `${assets}types.ts`,
    `${assets}router.js`,
    `${assets}main.js.map`,
    `${assets}.gitignore`,
    `${assets}%2e%2e%2fapp.ts`,
    `${assets}..%2fapp.ts`,
    `${assets}..%5capp.ts`,
    `${assets}main.js%00.css`,
    `${assets}main.js%2f`,
    `${assets}MAIN.JS`,
    `${assets}__proto__`,
    `${assets}constructor`,
    `/panel/assets/${'0'.repeat(version?.length ?? 0)}/main.js`,
    '/panel/assets/%2e%2e/panel.ts',
    assets,
    assets.slice(0, -1),
    '/panel/assets/',
    '/panel/assets',
    '/panel/',
    '/panel/elsewhere',
    '/favicon.ico',
  ];
  for (const path of strays) t.equal((await app.request('GET', path)).status, 404, path);
});

t.test("the panel's paths accept only reading methods", async (t) => {
  for (const path of ['/panel', `${assets}main.js`]) {
    const { status, headers } = await app.request('POST', path);
    t.strictSame([status, headers.get('allow')], [405, 'GET, HEAD'], path);
    t.equal((await app.request('HEAD', path)).status, 200);
  }
});
