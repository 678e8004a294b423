// Several server processes on one port: starts them, replaces those that crash, restarts them one by one on SIGHUP, and
// stops all on SIGTERM and SIGINT. Their log lines come out here, each whole.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog, type Log } from '../../services/platform/index.ts';
import { type Config, ConfigError, loadConfig } from '../../services/settings/index.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import { MetricsSum } from './metrics-sum.ts';
import { SharedSearch } from './shared-search.ts';

/** So many replacements in this time, and the server gives up. */
const maxReplacements = 10;
const replacementsMs = 60_000;
/** The pause before a replacement doubles with each one in that time. */
const firstPauseMs = 100;
const longestPauseMs = 5000;
/** For so long each answer of a process that was replaced closes its connection, before the process stops. */
const replacedMs = 1000;

/** Starts the processes. Ends this process with the first one's exit code if that one cannot start. */
export async function supervise(count: number): Promise<void> {
  const config = loadConfig();
  const supervisor = new Supervisor(count, config, await createLog(config.log.level));
  await supervisor.start();
}

class Supervisor {
  readonly #count: number;
  readonly #log: Log;
  readonly #metrics = new MetricsSum();
  /** The processes that take calls. */
  readonly #ready = new Set<Worker>();
  readonly #replaced: number[] = [];
  /** The search of the newest settings, and that of each process: the settings that it was started with. */
  #search: SharedSearch;
  readonly #searchOf = new Map<Worker, SharedSearch>();
  #stopping = false;
  /** The restarts that were asked for, one after the other. */
  #reloads: Promise<void> = Promise.resolve();

  constructor(count: number, config: Config, log: Log) {
    this.#count = count;
    this.#log = log;
    this.#search = new SharedSearch(config, log);
  }

  async start(): Promise<void> {
    const exec = join(import.meta.dirname, `server${extname(import.meta.filename)}`);
    // The advanced serialization sends the vectors of searches as they are.
    cluster.setupPrimary({ exec, args: [], silent: true, serialization: 'advanced' });
    process.on('SIGTERM', (signal) => this.#stop(signal));
    process.on('SIGINT', (signal) => this.#stop(signal));
    process.on('SIGHUP', (signal) => {
      // On a terminal the signal means that the terminal has closed.
      if (process.stdout.isTTY) this.#stop(signal);
      else this.#reloads = this.#reloads.then(() => this.#reload());
    });
    cluster.on('message', (from, message: FromProcess) => this.#hear(from, message));
    cluster.on('exit', (gone, code, signal) => void this.#miss(gone, code, signal));
    // The first one alone: it migrates the database, and says what is wrong with the settings.
    if (!(await this.#fork())) {
      if (!this.#stopping) process.exitCode = 1;
      return;
    }
    await Promise.all(Array.from({ length: this.#count - 1 }, () => this.#forkUntilReady()));
  }

  /** Starts a process. Resolves to true when it takes calls, and to false if it ended before. */
  async #fork(): Promise<boolean> {
    const started = cluster.fork({ SVC_PROCESSES: String(this.#count) });
    this.#searchOf.set(started, this.#search);
    passLines(started.process.stdout, process.stdout);
    passLines(started.process.stderr, process.stderr);
    const ready = new Promise<boolean>((resolve) => {
      started.on('message', ({ kind }: FromProcess) => void (kind === 'ready' && resolve(true)));
      started.once('exit', () => resolve(false));
    });
    if (!(await ready)) return false;
    this.#ready.add(started);
    if (this.#stopping) started.process.kill('SIGTERM');
    return true;
  }

  async #forkUntilReady(): Promise<void> {
    while (!this.#stopping) {
      if (await this.#fork()) return;
      if (!this.#stopping) await this.#pause();
    }
  }

  #hear(from: Worker, message: FromProcess): void {
    const send = (answer: ToProcess): void => void from.send(answer, () => undefined);
    if (message.kind === 'own') this.#metrics.take(from, message);
    if (message.kind === 'search?') void this.#searchOf.get(from)?.answer(message).then(send);
    if (message.kind !== 'sum?') return;
    const { id } = message;
    void this.#metrics.text([...this.#ready]).then((text) => send({ kind: 'sum', id, text }));
  }

  /** Replaces a process that ended although nobody stopped it. */
  async #miss(gone: Worker, code: number | null, signal: string | null): Promise<void> {
    void this.#metrics.leave(gone);
    this.#searchOf.delete(gone);
    if (!this.#ready.delete(gone) || this.#stopping) return;
    this.#log.error({ ended: gone.id, code, signal }, 'a server process has ended: another one replaces it');
    await this.#pause();
    await this.#forkUntilReady();
  }

  /** Waits before a replacement. Stops all if there were too many. */
  async #pause(): Promise<void> {
    const now = performance.now();
    while (this.#replaced[0] !== undefined && this.#replaced[0] < now - replacementsMs) this.#replaced.shift();
    if (this.#replaced.length >= maxReplacements) {
      process.exitCode = 1;
      this.#stop('too many replacements');
      return;
    }
    this.#replaced.push(now);
    await wait(Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#replaced.length - 1)));
  }

  /** Restarts the processes with the settings of now. A new one takes calls before an old one stops. */
  async #reload(): Promise<void> {
    if (this.#stopping) return;
    const before = this.#search;
    try {
      this.#search = new SharedSearch(loadConfig(), this.#log);
    } catch (error) {
      const problem = error instanceof ConfigError ? error.lines.join(' ') : String(error);
      this.#log.error({ problem }, 'the settings are wrong: no process was restarted');
      return;
    }
    this.#log.info('restarting the server processes one by one');
    for (const old of [...this.#ready]) {
      if (!(await this.#fork())) {
        this.#log.error('a new process could not start: the others stay as they are');
        return;
      }
      // Another process has replaced it if it crashed meanwhile.
      if (!this.#ready.delete(old) || this.#stopping) continue;
      const ended = once(old, 'exit');
      // Without it a client would send its next call on a kept connection while the process closes it.
      old.send({ kind: 'replaced' } satisfies ToProcess, () => undefined);
      await wait(replacedMs);
      old.process.kill('SIGTERM');
      await ended;
    }
    if (![...this.#searchOf.values()].includes(before)) await before.close();
    this.#log.info('restarted the server processes');
  }

  #stop(signal: string): void {
    const all = Object.values(cluster.workers ?? {});
    if (this.#stopping) {
      for (const one of all) one?.process.kill('SIGKILL');
      process.exit(1);
    }
    this.#stopping = true;
    this.#log.info({ signal }, 'stopping all server processes; a second signal stops at once');
    for (const one of all) one?.process.kill('SIGTERM');
  }
}

/** Passes whole lines on, so that those of several processes do not mix. */
function passLines(from: NodeJS.ReadableStream | null, to: NodeJS.WritableStream): void {
  let rest: Buffer = Buffer.alloc(0);
  from?.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) to.write(Buffer.concat([rest, chunk.subarray(0, end)]));
    rest = Buffer.concat([end > 0 ? Buffer.alloc(0) : rest, chunk.subarray(end)]);
  });
  from?.on('end', () => to.write(rest));
}
