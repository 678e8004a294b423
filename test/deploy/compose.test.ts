// compose.yaml without a container engine: the processes that it describes, with its commands, environments and
// secrets. The names of its services become ports of this machine, and MariaDB, RabbitMQ and the mail server are those
// of the tests.

import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { parse } from 'yaml';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort, runSql, startMariaDb } from '../../scripts/fixtures/mariadb.ts';
import { until } from '../harness/process.ts';
import { control, startRabbitMq } from '../harness/rabbitmq.ts';
import { startSmtp } from '../harness/smtp.ts';

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  secrets?: (string | { source: string; target: string })[];
}

const run = promisify(execFile);
const deploy = join(import.meta.dirname, '../../deploy');
const svc = join(import.meta.dirname, '../../scripts/cli.ts');
const { services, secrets } = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
};

t.setTimeout(600_000);

const folder = mkdtempSync(join(tmpdir(), 'svc-compose-'));
t.teardown(() => removeFolder(folder));

const [mariadb, rabbitmq, smtp] = await Promise.all([startMariaDb(), startRabbitMq(), startSmtp(t)]);
t.teardown(() => Promise.all([mariadb.stop(), rabbitmq.stop()]));
const ports = { 'server-1': await freePort(), 'server-2': await freePort(), proxy: await freePort() };
/** By the address in compose.yaml and its secrets, the one here. */
const addresses: Record<string, string> = {
  'database:3306': new URL(mariadb.url).host,
  'broker:5672': new URL(rabbitmq.url).host,
  'mail:1025': `127.0.0.1:${smtp.port}`,
  'server-1:8080': `127.0.0.1:${ports['server-1']}`,
  'server-2:8080': `127.0.0.1:${ports['server-2']}`,
};
const here = (text: string): string =>
  Object.entries(addresses).reduce((all, [there, address]) => all.replaceAll(there, address), text);

await run('sh', [join(deploy, 'make-secrets.sh'), join(folder, 'secrets')]);
const secretOf = (name: string): string => readFileSync(join(folder, secrets[name]?.file ?? ''), 'utf8');
// Does what the images of MariaDB and RabbitMQ do with their settings at the first start.
const { MARIADB_USER, MARIADB_DATABASE, MARIADB_PASSWORD_FILE = '' } = services.database?.environment ?? {};
await runSql(
  mariadb.url,
  `CREATE DATABASE ${MARIADB_DATABASE}`,
  `CREATE USER ${MARIADB_USER} IDENTIFIED BY '${secretOf(nameOfSecret(MARIADB_PASSWORD_FILE))}'`,
  `GRANT ALL ON ${MARIADB_DATABASE}.* TO ${MARIADB_USER}`,
);
const [, user = '', password = ''] = /default_user = (.*)\ndefault_pass = (.*)\n/.exec(secretOf('broker.conf')) ?? [];
await control(rabbitmq, 'add_user', user, password);
await control(rabbitmq, 'set_permissions', user, '.*', '.*', '.*');

function nameOfSecret(path: string): string {
  return path.replace(/^\/run\/secrets\//, '');
}

/** The environment of a service, with the image's. Its secrets are files in a folder of its own. */
function environmentOf(name: keyof typeof services): Record<string, string> {
  const { environment = {}, secrets: granted = [] } = services[name] as Service;
  const place = join(folder, name);
  mkdirSync(place);
  for (const secret of granted)
    if (typeof secret === 'string') writeFileSync(join(place, secret), here(secretOf(secret)));
  const variables = Object.entries(environment).map(([key, value]) => [
    key,
    here(value).replace('/run/secrets', place),
  ]);
  return {
    ...{ PATH: process.env.PATH ?? '', HOME: folder, NODE_ENV: 'production', SVC_DATA_DIR: join(folder, 'data') },
    ...Object.fromEntries(variables),
  };
}

interface Process {
  says(pattern: RegExp): Promise<string>;
  /** Sends SIGTERM. Resolves to the exit code. */
  stop(): Promise<number | null>;
}

function start(program: string, args: string[], env: Record<string, string>): Process {
  const child = spawn(program, args, { env, cwd: folder });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const stop = (): Promise<number | null> => {
    child.kill();
    return exited;
  };
  t.teardown(stop);
  return {
    stop,
    says: (pattern) =>
      until(() => {
        if (child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} exited: ${output}`);
        return pattern.exec(output)?.[0];
      }),
  };
}

// The volume.
mkdirSync(join(folder, 'data'));

t.test('the servers, the worker and the proxy of compose.yaml work together', async (t) => {
  const environments = { 'server-1': environmentOf('server-1'), 'server-2': environmentOf('server-2') };
  const [first, second] = (['server-1', 'server-2'] as const).map((name) =>
    start(process.execPath, [svc, ...(services[name]?.command ?? ['serve'])], {
      ...environments[name],
      SVC_PORT: String(ports[name]),
    }),
  ) as [Process, Process];
  await Promise.all([first, second].map((server) => server.says(/^listening on/m)));
  const worker = start(process.execPath, [svc, ...(services.worker?.command ?? [])], environmentOf('worker'));
  await worker.says(/^working$/m);

  await ensurePackages(['/usr/bin/caddy'], ['caddy']);
  const caddyfile = join(folder, 'Caddyfile');
  const site = here(readFileSync(join(deploy, 'Caddyfile'), 'utf8')).replace(
    /^:8000/m,
    `http://127.0.0.1:${ports.proxy}`,
  );
  writeFileSync(caddyfile, `{\n\tadmin off\n}\n${site}`);
  start('caddy', ['run', '--config', caddyfile], { PATH: process.env.PATH ?? '', HOME: folder });
  const url = `http://127.0.0.1:${ports.proxy}`;
  const readiness = (): Promise<{ checks: Record<string, string> } | undefined> =>
    fetch(`${url}/readyz`)
      .then(async (answer) => (answer.ok ? ((await answer.json()) as { checks: Record<string, string> }) : undefined))
      .catch(() => undefined);
  t.strictSame((await until(readiness)).checks, { database: 'ok', broker: 'ok' });

  const cli = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, [svc, ...args], { env: { ...environments['server-1'], SVC_URL: url } })).stdout;
  const json = async (...args: string[]): Promise<Record<string, string>> => JSON.parse(await cli(...args, '--json'));
  const account = ['--email', 'ada@example.com', '--password', 'correct horse battery'];
  await cli('server', 'create-admin', ...account);
  await cli('server', 'login', ...account);
  const { id = '' } = await json('organization', 'create', '--name', 'Analytical Engines');
  await cli('invitation', 'create', '--organization', id, '--email', 'grace@example.com');
  const mail = await smtp.mailTo('grace@example.com');
  t.match(mail.text, services['server-1']?.environment?.SVC_PUBLIC_URL, 'the link has the public address');

  const project = await json('project', 'create', '--organization', id, '--name', 'Search');
  const key = await json('api-key', 'create', '--name', 'app', '--project', project.id ?? '');
  const call = async (path: string, body?: FormData | object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${key.value}`, ...(body instanceof FormData ? {} : contentType) };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    const answer = await fetch(url + path, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
    const text = await answer.text();
    t.ok(answer.ok, `${path}: ${answer.status} ${answer.ok ? '' : text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const store = await call('/v1/vector_stores', { name: 'Handbook' });
  const form = new FormData();
  form.set('purpose', 'assistants');
  form.set('file', new Blob(['The key to the engine room hangs behind the clock.']), 'keys.md');
  const file = await call('/v1/files', form);
  await call(`/v1/vector_stores/${store.id}/files`, { file_id: file.id });
  const status = await until(async () => {
    const { status } = await call(`/v1/vector_stores/${store.id}/files/${file.id}`);
    return status === 'in_progress' ? undefined : status;
  });
  t.equal(status, 'completed', 'the worker has read the file');

  const calls = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += 1) await call('/v1/vector_stores?limit=1');
  };
  const [stopped] = await Promise.all([first.stop(), calls(100)]);
  await calls(20);
  t.equal(stopped, 0, 'a server stops while the other one takes the calls');
});

const contentType = { 'content-type': 'application/json' };
