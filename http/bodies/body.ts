// The bytes of a request's body, within a size and a time, and the JSON value they spell.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import secureJson from 'secure-json-parse';
import { batchPerTick, Deadline, endOfString, ServiceError, ValidationError } from '../../services/platform/index.ts';
import { jsonFault } from './json-fault.ts';

const bodyTimeoutMs = 30_000;
/** Bodies up to this size are not worth counting. */
const smallBytes = 64 * 1024;
const shareOfRest = 3;
const maxDepth = 32;
/**
 * Objects, arrays and members of objects in one body for the server's own resources: the largest that a schema allows is a
 * batch of 2,000 files with 16 attributes each. Calls of models have a setting. Each takes up to thirty times the memory of
 * its text, and up to 2 µs of the event loop. Numbers and texts take little more than theirs, and are not counted: 16 MiB of
 * tokens to embed are a call like any other.
 */
export const maxOwnParts = 50_000;
/** The limit on members of one object. V8 is much slower with one huge object than with many small ones, and no API needs one. */
const maxMembers = 10_000;
/** Members are compared with those before them only in a body of more parts than this: ordinary bodies cost nothing. */
const uncheckedParts = 50_000;
/**
 * The limit on different sequences of member names beyond those parts. V8 makes a hidden class of each: 500,000 members that
 * are all new take up to 20 times as long to parse as 500,000 that follow a few patterns.
 */
const maxSequences = 10_000;
/** Unknown to the sender, who could otherwise choose names that are counted as one. */
const hashSeed = Math.trunc(Math.random() * 2 ** 32);
const quote = 0x22;
/** Text shorter than this cannot nest deeper than `maxDepth`. */
const depthCheckLength = 2 * maxDepth;
const nothing = Buffer.alloc(0);
/** Drops a byte order mark, as RFC 8259 allows. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * How many bytes of bodies are in memory at a time, over all requests. Small bodies are not counted.
 *
 * Nobody fills it alone by sending much at once: who has a body here already may have `shareOfRest` times as much as is left,
 * which is three quarters of the room where nobody else has any (Choudhury and Hahne's dynamic thresholds for buffers that
 * are shared). A single body may have all that is left.
 */
export class BodyRoom {
  readonly #maxBytes: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether there is room for so many bytes more. */
  has(bytes: number): boolean {
    return this.#taken + bytes <= this.#maxBytes;
  }

  /**
   * Takes room for so many bytes more, if there is.
   * @param seated how many the holder has for this very body.
   */
  take(holder: string, bytes: number, seated: number): boolean {
    const held = this.#held.get(holder) ?? 0;
    const left = this.#maxBytes - this.#taken - bytes;
    if (left < 0 || (held > seated && held + bytes > shareOfRest * left)) return false;
    this.#held.set(holder, held + bytes);
    this.#taken += bytes;
    return true;
  }

  give(holder: string, bytes: number): void {
    const left = (this.#held.get(holder) ?? 0) - bytes;
    if (left === 0) this.#held.delete(holder);
    else this.#held.set(holder, left);
    this.#taken -= bytes;
  }
}

/** What bounds a body. */
export interface BodyBounds {
  maxBytes: number;
  room: BodyRoom;
  /** Whose it is. */
  holder: string;
  /** Calls the listener when the body is no longer needed. */
  onDone(listener: () => void): void;
}

/** Throws what is wrong with a body, as far as its headers tell: `body_too_large` or `unsupported_media_type`. */
export function checkBodyHeaders(
  { headers }: IncomingMessage,
  maxBytes: number,
  { isJson }: { isJson: boolean },
): void {
  if (!hasBody(headers)) return;
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (isJson) checkMediaType(headers['content-type']);
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Send the body without a content encoding.');
  }
}

/**
 * The bytes of a body; none where the request has none, at once. Throws `body_too_large`, or `unavailable`: no room for it.
 */
export function readBody(request: IncomingMessage, bounds: BodyBounds): undefined | Promise<Buffer> {
  if (!hasBody(request.headers)) return undefined;
  // Not worth sending; but what is only announced takes nothing, or announcements would keep everybody else out.
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > smallBytes && !bounds.room.has(declared)) throw noRoom();
  return readBytes(request, bounds);
}

/** The room of one large body: it grows as the body comes, and is given back when that is no longer needed. */
class Seat {
  readonly #room: BodyRoom;
  readonly #holder: string;
  #taken = 0;
  #isLeft = false;

  constructor({ room, holder, onDone }: BodyBounds) {
    this.#room = room;
    this.#holder = holder;
    onDone(() => {
      this.#isLeft = true;
      if (this.#taken > 0) room.give(holder, this.#taken);
    });
  }

  /** Whether there is room for the body as it is by now. */
  holds(bytes: number): boolean {
    if (this.#isLeft) return true;
    if (!this.#room.take(this.#holder, bytes - this.#taken, this.#taken)) return false;
    this.#taken = bytes;
    return true;
  }
}

/** The text of a JSON body. Throws a ValidationError for bytes that are no UTF-8. */
export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidJson('the body is not valid UTF-8', 0);
  }
}

/** Parses a JSON text. Throws a ValidationError for one that is malformed, too deep, of too many parts, or names a prototype. */
export function parseJson(text: string, maxParts: number): unknown {
  if (text.length > depthCheckLength) checkShape(text, maxParts);
  // A second byte order mark: the parser below would drop it, and the one that reads a refused body anew would not.
  if (text.startsWith('\ufeff')) throw invalidJson('a value was expected', 0);
  try {
    if (!mayNamePrototype(text)) return JSON.parse(text);
    return secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    const fault = jsonFault(text) ?? { position: text.length, error: 'it names a prototype' };
    throw invalidJson(fault.error, fault.position);
  }
}

/** Whether it is worth a closer look, which takes a third of the time that parsing takes: nearly no text is. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u');
}

function checkMediaType(contentType: string | undefined): void {
  if (contentType === 'application/json') return;
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (type === 'application/json' && (charset === undefined || ['utf-8', '"utf-8"'].includes(charset))) return;
  throw new ServiceError(
    'unsupported_media_type',
    `Send the body as 'content-type: application/json', not '${contentType ?? ''}'.`,
  );
}

/** Together with the others of this turn: their calls then go on side by side, step by step. */
const handOver = batchPerTick(({ bytes, to }: { bytes: Buffer; to: (bytes: Buffer) => void }) => to(bytes));

function readBytes(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const { maxBytes } = bounds;
  let seat: Seat | undefined;
  const hasRoom = (bytes: number): boolean => {
    seat ??= new Seat(bounds);
    return seat.holds(bytes);
  };
  return new Promise((resolve, reject) => {
    // Nearly always it is all: an empty list costs next to nothing.
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
      else if (length > smallBytes && !hasRoom(length)) finish(noRoom);
      else if (first === nothing) first = chunk;
      else more.push(chunk);
    });
    request.on('end', () => finish());
    // It comes after the end too, where there was one. Without a listener for it, no error does.
    request.on('close', () => finish(() => cutOff(request.errored)));
  });
}

function checkShape(text: string, maxParts: number): void {
  let depth = 0;
  let parts = 0;
  /** Of the objects that are open. */
  const members: number[] = [];
  /** The hash of the member names so far, of the objects that are open. */
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

/** FNV-1a from a state, in 32 bits. */
function hashFrom(state: number, text: string, start: number, end: number): number {
  let hash = state;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // So that a name that is split in two is another sequence.
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
  return new ServiceError('body_too_large', `The body may have at most ${maxBytes} bytes.`);
}

function noRoom(): ServiceError {
  return new ServiceError('unavailable', 'The server is processing too many large bodies. Try again shortly.', {
    retryAfterSeconds: 1,
  });
}

function tooLate(): ServiceError {
  return new ServiceError('request_timeout', 'The body took too long to arrive.');
}

function cutOff(cause: unknown): ServiceError {
  return new ServiceError('malformed_request', 'The body was cut off.', { cause });
}
