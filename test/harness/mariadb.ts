// A private MariaDB: a child process on a free port with a folder of its own, removed at the end of the test run. If
// MariaDB is not installed, it is installed from Debian packages.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql2 from 'mysql2/promise';
import { ensurePackages } from './debian.ts';
import { removeFolder } from './folders.ts';

const run = promisify(execFile);
const startTimeoutMs = 60_000;
const binaries = { server: '/usr/sbin/mariadbd', install: '/usr/bin/mariadb-install-db' };

export interface MariaDb {
  /** mysql://…, without a database name. */
  url: string;
  process: ChildProcess;
  dataDir: string;
  /** Kills the server as a power failure would, and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts a server. `dataDir`: the folder of an earlier server, to start again on its data. `port`: the port of an
 * earlier server.
 */
export async function startMariaDb(options: { dataDir?: string; port?: number } = {}): Promise<MariaDb> {
  await ensurePackages([binaries.server, binaries.install], ['mariadb-server-core', 'mariadb-client-core']);
  const folder = await mkdtemp(join(tmpdir(), 'svc-mariadb-'));
  const dataDir = options.dataDir ?? join(folder, 'data');
  if (options.dataDir === undefined) {
    await run(binaries.install, [
      '--no-defaults',
      ...asRoot(),
      `--datadir=${dataDir}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]);
  }
  const port = options.port ?? (await freePort());
  const child = spawn(
    binaries.server,
    [
      '--no-defaults',
      ...asRoot(),
      `--datadir=${dataDir}`,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--socket=${join(folder, 'socket')}`,
      `--tmpdir=${folder}`,
      `--pid-file=${join(folder, 'pid')}`,
      '--skip-log-bin',
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=0',
      '--innodb-flush-method=nosync',
      '--innodb-file-per-table=0',
      '--innodb-buffer-pool-size=64M',
      '--max-connections=500',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-4000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `mysql://root@127.0.0.1:${port}/`;
  await untilReady(url, child, () => complaints);
  return {
    url,
    process: child,
    dataDir,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await removeFolder(folder);
    },
  };
}

/** Runs statements on the server. Returns their results. */
export async function runSql(url: string, ...statements: string[]): Promise<unknown[]> {
  const connection = await mysql2.createConnection({ uri: url, connectTimeout: 5000 });
  try {
    const results: unknown[] = [];
    for (const statement of statements) results.push((await connection.query(statement))[0]);
    return results;
  } finally {
    await connection.end();
  }
}

/**
 * Below the range from which the system assigns free ports, so that no other process gets the port before it is used.
 */
const [firstPort, lastPort] = [20_000, 32_000];

/** Returns a port on which nothing listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

function asRoot(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

async function untilReady(url: string, child: ChildProcess, complaints: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`MariaDB did not start: ${complaints()}`);
    try {
      await runSql(url, 'SELECT 1');
      return;
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`MariaDB did not start: ${complaints()}`, { cause: error });
      await wait(50);
    }
  }
}
