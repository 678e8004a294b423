// Tests the official SDK in a real browser, on a page of an allowed origin, like an application without a server of its
// own. Uses major 6, whose modules a browser can load directly; major 7 would need a bundler.

import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { startApp } from '../harness/app.ts';
import { startBrowser } from '../harness/browser.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { startUpstream } from '../harness/upstream.ts';
import { createTenant, signUp } from '../harness/world.ts';

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));

/** Starts a site with the SDK and an empty page. Returns its origin. */
async function startSite(t: Test): Promise<string> {
  const site = createServer(({ url = '' }, response) => {
    const [, name] = /^\/(openai-v6\/[\w/.-]+\.mjs)$/.exec(url) ?? [];
    response.setHeader('content-type', name === undefined ? 'text/html' : 'text/javascript');
    if (name === undefined) response.end('<!doctype html><link rel="icon" href="data:,"><title>App</title>');
    else createReadStream(packages + name).pipe(response);
  });
  const port = await listenOnLoopback(site);
  t.teardown(() => site.close());
  return `http://127.0.0.1:${port}`;
}

const [named, unnamed] = [await startSite(t), await startSite(t)];
const upstream = await startUpstream(t);
const app = await startApp(t, {
  SVC_CORS_ORIGINS: named,
  SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
});
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
const browser = await startBrowser(t, named);

/** The script of the page, which uses the SDK. */
const script = `async ({ baseURL, apiKey }) => {
  const { OpenAI, NotFoundError } = await import('/openai-v6/index.mjs');
  const client = new OpenAI({ baseURL, apiKey, dangerouslyAllowBrowser: true, maxRetries: 0 });
  const store = await client.vectorStores.create({ name: 'From a page' });
  const file = new File(['The key hangs behind the clock.'], 'keys.md');
  const batch = await client.vectorStores.fileBatches.uploadAndPoll(store.id, { files: [file] });
  const search = await client.vectorStores.search(store.id, { query: 'the key' });
  const stream = await client.chat.completions.create({
    model: 'chat-model',
    messages: [{ role: 'user', content: 'Hello?' }],
    stream: true,
  });
  let said = '';
  for await (const chunk of stream) said += chunk.choices[0]?.delta?.content ?? '';
  const refusal = await client.vectorStores.retrieve('vs_none').catch((error) => error);
  await client.vectorStores.delete(store.id);
  return {
    batch: batch.status,
    found: search.data.map(({ filename }) => filename),
    said,
    isNotFound: refusal instanceof NotFoundError,
    requestId: refusal.requestID,
  };
}`;

t.test('on a page of an allowed origin, the SDK uploads, searches, streams and reads errors', async (t) => {
  const { page, wrongs } = await browser.open(t, { refusals: [404] });
  await page.goto(named);
  const config = { baseURL: `${app.url}/v1`, apiKey: project.key };
  const result = await page.evaluate(`(${script})(${JSON.stringify(config)})`);
  t.match(result, {
    batch: 'completed',
    found: ['keys.md'],
    said: 'Hello there',
    isNotFound: true,
    requestId: /^[\w.-]{8,}$/,
  });
  const calls = wrongs.splice(0);
  t.ok(calls.length > 0);
  t.strictSame(
    calls.filter((text) => !text.startsWith(`request: ${app.url}/v1/`)),
    [],
    'the only violation is the call to another origin',
  );
});

t.test('on a page of any other origin, the SDK reaches nothing', async (t) => {
  const { page, wrongs } = await browser.open(t);
  await page.goto(unnamed);
  const config = { baseURL: `${app.url}/v1`, apiKey: project.key };
  const refused = await page.evaluate(
    `(${script})(${JSON.stringify(config)}).catch((error) => error.constructor.name)`,
  );
  t.equal(refused, 'APIConnectionError');
  t.ok(wrongs.splice(0).some((text) => text.includes('blocked by CORS policy')));
  t.strictSame((await app.request('GET', '/v1/vector_stores', { token: project.key })).body.data, []);
});
