// Starts a measured server as a child process on a core of its own. The log is discarded.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../test/harness/mariadb.ts';
import { pinned } from './machine.ts';
import type { Usage } from './usage.ts';

export const root = join(import.meta.dirname, '../..');
const usageModule = new URL('usage.ts', import.meta.url).href;
const startTimeoutMs = 30_000;

export interface ServerProcess {
  /** The base URL: http://127.0.0.1:PORT */
  url: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** The Node flags of `npm start`, so that the benchmark runs svc as users do. */
export const startFlags: string[] = readStartFlags();

export interface ServerOptions {
  /** The path of the script, relative to the repository root. */
  script: string;
  flags?: string[];
  /** Returns the environment variables for a server on this port. */
  environment: (port: number) => Record<string, string>;
  core: string | undefined;
}

/** Starts a server, and waits until it accepts connections. */
export async function startServer({ script, flags = [], environment, core }: ServerOptions): Promise<ServerProcess> {
  const port = await freePort();
  const [command, args] = pinned(core, process.execPath, [...flags, '--import', usageModule, script]);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment(port) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-4000);
  });
  await untilItListens(port, child, () => `${script} did not start. ${complaints}`);
  return {
    url: `http://127.0.0.1:${port}`,
    async usage() {
      child.send('usage');
      const [usage] = (await once(child, 'message', { signal: AbortSignal.timeout(5000) })) as [Usage];
      return usage;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function readStartFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [, flags] = /^exec node (.*) scripts\/cli\.ts serve$/.exec(scripts.start) ?? [];
  if (flags === undefined) throw new Error(`The start script "${scripts.start}" in package.json is not understood`);
  return flags.split(' ');
}

async function untilItListens(port: number, child: ChildProcess, problem: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(problem());
    }
    await wait(20);
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
