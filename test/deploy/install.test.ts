// Tests the package as a user installs it: `npm install` of the tarball in an empty folder, with the registry.

import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const startMs = 1000;
const starts = 5;

t.setTimeout(600_000);

const folder = mkdtempSync(join(tmpdir(), 'svc-install-'));
t.teardown(() => removeFolder(folder));

async function pack(name: string): Promise<string> {
  const destination = join(folder, name);
  mkdirSync(destination);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', destination], { cwd: root });
  return join(destination, stdout.trim().split('\n').at(-1) ?? '');
}

const tarball = await pack('first');

t.test('two builds of one commit are byte for byte equal', async (t) => {
  t.ok(readFileSync(tarball).equals(readFileSync(await pack('second'))));
});

t.test(`npm install creates a server that starts within ${startMs} ms`, async (t) => {
  const place = join(folder, 'empty');
  mkdirSync(place);
  await run('npm', ['install', tarball], { cwd: place });
  const svc = join(place, 'node_modules/.bin/svc');
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) times.push(await timeOfStart(svc, place));
  // The first start fills the compile cache, and a busy machine makes starts slower, so the fastest start counts.
  t.ok(Math.min(...times) <= startMs, `${times.map(Math.round).join(', ')} ms`);
});

/** Starts a server. Resolves to the milliseconds until it listens. */
async function timeOfStart(svc: string, cwd: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [svc, 'serve'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, SVC_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), exited]);
  const tookMs = performance.now() - began;
  t.equal(child.exitCode, null, 'the server runs');
  child.kill();
  await exited;
  return tookMs;
}
