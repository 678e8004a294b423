// The log: JSON lines on stdout, pretty on a terminal. Secrets are cut out by shape, whoever logs them.

import { type DestinationStream, destination, type Logger, pino, symbols } from 'pino';
import { nowMs } from './clock.ts';

export type Log = Logger;

/** Lines are handed to the system in blocks of this size, or after `flushMs`: each block costs a thread of the pool. */
const blockBytes = 16 * 1024;
const flushMs = 100;

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
  if (!process.stdout.isTTY) return pino(options, blocksOfLines());
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ sync: true, ignore: 'hostname,pid' }));
}

/** Standard output, off the event loop. As texts, its buffer would be measured anew at every line. */
function blocksOfLines(): DestinationStream & { flush(done: () => void): void; flushSync(): void } {
  const blocks = destination({
    fd: 1,
    sync: false,
    contentMode: 'buffer',
    minLength: blockBytes,
    maxWrite: 2 * blockBytes,
    periodicFlush: flushMs,
  }) as unknown as { write(line: Buffer): void; flush(done: () => void): void; flushSync(): void };
  return {
    write: (line) => blocks.write(Buffer.from(line)),
    flush: (done) => blocks.flush(done),
    flushSync: () => blocks.flushSync(),
  };
}

/** Writes a line at the level `info`. Its members, `msg` among them, must be known to hold no secret by their name. */
export type LineWriter = (members: { msg: string; [name: string]: unknown }) => void;

/**
 * Writes the lines that a busy server writes most, as the logger would, at a third of the cost: nothing in them is looked
 * for by its name. What has the shape of a secret is cut out all the same.
 */
export function lineWriter(log: Log): LineWriter {
  const stream = (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym] as DestinationStream;
  return (members) => {
    if (log.isLevelEnabled('info'))
      stream.write(scrub(`{"level":"info"${timestamp()},${JSON.stringify(members).slice(1)}\n`));
  };
}

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
