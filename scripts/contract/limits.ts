// The limits of a run. No server keeps a run busy or fills its memory, whatever it answers.

import { setMaxListeners } from 'node:events';
import type { Credentials } from './credentials.ts';
import { type Ask, send, withRetry } from './send.ts';

/** The reason why the run ended before all cases were run. */
export type Ending = 'interrupted' | 'time' | 'unanswered';

const maxAnswerBytes = 4 * 2 ** 20;
/** A server that leaves this many requests in a row unanswered is not asked again. */
const mostUnansweredInARow = 12;
const mostUnanswered = 60;

/** The end of a run before its last case. Everything that waits listens to the signal. */
export class RunEnd {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;
  #reason: Ending | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #interrupt = (): void => this.now('interrupted');
  readonly #interrupted: AbortSignal | undefined;

  constructor(budgetMs: number, interrupted?: AbortSignal) {
    this.#timer = setTimeout(() => this.now('time'), budgetMs);
    this.#interrupted = interrupted;
    if (interrupted?.aborted) this.#interrupt();
    interrupted?.addEventListener('abort', this.#interrupt, { once: true });
  }

  get reason(): Ending | undefined {
    return this.#reason;
  }

  /** Ends the run. The first reason counts. */
  now(reason: Ending): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller.abort();
  }

  /** Stops waiting for an interruption and for the end of the time. */
  release(): void {
    clearTimeout(this.#timer);
    this.#interrupted?.removeEventListener('abort', this.#interrupt);
  }
}

const cleaningMs = 120_000;
/** Long enough for a busy server. Whoever does not want to wait interrupts again, which ends the run at once. */
const hurriedCleaningMs = 15_000;

/** The time for deleting what the run has created. It is short after an interruption, also one that comes meanwhile. */
export class CleaningTime {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;
  readonly #interrupted: AbortSignal;
  #timer: NodeJS.Timeout;

  constructor(reason: Ending | undefined, interrupted: AbortSignal) {
    this.#interrupted = interrupted;
    this.#timer = this.#limit(reason === undefined || reason === 'time' ? cleaningMs : hurriedCleaningMs);
    interrupted.addEventListener('abort', this.#hurry, { once: true });
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#interrupted.removeEventListener('abort', this.#hurry);
  }

  readonly #hurry = (): void => {
    clearTimeout(this.#timer);
    this.#timer = this.#limit(hurriedCleaningMs);
  };

  #limit(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), ms);
  }
}

export interface ClientOptions {
  url: string;
  requestTimeoutMs: number;
  /** Aborts every request. */
  signal?: AbortSignal;
  /** Called for each request. */
  onRequest?(): void;
  /** Called when the server has left too many requests unanswered. */
  onSilence?(): void;
}

/** Returns a function that sends requests to the server. Each response has a time limit and a size limit. */
export function boundedAsk({ url, requestTimeoutMs, signal, onRequest, onSilence }: ClientOptions): Ask {
  let inARow = 0;
  let total = 0;
  // Each concurrent request listens.
  if (signal !== undefined) setMaxListeners(0, signal);
  return withRetry(async (method, path, options) => {
    onRequest?.();
    const timeout = new AbortController();
    const stop = (): void => timeout.abort(new Error('the run has ended'));
    if (signal?.aborted) stop();
    // Not AbortSignal.any: Node 20 keeps its signals in memory as long as the source lives.
    signal?.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => timeout.abort(timeoutOf(requestTimeoutMs)), requestTimeoutMs);
    try {
      const answer = await send(url, method, path, options, { signal: timeout.signal, maxBytes: maxAnswerBytes });
      inARow = 0;
      return answer;
    } catch (error) {
      inARow += 1;
      total += 1;
      if (inARow >= mostUnansweredInARow || total >= mostUnanswered) onSilence?.();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  });
}

/** A rate limit per minute lets requests pass again after at most this time. */
const mostRetrySeconds = 60;
const mostRetries = 5;
/** The limit on a run's retries after a 503. A server that answers more requests with 503 is down or defective. */
const mostUnavailable = 20;

/**
 * Returns a function that repeats requests after the time in Retry-After. It repeats a request that a busy server
 * refuses with 503, and one that the rate limit of a given project key refuses. With other credentials, a run makes
 * projects of its own, whose limits it tests.
 */
export function withRetryAfter(ask: Ask, given: Credentials, signal: AbortSignal): Ask {
  const { adminToken, organizationKey, projectKey, otherProjectKey } = given;
  const makesProjects = adminToken !== undefined || organizationKey !== undefined;
  const limited = new Set(makesProjects ? [] : [projectKey, otherProjectKey].filter((key) => key !== undefined));
  let unavailable = 0;
  return async (method, path, options) => {
    for (let retries = 0; ; retries += 1) {
      const answer = await ask(method, path, options);
      const seconds = Number(answer.headers.get('retry-after'));
      const code = answer.body?.error?.code;
      const isLimited = answer.status === 429 && code === 'rate_limit_exceeded' && limited.has(options?.token ?? '');
      const isBusy = answer.status === 503 && code === 'unavailable' && unavailable < mostUnavailable;
      const isSoon = seconds >= 1 && seconds <= mostRetrySeconds;
      if (!(isLimited || isBusy) || !isSoon || retries === mostRetries || signal.aborted) return answer;
      if (isBusy) unavailable += 1;
      await pause(seconds * 1000, signal);
    }
  };
}

function timeoutOf(ms: number): Error {
  const error = new Error(`no whole response within ${ms / 1000} s`);
  error.name = 'TimeoutError';
  return error;
}

/** Waits. Returns early when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

const longestId = 200;

/** Returns a copy of the value if it can be the id of a resource. Longer texts would fill the memory of the run. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longestId ? ownText(value) : undefined;
}

/** Returns a copy of the text. V8 makes a slice a reference to the whole text, which then stays in memory. */
export function ownText(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}
