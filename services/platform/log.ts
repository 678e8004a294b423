// The log: JSON lines on stdout, pretty on a terminal. Secrets are cut out by shape, whoever logs them.

import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { nowMs } from '../../models/clock.ts';

export type Log = Logger;

/** Lines are handed to the system in blocks of about this size, or after `flushMs`: each costs a thread of the pool. */
const blockBytes = 64 * 1024;
const flushMs = 100;
/** What waits for a reader, or for room on the disk, at most: beyond it lines are dropped rather than the server. */
const maxWaitingBytes = 16 * 1024 ** 2;
/** What a unit of a text, a UTF-16 one, takes at most as UTF-8. */
const maxBytesOfUnit = 3;

/** A credential of this server, the token of a link, or a webhook secret, wherever it stands in a text. */
const secretPattern = /\b(svcuser|svcuserrefresh|svcorg|svcproj|svcreset|svcinvitation|whsec)_[A-Za-z0-9+/=_-]{8,}/g;

/** The text without the secrets in it. */
export function scrub(text: string): string {
  // Nearly all lines have neither of these, and the expression takes ten times as long to find out.
  if (!text.includes('svc') && !text.includes('whsec_')) return text;
  return text.replace(secretPattern, '$1_[redacted]');
}

let hidden: RegExp | undefined;

/** Texts that are secret whatever their shape, such as the keys of upstreams: from now on they are cut out too. */
export function hideSecrets(values: readonly string[]): void {
  // As they stand in a line of JSON. A very short one would take half of the log with it.
  const texts = values.filter(({ length }) => length >= 8).map((value) => JSON.stringify(value).slice(1, -1));
  // The longest first: the first that fits is taken, and where one begins another the rest would be shown.
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

/** A logger at the level. On a terminal the lines are for people. */
export async function createLog(level: string): Promise<Log> {
  const options = {
    level,
    base: null,
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: ['password', 'secret', 'token', '*.password', '*.secret', '*.token', '*.authorization'],
      censor: '[redacted]',
    },
    hooks: { streamWrite: scrubAll },
  };
  if (!process.stdout.isTTY) {
    // One for all loggers of the process: it watches for the process's end.
    standardOutput ??= blocksOfLines();
    return pino(options, standardOutput);
  }
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ sync: true, ignore: 'hostname,pid' }));
}

/**
 * Standard output, off the event loop. Lines are encoded at once, one behind the other: kept as texts, each would be the
 * many small pieces that it was put together from, and the garbage collector would carry them around.
 *
 * Where they cannot be written, since the disk is full, the server goes on: they wait, and are tried again with those that
 * follow. The library would wait for ever where it writes in one go, as it does at the end: there they are given up.
 */
function blocksOfLines(): DestinationStream & { flush(done: () => void): void; flushSync(): void } {
  const how = { fd: 1, sync: false, contentMode: 'buffer', minLength: 1, maxLength: maxWaitingBytes } as const;
  const blocks = destination(how) as unknown as Blocks;
  let block = Buffer.allocUnsafeSlow(blockBytes);
  /** What stands between them has not been handed over. */
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
  /** A place for so many bytes, at `end`. */
  const makeRoom = (bytes: number): void => {
    if (bytes <= block.length - end) return;
    handOver();
    block = Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes));
    [start, end] = [0, 0];
  };
  setInterval(handOver, flushMs).unref();
  // Before those of the blocks, which write what they have.
  process.prependListener('beforeExit', handOver).prependListener('exit', () => {
    if (failing) blocks.destroy();
    else handOver();
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

/** As it is when it is made to take buffers. */
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

/** The time of a line. A busy server writes many lines in a millisecond: their text is made once. */
function timestamp(): string {
  const ms = nowMs();
  if (ms !== lastMs) {
    lastMs = ms;
    lastTimestamp = `,"time":"${new Date(ms).toISOString()}"`;
  }
  return lastTimestamp;
}
