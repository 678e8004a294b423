// One round of a conversation with a model, for callers inside this server that run tools between the rounds. A round
// is sent like any other model call: the project's rules and limits apply, its tokens are reserved and counted,
// and upstreams are tried in order. It is always streamed, so that a round has one form: the events of the Responses
// API.

import { ByteStream } from '../platform/index.ts';
import { callModel, type Incoming, type InferenceServices, type ModelQuestion } from './inference.ts';
import { responseQuestion } from './response-question.ts';
import { type EventData, EventStream } from './upstream/event-stream.ts';
import { UpstreamFault } from './upstream/exchange.ts';
import type { ForwardedResponse } from './upstream/forward-response.ts';
import type { Upstream } from './upstream/index.ts';
import { upstreamFailed } from './upstream/upstream-errors.ts';

/** The number of unread events that are kept before the upstream has to wait. */
const maxUnread = 64;

/** A caller without the body of its request, which rounds replace. */
export type RoundCaller = Omit<Incoming, 'bytes' | 'bodyText' | 'onGone'>;

export interface ModelRound {
  /** The request of the Responses API. */
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
  { body, signal, onReserved, around = (end) => end, ...round }: ModelRound,
  services: InferenceServices,
): Promise<AsyncGenerator<ModelEvent[]>> {
  signal.throwIfAborted();
  const streamed = { ...body, stream: true };
  const bodyText = JSON.stringify(streamed);
  const done = new AbortController();
  const call: Incoming = {
    ...caller,
    bytes: Buffer.from(bodyText),
    bodyText,
    onGone: (listener) => signal.addEventListener('abort', listener, { signal: done.signal }),
  };
  const question = { ...responseQuestion(streamed), ...round };
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
    if (!(answer.body instanceof ByteStream)) throw upstreamFailed(new Error('A round was answered without events'));
    return eventsOf(answer.body, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    done.abort();
  }
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
