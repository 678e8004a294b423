// The log: JSON lines on stdout, pretty-printed on a terminal. Secrets are redacted by pattern, wherever they are
// logged.

import cluster from 'node:cluster';
import { writeSync } from 'node:fs';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { nowMs } from '../../models/clock.ts';
import { scrub } from './scrub.ts';

export type Log = Logger;

/**
 * Lines are written in blocks of about this size, or after `flushMs`: each write occupies a thread of the libuv pool.
 */
const blockBytes = 64 * 1024;
const flushMs = 100;
/**
 * The maximum of unwritten bytes, for a slow reader or a full disk. Beyond it lines are dropped, so that the server
 * keeps running.
 */
const maxWaitingBytes = 16 * 1024 ** 2;
/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const maxBytesOfUnit = 3;

let hidden: RegExp | undefined;

/** Adds secrets without a known pattern, such as upstream keys, to those that are redacted. */
export function hideSecrets(values: readonly string[]): void {
  // Secrets in the form in which a JSON line contains them. Redacting very short ones would damage the log.
  const texts = values.filter(({ length }) => length >= 8).map((value) => JSON.stringify(value).slice(1, -1));
  // Longest first: if one secret is the prefix of another, the rest of the longer one would stay visible.
  texts.sort((a, b) => b.length - a.length);
  hidden = texts.length === 0 ? undefined : new RegExp(texts.map(escaped).join('|'), 'g');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function scrubAll(line: string): string {
  const shaped = scrub(line);
  return hidden === undefined ? shaped : shaped.replace(hidden, '[redacted]');
}

/** Creates a logger with the level. On a terminal it pretty-prints. */
export async function createLog(level: string): Promise<Log> {
  const options = {
    level,
    // Processes of one server share its log.
    base: cluster.worker === undefined ? null : { process: cluster.worker.id },
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: ['password', 'secret', 'token', '*.password', '*.secret', '*.token', '*.authorization', '*["x-api-key"]'],
      censor: '[redacted]',
    },
    hooks: { streamWrite: scrubAll },
  };
  if (!process.stdout.isTTY) {
    // All loggers of the process share one stream, because the stream listens for the end of the process.
    standardOutput ??= blocksOfLines();
    return pino(options, standardOutput);
  }
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ sync: true, ignore: 'hostname,pid' }));
}

/**
 * Writes to standard output outside of the event loop. Lines are encoded into one buffer at once: kept as strings, each
 * would be a rope of many small pieces that burdens the garbage collector.
 *
 * If the disk is full, the lines are kept and retried with later ones, so that the server keeps running. At the end of
 * the process they are dropped, because the library's synchronous write would wait for ever.
 *
 * process.exit does not wait for a block that is being written, which may then follow later lines. To keep the order,
 * call it when a flush is done.
 */
function blocksOfLines(): DestinationStream & { flush(done: () => void): void; flushSync(): void } {
  const how = { fd: 1, sync: false, contentMode: 'buffer', minLength: 1, maxLength: maxWaitingBytes } as const;
  const blocks = destination(how) as unknown as Blocks;
  let block = Buffer.allocUnsafeSlow(blockBytes);
  /** The range of bytes that were not yet passed to the stream. */
  let [start, end] = [0, 0];
  let failing = false;
  blocks.on('error', () => {
    failing = true;
  });
  blocks.on('write', () => {
    failing = false;
  });
  const handOver = (): void => {
    if (start === end || blocks.destroyed) return;
    blocks.write(block.subarray(start, end));
    start = end;
  };
  /** Makes room for this many bytes at `end`. */
  const makeRoom = (bytes: number): void => {
    if (bytes <= block.length - end) return;
    handOver();
    block = Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes));
    [start, end] = [0, 0];
  };
  setInterval(handOver, flushMs).unref();
  // Must run before the stream's own listeners, which write what the stream holds.
  process.prependListener('beforeExit', handOver).prependListener('exit', () => {
    if (failing) {
      blocks.destroy();
      return;
    }
    blocks.flushSync();
    // Not by the stream: the end of the process cancels asynchronous writes that have not begun.
    writeAll(how.fd, block.subarray(start, end));
  });
  return {
    write(line) {
      makeRoom(line.length * maxBytesOfUnit);
      end += block.write(line, end);
    },
    flush(done) {
      handOver();
      blocks.flush(done);
    },
    flushSync() {
      handOver();
      if (!failing) blocks.flushSync();
    },
  };
}

/**
 * Writes all bytes to the file. Waits for the reader of a full pipe, at most a second. Ignores other errors: at the end of
 * the process nothing can handle them.
 */
function writeAll(fd: number, bytes: Buffer): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  let waits = 100;
  for (let rest = bytes; rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      // The reader has gone, or is late, or the disk is full.
      if (!isFull || waits === 0) return;
      waits -= 1;
      Atomics.wait(sleeper, 0, 0, 10);
    }
  }
}

/** The type of the stream in its buffer mode. */
interface Blocks {
  readonly destroyed: boolean;
  on(event: 'error' | 'write', listener: () => void): void;
  write(block: Buffer): void;
  destroy(): void;
  flush(done: () => void): void;
  flushSync(): void;
}

let standardOutput: ReturnType<typeof blocksOfLines> | undefined;

let lastMs = 0;
let lastTimestamp = '';

/** Returns the timestamp of a line, cached per millisecond because a busy server writes many lines in each. */
function timestamp(): string {
  const ms = nowMs();
  if (ms !== lastMs) {
    lastMs = ms;
    lastTimestamp = `,"time":"${new Date(ms).toISOString()}"`;
  }
  return lastTimestamp;
}
