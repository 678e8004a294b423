// One round of a conversation with a model, for callers inside this server that run tools between the rounds. A round
// is sent like any other model call: the project's rules and limits apply, its tokens are reserved and counted,
// and upstreams are tried in order. A round is streamed if its caller asked for a stream, because some servers stream
// worse than they answer. Either way it has one form: the events of the Responses API.

import {
  type FileServices,
  responseQuestion,
  type SummaryServices,
  withFileBytes,
  withoutPackedReasoning,
  withSummaries,
} from '../../apis/index.ts';
import {
  callModel,
  type EventData,
  EventStream,
  type ForwardedResponse,
  type Incoming,
  type InferenceServices,
  type ModelQuestion,
  type Upstream,
  UpstreamFault,
  upstreamFailed,
} from '../../gateway/index.ts';
import { ByteStream } from '../../platform/index.ts';

/** The number of unread events that are kept before the upstream has to wait. */
const maxUnread = 64;
/** The largest answer of a round that is not streamed. */
const maxWholeBytes = 32 << 20;

/** A caller without the body of its request, which rounds replace. */
export type RoundCaller = Omit<Incoming, 'bytes' | 'bodyText' | 'onGone'>;

export interface ModelRound {
  /** The request of the Responses API. `stream` is the caller's. */
  body: { model: string } & Record<string, unknown>;
  /** The only upstream that can answer. */
  only?: Upstream;
  /** The tokens of the previous response that this request continues. */
  continued?: number;
  /** Called when the limits allow the round, before it is sent. */
  onReserved?: () => void;
  /** Wraps the function that reports the end of the round. */
  around?: ModelQuestion['around'];
  /** Aborted with the error to throw: the caller has left, or the time is over. */
  signal: AbortSignal;
}

/** An event of the Responses API. An event without a type reports an error. */
export interface ModelEvent extends EventData {
  [name: string]: unknown;
}

/** The upstream rejected the request. */
export class RoundRefused extends Error {
  readonly answer: ForwardedResponse;

  constructor(answer: ForwardedResponse) {
    super(`The model's server refused the request with status ${answer.status}`);
    this.answer = answer;
  }
}

/** Returns the error for a caller who has disconnected. */
export function callerLeft(): Error {
  return new UpstreamFault('gone');
}

/**
 * Sends the round, and returns the events of its response, as many at once as there are. Throws a RoundRefused, and the
 * errors of `callModel`. The signal ends the round at any time.
 */
export async function sendModelRound(
  caller: RoundCaller,
  { body: given, signal, onReserved, around = (end) => end, ...round }: ModelRound,
  services: InferenceServices & FileServices & SummaryServices,
): Promise<AsyncGenerator<ModelEvent[]>> {
  signal.throwIfAborted();
  const taken = withSummaries(caller.project, withoutPackedReasoning(given, services), services);
  const body = await withFileBytes(caller.project, taken, services);
  const bodyText = JSON.stringify(body);
  const done = new AbortController();
  const call: Incoming = {
    ...caller,
    bytes: Buffer.from(bodyText),
    bodyText,
    onGone: (listener) => signal.addEventListener('abort', listener, { signal: done.signal }),
  };
  const question = { ...responseQuestion(body), ...round };
  try {
    const answer = await callModel(
      call,
      {
        ...question,
        around: (end, described) => {
          onReserved?.();
          return around(end, described);
        },
      },
      services,
    );
    if (answer.status !== 200) throw new RoundRefused(answer);
    const { body: content, headers } = answer;
    if (!(content instanceof ByteStream)) return wholeEvents(content);
    const isWhole = headers['content-type']?.startsWith('text/event-stream') !== true;
    return isWhole ? wholeEvents(await bytesOf(content, signal)) : eventsOf(content, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    done.abort();
  }
}

/** Returns the events of an answer that is whole: a response, or all events of one. */
async function* wholeEvents(body: Buffer): AsyncGenerator<ModelEvent[]> {
  const text = body.toString();
  if (text.startsWith('{')) {
    const response = JSON.parse(text) as { status?: unknown };
    yield [{ type: `response.${response.status}`, response }];
    return;
  }
  const events: ModelEvent[] = [];
  new EventStream((data) => {
    events.push(data as ModelEvent);
    return false;
  }).push(body);
  yield events;
}

/** Reads a stream to its end. */
async function bytesOf(stream: ByteStream, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const onAbort = (): void => stream.abort();
  signal.addEventListener('abort', onAbort);
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (why: string): void => reject(upstreamFailed(new Error(why)));
      signal.addEventListener('abort', () => resolve(), { once: true });
      stream.pour({
        write(chunk) {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > maxWholeBytes) refuse('The answer of a round is too large');
          return true;
        },
        end: resolve,
        fail: () => refuse('The answer of a round broke off'),
      });
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (bytes > maxWholeBytes) stream.abort();
  }
  signal.throwIfAborted();
  return Buffer.concat(chunks);
}

/** Reads the events of a stream. Ends the stream if the reader stops early, or if the signal is aborted. */
async function* eventsOf(stream: ByteStream, signal: AbortSignal): AsyncGenerator<ModelEvent[]> {
  let unread: ModelEvent[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  const parser = new EventStream((data) => {
    unread.push(data as ModelEvent);
    return false;
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  const end = (): void => {
    isOver = true;
    wake();
  };
  stream.pour({
    write(chunk) {
      parser.push(chunk as Buffer);
      wake();
      return unread.length < maxUnread;
    },
    end,
    fail: end,
  });
  try {
    for (;;) {
      signal.throwIfAborted();
      const some = unread;
      unread = [];
      if (some.length > 0) yield some;
      if (some.length >= maxUnread) stream.resume();
      if (unread.length > 0) continue;
      if (isOver) return;
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (!signal.aborted && unread.length === 0 && !isOver) await more;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!isOver) stream.abort();
  }
}
