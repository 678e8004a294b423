// haproxy before a cluster, with the files of deploy/haproxy.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort, runSql } from '../../scripts/fixtures/mariadb.ts';
import { until } from '../harness/process.ts';
import type { Node } from './node.ts';
import { atEnd } from './teardown.ts';

const program = '/usr/sbin/haproxy';
const closing = ' on-marked-down shutdown-sessions';

export interface Haproxy {
  /** mysql://…, without a database name. */
  url: string;
  /** Starts the proxy again. `closesSessions` false: connections to a demoted node stay open. */
  restart(options: { closesSessions: boolean }): Promise<void>;
  /** Sends a command of its administration. Returns the answer. */
  command(text: string): Promise<string>;
}

/** Starts haproxy with a file of deploy/haproxy, and stops it when the test ends. `change` edits the file. */
export async function startHaproxy(
  t: Test,
  file: string,
  nodes: Node[],
  change: (text: string) => string = (text) => text,
): Promise<Haproxy> {
  await ensurePackages([program], ['haproxy']);
  const folder = await mkdtemp(join(tmpdir(), 'svc-haproxy-'));
  const config = join(folder, 'haproxy.cfg');
  const text = change(await readFile(new URL(`../../deploy/haproxy/${file}`, import.meta.url), 'utf8'));
  const port = await freePort();
  const socket = join(folder, 'socket');
  const url = `mysql://svc@127.0.0.1:${port}/`;
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    if (child?.kill('SIGKILL')) await ended;
  };
  atEnd(t, () => void child?.kill('SIGKILL'));
  t.teardown(() => removeFolder(folder));
  const command = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      connect(socket)
        .on('data', (chunk) => {
          answer += chunk.toString();
        })
        .on('error', reject)
        .on('end', () => resolve(answer))
        .end(`${text}\n`);
    });
  const restart = async ({ closesSessions }: { closesSessions: boolean }): Promise<void> => {
    await stop();
    const global = `global\n  stats socket ${socket} level admin\n\n`;
    await writeFile(config, global + (closesSessions ? text : text.replace(closing, '')));
    const addresses = nodes.map(({ place, port: own }, index) => [
      `DATABASE_NODE${index + 1}`,
      `${place.clientAddress}:${own}`,
    ]);
    child = spawn(program, ['-db', '-f', config], {
      env: { ...process.env, DATABASE_PROXY: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // Until its first check, a server counts as up.
    await until(async () => {
      const checks = (await command('show stat').catch(() => '')).match(/^database,node.*/gm) ?? [];
      return checks.length === nodes.length && checks.every((line) => /,L\d[A-Z]+,/.test(line)) ? true : undefined;
    }, 20_000);
    await until(() => runSql(url, 'SELECT 1').catch(() => undefined), 20_000);
  };
  await restart({ closesSessions: true });
  return {
    url,
    restart,
    command,
  };
}
