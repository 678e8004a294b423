// Tests `svc doctor`: each part of an installation is broken in turn, and the output must say what is wrong and what to
// do.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { periodOverdueMs } from '../../models/backlog.ts';
import { database, sqlNowMs } from '../../models/connection.ts';
import { Job } from '../../models/job.ts';
import { Project } from '../../models/project.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { databasePath } from '../../models/reader.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { clockCheck } from '../../services/maintenance/database-checks.ts';
import type { Finding } from '../../services/maintenance/index.ts';
import { fileSystemName } from '../../services/maintenance/lock-check.ts';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { shiftClock } from '../harness/clock.ts';
import { startNameServer } from '../harness/dns.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { until } from '../harness/process.ts';
import { startS3 } from '../harness/s3.ts';
import { startSmtp } from '../harness/smtp.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t);
const cli = await createCli(t, app);
const { sequelize } = database();
const isMysql = app.database.kind === 'mysql';
const folder = await mkdtemp(join(tmpdir(), 'svc-doctor-'));
t.teardown(() => removeFolder(folder));
// The server adds its periodic jobs after it listens.
await until(async () => ((await periodOverdueMs('housekeeping')) === undefined ? undefined : true));

interface Report {
  code: number | null;
  healthy: boolean;
  checks: Finding[];
  of(part: string): Omit<Finding, 'part'>[];
}

async function examine(env: Record<string, string> = {}): Promise<Report> {
  const result = await cli.run(['doctor', '--json'], { env });
  const { healthy, checks } = result.json() as Report;
  return {
    code: result.code,
    healthy,
    checks,
    of: (part) => checks.filter((check) => check.part === part).map(({ state, message }) => ({ state, message })),
  };
}

t.test('svc doctor lists the keys that somebody kept for themselves before 0.3, and nothing else ends', async (t) => {
  const admin = await signUp(app, { isAdmin: true });
  const { organizationId, owner, organizationKey, project } = await createTenant(app, admin);
  t.match((await examine()).of('kept keys'), [{ state: 'ok' }]);
  // The rows are as 0.2.0 left them: the leaver's own request kept the keys.
  await AdminApiKey.update({ keptBy: owner.id }, { where: { organizationId, userId: owner.id } });
  await ProjectApiKey.update({ keptBy: owner.id }, { where: { id: project.keyId } });
  const [finding] = (await examine()).of('kept keys');
  t.match(finding, { state: 'warning', message: /^2 keys work although .*"svc api-key delete"\.$/ });
  t.match(finding?.message, `${project.keyId} (`);
  t.match(finding?.message, owner.email);
  const { status } = await app.request('GET', '/v1/organization/admin_api_keys', { token: organizationKey });
  t.equal(status, 200, 'the key still works');
  const other = await signUp(app);
  await AdminApiKey.update({ keptBy: other.id }, { where: { organizationId } });
  await ProjectApiKey.update({ keptBy: owner.id, expiresAt: 1 }, { where: { id: project.keyId } });
  t.match((await examine()).of('kept keys'), [{ state: 'ok' }], 'keys that another person kept, and expired ones');
});

t.test('svc doctor reports every part of a correct installation as ok', async (t) => {
  const report = await examine();
  t.match(report, { code: 0, healthy: true });
  t.strictSame(
    report.checks.filter(({ state }) => state === 'failed'),
    [],
  );
  for (const part of ['node', 'data directory', 'database', 'database writes', 'clock', 'migrations', 'key', 'workers'])
    t.equal(report.of(part)[0]?.state, 'ok', `${part}: ${report.of(part)[0]?.message}`);
  t.match(report.of('files storage'), [{ state: 'ok', message: 'It writes, reads, lists and deletes objects.' }]);
  const text = await cli.run(['doctor']);
  t.equal(text.code, 0);
  t.match(text.stdout, /^ok {7}node +Node 24/);
});

t.test('svc doctor finds faults of the settings, the key and the data directory', async (t) => {
  t.match((await examine({ SVC_PORT: 'x' })).checks, [{ part: 'settings', state: 'failed', message: /^SVC_PORT / }]);
  const otherKey = await examine({ SVC_SECRETS_KEY: randomBytes(32).toString('base64') });
  t.equal(otherKey.code, 1);
  t.match(otherKey.of('key'), [
    { state: 'failed', message: /^SVC_SECRETS_KEY is not the key of this database\. Restore/ },
  ]);
  const file = join(folder, 'file');
  await writeFile(file, '');
  const noFolder = await examine({ SVC_DATA_DIR: file });
  t.match(noFolder.of('data directory'), [
    { state: 'failed', message: /Make .* a folder that this user can write to/ },
  ]);
  t.match(noFolder.of('files storage'), [{ state: 'failed', message: /a folder that this user can write to/ }]);
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o755);
  // The second folder has no database.
  for (const at of [{}, { SVC_DATA_DIR: open }]) {
    const noRoom = await examine({ SVC_FILES_RESERVE_BYTES: String(2 ** 49), ...at });
    t.match(noRoom.of('data directory'), [
      { state: 'failed', message: /uploads are refused\. Delete files, or enlarge/ },
    ]);
  }
  const elsewhere = await examine({ SVC_DATA_DIR: open });
  t.match(elsewhere.of('data directory'), [
    { state: 'warning', message: /other users of this machine can read it\. Run: chmod/ },
  ]);
  if (isMysql)
    t.match(elsewhere.of('key'), [
      { state: 'failed', message: /^The key of this database is missing\. Set SVC_SECRETS_KEY/ },
    ]);
  else
    t.match(elsewhere.of('database'), [
      { state: 'ok', message: 'There is no database yet. The first start makes it.' },
    ]);
});

t.test('svc doctor finds faults of the database and its migrations', async (t) => {
  const away = await examine({ SVC_DATABASE_URL: `mysql://root@127.0.0.1:${await freePort()}/svc` });
  t.equal(away.code, 1);
  t.match(away.of('database'), [{ state: 'failed', message: /ECONNREFUSED.*\. Check SVC_DATABASE_URL/ }]);
  t.strictSame(away.of('migrations'), []);
  await sequelize.query("DELETE FROM schema_migrations WHERE name = '0091-staged-bytes'");
  const behind = await examine();
  t.match(behind.of('migrations'), [
    { state: 'warning', message: /^1 migration has not run \(0091-staged-bytes\)\. The next start/ },
  ]);
  t.equal(behind.code, 0);
  await sequelize.query("INSERT INTO schema_migrations (name) VALUES ('0091-staged-bytes'), ('9999-later')");
  const ahead = await examine();
  t.match(ahead.of('database'), [
    { state: 'failed', message: /migrated by a newer svc \(9999-later\)\. Start that version/ },
  ]);
  await sequelize.query("DELETE FROM schema_migrations WHERE name = '9999-later'");
});

t.test(
  'svc doctor names the process that keeps others from writing',
  { skip: isMysql ? 'only the embedded database has the lock' : false },
  async (t) => {
    const free = await examine();
    t.match(free.of('database lock'), [
      { state: 'ok', message: `The write lock is free. The process ${process.pid} of this machine also has the` },
    ]);
    const holder = new DatabaseSync(databasePath(app.database.dataDir), { timeout: 5000 });
    holder.exec('BEGIN IMMEDIATE');
    const held = await examine();
    holder.close();
    t.equal(held.code, 1);
    t.match(held.of('database lock'), [
      { state: 'failed', message: new RegExp(`^The process ${process.pid} has held the write lock of .* for 3 s`) },
    ]);
  },
);

t.test('network file systems are known by their numbers', async (t) => {
  t.strictSame([0x6969, 0xff534d42, -0x1acb2be, 0xef53].map(fileSystemName), ['NFS', 'SMB', 'SMB', undefined]);
});

t.test('svc doctor finds a wrong clock', async (t) => {
  shiftClock(5_000, t);
  t.match(await clockCheck().run(), {
    state: 'warning',
    message: /the database are 5\.\d s apart\. Synchronize both with NTP/,
  });
  shiftClock(55_000, t);
  t.match(await clockCheck().run(), {
    state: 'failed',
    message: /60\.\d s apart: tokens and limits are wrong\. Synchronize/,
  });
});

t.test(
  'svc doctor finds missing MySQL privileges, a wrong collation and too many connections',
  { skip: isMysql ? false : 'only MySQL has them' },
  async (t) => {
    const { pathname } = new URL(app.database.url);
    const name = pathname.slice(1);
    const user = `d${name.slice(-20)}`;
    const host = new URL(app.database.url).host;
    await sequelize.query(`CREATE USER '${user}'@'%' IDENTIFIED BY 'pw'`);
    await sequelize.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON \`${name}\`.* TO '${user}'@'%'`);
    const limited = await examine({ SVC_DATABASE_URL: `mysql://${user}:pw@${host}/${name}` });
    t.match(limited.of('database'), [
      { state: 'failed', message: /CREATE command denied.*Check that the user of SVC_DATABASE_URL/ },
    ]);
    t.notMatch(JSON.stringify(limited.checks), /:pw@/);
    await sequelize.query('ALTER TABLE throttles CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci');
    t.match((await examine()).of('database'), [
      { state: 'failed', message: /^The tables throttles have another collation/ },
    ]);
    await sequelize.query('ALTER TABLE throttles CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin');
    t.equal((await examine()).of('database')[0]?.state, 'ok');
    t.match((await examine()).of('database connections'), [
      { state: 'ok', message: /22 connections \(1 × 20, and 2 for searches\)/ },
    ]);
    t.match((await examine({ SVC_PROCESSES: '64', SVC_DATABASE_POOL: '1000' })).of('database connections'), [
      { state: 'warning', message: /^This server may open 128002 connections .* lower SVC_DATABASE_POOL/ },
    ]);
  },
);

t.test('svc doctor finds faults of the broker, the mail server and upstreams', async (t) => {
  const closed = await freePort();
  const smtp = await startSmtp(t, { user: 'ada', password: 'right' });
  const refusing = createServer((request, response) => {
    response.statusCode = request.headers.authorization === 'Bearer good' ? 200 : 401;
    response.end('{"data": []}');
  });
  const port = await listenOnLoopback(refusing);
  t.teardown(() => refusing.close());
  const base = `http://127.0.0.1:${port}`;
  const config = join(folder, 'svc.json');
  const upstreams = [
    { name: 'good', base_url: `${base}/v1`, api_key: 'good' },
    { name: 'bad-key', base_url: `${base}/v1`, api_key: 'bad' },
    { name: 'gone', base_url: `http://127.0.0.1:${closed}/v1` },
    { name: 'nowhere', base_url: 'http://upstream.invalid/v1' },
  ];
  await writeFile(config, JSON.stringify({ upstreams }));
  const url = `smtp://ada:wrong@127.0.0.1:${smtp.port}`;
  const report = await examine({
    SVC_CONFIG: config,
    SVC_SMTP_URL: url,
    SVC_BROKER_ENABLED: 'true',
    SVC_BROKER_URL: `amqp://127.0.0.1:${closed}`,
  });
  t.equal(report.code, 1);
  t.match(report.of('broker'), [
    { state: 'failed', message: /ECONNREFUSED.*\. Check SVC_BROKER_URL, that RabbitMQ runs/ },
  ]);
  t.match(report.of('mail'), [{ state: 'failed', message: /Check SVC_SMTP_URL: host, port, user and password/ }]);
  t.match(report.of('upstreams'), [
    { state: 'ok', message: 'good answers.' },
    { state: 'failed', message: /^bad-key: .*\/v1\/models answers 401\. Check its api_key\.$/ },
    { state: 'failed', message: /^gone: .* cannot be connected to\. Check that it runs/ },
    { state: 'failed', message: /^nowhere: its host upstream\.invalid does not resolve\. Check base_url/ },
  ]);
  const well = await examine({ SVC_SMTP_URL: url.replace('wrong', 'right') });
  t.match(well.of('mail'), [{ state: 'ok', message: '127.0.0.1 accepts the sign-in.' }]);
});

t.test('svc doctor finds faults of files in S3', async (t) => {
  const s3 = await startS3(t);
  const storage = async (settings = {}) => (await examine({ ...s3.settings, ...settings })).of('files storage');
  t.match(await storage(), [{ state: 'ok', message: 'It writes, reads, lists and deletes objects.' }]);
  t.equal(s3.objects.size, 0);
  const advice = /Check SVC_S3_ENDPOINT, SVC_S3_BUCKET, SVC_S3_PATH_STYLE and the rights of SVC_S3_ACCESS_KEY_ID/;
  for (const [cause, settings] of [
    ['NoSuchBucket', { SVC_S3_BUCKET: 'another' }],
    ['AccessDenied', { SVC_S3_ACCESS_KEY_ID: 'ANOTHER' }],
    ['ECONNREFUSED', { SVC_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }],
  ] as const) {
    const [found] = await storage(settings);
    t.match(found, { state: 'failed', message: advice }, cause);
    t.match(found?.message, `did not store the file: ${cause}. `);
  }
  s3.refusesLists = true;
  t.match(await storage(), [
    { state: 'failed', message: /did not list its objects: AccessDenied\. Check SVC_S3_ENDPOINT/ },
  ]);
});

t.test('svc doctor finds faults of the webhook network and the proxy', async (t) => {
  const dns = await startNameServer(t, { 'inside.example.com': ['10.1.2.3'], 'silent.example.com': 'silent' });
  const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const look = async (host: string) => {
    await Project.update({ webhookUrl: `https://${host}/hook` }, { where: { id: project.id } });
    return (await examine({ SVC_WEBHOOK_RESOLVER: dns.address })).of('webhook network');
  };
  t.match(await look('inside.example.com'), [
    { state: 'warning', message: /resolves to an internal address.*SVC_WEBHOOK_ALLOWED_CIDRS/ },
  ]);
  t.match(await look('unknown.example.com'), [{ state: 'warning', message: /does not exist in DNS/ }]);
  t.match(await look('silent.example.com'), [{ state: 'failed', message: /^The name servers do not answer/ }]);
  dns.zones.set('well.example.com', ['93.184.216.34']);
  t.match(await look('well.example.com'), [{ state: 'ok' }]);
  for (const address of ['10.0.0.5', '[fd00::1]'])
    t.match(await look(address), [{ state: 'warning', message: /is an internal address.*SVC_WEBHOOK_ALLOWED_CIDRS/ }]);
  t.match(await look('93.184.216.34'), [{ state: 'ok' }]);
  const proxied = await examine({ SVC_PUBLIC_URL: 'https://svc.example.com' });
  t.match(proxied.of('proxy'), [
    { state: 'warning', message: /SVC_TRUSTED_PROXIES is empty.* Set SVC_TRUSTED_PROXIES/ },
  ]);
});

t.test('svc doctor creates nothing where nothing is installed', async (t) => {
  const missing = join(folder, 'missing');
  const empty = await mkdtemp(join(folder, 'empty-'));
  for (const dataDir of [missing, empty]) {
    const report = await examine({ SVC_DATABASE_URL: '', SVC_DATA_DIR: dataDir });
    t.match(report, { code: 0, healthy: true });
    t.match(report.of('files storage'), [{ state: 'ok', message: /is new\. The first start/ }]);
  }
  t.notOk(existsSync(missing));
  t.strictSame(await readdir(empty), []);
});

t.test('svc doctor finds missing workers and a backlog', async (t) => {
  await app.app.services.queue.stop();
  await Job.add({ kind: 'mail', payload: '{}', uniqueKey: null, delayMs: -400_000 }, null);
  await sequelize.query(`UPDATE jobs SET due_at = ${sqlNowMs()} - 400000 WHERE kind = 'housekeeping'`);
  const report = await examine();
  t.match(report.of('workers'), [
    { state: 'failed', message: /^No worker has taken jobs for 7 min\. Start a server or a worker/ },
  ]);
  t.match(report.of('backlog'), [
    { state: 'warning', message: /^1 job waits, the oldest for 7 min\. Start more workers/ },
  ]);
  const apart = await examine({ SVC_RUN_WORKERS: 'false' });
  t.match(apart.of('workers'), [{ state: 'failed', message: /SVC_RUN_WORKERS is false.*start "svc worker"/ }]);
});
