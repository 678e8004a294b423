// Asking upstreams until one answers: in their order, past those whose breaker is open, again where it makes sense, and
// only as long as no byte of an answer has been seen. Repeats are few (maxRepeats), and a tenth of all calls at most.

import { setTimeout as wait } from 'node:timers/promises';
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

/** What one try came to. */
interface Outcome {
  upstream: Upstream;
  asked?: Asked;
  fault?: UpstreamFault;
}

/** The first good answer, or the last bad one. Throws `upstream_failed` or `upstream_timeout` where there is none. */
export async function ask(upstreams: readonly Upstream[], question: Question, waiting: Waiting): Promise<Asked> {
  let exchange: Exchange | undefined;
  let isGone = false;
  waiting.onGone(() => {
    isGone = true;
    exchange?.abort();
  });
  const tried: Outcome[] = [];
  let upstream = nextOf(upstreams, tried);
  upstream?.budget.earn();
  while (upstream !== undefined) {
    if (isGone) throw new UpstreamFault('gone');
    const { target, request } = question.at(upstream);
    exchange = upstream.send(target, request);
    const outcome = await outcomeOf(upstream, exchange);
    tried.push(outcome);
    const again = !isGone && mayRepeat(outcome, question.repeatable, tried, upstreams);
    upstream = again ? nextOf(upstreams, tried) : undefined;
    if (upstream === undefined) break;
    if (outcome.asked !== undefined) discard(outcome.asked.exchange);
    await pauseBefore(upstream, tried);
  }
  const last = tried.at(-1);
  if (last?.asked !== undefined) return last.asked;
  if (last?.fault?.kind === 'gone') throw last.fault;
  throw last === undefined ? upstreamFailed('the breaker is open') : refusalOf(last.fault);
}

/** Who is asked next: those that have not been asked, then the first again. */
function nextOf(upstreams: readonly Upstream[], tried: readonly Outcome[]): Upstream | undefined {
  const fresh = upstreams.find(
    (upstream) => !tried.some((outcome) => outcome.upstream === upstream) && upstream.breaker.admits(),
  );
  if (fresh !== undefined || tried.length === 0) return fresh;
  const { upstream } = tried[0] as Outcome;
  return upstream.breaker.admits() ? upstream : undefined;
}

/** A server that has just failed gets a moment before it is asked again. */
async function pauseBefore(upstream: Upstream, tried: readonly Outcome[]): Promise<void> {
  if (tried.some((outcome) => outcome.upstream === upstream)) await wait(firstWaitMs * 2 ** tried.length);
}

function outcomeOf(upstream: Upstream, exchange: Exchange): Promise<Outcome> {
  return exchange.head.then(
    (head) => {
      if (isOutage(head.status)) upstream.breaker.failed();
      else upstream.breaker.succeeded();
      return { upstream, asked: { upstream, exchange, head } };
    },
    (fault: UpstreamFault) => {
      if (fault.kind === 'gone') upstream.breaker.undecided();
      else upstream.breaker.failed();
      return { upstream, fault };
    },
  );
}

/** The server, not the request, is at fault; 401: its key has been withdrawn. */
function isOutage(status: number): boolean {
  return status === 401 || status === 502 || status === 503 || status === 504 || status === 529;
}

function mayRepeat(
  { asked, fault }: Outcome,
  repeatable: boolean,
  tried: readonly Outcome[],
  upstreams: readonly Upstream[],
): boolean {
  if (tried.length > maxRepeats) return false;
  const hasOther = upstreams.some((upstream) => !tried.some((outcome) => outcome.upstream === upstream));
  const wanted =
    fault !== undefined
      ? fault.kind === 'unreached' || (repeatable && fault.kind === 'broken')
      : repeatable && asked !== undefined && isWorthAnother(asked.head, hasOther);
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
