// Starts a measured server as a child process on a core of its own. The log is discarded.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../fixtures/mariadb.ts';
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

/** The servers of one measurement, which stop together. They find their port in SVC_PORT or BENCH_PORT. */
export class Servers {
  readonly #running: ServerProcess[] = [];

  /** Starts svc, and waits until it accepts connections. */
  startSvc(
    core: string | undefined,
    environment: Record<string, string>,
    script = 'scripts/serve.ts',
  ): Promise<ServerProcess> {
    return this.#start([...startFlags, script], core, environment);
  }

  /** Starts the server of this name in scripts/bench/servers/, and waits until it accepts connections. */
  start(name: string, core: string | undefined, environment: Record<string, string> = {}): Promise<ServerProcess> {
    return this.#start([`scripts/bench/servers/${name}.ts`], core, environment);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((server) => server.stop()));
  }

  async #start(
    flagsAndScript: string[],
    core: string | undefined,
    environment: Record<string, string>,
  ): Promise<ServerProcess> {
    const port = await freePort();
    const [command, args] = pinned(core, process.execPath, ['--import', usageModule, ...flagsAndScript]);
    const ports = { SVC_PORT: String(port), BENCH_PORT: String(port) };
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', ...environment, ...ports },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaints = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-4000);
    });
    await untilItListens(port, child, () => `${flagsAndScript.at(-1)} did not start. ${complaints}`);
    const server = {
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
    this.#running.push(server);
    return server;
  }
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
