// Tests that a contract run ends by itself against servers that lie about lists, never end an answer, or never answer.

import type { IncomingMessage, ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { kindsOf } from '../../scripts/contract/cleaning/kinds.ts';
import { type RunOptions, type RunReport, runContract } from '../../scripts/contract/run.ts';
import { send } from '../../scripts/contract/send.ts';
import { allCases } from '../../scripts/contract/tenants.ts';
import { type Lie, startLyingProxy } from '../harness/lying-proxy.ts';
import { startWithAdmin } from '../harness/world.ts';
import type { Takeover } from '../mutants/proxy.ts';

const { app, admin } = await startWithAdmin(t);
/** For servers that do not answer in time. A busy machine answers later than this. */
const shortTimeoutMs = 1500;
const mib = 2 ** 20;

const counts = (): Promise<number[]> => Promise.all([Organization.count(), Project.count()]);

interface Liar extends Partial<RunOptions> {
  ids: string[];
  lie?: Lie;
  takeover?: Takeover;
}

async function run(t: Test, { ids, lie = () => undefined, takeover, ...options }: Liar): Promise<RunReport> {
  const url = await startLyingProxy(t, app.url, lie, takeover);
  const operations = allCases().filter(({ operationId }) => ids.includes(operationId));
  return runContract({ url, credentials: { adminToken: admin.token }, operations, ...options });
}

/** Returns the texts of the failures with a cause. */
function failures({ results }: RunReport, cause: string): string[] {
  return results.flatMap(({ findings }) => findings.filter((one) => one.cause === cause).map(({ got }) => got));
}

/** Answers the requests that match, by method and path. */
const on =
  (pattern: RegExp, answer: (response: ServerResponse, request: IncomingMessage) => void): Takeover =>
  (request, response) => {
    if (!pattern.test(`${request.method} ${request.url}`)) return false;
    answer(response, request);
    return true;
  };

const reading = /^GET \/v1\/vector_stores\/[^/]+$/;

t.test('a server that ignores the cursor, with has_more always true: the run ends, and cleans up', async (t) => {
  const before = await counts();
  const report = await run(t, {
    ids: ['getVectorStore', 'listProjects'],
    lie: ({ body }) => {
      if (Array.isArray(body?.data)) body.has_more = true;
    },
    takeover: (request) => {
      request.url = request.url?.replace(/([?&])after=[^&]+&?/, '$1');
      return false;
    },
  });
  t.equal(report.ending, undefined);
  t.strictSame(report.left, []);
  t.strictSame(await counts(), before);
});

t.test('113 projects of an organization are archived although has_more is always false', async (t) => {
  const { body } = await app.request('POST', '/admin/organization/', { token: admin.token, body: { name: 'Many' } });
  const { id } = body.organization;
  const access = { token: admin.token, headers: { 'compat-organization': id } };
  for (let nth = 0; nth < 113; nth += 1)
    await app.request('POST', '/v1/organization/projects', { ...access, body: { name: `Project ${nth}` } });
  const url = await startLyingProxy(t, app.url, (answer) => {
    if (Array.isArray(answer.body?.data)) answer.body.has_more = false;
  });
  const [kind] = kindsOf({ adminToken: admin.token });
  await kind?.remove((method, path, options) => send(url, method, path, options), id, admin.token);
  t.equal(await Organization.count({ where: { id } }), 0);
});

t.test('an endless body is read up to 4 MiB', async (t) => {
  let [answers, sent] = [0, 0];
  const chunk = Buffer.alloc(64 * 1024, 'a');
  const report = await run(t, {
    ids: ['getVectorStore'],
    requestTimeoutMs: 10_000,
    takeover: on(reading, (response) => {
      answers += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        do sent += chunk.length;
        while (response.write(chunk) && !response.destroyed);
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    }),
  });
  t.ok(failures(report, 'no answer').includes(`the response has more than ${4 * mib} bytes`));
  // What the sockets buffer comes on top.
  t.ok(answers > 0 && sent < answers * 12 * mib, `${sent} bytes in ${answers} answers`);
});

t.test('a body that drips ends with the time limit of the request', async (t) => {
  const report = await run(t, {
    ids: ['getVectorStore'],
    requestTimeoutMs: shortTimeoutMs,
    takeover: on(reading, (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    }),
  });
  t.ok(failures(report, 'no answer').includes('no whole response within 1.5 s'));
});

t.test('a server that stops answering is not asked again, and the report says so', async (t) => {
  let held = 0;
  const report = await run(t, {
    ids: ['createVectorStore', 'createFile'],
    requestTimeoutMs: shortTimeoutMs,
    takeover: on(/^POST \/v1\/vector_stores$/, () => {
      held += 1;
    }),
  });
  t.equal(report.ending, 'unanswered');
  t.ok(held < 40, `${held} requests`);
  t.ok(failures(report, 'no answer').length > 0);
  t.ok(report.results.some(({ lack }) => lack === 'unanswered'));
});

t.test('a batch that never ends: the run waits once, and names it', async (t) => {
  const report = await run(t, {
    ids: ['getVectorStoreFileBatch', 'cancelVectorStoreFileBatch'],
    requestTimeoutMs: 5000,
    lie: ({ body }) => {
      if (body?.object === 'vector_store.file_batch') body.status = 'in_progress';
    },
  });
  const named = failures(report, 'the fixtures of the cases could not be created');
  t.ok(named.length > 1);
  for (const text of named) t.match(text, /file_batches\/\S+ is still in_progress after \d s: the server does not/);
});

t.test('redirects are not followed', async (t) => {
  let asked = 0;
  const report = await run(t, {
    ids: ['getVectorStore'],
    takeover: on(reading, (response, { url }) => {
      asked += 1;
      response.writeHead(302, { location: url }).end();
    }),
  });
  t.ok(failures(report, 'status 302 instead of 200').length > 0);
  // A client that follows redirects asks 20 times each time.
  t.ok(asked < 500, `${asked} requests`);
});

t.test('deep and long JSON is a failure of the case', async (t) => {
  for (const text of ['['.repeat(100_000) + ']'.repeat(100_000), `[${'{},'.repeat(50_000)}{}]`]) {
    const report = await run(t, {
      ids: ['getVectorStore'],
      budgetMs: 20_000,
      takeover: on(reading, (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      }),
    });
    t.ok(report.results.some(({ id, outcome }) => id === 'getVectorStore/accepted/-/plain' && outcome === 'failed'));
  }
});

t.test('an interrupted run ends although nothing is answered any more, and lists what is left', async (t) => {
  const interruption = new AbortController();
  let isDead = false;
  const report = await run(t, {
    ids: ['createVectorStore', 'createFile'],
    requestTimeoutMs: 60_000,
    interrupted: interruption.signal,
    takeover: (request) => {
      if (request.url === '/v1/vector_stores') isDead = true;
      if (isDead) setImmediate(() => interruption.abort());
      return isDead;
    },
  });
  t.equal(report.ending, 'interrupted');
  t.match(report.left[0], /^organization org_\S+: /);
  t.equal(report.results.filter(({ outcome }) => outcome === 'failed').length, 0);
});
