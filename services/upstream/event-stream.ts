// Server-sent events on their way through: the bytes of whole events are handed over as they came, and read for what the
// server itself needs, their usage. The beginning of an event is held back until its end is here, so that a stream that
// breaks never leaves half an event behind, before the one that says so.
//
// An event whose data is no JSON ends the stream: whatever made it is not to be trusted with where events end.

/** The upstream sent what is no event stream of the public API. */
export class MalformedEventError extends Error {}

const lineFeed = 0x0a;
const maxEventBytes = 16 << 20;
const done = '[DONE]';

/** The data of an event, as far as anybody here reads it. */
export interface EventData {
  choices?: unknown;
  usage?: unknown;
  response?: unknown;
}

/** Looks at an event's data. False: the event is not handed over. */
export type EventReader = (data: EventData) => boolean;

export class EventStream {
  readonly #read: EventReader;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(read: EventReader) {
    this.#read = read;
  }

  /** What may be handed over now that these bytes have come; undefined: nothing yet. Throws a MalformedEventError. */
  push(chunk: Buffer): Buffer | undefined {
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

  /** The last event, where the upstream closed the stream without the blank line that ends it. */
  end(): Buffer | undefined {
    if (this.#heldBytes === 0) return undefined;
    return this.#check(Buffer.concat([...this.#held, Buffer.from('\n\n')]));
  }

  #hold(chunk: Buffer): void {
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > maxEventBytes) throw new MalformedEventError('An event is too large');
    this.#held.push(chunk);
  }

  /** The blank line may begin in what is held. */
  #endAfterHeld(chunk: Buffer): number {
    const before = Buffer.concat(this.#held.slice(-3).map((held) => held.subarray(-3)));
    const end = endOfEvents(Buffer.concat([before, chunk])) - before.length;
    return Math.max(end, 0);
  }

  /** The bytes of whole events, less those that are not to be handed over. */
  #check(bytes: Buffer): Buffer | undefined {
    const text = bytes.toString();
    const kept = this.#keep(text);
    if (kept === text) return bytes;
    return kept === '' ? undefined : Buffer.from(kept);
  }

  #keep(text: string): string {
    let kept = '';
    let keptFrom = 0;
    let at = 0;
    const hasReturns = text.includes('\r');
    while (at < text.length) {
      const end = nextEvent(text, at, hasReturns);
      const data = dataOf(text, at, end);
      if (data !== undefined && data !== done && !this.#read(parse(data))) {
        kept += text.slice(keptFrom, at);
        keptFrom = end;
      }
      at = end;
    }
    return keptFrom === 0 ? text : kept + text.slice(keptFrom);
  }
}

/** The index after the last blank line; 0 where there is none. */
function endOfEvents(bytes: Buffer): number {
  const last = bytes.length - 1;
  if (last > 0 && bytes[last] === lineFeed && bytes[last - 1] === lineFeed) return bytes.length;
  return Math.max(endAfter(bytes, '\n\n'), endAfter(bytes, '\n\r\n'));
}

function endAfter(bytes: Buffer, blank: string): number {
  const at = bytes.lastIndexOf(blank);
  return at === -1 ? 0 : at + blank.length;
}

/** The index after the blank line that ends the event at `at`. */
function nextEvent(text: string, at: number, hasReturns: boolean): number {
  const plain = text.indexOf('\n\n', at);
  const end = plain === -1 ? text.length : plain + 2;
  const returned = hasReturns ? text.indexOf('\n\r\n', at) : -1;
  return returned === -1 ? end : Math.min(end, returned + 3);
}

/** The data of the event between the indexes; undefined for a comment, or for one without data. */
function dataOf(text: string, at: number, end: number): string | undefined {
  // Nearly all are one line.
  if (text.startsWith('data: ', at) && text.indexOf('\n', at) >= end - 2) return text.slice(at + 6, end - 2).trimEnd();
  const lines = text.slice(at, end).split(/\r?\n/);
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5));
  return data.length === 0 ? undefined : data.map((line) => (line.startsWith(' ') ? line.slice(1) : line)).join('\n');
}

function parse(data: string): EventData {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new MalformedEventError('An event is no JSON object');
}
