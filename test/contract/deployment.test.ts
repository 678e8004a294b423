// The contract run as an integrating team starts it: an admin's token and nothing else, on a server behind nginx with the
// settings of the guide, sticky sessions and a lower limit of bodies.

import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { runContract } from '../../scripts/contract/run.ts';
import { allCases } from '../../scripts/contract/tenants.ts';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { guideSource } from '../../scripts/generate/docs/guides.ts';
import { until } from '../harness/process.ts';
import { startWithAdmin } from '../harness/world.ts';

const program = '/usr/sbin/nginx';

/** Starts nginx before the server, with the location of the guide. Returns its address. */
async function startNginx(server: string): Promise<string> {
  await ensurePackages([program], ['nginx-light']);
  const folder = await mkdtemp(join(tmpdir(), 'svc-nginx-'));
  const port = await freePort();
  const location = /```nginx\n(.*?)```/s.exec(guideSource('deploying'))?.[1] ?? '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; ${process.getuid?.() === 0 ? 'user root;' : ''} events {} http { access_log off; ${temporary.join(' ')}
    upstream svc { server ${new URL(server).host}; keepalive 8; }
    server { listen 127.0.0.1:${port}; add_header set-cookie SRV=s1 always; add_header server-timing edge always; ${location} } }`,
  );
  const child = spawn(program, ['-e', join(folder, 'errors'), '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  t.teardown(async () => {
    child.kill();
    await ended;
    await removeFolder(folder);
  });
  // The run takes this form of a loopback address for the address of another machine.
  const url = `http://[::ffff:127.0.0.1]:${port}`;
  await until(() => fetch(url).catch(() => undefined));
  return url;
}

const { app, admin } = await startWithAdmin(t, { SVC_TRUSTED_PROXIES: '127.0.0.0/8', SVC_MAX_BODY_BYTES: '65536' });

/** Depends on what a run can create, or on the proxy. The other cases are refused the same way everywhere. */
const concerned =
  /\/(accepted\/(-\/(least|plain)|file_ids\/max-items)|tenant\/.*|protocol\/-\/other-method|path\/[^/]+\/(nul|bad-percent-encoding))$/;
const operations = allCases().map((operation) => ({
  ...operation,
  cases: operation.cases.filter(({ id }) => concerned.test(id)),
}));
/** They make what they need themselves, and other tests try them. */
const rules =
  'access callers precedence http idempotency created read listed updated deleted paging places rates state deliveries';

t.test('a run with an admin alone accuses nothing, and says what it cannot try', async (t) => {
  const url = await startNginx(app.url);
  const report = await runContract({
    url,
    credentials: { adminToken: admin.token },
    operations,
    rulesLeftOut: new Set(rules.split(' ')),
  });
  const failed = report.results.filter(({ outcome }) => outcome === 'failed');
  t.strictSame(
    failed.map(({ id, findings }) => [id, findings]),
    [],
  );
  const passed = report.results.filter(({ outcome }) => outcome === 'passed').length;
  t.ok(passed > 700, `${passed} passed`);
  t.strictSame(
    report.added,
    ['server', 'server-timing', 'set-cookie (SRV)'],
    'headers and cookies of nginx are not the server’s',
  );
  const refused = report.results.filter(({ lack }) => lack === 'a direct way');
  t.ok(refused.length > 100, `${refused.length} are refused by nginx`);
  t.ok(refused.every(({ id }) => /\/path\//.test(id)));

  const others = operations.filter(({ operationId }) => ['getMetrics', 'createOrganization'].includes(operationId));
  const { results } = await runContract({ url, credentials: { adminToken: admin.token }, operations: others });
  t.strictSame(
    results.filter(({ outcome }) => outcome === 'failed').map(({ id, findings }) => [id, findings]),
    [],
    'through a proxy nobody is on the machine of the server, and nobody is created there',
  );
});
