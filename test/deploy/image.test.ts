// The container image: built from deploy/Dockerfile, and run as its user on a read-only root.

import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import packageFile from '../../package.json' with { type: 'json' };
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { buildImage, startContainer } from '../harness/image.ts';
import { until } from '../harness/process.ts';
import { notTried } from '../harness/skip-reason.ts';

const run = promisify(execFile);
const svc = join(import.meta.dirname, '../../scripts/cli.ts');
const maxAddedBytes = 60 * 1024 ** 2;
const drainMs = 30_000;
/** A few operations of every kind: hundreds of cases in a few seconds. */
const shortForm = [
  'createProject',
  'listProjects',
  'createProjectApiKey',
  'createVectorStore',
  'createFile',
  'listModels',
];

t.setTimeout(1_800_000);

t.test('the image runs as an unprivileged user on a read-only root', async (t) => {
  if (process.getuid?.() !== 0) return notTried(t, 'building and running the image needs root here');
  const folder = mkdtempSync(join(tmpdir(), 'svc-image-'));
  t.teardown(() => removeFolder(folder));
  const image = await buildImage(folder);
  const { config, rootFolder } = image;

  const { stdout: added } = await run('sh', [
    '-c',
    `tar -C '${rootFolder}' -cz opt/svc usr/local/bin/svc data | wc -c`,
  ]);
  t.ok(Number(added) <= maxAddedBytes, `adds ${added.trim()} bytes to the base, compressed`);
  t.comment(`adds ${added.trim()} bytes to the base, compressed`);
  t.equal(config.Labels['org.opencontainers.image.version'], packageFile.version);
  t.equal(config.Labels['org.opencontainers.image.licenses'], packageFile.license);
  t.strictSame(config.Volumes, { '/data': {} });

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const container = await startContainer(image, join(folder, 'data'), { SVC_PORT: String(port) });
  t.teardown(() => container.stop());
  await until(async () => {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    return answer?.ok === true ? true : undefined;
  });
  t.comment(`ready after ${Math.round(performance.now() - began)} ms`);

  const status = await container.execute(['cat', '/proc/1/status']);
  const user = config.User.split(':')[0] ?? '';
  t.match(user, /^[1-9]\d*$/, 'a number, so that Kubernetes can tell that it is not root');
  t.match(status, new RegExp(`^Uid:\t${user}\t${user}\t${user}\t${user}$`, 'm'));
  t.match(status, /^CapEff:\t0+$/m, 'no capabilities');
  await t.rejects(container.execute(['touch', '/opt/svc/new']), /Read-only file system/);

  const [kind, ...health] = config.Healthcheck.Test;
  t.equal(kind, 'CMD');
  await t.resolves(container.execute(health), 'the health check passes');
  await t.rejects(container.execute(health, { SVC_PORT: String(await freePort()) }), 'and fails where nothing answers');

  const password = { SVC_PASSWORD: 'correct horse battery' };
  await container.execute(['svc', 'server', 'create-admin', '--email', 'ada@example.com'], password);
  const env = { PATH: process.env.PATH, HOME: folder, ...password };
  const address = ['--url', url];
  await run(process.execPath, [svc, 'server', 'login', '--email', 'ada@example.com', ...address], { env });
  const operations = shortForm.flatMap((operation) => ['--operation', operation]);
  const { stdout } = await run(process.execPath, [svc, 'contract', 'run', ...operations, ...address], { env });
  t.match(stdout, /^\d{3,} passed, 0 failed/m);
  t.comment(stdout.trim().split('\n').at(-1));

  const { code, tookMs } = await container.stop();
  t.equal(code, 0);
  t.ok(tookMs < drainMs, `stopped within ${Math.round(tookMs)} ms`);
});
