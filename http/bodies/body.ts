// Reads a request body within limits of size and time, and parses its JSON.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import secureJson from 'secure-json-parse';
import { batchPerTick, Deadline, endOfString, ServiceError, ValidationError } from '../../services/platform/index.ts';
import { jsonFault } from './json-fault.ts';

const bodyTimeoutMs = 30_000;
/** Bodies up to this size are not counted against the memory limit. */
const smallBytes = 64 * 1024;
const shareOfRest = 3;
const maxDepth = 32;
/**
 * The limit on objects, arrays and members in one body for the server's own resources. The largest body that a schema
 * allows is a batch of 2,000 files with 16 attributes each. Model calls have a setting of their own.
 *
 * Each part takes up to 30 times the memory of its text, and up to 2 µs of the event loop. Numbers and strings are not
 * counted, because they take little more than their text: 16 MiB of tokens to embed are allowed.
 */
export const maxOwnParts = 50_000;
/**
 * The limit on members of one object. V8 parses one huge object much more slowly than many small ones, and no API needs
 * one.
 */
const maxMembers = 10_000;
/**
 * Sequences of member names are checked only after this many parts, so that the check costs ordinary bodies nothing.
 */
const uncheckedParts = 50_000;
/**
 * The limit on different sequences of member names after those parts. V8 makes a hidden class for each: 500,000 members
 * with all different names take up to 20 times as long to parse as 500,000 with a few name patterns.
 */
const maxSequences = 10_000;
/** Random, so that a sender cannot choose names with colliding hashes. */
const hashSeed = Math.trunc(Math.random() * 2 ** 32);
const quote = 0x22;
/** Text shorter than this cannot nest deeper than `maxDepth`. */
const depthCheckLength = 2 * maxDepth;
const nothing = Buffer.alloc(0);
/** The decoder drops a byte order mark, as RFC 8259 allows. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The memory limit for the bodies of all requests together. Small bodies are not counted.
 *
 * A holder who has one body in memory may take at most `shareOfRest` times the free memory. One holder alone gets three
 * quarters of the limit at most (Choudhury and Hahne: dynamic thresholds for shared buffers). A holder's only body may
 * take all free memory.
 */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns true if `bytes` more bytes fit. */
  has(bytes: number): boolean {
    return this.#taken + bytes <= this.#maxBytes;
  }

  /**
   * Reserves `bytes` more bytes, and returns false if they do not fit.
   * @param ownBytes the bytes that the holder has reserved for this same body.
   */
  reserve(holder: string, bytes: number, ownBytes: number): boolean {
    const held = this.#held.get(holder) ?? 0;
    const left = this.#maxBytes - this.#taken - bytes;
    if (left < 0 || (held > ownBytes && held + bytes > shareOfRest * left)) return false;
    this.#held.set(holder, held + bytes);
    this.#taken += bytes;
    return true;
  }

  release(holder: string, bytes: number): void {
    const left = (this.#held.get(holder) ?? 0) - bytes;
    if (left === 0) this.#held.delete(holder);
    else this.#held.set(holder, left);
    this.#taken -= bytes;
  }
}

/** The limits for reading one body. */
export interface BodyBounds {
  maxBytes: number;
  memory: BodyMemory;
  /** The id of the owner that the body is counted for. */
  holder: string;
  /** Registers a listener for the moment when the body is no longer needed. */
  onDone(listener: () => void): void;
}

/**
 * Throws `body_too_large` or `unsupported_media_type`, as far as the headers tell.
 * @param types the media types that the operation takes, or undefined for bytes.
 */
export function checkBodyHeaders(
  { headers }: IncomingMessage,
  maxBytes: number,
  { types }: { types: readonly string[] | undefined },
): void {
  if (!hasBody(headers)) return;
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (types !== undefined) checkMediaType(headers['content-type'], types);
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Send the body without a content encoding.');
  }
}

/**
 * Reads the body. Returns undefined at once if the request has none. Throws `body_too_large`, `request_timeout`,
 * `malformed_request`, or `unavailable` if the memory for bodies is used up.
 */
export function readBody(request: IncomingMessage, bounds: BodyBounds): undefined | Promise<Buffer> {
  if (!hasBody(request.headers)) return undefined;
  // Refuses a body early if it cannot fit. The announced size reserves nothing: otherwise announcements alone could
  // keep other callers out.
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > smallBytes && !bounds.memory.has(declared)) throw memoryFull();
  return readBytes(request, bounds);
}

/**
 * The reserved memory of one large body. It grows as bytes arrive, and is released when the body is no longer needed.
 */
class BodyReservation {
  readonly #memory: BodyMemory;
  readonly #holder: string;
  #taken = 0;
  #isReleased = false;

  constructor({ memory, holder, onDone }: BodyBounds) {
    this.#memory = memory;
    this.#holder = holder;
    onDone(() => {
      this.#isReleased = true;
      if (this.#taken > 0) memory.release(holder, this.#taken);
    });
  }

  /** Reserves memory up to `bytes` in all, and returns false if it does not fit. */
  growTo(bytes: number): boolean {
    if (this.#isReleased) return true;
    if (!this.#memory.reserve(this.#holder, bytes - this.#taken, this.#taken)) return false;
    this.#taken = bytes;
    return true;
  }
}

/** Decodes a JSON body. Throws a ValidationError if the bytes are not valid UTF-8. */
export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidJson('the body is not valid UTF-8', 0);
  }
}

/**
 * Parses a JSON text. Throws a ValidationError for a text that is malformed, is too deep, has too many parts, or could
 * change the prototype of an object.
 */
export function parseJson(text: string, maxParts: number): unknown {
  if (text.length > depthCheckLength) checkShape(text, maxParts);
  // Refuses a second byte order mark here: secure-json-parse would drop it, and `JSON.parse`, which reads a refused
  // body again, would not.
  if (text.startsWith('\ufeff')) throw invalidJson('a value was expected', 0);
  try {
    if (!mayNamePrototype(text)) return JSON.parse(text);
    return secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    const fault = jsonFault(text) ?? {
      position: text.length,
      error: 'the member names __proto__ and constructor.prototype are not allowed',
    };
    throw invalidJson(fault.error, fault.position);
  }
}

/** Returns true if the text must go through secure-json-parse, which takes a third longer. Few texts do. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u');
}

function checkMediaType(contentType: string | undefined, types: readonly string[]): void {
  if (contentType === 'application/json') return;
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (types.includes(type) && (charset === undefined || ['utf-8', '"utf-8"'].includes(charset))) return;
  throw new ServiceError(
    'unsupported_media_type',
    `Send the body as ${types.map((one) => `'content-type: ${one}'`).join(' or ')}, not '${contentType ?? ''}'.`,
  );
}

/** Hands over all bodies of one tick together, so that their calls can share batches in the later steps. */
const handOver = batchPerTick(({ bytes, to }: { bytes: Buffer; to: (bytes: Buffer) => void }) => to(bytes));

function readBytes(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const { maxBytes } = bounds;
  let reservation: BodyReservation | undefined;
  const hasMemory = (bytes: number): boolean => {
    reservation ??= new BodyReservation(bounds);
    return reservation.growTo(bytes);
  };
  return new Promise((resolve, reject) => {
    // Most bodies come in one chunk, and need no `concat`.
    let first: Buffer = nothing;
    let more: Buffer[] = [];
    let length = 0;
    let finished = false;
    const finish = (refuse?: () => ServiceError): void => {
      if (finished) return;
      finished = true;
      deadline.forget();
      if (refuse !== undefined) reject(refuse());
      else handOver({ bytes: more.length === 0 ? first : Buffer.concat([first, ...more], length), to: resolve });
      more = [];
    };
    const deadline = new Deadline(performance.now() + bodyTimeoutMs, () => finish(tooLate));
    request.on('data', (chunk: Buffer) => {
      if (finished) return;
      length += chunk.length;
      if (length > maxBytes) finish(() => tooLarge(maxBytes));
      else if (length > smallBytes && !hasMemory(length)) finish(memoryFull);
      else if (first === nothing) first = chunk;
      else more.push(chunk);
    });
    request.on('end', () => finish());
    // `close` also follows `end`, and `finish` ignores the second event. Without this listener a broken request would
    // never settle: there is no listener for `error`.
    request.on('close', () => finish(() => cutOff(request.errored)));
  });
}

function checkShape(text: string, maxParts: number): void {
  let depth = 0;
  let parts = 0;
  /** The number of members of each open object, by depth. */
  const members: number[] = [];
  /** The hash of the member names of each open object, by depth. */
  const sequences: number[] = [];
  const seen = new Set<number>();
  let textStart = 0;
  let textEnd = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      textStart = index + 1;
      textEnd = endOfString(text, index);
      index = textEnd;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      parts += 1;
      members[depth] = 0;
      sequences[depth] = hashSeed;
      if (depth > maxDepth) throw invalidJson(`more than ${maxDepth} levels deep`, index);
      if (parts > maxParts) throw tooManyParts(index, maxParts);
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    } else if (code === 0x3a) {
      parts += 1;
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count > maxMembers) throw invalidJson(`more than ${maxMembers} members in one object`, index);
      if (parts > maxParts) throw tooManyParts(index, maxParts);
      if (parts <= uncheckedParts) continue;
      const sequence = hashFrom(sequences[depth] ?? hashSeed, text, textStart, textEnd);
      sequences[depth] = sequence;
      seen.add(sequence);
      if (seen.size > maxSequences)
        throw invalidJson(`objects of more than ${maxSequences} different sequences of member names`, index);
    }
  }
}

/** Continues an FNV-1a hash of 32 bits from a state. */
function hashFrom(state: number, text: string, start: number, end: number): number {
  let hash = state;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // Marks the end of a name, so that `ab` and `a`, `b` have different hashes.
  return Math.imul(hash ^ 0x10000, 0x01000193);
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function invalidJson(error: string, position: number): ValidationError {
  return new ValidationError([
    { loc: ['body', String(position)], msg: 'JSON decode error', type: 'json_invalid', input: {}, ctx: { error } },
  ]);
}

function tooManyParts(position: number, maxParts: number): ValidationError {
  return invalidJson(`more than ${maxParts} objects, arrays and members`, position);
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError(
    'body_too_large',
    `The body may have at most ${maxBytes} bytes. Send less at once, or ask the operator for a higher limit.`,
  );
}

function memoryFull(): ServiceError {
  return new ServiceError('unavailable', 'The server is processing too many large bodies. Try again shortly.', {
    retryAfterSeconds: 1,
  });
}

function tooLate(): ServiceError {
  return new ServiceError('request_timeout', 'The body took too long to arrive.');
}

function cutOff(cause: unknown): ServiceError {
  return new ServiceError(
    'malformed_request',
    'The connection closed before the whole body arrived. Send the request again.',
    { cause },
  );
}
