// Starts a search engine in a child process and sends orders to it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Answer, Order, Removals, Run } from './engines/engine.ts';
import { pinned } from './machine.ts';
import type { Bench } from './part.ts';
import { root } from './server-process.ts';

const fillTimeoutMs = 120_000;
const answerTimeoutMs = 60_000;

export interface EngineProcess {
  run(order: Omit<Run, 'type'>): Promise<Answer>;
  /** Returns how many removed passages a search still found. */
  remove(order: Omit<Removals, 'type'>): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Fills the engine's files in a process of its own, so that the measured process starts with empty memory. Returns the
 * seconds that the filling took.
 */
export async function fillEngine(script: string, environment: Record<string, string>, bench: Bench): Promise<number> {
  const began = performance.now();
  const child = start(script, { ...environment, BENCH_FILL: 'yes' }, bench);
  const timer = setTimeout(() => child.kill('SIGKILL'), fillTimeoutMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${script} was not filled: it ended with ${code}`);
  return (performance.now() - began) / 1000;
}

/** Starts the process that answers orders. Resolves when the process is ready. */
export async function startEngine(
  script: string,
  environment: Record<string, string>,
  bench: Bench,
): Promise<EngineProcess> {
  const child = start(script, environment, bench);
  const exited = once(child, 'exit');
  await answerOf(child, exited);
  const ask = async (order: Order): Promise<unknown> => {
    child.send(order);
    return answerOf(child, exited);
  };
  return {
    run: async (order) => (await ask({ type: 'run', ...order })) as Answer,
    remove: async (order) => (await ask({ type: 'remove', ...order })) as number,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function answerOf(child: ChildProcess, exited: Promise<unknown>): Promise<unknown> {
  const died = exited.then(() => {
    throw new Error(`${child.spawnargs.at(-1)} ended without an answer`);
  });
  const [answer] = await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(answerTimeoutMs) }), died]);
  return answer;
}

function start(script: string, environment: Record<string, string>, { cores, folder }: Bench): ChildProcess {
  const [command, args] = pinned(cores?.servers, process.execPath, [`scripts/bench/engines/${script}`]);
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment, BENCH_FOLDER: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
