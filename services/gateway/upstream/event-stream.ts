// Passes server-sent events through: forwards the bytes of whole events unchanged, and reads the usage out of them. An
// incomplete event is held back until its end arrives, so that a stream that fails never sends half an event before the
// error event.
//
// An event whose data is not JSON ends the stream, because its event boundaries cannot be trusted either. An event with
// a name but no data is dropped: by the standard it is no event (HTML, 9.2.6), and clients of the public API fail on
// it. Lines may end with LF, CR or both (9.2.5). They are forwarded with LF, because few clients know CR alone.

/** The upstream sent an invalid event stream. */
export class MalformedEventError extends Error {
  /** The events before it that can be forwarded. */
  before = '';
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = '\ufeff';
const maxEventBytes = 16 << 20;
const done = '[DONE]';

/** The data of an event, as far as this server reads it. */
export interface EventData {
  choices?: unknown;
  delta?: unknown;
  usage?: unknown;
  response?: unknown;
  error?: unknown;
  message?: unknown;
  type?: unknown;
  item?: unknown;
}

/** Inspects the data of an event, and its name if needed. Returns false to drop the event, or a text to replace it. */
export type EventReader = (data: EventData, name: () => string | undefined) => boolean | string;

export class EventStream {
  readonly #read: EventReader;
  readonly #isTranslated: boolean;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isDone = false;
  #hasBegun = false;
  #endsWithReturn = false;
  /** True: the final event is dropped, because the stream has failed. */
  hidesEnd = false;

  /** @param isTranslated true if only the reader's texts are forwarded, without comments and the final event. */
  constructor(read: EventReader, isTranslated = false) {
    this.#read = read;
    this.#isTranslated = isTranslated;
  }

  /** `true` after the final event. Later bytes are dropped. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Takes a chunk and returns the bytes that can be forwarded now, or undefined. Throws a MalformedEventError. */
  push(given: Buffer): Buffer | undefined {
    if (this.#isDone || given.length === 0) return undefined;
    const chunk = this.#withLineFeeds(given);
    if (chunk.length === 0) return undefined;
    const end = this.#heldBytes === 0 ? endOfEvents(chunk) : this.#endAfterHeld(chunk);
    if (end === chunk.length && this.#heldBytes === 0) return this.#check(chunk);
    if (end === 0) {
      this.#hold(chunk);
      return undefined;
    }
    const whole = Buffer.concat([...this.#held, chunk.subarray(0, end)]);
    this.#held = [];
    this.#heldBytes = 0;
    if (end < chunk.length) this.#hold(chunk.subarray(end));
    return this.#check(whole);
  }

  /** Returns the last event if the upstream closed the stream without the final blank line. */
  end(): Buffer | undefined {
    if (this.#heldBytes === 0 || this.#isDone) return undefined;
    return this.#check(Buffer.concat([...this.#held, Buffer.from('\n\n')]));
  }

  /** Replaces the returns. A line feed after a return belongs to it, also if it comes with the next chunk. */
  #withLineFeeds(chunk: Buffer): Buffer {
    const from = this.#endsWithReturn && chunk[0] === lineFeed ? 1 : 0;
    this.#endsWithReturn = chunk.at(-1) === carriageReturn;
    if (!chunk.includes(carriageReturn)) return chunk.subarray(from);
    return Buffer.from(chunk.toString('latin1', from).replace(/\r\n?/g, '\n'), 'latin1');
  }

  #hold(chunk: Buffer): void {
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > maxEventBytes) throw new MalformedEventError('An event is too large');
    this.#held.push(chunk);
  }

  /** The blank line may begin in the held bytes. */
  #endAfterHeld(chunk: Buffer): number {
    const before = (this.#held.at(-1) as Buffer).subarray(-1);
    const end = endOfEvents(Buffer.concat([before, chunk])) - before.length;
    return Math.max(end, 0);
  }

  /** Returns the bytes of whole events without the dropped ones. */
  #check(bytes: Buffer): Buffer | undefined {
    const text = bytes.toString();
    const isMarked = !this.#hasBegun && text.startsWith(byteOrderMark);
    this.#hasBegun = true;
    const kept = this.#keep(isMarked ? text.slice(1) : text);
    if (kept === text) return bytes;
    return kept === '' ? undefined : Buffer.from(kept);
  }

  #keep(text: string): string {
    let kept = '';
    let keptFrom = 0;
    let at = 0;
    while (at < text.length && !this.#isDone) {
      const start = at;
      at = nextEvent(text, start);
      const data = dataOf(text, start, at);
      this.#isDone = data === done;
      const isRead = data !== undefined && !this.#isDone;
      if (!isRead && !this.#isTranslated && !(this.#isDone && this.hidesEnd)) continue;
      const end = at;
      const verdict =
        isRead &&
        data !== '' &&
        this.#read(
          parse(data, () => kept + text.slice(keptFrom, start)),
          () => nameOf(text, start, end),
        );
      if (verdict === true) continue;
      kept += text.slice(keptFrom, start) + (verdict === false ? '' : verdict);
      keptFrom = end;
    }
    return keptFrom === 0 && at === text.length ? text : kept + text.slice(keptFrom, at);
  }
}

/** Returns the index after the last blank line, or 0. */
function endOfEvents(bytes: Buffer): number {
  const last = bytes.length - 1;
  if (last > 0 && bytes[last] === lineFeed && bytes[last - 1] === lineFeed) return bytes.length;
  const at = bytes.lastIndexOf('\n\n');
  return at === -1 ? 0 : at + 2;
}

/** Returns the index after the blank line that ends the event at `at`. */
function nextEvent(text: string, at: number): number {
  const blank = text.indexOf('\n\n', at);
  return blank === -1 ? text.length : blank + 2;
}

/**
 * Returns the data of the event between the indexes: empty if it has none, undefined if it is not an event, such as a
 * comment.
 */
function dataOf(text: string, at: number, end: number): string | undefined {
  // The fast path: nearly all events have one line of data, and at most their name before it.
  const from = text.startsWith('event: ', at) ? text.indexOf('\n', at) + 1 : at;
  if (text.startsWith('data: ', from) && text.indexOf('\n', from) >= end - 2)
    return text.slice(from + 6, end - 2).trimEnd();
  const lines = linesOf(text, at, end);
  const data = valuesOf(lines, 'data');
  return data.length === 0 && valuesOf(lines, 'event').length === 0 ? undefined : data.join('\n');
}

/** Returns the name of the event between the indexes, if it has one. */
function nameOf(text: string, at: number, end: number): string | undefined {
  return valuesOf(linesOf(text, at, end), 'event').at(-1);
}

function linesOf(text: string, at: number, end: number): string[] {
  return text.slice(at, end).split('\n');
}

/** Returns the values of a field from the lines that contain it. */
function valuesOf(lines: readonly string[], field: string): string[] {
  return lines
    .filter((line) => line === field || line.startsWith(`${field}:`))
    .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
}

/** @param before returns the events before this one. */
function parse(data: string, before: () => string): EventData {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  const error = new MalformedEventError('The data of an event is not a JSON object');
  error.before = before();
  throw error;
}
