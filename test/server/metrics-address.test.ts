// Tests the separate address of the metrics.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { startApp } from '../harness/app.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { runServer, startWorker, until } from '../harness/process.ts';

const app = await startApp(t, { SVC_METRICS_ADDRESS: '127.0.0.1:0' });
const url = app.app.metricsUrl ?? '';

t.test('the metrics are served at their own address only', async (t) => {
  const elsewhere = await app.request('GET', '/metrics');
  t.match(elsewhere, { status: 404, body: { error: { code: 'unknown_path' } } });
  t.equal((await app.request('GET', '/healthz')).status, 200);
  const response = await fetch(url);
  t.equal(response.status, 200);
  t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  t.match(await response.text(), /^svc_http_requests_total\{operation="getHealth",status="200"\} 1$/m);
});

t.test('the names of the metrics follow the Prometheus conventions', async (t) => {
  const types = await metricTypes();
  t.ok(types.size > 40, `${types.size} metrics`);
  for (const [name, type] of types) {
    t.match(name, /^(svc|nodejs|process)_[a-z][a-z0-9_]*$/);
    t.notMatch(name, /_(ms|milliseconds|minutes|kb|kilobytes|megabytes)(_|$)/, 'seconds and bytes');
    t.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`);
  }
});

t.test('the alerts and the dashboard name only metrics that a server has', async (t) => {
  const types = await metricTypes();
  const deploy = join(import.meta.dirname, '../../deploy');
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const named = readFileSync(join(deploy, file), 'utf8').match(/\b(?:svc|nodejs|process)_[a-z0-9_]+/g) ?? [];
    t.ok(named.length > 15, file);
    for (const name of new Set(named)) {
      const base = name.replace(/_(bucket|count|sum)$/, '');
      t.ok(types.has(name) || types.get(base) === 'histogram', `${file}: ${name}`);
    }
  }
  const dashboard = readFileSync(join(deploy, 'dashboard.json'), 'utf8');
  for (const name of types.keys())
    if (name.startsWith('svc_')) t.ok(dashboard.includes(name), `a panel of the dashboard shows ${name}`);
});

/** Metric → type, as a scrape says it. */
async function metricTypes(): Promise<Map<string, string>> {
  const text = await (await fetch(url)).text();
  return new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
}

t.test('the metrics address serves nothing else, and only reading methods', async (t) => {
  for (const path of ['/', '/healthz', '/v1/models', '/metrics/', '/openapi.json']) {
    const response = await fetch(new URL(path, url));
    t.equal(response.status, 404, path);
    t.match(await response.json(), { error: { code: 'unknown_path', type: 'invalid_request_error', param: null } });
  }
  const post = await fetch(url, { method: 'POST', body: 'x' });
  t.match([post.status, post.headers.get('allow')], [405, /GET/]);
  const head = await fetch(url, { method: 'HEAD' });
  t.match([head.status, await head.text()], [200, '']);
});

t.test('a worker serves its metrics at its own address', async (t) => {
  const worker = await startWorker({
    ...app.database.settings,
    SVC_METRICS_ADDRESS: '127.0.0.1:0',
  });
  const at = await until(() => /^metrics at (http:\S+)$/m.exec(worker.output())?.[1]);
  t.match(await (await fetch(at)).text(), /^process_resident_memory_bytes \d/m);
  t.equal((await worker.end()).code, 0);
});

t.test('a used or invalid metrics address prevents the start with one line', async (t) => {
  const other = createServer();
  const port = await listenOnLoopback(other);
  t.teardown(() => other.close());
  const settings = { SVC_DATA_DIR: t.testdir() };
  const taken = await runServer({ ...settings, SVC_METRICS_ADDRESS: `127.0.0.1:${port}` });
  t.match(taken, { code: 1, stderr: /^svc: .*EADDRINUSE.* SVC_METRICS_ADDRESS\.\n$/ });
  const wrong = await runServer({ ...settings, SVC_METRICS_ADDRESS: '9090' });
  t.match(wrong, { code: 1, stderr: /SVC_METRICS_ADDRESS must be an address and a port/ });
});
