// Asking upstreams until one answers: in their order, past those whose breaker is open, again where it makes sense, and
// only as long as no byte of an answer has been seen. Repeats are few (maxRepeats), and a tenth of all calls at most.

import { setTimeout as wait } from 'node:timers/promises';
import type { EndOfCall } from '../model-calls.ts';
import { type Exchange, type Head, UpstreamFault } from './exchange.ts';
import { refusalOf, upstreamFailed } from './faults.ts';
import type { Target, Upstream, UpstreamRequest } from './upstream.ts';

const maxRepeats = 2;
const firstWaitMs = 50;
const discardedBytes = 64 * 1024;

/** Whoever waits for the answer, and may leave. */
export interface Waiting {
  /** Calls the listener when the caller has left before the answer was over. */
  onGone(listener: () => void): void;
}

export interface Question {
  /** Where the upstream is asked, and what. Made anew for each upstream: they are not all asked alike. */
  at(upstream: Upstream): { target: Target; request: UpstreamRequest };
  /** Whether asking twice does no more than asking once. */
  repeatable: boolean;
}

export interface Asked {
  upstream: Upstream;
  exchange: Exchange;
  head: Head;
}

/** A try without an answer. */
interface Failed {
  upstream: Upstream;
  fault: UpstreamFault;
}

/** What one try came to. */
type Outcome = Asked | Failed;

/** The call that upstreams are asked for. */
interface Calling {
  /** The exchange that it waits for. */
  exchange: Exchange | undefined;
  isGone: boolean;
}

const none: readonly Outcome[] = [];

/**
 * The first good answer, or the last bad one. Throws `upstream_failed` or `upstream_timeout` where there is none, and tells
 * `end` that the call is over.
 */
export function ask(
  upstreams: readonly Upstream[],
  question: Question,
  waiting: Waiting,
  end: EndOfCall,
): Promise<Asked> {
  const calling: Calling = { exchange: undefined, isGone: false };
  waiting.onGone(() => {
    calling.isGone = true;
    calling.exchange?.abort();
  });
  const giveUp = (error: unknown): never => {
    const isGone = error instanceof UpstreamFault && error.kind === 'gone';
    end({ status: isGone ? 499 : 502, complete: false, upstream: undefined, tokens: undefined, answerBytes: 0 });
    throw error;
  };
  try {
    const upstream = nextOf(upstreams, none);
    if (upstream === undefined) throw upstreamFailed('the breaker is open');
    upstream.budget.earn();
    const exchange = send(calling, upstream, question);
    return exchange.head.then((head) => {
      const outcome = outcomeOf(upstream, exchange, head);
      // Nearly always: nothing of what repeats need is made for it.
      if (isAnswer(outcome) && outcome.head.status < 400) return outcome;
      return askOn(calling, upstreams, question, [outcome]).catch(giveUp);
    });
  } catch (error) {
    return giveUp(error);
  }
}

/** Asks again, as long as that makes sense. */
async function askOn(
  calling: Calling,
  upstreams: readonly Upstream[],
  question: Question,
  tried: Outcome[],
): Promise<Asked> {
  for (;;) {
    const last = tried.at(-1) as Outcome;
    const again = !calling.isGone && mayRepeat(last, question.repeatable, tried, upstreams);
    const upstream = again ? nextOf(upstreams, tried) : undefined;
    if (upstream === undefined) return answerOf(last);
    if (isAnswer(last)) discard(last.exchange);
    await pauseBefore(upstream, tried);
    const exchange = send(calling, upstream, question);
    tried.push(outcomeOf(upstream, exchange, await exchange.head));
  }
}

function send(calling: Calling, upstream: Upstream, question: Question): Exchange {
  if (calling.isGone) throw new UpstreamFault('gone');
  const { target, request } = question.at(upstream);
  const exchange = upstream.send(target, request);
  calling.exchange = exchange;
  return exchange;
}

function answerOf(outcome: Outcome): Asked {
  if (isAnswer(outcome)) return outcome;
  throw outcome.fault.kind === 'gone' ? outcome.fault : refusalOf(outcome.fault);
}

function isAnswer(outcome: Outcome): outcome is Asked {
  return 'head' in outcome;
}

/** Who is asked next: those that have not been asked, then the first again. */
function nextOf(upstreams: readonly Upstream[], tried: readonly Outcome[]): Upstream | undefined {
  for (const upstream of upstreams) {
    if (!hasTried(upstream, tried) && upstream.breaker.admits()) return upstream;
  }
  const first = tried[0]?.upstream;
  return first?.breaker.admits() ? first : undefined;
}

function hasTried(upstream: Upstream, tried: readonly Outcome[]): boolean {
  return tried.some((outcome) => outcome.upstream === upstream);
}

/** A server that has just failed gets a moment before it is asked again. */
async function pauseBefore(upstream: Upstream, tried: readonly Outcome[]): Promise<void> {
  if (hasTried(upstream, tried)) await wait(firstWaitMs * 2 ** tried.length);
}

function outcomeOf(upstream: Upstream, exchange: Exchange, head: Head | UpstreamFault): Outcome {
  const { breaker } = upstream;
  if (head instanceof UpstreamFault) {
    if (head.kind === 'gone') breaker.undecided();
    else breaker.failed();
    return { upstream, fault: head };
  }
  if (isOutage(head.status)) breaker.failed();
  else breaker.succeeded();
  return { upstream, exchange, head };
}

/** The server, not the request, is at fault; 401: its key has been withdrawn. */
function isOutage(status: number): boolean {
  return status === 401 || status === 502 || status === 503 || status === 504 || status === 529;
}

function mayRepeat(
  last: Outcome,
  repeatable: boolean,
  tried: readonly Outcome[],
  upstreams: readonly Upstream[],
): boolean {
  if (tried.length > maxRepeats) return false;
  const hasOther = upstreams.some((upstream) => !hasTried(upstream, tried));
  const wanted = isAnswer(last)
    ? repeatable && isWorthAnother(last.head, hasOther)
    : last.fault.kind === 'unreached' || (repeatable && last.fault.kind === 'broken');
  return wanted && (tried[0] as Outcome).upstream.budget.spend();
}

function isWorthAnother({ status, headers }: Head, hasOther: boolean): boolean {
  if (headers['x-should-retry'] === 'false') return false;
  // What is wrong between us and this server may be right with another.
  if (status === 401 || status === 403 || status === 429) return hasOther;
  return status >= 500;
}

/** Reads the rest away, so that the connection can be used again; a long rest is not worth it. */
function discard(exchange: Exchange): void {
  exchange.collect(discardedBytes).then(
    (rest) => {
      if (rest === undefined) exchange.abort();
    },
    () => undefined,
  );
}
