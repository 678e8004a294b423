// Starts the server as an operator does: as a process of its own, with scripts/serve.ts.

import {
  type ChildProcess,
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  spawn,
} from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Returns everything that the process has printed. */
  output(): string;
  /** Sends the signal. Resolves when the process has ended. */
  end(signal?: NodeJS.Signals): Promise<Exit>;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Runs the server with only these settings, until it exits by itself. */
export async function runServer(settings: Record<string, string>): Promise<Exit> {
  return (await launch({ SVC_PORT: '0', ...settings })).exit;
}

/**
 * Starts the server. Resolves when it listens. Throws with its output if it exits before.
 * @param code the folder with the code of the server.
 */
export async function startServer(settings: Record<string, string>, code = root): Promise<ServerProcess> {
  return listening(await launch({ SVC_PORT: '0', ...settings }, 'scripts/serve.ts', code));
}

/** Starts the server with `npm start`, as in the README. The child is npm, in a process group of its own. */
export async function startByNpm(settings: Record<string, string>): Promise<ServerProcess> {
  return listening(watch(spawn('npm', ['start'], { ...surroundings({ SVC_PORT: '0', ...settings }), detached: true })));
}

async function listening(launched: Launched): Promise<ServerProcess> {
  const { child, exit, output } = launched;
  const url = await untilItSays(/^listening on (http:\S+)$/m, launched, 'The server');
  return {
    url,
    child,
    output,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return exit;
    },
  };
}

/** The condition usually holds within milliseconds, but a busy machine may need longer. */
export const patienceMs = 120_000;

/** Calls `look` until it returns a value. Throws after the timeout. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, timeoutMs = patienceMs): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Error(`Nothing came within ${timeoutMs} ms`);
    await wait(20);
  }
}

/** A worker process without a server. */
export type WorkerProcess = Omit<ServerProcess, 'url'>;

/** Starts a worker. Resolves when it is ready. */
export async function startWorker(settings: Record<string, string>): Promise<WorkerProcess> {
  const launched = await launch(settings, 'scripts/worker.ts');
  const { child, exit, output } = launched;
  await untilItSays(/^(working)$/m, launched, 'The worker');
  return {
    child,
    output,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return exit;
    },
  };
}

/** Returns the first group of the pattern. Throws with the output if the process ends before it prints a match. */
async function untilItSays(pattern: RegExp, { child, exit, output }: Launched, name: string): Promise<string> {
  return await until(async () => {
    const said = pattern.exec(output())?.[1];
    if (said !== undefined || (child.exitCode ?? child.signalCode) === null) return said;
    const { stdout, stderr } = await exit;
    throw new Error(`${name} exited: ${stdout}${stderr}`);
  });
}

interface Launched {
  child: ChildProcess;
  exit: Promise<Exit>;
  output: () => string;
}

async function launch(settings: Record<string, string>, script = 'scripts/serve.ts', code = root): Promise<Launched> {
  return watch(spawn(process.execPath, [join(code, script)], { ...surroundings(settings), cwd: code }));
}

function surroundings(settings: Record<string, string>): SpawnOptionsWithStdioTuple<'ignore', 'pipe', 'pipe'> {
  // The servers of a test run share Node's compile cache.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  return { cwd: root, env: { PATH, ...compiled, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] };
}

const running = new Set<ChildProcess>();

/** Kills the processes that a failed test has left: their pipes would keep the tests of other files waiting. */
export function killLeft(): void {
  for (const child of running) child.kill('SIGKILL');
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>): Launched {
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const exit = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, exit, output: () => stdout + stderr };
}
