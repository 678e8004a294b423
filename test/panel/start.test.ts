// Tests the way of a new owner through the panel: the overview and the first steps.

import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { says, script, sseOf } from '../../scripts/fixtures/scripted-model.ts';
import { startApp } from '../harness/app.ts';
import { settled, signInAs, startBrowser } from '../harness/browser.ts';
import { upload } from '../harness/forms.ts';
import { question } from '../harness/inference.ts';
import { codeIn, interpreters, runCode } from '../harness/snippets.ts';
import { createStore, finished } from '../harness/stores.ts';
import { json, startUpstream } from '../harness/upstream.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

await ensurePackages(interpreters, ['curl', 'python3']);
const upstream = await startUpstream(t, { models: ['chat-model', { id: 'reranker', kind: 'rerank' }] });
const app = await startApp(t, {
  SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8',
  SVC_UPSTREAMS: JSON.stringify([upstream.settings({ prices: { 'chat-model': { input: 10_000, output: 10_000 } } })]),
});
const browser = await startBrowser(t, app.url);
const admin = await signUp(app, { isAdmin: true });
const { owner, organizationId, organizationKey, project, sibling } = await createTenant(app, admin);
const base = `/o/${organizationId}`;
const ofProject = `${base}/projects/${project.id}`;
const maxPageBytes = 250_000;

async function open(t: Test, path: string, refusals: number[] = []): Promise<Page> {
  const { page } = await browser.open(t, { refusals });
  await page.goto('/panel');
  await signInAs(page, owner.email, password);
  await page.goto(`/panel#${path}`);
  await settled(page);
  return page;
}

t.test('the first page is the overview, and the panel with it weighs at most 250 KB', async (t) => {
  const { page, context } = await browser.open(t);
  const sizes: Promise<number>[] = [];
  context.on('requestfinished', (request) =>
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    ),
  );
  await page.goto('/panel');
  await signInAs(page, owner.email, password);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await settled(page);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  t.ok(bytes < maxPageBytes, `${bytes} bytes`);
  t.ok(sizes.length > 5);
});

t.test('the overview of a project shows its spend, calls, failures, and what needs attention', async (t) => {
  const path = `/v1/organization/projects/${project.id}`;
  const limit = { token: organizationKey, body: { threshold_amount: 15 } };
  t.equal((await app.request('POST', `${path}/spend_limit`, limit)).status, 200);
  const body = { name: 'Nightly job', expires_in_seconds: 86_400 };
  t.equal((await app.request('POST', `${path}/api_keys`, { token: organizationKey, body })).status, 200);
  const storeId = await createStore(app, project.key, { name: 'Handbook' });
  const fileId = await upload(app, project.key, { content: 'This is no PDF.', filename: 'broken.pdf' });
  const files = `/v1/vector_stores/${storeId}/files`;
  await app.request('POST', files, { token: project.key, body: { file_id: fileId } });
  await finished(app, project.key, `${files}/${fileId}`);
  const call = { token: project.key, body: question({ model: 'chat-model' }) };
  t.equal((await app.request('POST', '/v1/chat/completions', call)).status, 200);

  const page = await open(t, ofProject);
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  // Usage is written within a second.
  while (!/US\$0\.12/.test((await card('Spend this month').textContent()) ?? '')) {
    await page.reload();
    await settled(page);
  }
  t.match(await card('Spend this month').textContent(), 'of US$0.15');
  t.match(await card('Model calls, 7 days').textContent(), '1');
  t.match(await card('Failed model calls, 7 days').textContent(), '0 of 1 calls');
  t.match(await card('Median latency').textContent(), /\d m?s/);
  t.match(await card('95th percentile latency').textContent(), /\d m?s/);
  const matters = page.locator('.matters li');
  await matters.filter({ hasText: 'limit near' }).filter({ hasText: 'US$0.12 of US$0.15' }).waitFor();
  await matters.filter({ hasText: 'expires soon' }).filter({ hasText: 'Nightly job' }).waitFor();
  await matters.filter({ hasText: '1 file of the vector store Handbook' }).getByRole('link').click();
  await page.locator('tbody tr', { hasText: 'broken.pdf' }).waitFor();

  await page.goto(`/panel#${base}`);
  await settled(page);
  t.match(await card('Spend this month').textContent(), 'US$0.12');
  await matters.filter({ hasText: 'Project: US$0.12 of US$0.15' }).waitFor();
});

t.test('an organization without a project, and a project without a key, name the next step', async (t) => {
  const body = { name: 'New', owner_id: owner.id };
  const made = await app.request('POST', '/admin/organization/', { token: admin.token, body });
  const page = await open(t, `/o/${made.body.organization.id}`);
  await page.getByRole('link', { name: 'Create a project' }).click();
  await page.getByRole('button', { name: 'Create a project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('First');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Create an API key' }).waitFor();
  t.match(await page.locator('.steps').textContent(), 'Create a vector store');
});

t.test('a question in the playground is answered as a stream, from a vector store, with its sources', async (t) => {
  const storeId = await createStore(app, sibling.key, { name: 'Handbook' });
  const content = 'The key to the engine room hangs behind the clock.';
  const fileId = await upload(app, sibling.key, { content, filename: 'keys.md' });
  const files = `/v1/vector_stores/${storeId}/files`;
  const body = { file_id: fileId, attributes: { floor: 2 } };
  await app.request('POST', files, { token: sibling.key, body });
  await finished(app, sibling.key, `${files}/${fileId}`);

  const page = await open(t, `${base}/projects/${sibling.id}/playground`, [400, 422, 502]);
  await page.getByLabel('Vector store').selectOption('Handbook');
  await page.getByLabel('Instructions').fill('Be short.');
  await page.getByLabel('Message').fill('Where is the key?');
  const turns = [[{ search: ['key'] }], [{ text: 'Behind the clock[cite:1].' }]];
  upstream.next(...script(turns));
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await log.getByText('Behind the clock[1].').waitFor();
  await log.getByText('20 tokens in, 10 out. First word after').waitFor();
  t.equal(await log.getByRole('list', { name: 'Sources' }).textContent(), '[1] keys.md');
  await page.getByRole('region', { name: 'Search results' }).getByText(content).waitFor();
  const { instructions, input } = upstream.seen.at(-2)?.body ?? {};
  t.match(instructions, /^Be short\./);
  t.strictSame(input, [{ role: 'user', content: 'Where is the key?' }]);
  for (const [language, code] of await codeIn(page.getByRole('main'))) {
    upstream.next(...script(turns));
    t.match(await runCode(language, code, sibling.key), 'Behind the clock', language);
  }
  await page.getByLabel('Vector store').selectOption('none');
  upstream.next(...script([[{ text: 'On the wall.' }]]));
  await page.getByLabel('Message').fill('Which clock?');
  await page.keyboard.press('Enter');
  await log.getByText('On the wall.').waitFor();
  t.match(upstream.seen.at(-1)?.body, {
    input: [{ content: 'Where is the key?' }, { content: 'Behind the clock.' }, { content: 'Which clock?' }],
  });
  upstream.next(...script([{ items: [], status: 'incomplete' }]));
  await page.getByLabel('Message').fill('And a third?');
  await page.keyboard.press('Enter');
  const last = log.getByRole('listitem').filter({ hasText: 'The answer is incomplete: max_output_tokens.' });
  t.match(await last.textContent(), /out\. All after [\d.]+ s\. The answer/, 'there is no first word');
  upstream.next(({ response }) => json(response, 400, { error: { message: 'out of context' } }));
  await page.getByLabel('Message').fill('And now?');
  await page.keyboard.press('Enter');
  await log.getByRole('alert').waitFor();
  const sent = upstream.seen.at(-1)?.body.input as { content: string }[];
  const contents = sent.slice(3).map(({ content }) => content);
  t.strictSame(contents, ['On the wall.', 'And now?'], 'a turn without an answer is not sent again');
  upstream.always(({ response }) => json(response, 500, {}));
  await page.getByLabel('Message').fill('And now?');
  await page.keyboard.press('Enter');
  await log.getByText('The upstream of the model failed.').waitFor();
  upstream.always(undefined);
  await page.getByRole('button', { name: 'Clear' }).click();
  t.equal(await log.getByRole('listitem').count(), 0);

  await page.goto(`/panel#${base}/projects/${sibling.id}/stores/${storeId}`);
  await page.getByRole('button', { name: 'Test retrieval' }).click();
  const read: string[] = [];
  page.on('request', (request) => request.url().endsWith('/content') && read.push(request.url()));
  await page.getByLabel('Question').fill('Where is the key?');
  await page.keyboard.press('Enter');
  const found = page.getByRole('region', { name: 'Search results' });
  await found.getByText('chunk 1 · floor = 2').waitFor();
  t.strictSame(read, [], 'the answer of the search has the positions');
  t.match(
    await found.textContent(),
    /1 result\. [\d.,]+ ms in total, embedding the query [\d.]+ ms, searching the index/,
  );
  for (const [language, code] of await codeIn(found))
    t.match(await runCode(language, code, sibling.key), 'clock', language);
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByLabel('Attribute').fill('floor');
  await page.getByLabel('Comparison').selectOption('>');
  await page.getByLabel('Value').fill('2');
  await page.getByRole('button', { name: 'Search' }).click();
  await found.getByText('0 results.').waitFor();
  await page.getByLabel('Comparison').selectOption('≥');
  await page.getByLabel('Ranker').selectOption('keyword: keywords only');
  await page.getByRole('button', { name: 'Search' }).click();
  await found.getByText('chunk 1').waitFor();
  t.notMatch(await found.textContent(), 'embedding the question', 'a search by words embeds nothing');
  const rerankers = page.getByLabel('Ranker').locator('optgroup[label="Reranking models"] option');
  t.strictSame(await rerankers.allTextContents(), ['reranker']);
  await page.getByLabel('Ranker').selectOption('reranker');
  await page.getByRole('button', { name: 'Search' }).click();
  await found.getByText(/searching the index [\d.]+ ms, reranking [\d.]+ ms\./).waitFor();
  await page.getByLabel('Rewrite the query with a model').check();
  const configured = { search: { rewrite_model: 'chat-model' } };
  await app.request('PATCH', '/admin/config', { token: admin.token, body: configured });
  await page.getByRole('button', { name: 'Search' }).click();
  await found.getByText('Searched for: Hello there').waitFor();
});

t.test('the playground keeps the text of an answer that breaks off, and says so', async (t) => {
  for (const name of ['Older', 'Newer']) await createStore(app, sibling.key, { name });
  const { page, wrongs } = await browser.open(t);
  // More stores than a page of the list has.
  await page.route('**/v1/vector_stores?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=1') }),
  );
  await page.goto('/panel');
  await signInAs(page, owner.email, password);
  await page.goto(`/panel#${base}/projects/${sibling.id}/playground`);
  await settled(page);
  await page.getByLabel('Vector store').selectOption('Older');
  await page.getByLabel('Vector store').selectOption('none');
  const log = page.getByRole('log');
  let end = (_: 'cleanly' | 'broken'): void => undefined;
  const begins = ({ response }: { response: ServerResponse }): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(sseOf([{ type: 'response.output_text.delta', delta: 'Behind the' }]));
    end = (how) => (how === 'cleanly' ? response.end() : response.destroy());
  };
  const ask = async (...answers: Parameters<typeof upstream.next>): Promise<void> => {
    await page.getByRole('button', { name: 'Clear' }).click();
    upstream.next(...answers);
    await page.getByLabel('Message').fill('Where is the key?');
    await page.keyboard.press('Enter');
    await log.getByText('Behind the').waitFor();
  };
  const told = async (message: string): Promise<void> => {
    await log.getByRole('alert').filter({ hasText: message }).waitFor();
    t.match(await log.textContent(), `Behind the${message}`);
  };
  await ask(begins);
  end('cleanly');
  await told('The answer broke off. Send the message again.');
  await ask(begins);
  end('broken');
  await told('The response broke off: the upstream server failed. Try again.');
  await ask(says({ items: [{ text: 'Behind the' }], status: 'failed' }));
  await told('The model is tired.');
  await page.getByLabel('Vector store').selectOption('Handbook');
  const cited = { items: [{ text: 'Behind the clock[cite:1].' }], status: 'failed' as const };
  await ask(...script([[{ search: ['key'] }], cited]));
  await log.getByText('The model is tired.').waitFor();
  t.equal(await log.getByRole('list', { name: 'Sources' }).textContent(), '[1] keys.md');
  await page.getByLabel('Vector store').selectOption('none');
  await ask(begins);
  await page.goto(`/panel#${base}`);
  await settled(page);
  end('cleanly');
  t.strictSame(wrongs, [], 'a page that is left takes its answer with it');

  await page.goBack();
  await settled(page);
  await page.evaluate(() => {
    const texts = ['data: {"type":"response.output_text.delta","delta":"Behind the"}\n\n'];
    const pull = (stream: ReadableStreamDefaultController): void => {
      const text = texts.pop();
      if (text === undefined) stream.error(new TypeError('network error'));
      else stream.enqueue(new TextEncoder().encode(text));
    };
    globalThis.fetch = async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  });
  await page.getByLabel('Message').fill('Where is the key?');
  await page.keyboard.press('Enter');
  await told('The answer broke off. Send the message again.');
});

t.test('a project without a chat model starts with the built-in embedding model', async (t) => {
  const path = `/v1/organization/projects/${sibling.id}`;
  const body = { models: ['svc-embedding-384'] };
  t.equal((await app.request('POST', path, { token: organizationKey, body })).status, 200);
  const page = await open(t, `${base}/projects/${sibling.id}`);
  for (const [language, code] of await codeIn(page.getByRole('main'))) {
    t.match(await runCode(language, code, sibling.key), /-?0\.\d+/, language);
  }
});
