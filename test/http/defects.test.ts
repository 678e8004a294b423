// Tests a defect in one response: it ends only that response, is logged, and the server keeps running.

import { pino } from 'pino';
import t from 'tap';
import { handlers } from '../../generated/handlers.ts';
import { startApp } from '../../http/app.ts';
import { ByteStream } from '../../services/platform/byte-stream.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { createDatabase } from '../harness/database.ts';

class Broken extends ByteStream {
  aborted = 0;
  pour(): void {
    throw new Error('a defect in a stream');
  }
  resume(): void {}
  abort(): void {
    this.aborted += 1;
  }
  cutShort(): void {}
}

const lines: Record<string, unknown>[] = [];
const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const database = await createDatabase();
const settings = { SVC_PORT: '0', ...database.settings };
const answers = {
  getHealth: { body: { status: 'ok' }, headers: { 'x-name': '日本' } },
  getRoot: { body: 1n },
  getReadiness: { body: new Broken(), headers: { 'x-name': 'a\nb' } },
  getOpenapiDocument: { body: new Broken() },
  getPanel: { body: '<!doctype html>' },
};
const overridden = Object.entries(answers).map(([name, answer]) => [name, () => ({ status: 200, ...answer })]);
const operations = { ...handlers, ...Object.fromEntries(overridden) };
const app = await startApp(loadConfig(settings), log, { operations });
t.teardown(async () => {
  await app.close();
  await database.drop();
});

const get = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${app.port}${path}`, { method, headers: { 'x-request-id': `of-${path.slice(1)}` } });
const linesOf = (path: string) => lines.filter(({ requestId }) => requestId === `of-${path.slice(1)}`);

t.test('a response that cannot be sent becomes a 500 with its own request id, and is logged', async (t) => {
  for (const path of ['/', '/healthz', '/readyz']) {
    const response = await get(path);
    t.equal(response.status, 500, path);
    t.equal(response.headers.get('x-request-id'), `of-${path.slice(1)}`);
    t.notOk(response.headers.has('x-name'));
    t.match(await response.json(), { error: { code: 'internal_error' } });
    const [failure, request] = linesOf(path);
    t.match(failure, { level: 50, err: { message: String } }, path);
    t.match(request, { msg: 'request', status: 500 }, path);
  }
  t.equal(answers.getReadiness.body.aborted, 1, 'the rest of the response is not waited for');
  t.equal((await get('/healthz', 'HEAD')).status, 500);
});

t.test('a response that fails after its start is cut off', async (t) => {
  await t.rejects(get('/openapi.json').then((response) => response.text()));
  t.match(linesOf('/openapi.json'), [{ err: { message: 'a defect in a stream' } }, { status: 500 }]);
  t.ok(answers.getOpenapiDocument.body.aborted > 0);
});

t.test('all other responses are sent', async (t) => {
  const both = await Promise.all([get('/healthz'), get('/docs')]);
  t.same(
    both.map(({ status }) => status),
    [500, 200],
  );
});

t.test('a response is served as HTML only if its handler says so', async (t) => {
  t.equal((await get('/panel')).headers.get('content-type'), 'text/plain; charset=utf-8');
  t.equal((await get('/panel/reset')).headers.get('content-type'), 'text/html; charset=utf-8');
  t.equal((await get('/docs')).headers.get('content-type'), 'text/html; charset=utf-8');
  t.equal((await get('/metrics')).headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
});
