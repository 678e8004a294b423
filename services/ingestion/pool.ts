// The pool of reader processes. They start when there is a file to read, and stop when idle. Each reads one file at a
// time, at a lower priority than the server, within a time and memory limit. A process that exceeds a limit, or whose
// file is no longer wanted, is killed, and the next file gets a new process.

import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname, extname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { FileProblem, invalid } from './problem.ts';
import { Frames, type FromReader, pipeFd, type ReadChunk, type ReadRequest, type ToReader } from './protocol.ts';
import { usageOf, WorkClock } from './work-clock.ts';

const idleMs = 30_000;
const watchMs = 100;
const niceness = 10;
/** A reader that waits for a CPU or a disk is killed after this many times the limit of its CPU time. */
const waitFactor = 10;
/** The memory of a process before it reads a file. */
const baseBytes = 160 * 1024 ** 2;
const filesPerProcess = 500;
/** A process that still has this share of the memory for a file, from files before it, gets no other one. */
const maxKeptShare = 0.5;

export interface ReaderLimits {
  processes: number;
  /** The maximum CPU time for one file. */
  timeoutMs: number;
  /** The maximum memory for reading a file. */
  memoryBytes: number;
  /** Additional memory for an embedding model. */
  modelBytes?: number;
}

/** The file is an image. The caller decides whether it can be described. */
export class ImageFile extends Error {
  readonly mediaType: string;

  constructor(mediaType: string) {
    super(`an image of type ${mediaType}`);
    this.mediaType = mediaType;
  }
}

/** A reader exited or failed without blaming the file, so the reader or the machine has a defect. */
export class ReaderFailure extends Error {
  override readonly name = 'ReaderFailure';
}

export class ReaderPool {
  readonly #limits: ReaderLimits;
  readonly #readableFolders: string[];
  readonly #idle: Reader[] = [];
  readonly #all = new Set<Reader>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #closed = false;

  /** @param readableFolders the folders that readers may read besides the program's own. */
  constructor(limits: ReaderLimits, readableFolders: string[]) {
    this.#limits = limits;
    this.#readableFolders = readableFolders;
  }

  /**
   * Yields the chunks of a file. Throws a FileProblem, an ImageFile, or the abort reason of the signal.
   * @param begun called with the file's clock when a process starts to read the file.
   */
  async *read(
    request: ReadRequest,
    signal: AbortSignal,
    begun?: (clock: WorkClock) => void,
  ): AsyncGenerator<ReadChunk[]> {
    await this.#acquire();
    const reader = (await this.#takeIdle()) ?? this.#start();
    const stop = (): void => reader.end();
    signal.addEventListener('abort', stop);
    try {
      await reader.ready;
      signal.throwIfAborted();
      const clock = await reader.startClock();
      begun?.(clock);
      yield* reader.read(request, signal, clock);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#release(reader);
    }
  }

  /** Kills all processes. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const reader of this.#all) reader.end();
    await Promise.all([...this.#all].map(({ exited }) => exited));
  }

  /** Skips readers that have died, that were killed late for the limits of their last file, or that keep its memory. */
  async #takeIdle(): Promise<Reader | undefined> {
    for (let reader = this.#idle.pop(); reader !== undefined; reader = this.#idle.pop()) {
      reader.cancelRest();
      if (reader.isUsable && (await reader.isLight())) return reader;
      reader.end();
    }
    return undefined;
  }

  #start(): Reader {
    const reader = new Reader(this.#limits, this.#readableFolders);
    this.#all.add(reader);
    void reader.exited.then(() => this.#all.delete(reader));
    return reader;
  }

  async #acquire(): Promise<void> {
    while (this.#busy >= this.#limits.processes) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy += 1;
  }

  #release(reader: Reader): void {
    this.#busy -= 1;
    this.#waiting.shift()?.();
    if (this.#closed || !reader.isUsable) {
      reader.end();
      return;
    }
    this.#idle.push(reader);
    reader.restAtMost(idleMs, () => this.#forget(reader));
  }

  #forget(reader: Reader): void {
    const place = this.#idle.indexOf(reader);
    if (place !== -1) this.#idle.splice(place, 1);
  }
}

/** A reader process. */
class Reader {
  readonly #process: ChildProcess;
  readonly #limits: ReaderLimits;
  /** Resolves when the process is ready or has exited. */
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  #files = 0;
  /** Resolves the pending request; with undefined if the process exits without an answer. */
  #answered: ((answer: FromReader | undefined) => void) | undefined;
  /** An error in the process's last answer. */
  #defect: unknown;
  #ended: 'cpu' | 'time' | 'memory' | 'wish' | undefined;
  #hasExited = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(limits: ReaderLimits, readableFolders: string[]) {
    this.#limits = limits;
    this.#process = fork(join(import.meta.dirname, `reader${extname(import.meta.filename)}`), {
      execArgv: [
        `--max-old-space-size=${Math.ceil(limits.memoryBytes / 1024 ** 2)}`,
        '--permission',
        `--allow-fs-read=${programFolder()}`,
        ...readableFolders.map((folder) => `--allow-fs-read=${folder}`),
      ],
      env: {},
      // The last one is `pipeFd`.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    this.#listen(this.#process.stdio[pipeFd] as Readable);
    this.exited = new Promise((resolve) => {
      const exit = (): void => {
        this.#hasExited = true;
        this.#answered?.(undefined);
        resolve();
      };
      this.#process.once('exit', exit).once('error', exit);
    });
    this.ready = Promise.race([
      new Promise<void>((resolve) => this.#process.once('message', () => resolve())),
      this.exited,
    ]);
    lower(this.#process);
  }

  #listen(pipe: Readable): void {
    const frames = new Frames();
    // The pipe breaks when the process exits, which the exit event reports.
    pipe.on('error', () => undefined);
    pipe.on('data', (part: Buffer) => {
      if (this.#defect !== undefined) return;
      try {
        const answer = frames.push(part);
        if (answer !== undefined) this.#answered?.(answer);
      } catch (error) {
        this.#defect = error;
        this.end();
      }
    });
  }

  get isUsable(): boolean {
    return !this.#hasExited && this.#ended === undefined && this.#files < filesPerProcess;
  }

  /** Returns false if so much memory of earlier files is left that a small file might exceed the limit. */
  async isLight(): Promise<boolean> {
    const { memoryBytes, modelBytes = 0 } = this.#limits;
    const usage = await usageOf(this.#process.pid);
    return usage === undefined || usage.residentBytes <= memoryBytes * maxKeptShare + modelBytes + baseBytes;
  }

  end(why: 'cpu' | 'time' | 'memory' | 'wish' = 'wish'): void {
    this.#ended ??= why;
    clearTimeout(this.#rest);
    this.#process.kill('SIGKILL');
  }

  /** Cancels the timer of the idle reader, which could otherwise kill it while the next file is prepared. */
  cancelRest(): void {
    clearTimeout(this.#rest);
  }

  restAtMost(ms: number, then: () => void): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      then();
      this.end();
    }, ms);
    this.#rest.unref();
  }

  startClock(): Promise<WorkClock> {
    return WorkClock.start(this.#process.pid);
  }

  async *read(request: ReadRequest, signal: AbortSignal, clock: WorkClock): AsyncGenerator<ReadChunk[]> {
    this.#files += 1;
    let leftMs = waitFactor * this.#limits.timeoutMs;
    let message: ToReader = { type: 'begin', request };
    for (;;) {
      const began = performance.now();
      const answer = await this.#ask(message, leftMs, signal, clock);
      leftMs -= performance.now() - began;
      if (answer.chunks.length > 0) yield answer.chunks;
      if (answer.done) return;
      message = { type: 'next' };
    }
  }

  /** Sends a message and waits up to `timeoutMs` milliseconds for the answer. */
  async #ask(
    message: ToReader,
    timeoutMs: number,
    signal: AbortSignal,
    clock: WorkClock,
  ): Promise<Extract<FromReader, { type: 'chunks' }>> {
    const timer = setTimeout(() => this.end('time'), Math.max(timeoutMs, 0));
    const watch = setInterval(() => void this.#watch(clock), watchMs);
    clock.asked();
    try {
      const answer = await this.#exchange(message);
      signal.throwIfAborted();
      if (answer === undefined) throw this.#reasonOfDeath();
      if (answer.type === 'chunks') return answer;
      if (answer.type === 'problem') throw new FileProblem(answer.code, answer.message);
      if (answer.type === 'image') throw new ImageFile(answer.mediaType);
      throw new ReaderFailure(`A reader failed: ${answer.message}`);
    } finally {
      clock.answered();
      clearTimeout(timer);
      clearInterval(watch);
    }
  }

  /** Resolves with undefined if the process exits before it answers. */
  #exchange(message: ToReader): Promise<FromReader | undefined> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      if (this.#hasExited) resolve(undefined);
      if (this.#process.connected) this.#process.send(message, () => undefined);
    });
  }

  #reasonOfDeath(): Error {
    const { timeoutMs, memoryBytes } = this.#limits;
    if (this.#defect instanceof Error) return this.#defect;
    if (this.#ended === 'cpu' || this.#ended === 'time') {
      const limitMs = this.#ended === 'cpu' ? timeoutMs : waitFactor * timeoutMs;
      return invalid(`The file takes longer than ${limitMs / 1000} s to read.`);
    }
    // V8 aborts a process whose heap is full.
    if (this.#ended === 'memory' || this.#process.signalCode === 'SIGABRT' || this.#process.exitCode === 134)
      return invalid(`The file takes more than ${Math.round(memoryBytes / 1024 ** 2)} MiB of memory to read.`);
    return new ReaderFailure(`A reader ended by itself: ${this.#process.signalCode ?? this.#process.exitCode}`);
  }

  /** V8 limits the heap but not the memory outside of it. Without /proc, only the heap's limit applies. */
  async #watch(clock: WorkClock): Promise<void> {
    const usage = await usageOf(this.#process.pid);
    // The reader may have the next file by now.
    if (!clock.isWaiting) return;
    const { memoryBytes, modelBytes = 0, timeoutMs } = this.#limits;
    if (usage !== undefined && usage.residentBytes > memoryBytes + modelBytes + baseBytes) this.end('memory');
    if (clock.readMs(usage) > timeoutMs) this.end('cpu');
  }
}

/** Lowers the priority of a reader process, so that the server has precedence. */
function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // The process has exited, or the system does not allow it. Reading works without it.
  }
}

/** Returns the folder of the program and its packages: the topmost node_modules of an installation, else the clone. */
function programFolder(): string {
  const [above = '', ...below] = import.meta.dirname.split(`${sep}node_modules${sep}`);
  return below.length > 0
    ? join(above, 'node_modules')
    : dirname(fileURLToPath(import.meta.resolve('svc-server/package.json')));
}
