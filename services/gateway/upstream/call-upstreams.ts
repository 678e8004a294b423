// Fail-over and retries: tries upstreams in order until one answers, and skips those with an open circuit breaker.
// Retries stop as soon as the first byte of a response has arrived. A call has at most `maxRepeats` retries, and
// retries at the same upstream are limited to a tenth of all calls.

import { setTimeout as wait } from 'node:timers/promises';
import type { EndOfCall } from '../../limits/index.ts';
import type { Breaker } from '../../platform/index.ts';
import { retryAfterSeconds } from './error-responses.ts';
import { type Exchange, type Head, UpstreamFault } from './exchange.ts';
import type { Target, Upstream, UpstreamRequest } from './upstream.ts';
import { upstreamError, upstreamFailed } from './upstream-errors.ts';

const maxRepeats = 2;
const firstWaitMs = 50;
const discardedBytes = 64 * 1024;

/** The caller, who may disconnect. */
export interface WaitingCaller {
  /** The project whose turn at the upstream's connections the call takes. */
  project: { id: string };
  /** Calls the listener if the caller disconnects before the end of the response. */
  onGone(listener: () => void): void;
}

export interface UpstreamCall {
  /** Returns the target and the request for an upstream. Upstreams differ in path and body. */
  at(upstream: Upstream): { target: Target; request: UpstreamRequest };
  /** `true` if the request is idempotent. */
  repeatable: boolean;
  /** The model that is called. Its breaker counts the answers that this server cannot read. */
  model?: string;
  /** Returns true if a success with this head can be an answer; undefined accepts every success. */
  accepts?: (head: Head) => boolean;
}

export interface UpstreamResponse {
  upstream: Upstream;
  exchange: Exchange;
  head: Head;
  /** The breaker of the model. Whoever reads the answer reports to it. */
  answers?: Breaker | undefined;
}

/** A failed attempt. */
interface Failed {
  upstream: Upstream;
  fault: UpstreamFault;
}

/** An upstream to try. */
interface Candidate {
  upstream: Upstream;
  target: Target;
  request: UpstreamRequest;
  answers: Breaker | undefined;
}

/** The outcome of an attempt. */
type Outcome = UpstreamResponse | Failed;

/** The state of a call. */
interface Calling {
  projectId: string;
  /** The current exchange. */
  exchange: Exchange | undefined;
  /** The upstream of the current exchange. */
  upstream: Upstream | undefined;
  isGone: boolean;
}

const none: readonly Outcome[] = [];

/**
 * Resolves to the first success, or else to the last error response. Without any response, throws `upstream_failed` or
 * `upstream_timeout` and reports the end of the call to `end`.
 */
export function callUpstreams(
  upstreams: readonly Upstream[],
  question: UpstreamCall,
  waiting: WaitingCaller,
  end: EndOfCall,
): Promise<UpstreamResponse> {
  const calling: Calling = { projectId: waiting.project.id, exchange: undefined, upstream: undefined, isGone: false };
  waiting.onGone(() => {
    calling.isGone = true;
    calling.exchange?.abort();
  });
  const giveUp = (error: unknown): never => {
    const isGone = error instanceof UpstreamFault && error.kind === 'gone';
    // A request that was sent to an upstream is charged.
    const upstream = isGone && calling.exchange?.wasSent === true ? calling.upstream : undefined;
    end({ status: isGone ? 499 : 502, complete: false, upstream, tokens: undefined, answerBytes: 0 });
    throw error;
  };
  try {
    const next = untried(upstreams, none, question);
    if (next === undefined)
      throw upstreamFailed(new Error(`No upstream was called: the circuit breakers of ${namesOf(upstreams)} are open`));
    next.upstream.budget.earn();
    const exchange = send(calling, next);
    return exchange.head.then((head) => {
      const outcome = outcomeOf(next, exchange, head, question);
      // The fast path: nearly all calls succeed at once and need no state for retries.
      if (isAnswer(outcome) && outcome.head.status < 400) return outcome;
      return askOn(calling, upstreams, question, [outcome]).catch(giveUp);
    });
  } catch (error) {
    return giveUp(error);
  }
}

/** Retries until an upstream succeeds, or no further attempt is allowed. */
async function askOn(
  calling: Calling,
  upstreams: readonly Upstream[],
  question: UpstreamCall,
  tried: Outcome[],
): Promise<UpstreamResponse> {
  for (;;) {
    const last = tried.at(-1) as Outcome;
    const next = calling.isGone ? undefined : nextOf(last, upstreams, question, tried);
    if (next === undefined) return answerOf(last);
    if (isAnswer(last)) discard(last.exchange);
    await pauseBefore(next, tried);
    const exchange = send(calling, next);
    tried.push(outcomeOf(next, exchange, await exchange.head, question));
  }
}

function send(calling: Calling, { upstream, target, request }: Candidate): Exchange {
  if (calling.isGone) throw new UpstreamFault('gone');
  const exchange = upstream.send(target, request, { projectId: calling.projectId });
  calling.exchange = exchange;
  calling.upstream = upstream;
  return exchange;
}

function answerOf(outcome: Outcome): UpstreamResponse {
  if (isAnswer(outcome)) return outcome;
  throw outcome.fault.kind === 'gone' ? outcome.fault : upstreamError(outcome.fault, outcome.upstream.settings.name);
}

function isAnswer(outcome: Outcome): outcome is UpstreamResponse {
  return 'head' in outcome;
}

/**
 * Returns the next upstream: first those that were not tried, then the first again. Retrying the same upstream adds
 * load to a failing server, so it needs a retry budget. Failing over to another upstream does not.
 */
function nextOf(
  last: Outcome,
  upstreams: readonly Upstream[],
  question: UpstreamCall,
  tried: readonly Outcome[],
): Candidate | undefined {
  if (tried.length > maxRepeats) return undefined;
  const targets = isAnswer(last)
    ? retryTargetsAfterAnswer(last.head)
    : retryTargetsAfterFault(last.fault, question.repeatable);
  if (targets === 'none' || (isAnswer(last) && !question.repeatable)) return undefined;
  const other = untried(upstreams, tried, question);
  if (other !== undefined || targets === 'other upstreams') return other;
  const first = (tried[0] as Outcome).upstream;
  return first.budget.spend() ? admitted(first, question) : undefined;
}

/** Returns an upstream that was not tried and is admitted. Upstreams that are overloaded (`Retry-After`) come last. */
function untried(
  upstreams: readonly Upstream[],
  tried: readonly Outcome[],
  question: UpstreamCall,
): Candidate | undefined {
  return firstOf(upstreams, tried, question, false) ?? firstOf(upstreams, tried, question, true);
}

function firstOf(
  upstreams: readonly Upstream[],
  tried: readonly Outcome[],
  question: UpstreamCall,
  evenResting: boolean,
): Candidate | undefined {
  for (const upstream of upstreams) {
    if (hasTried(upstream, tried) || (upstream.isResting && !evenResting)) continue;
    const candidate = admitted(upstream, question);
    if (candidate !== undefined) return candidate;
  }
  return undefined;
}

function admitted(upstream: Upstream, question: UpstreamCall): Candidate | undefined {
  const { target, request } = question.at(upstream);
  const answers = question.model === undefined ? undefined : upstream.answersOf(question.model);
  if (answers?.admits() === false) return undefined;
  if (target.breaker.admits()) return { upstream, target, request, answers };
  answers?.undecided();
  return undefined;
}

function hasTried(upstream: Upstream, tried: readonly Outcome[]): boolean {
  return tried.some((outcome) => outcome.upstream === upstream);
}

function namesOf(upstreams: readonly Upstream[]): string {
  return upstreams.map(({ settings }) => settings.name).join(', ');
}

/** Waits before a retry at the same upstream. */
async function pauseBefore({ upstream }: Candidate, tried: readonly Outcome[]): Promise<void> {
  if (hasTried(upstream, tried)) await wait(firstWaitMs * 2 ** tried.length);
}

function outcomeOf(
  { upstream, target: { breaker }, answers }: Candidate,
  exchange: Exchange,
  head: Head | UpstreamFault,
  { accepts }: UpstreamCall,
): Outcome {
  if (head instanceof UpstreamFault) {
    answers?.undecided();
    if (head.kind === 'gone') breaker.undecided();
    else breaker.failed();
    if (head.kind !== 'gone') upstream.recordFailure(head.kind);
    return { upstream, fault: head };
  }
  const { status, headers } = head;
  upstream.noteServer(headers);
  if (status < 300 && accepts !== undefined && !accepts(head)) {
    breaker.succeeded();
    answers?.failed();
    upstream.recordFailure('no_answer');
    exchange.abort();
    const what = `The upstream answered ${status} with ${headers['content-type'] ?? 'no content type'}`;
    return { upstream, fault: new UpstreamFault('broken', new Error(what)) };
  }
  if (status >= 300) answers?.undecided();
  if (isOutage(status)) breaker.failed();
  else breaker.succeeded();
  if (status >= 400 && retryTargetsAfterAnswer(head) !== 'none') upstream.recordFailure(String(status));
  if (status === 429 && headers['retry-after'] !== undefined)
    upstream.rest(retryAfterSeconds(headers['retry-after']) * 1000);
  return { upstream, exchange, head, answers };
}

/**
 * Returns true for statuses that show a fault of the upstream and not of the request; 401 means that the upstream's key
 * was revoked.
 */
function isOutage(status: number): boolean {
  return status === 401 || status === 502 || status === 503 || status === 504 || status === 529;
}

/** The upstreams that may be tried after a failure. */
type RetryTargets = 'any upstream' | 'other upstreams' | 'none';

function retryTargetsAfterFault({ kind }: UpstreamFault, repeatable: boolean): RetryTargets {
  return kind === 'unreached' || (repeatable && kind === 'broken') ? 'any upstream' : 'none';
}

function retryTargetsAfterAnswer({ status, headers }: Head): RetryTargets {
  // Credentials and rate limits of another upstream may be fine.
  if (status === 401 || status === 403 || status === 429) return 'other upstreams';
  return status >= 500 && headers['x-should-retry'] !== 'false' ? 'any upstream' : 'none';
}

/**
 * Discards the rest of the body, so that the connection can be reused. Closes the connection instead if the rest is
 * longer than `discardedBytes`.
 */
function discard(exchange: Exchange): void {
  exchange.collect(discardedBytes).then(
    (rest) => {
      if (rest === undefined) exchange.abort();
    },
    () => undefined,
  );
}
