// Asking upstreams until one answers: in their order, past those whose breaker is open, again where it makes sense, and
// only as long as no byte of an answer has been seen. Repeats are few (maxRepeats), and those that ask the same upstream
// again a tenth of all calls at most.

import { setTimeout as wait } from 'node:timers/promises';
import type { EndOfCall } from '../../limits/index.ts';
import { type Exchange, type Head, UpstreamFault } from './exchange.ts';
import { refusalOf, upstreamFailed } from './faults.ts';
import { retryAfterSeconds } from './refusal.ts';
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
  /** Whether a success with such a head can be an answer; undefined: any can. */
  accepts?: (head: Head) => boolean;
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

/** Whom to ask, and how. */
interface Candidate {
  upstream: Upstream;
  target: Target;
  request: UpstreamRequest;
}

/** What one try came to. */
type Outcome = Asked | Failed;

/** The call that upstreams are asked for. */
interface Calling {
  /** The exchange that it waits for. */
  exchange: Exchange | undefined;
  /** Who is asked by it. */
  upstream: Upstream | undefined;
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
  const calling: Calling = { exchange: undefined, upstream: undefined, isGone: false };
  waiting.onGone(() => {
    calling.isGone = true;
    calling.exchange?.abort();
  });
  const giveUp = (error: unknown): never => {
    const isGone = error instanceof UpstreamFault && error.kind === 'gone';
    // A request that reached an upstream is paid for.
    const upstream = isGone && calling.exchange?.wasSent === true ? calling.upstream : undefined;
    end({ status: isGone ? 499 : 502, complete: false, upstream, tokens: undefined, answerBytes: 0 });
    throw error;
  };
  try {
    const next = untried(upstreams, none, question);
    if (next === undefined)
      throw upstreamFailed(new Error(`No upstream is asked: ${namesOf(upstreams)} failed before`));
    next.upstream.budget.earn();
    const exchange = send(calling, next);
    return exchange.head.then((head) => {
      const outcome = outcomeOf(next, exchange, head, question);
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
  const exchange = upstream.send(target, request);
  calling.exchange = exchange;
  calling.upstream = upstream;
  return exchange;
}

function answerOf(outcome: Outcome): Asked {
  if (isAnswer(outcome)) return outcome;
  throw outcome.fault.kind === 'gone' ? outcome.fault : refusalOf(outcome.fault, outcome.upstream.settings.name);
}

function isAnswer(outcome: Outcome): outcome is Asked {
  return 'head' in outcome;
}

/**
 * Who is asked next: those that have not been asked, then the first again. To ask the same one again is to add to the load of
 * one that fails, so there is a budget for it; to go to another is what others are there for.
 */
function nextOf(
  last: Outcome,
  upstreams: readonly Upstream[],
  question: Question,
  tried: readonly Outcome[],
): Candidate | undefined {
  if (tried.length > maxRepeats) return undefined;
  const worth = isAnswer(last) ? worthOfAnswer(last.head) : worthOfFault(last.fault, question.repeatable);
  if (worth === 'nothing' || (isAnswer(last) && !question.repeatable)) return undefined;
  const other = untried(upstreams, tried, question);
  if (other !== undefined || worth === 'another') return other;
  const first = (tried[0] as Outcome).upstream;
  return first.budget.spend() ? admitted(first, question) : undefined;
}

/** Who has not been asked, and may be; last, those that have said that they want to be left alone for a while. */
function untried(upstreams: readonly Upstream[], tried: readonly Outcome[], question: Question): Candidate | undefined {
  return firstOf(upstreams, tried, question, false) ?? firstOf(upstreams, tried, question, true);
}

function firstOf(
  upstreams: readonly Upstream[],
  tried: readonly Outcome[],
  question: Question,
  evenResting: boolean,
): Candidate | undefined {
  for (const upstream of upstreams) {
    if (hasTried(upstream, tried) || (upstream.isResting && !evenResting)) continue;
    const candidate = admitted(upstream, question);
    if (candidate !== undefined) return candidate;
  }
  return undefined;
}

function admitted(upstream: Upstream, question: Question): Candidate | undefined {
  const { target, request } = question.at(upstream);
  return target.breaker.admits() ? { upstream, target, request } : undefined;
}

function hasTried(upstream: Upstream, tried: readonly Outcome[]): boolean {
  return tried.some((outcome) => outcome.upstream === upstream);
}

function namesOf(upstreams: readonly Upstream[]): string {
  return upstreams.map(({ settings }) => settings.name).join(', ');
}

/** A server that has just failed gets a moment before it is asked again. */
async function pauseBefore({ upstream }: Candidate, tried: readonly Outcome[]): Promise<void> {
  if (hasTried(upstream, tried)) await wait(firstWaitMs * 2 ** tried.length);
}

function outcomeOf(
  { upstream, target: { breaker } }: Candidate,
  exchange: Exchange,
  head: Head | UpstreamFault,
  { accepts }: Question,
): Outcome {
  if (head instanceof UpstreamFault) {
    if (head.kind === 'gone') breaker.undecided();
    else breaker.failed();
    if (head.kind !== 'gone') upstream.noteFailure(head.kind);
    return { upstream, fault: head };
  }
  const { status, headers } = head;
  if (status < 300 && accepts !== undefined && !accepts(head)) {
    breaker.failed();
    upstream.noteFailure('no_answer');
    exchange.abort();
    const what = `The upstream answered ${status} with ${headers['content-type'] ?? 'no content type'}`;
    return { upstream, fault: new UpstreamFault('broken', new Error(what)) };
  }
  if (isOutage(status)) breaker.failed();
  else breaker.succeeded();
  if (status >= 400 && worthOfAnswer(head) !== 'nothing') upstream.noteFailure(String(status));
  if (status === 429 && headers['retry-after'] !== undefined)
    upstream.rest(retryAfterSeconds(headers['retry-after']) * 1000);
  return { upstream, exchange, head };
}

/** The server, not the request, is at fault; 401: its key has been withdrawn. */
function isOutage(status: number): boolean {
  return status === 401 || status === 502 || status === 503 || status === 504 || status === 529;
}

/** Who may be asked again after a failure. */
type Worth = 'anybody' | 'another' | 'nothing';

function worthOfFault({ kind }: UpstreamFault, repeatable: boolean): Worth {
  return kind === 'unreached' || (repeatable && kind === 'broken') ? 'anybody' : 'nothing';
}

function worthOfAnswer({ status, headers }: Head): Worth {
  // What is wrong between us and this server may be right with another.
  if (status === 401 || status === 403 || status === 429) return 'another';
  return status >= 500 && headers['x-should-retry'] !== 'false' ? 'anybody' : 'nothing';
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
