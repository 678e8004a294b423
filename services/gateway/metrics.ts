// The metrics of model calls and upstreams.

import { costOf, type ModelCallEnd, type ModelCallWatcher, type Tokens, toDollars } from '../limits/index.ts';
import { type Metrics, metersOf } from '../platform/index.ts';
import type { UpstreamWatcher } from './upstream/index.ts';

/** The counts of calls to an upstream by kind. */
interface CallTally {
  labels: { upstream: string; kind: string };
  /** Status, or cut → calls. */
  statuses: Map<number | 'cut', number>;
  /** Undefined: no tokens were counted. */
  tokens: Tokens | undefined;
  /** Billionths of a US dollar. */
  cost: number;
}

/** Seconds. A reasoning model may take minutes to its first token. */
const firstTokenBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];

/**
 * Registers the metrics of model calls. Labels name upstreams, which the operator names, and never the models that tenants
 * ask for.
 */
export function modelCallMetrics(registry: Metrics['registry']): ModelCallWatcher {
  const tallies = new Map<string, Map<string, CallTally>>();
  const { counter, histogram } = metersOf(registry);
  const all = (): CallTally[] => [...tallies.values()].flatMap((ofKind) => [...ofKind.values()]);
  counter(
    'svc_upstream_calls_total',
    'Calls to upstreams, by outcome: the HTTP status, or cut if the response broke off.',
    ['upstream', 'kind', 'status'],
    (metric) => {
      metric.reset();
      for (const { labels, statuses } of all()) {
        for (const [status, count] of statuses) metric.inc({ ...labels, status }, count);
      }
    },
  );
  counter(
    'svc_upstream_tokens_total',
    'Tokens of model calls, as upstreams report them.',
    ['upstream', 'kind', 'direction'],
    (metric) => {
      metric.reset();
      for (const { labels, tokens } of all()) {
        if (tokens === undefined) continue;
        metric.inc({ ...labels, direction: 'input' }, tokens.input);
        metric.inc({ ...labels, direction: 'output' }, tokens.output);
      }
    },
  );
  counter(
    'svc_upstream_cached_tokens_total',
    'Input tokens that upstreams read from their prompt caches.',
    ['upstream', 'kind'],
    (metric) => {
      metric.reset();
      for (const { labels, tokens } of all()) if (tokens !== undefined) metric.inc(labels, tokens.cachedInput);
    },
  );
  counter(
    'svc_upstream_cost_usd_total',
    'Cost of model calls in US dollars, at the prices of the upstreams that answered.',
    ['upstream', 'kind'],
    (metric) => {
      metric.reset();
      for (const { labels, cost } of all()) if (cost > 0) metric.inc(labels, toDollars(cost));
    },
  );
  const firstTokens = histogram(
    'svc_upstream_time_to_first_token_seconds',
    'Time to first token of streamed calls, failed attempts included.',
    firstTokenBuckets,
    ['upstream', 'kind'],
  );
  return {
    begin: (call) => {
      const kind = call.kind === 'kept_response' ? 'response' : call.kind;
      const begunAt = performance.now();
      return (end) => {
        if (end.status === 0) return;
        if (end.firstTokenAt !== undefined && end.upstream !== undefined)
          firstTokens.observe({ upstream: end.upstream.name, kind }, (end.firstTokenAt - begunAt) / 1000);
        const own = callTally(tallies, end.upstream?.name ?? 'none', kind);
        tallyCall(own, end);
        own.cost += costOf(call, end, end.tokens);
      };
    },
  };
}

/** Registers the metrics of upstreams: failed tries, and paused parts. */
export function upstreamMetrics(registry: Metrics['registry']): UpstreamWatcher {
  const { counter, gauge } = metersOf(registry);
  const failures = counter(
    'svc_upstream_failures_total',
    'Failed attempts and responses that broke off, even if a retry or another upstream then succeeded.',
    ['upstream', 'outcome'],
  );
  const paused = gauge('svc_upstream_paused', '1 while the circuit breaker of a part of an upstream is open.', [
    'upstream',
    'part',
  ]);
  return {
    failed: (upstream, outcome) => failures.inc({ upstream, outcome }),
    paused: (upstream, part, isPaused) => paused.set({ upstream, part }, isPaused ? 1 : 0),
    removed: (upstream, part) => paused.remove({ upstream, part }),
  };
}

function callTally(tallies: Map<string, Map<string, CallTally>>, upstream: string, kind: string): CallTally {
  const ofKind = tallies.get(kind) ?? new Map<string, CallTally>();
  tallies.set(kind, ofKind);
  const own = ofKind.get(upstream) ?? { labels: { upstream, kind }, statuses: new Map(), tokens: undefined, cost: 0 };
  ofKind.set(upstream, own);
  return own;
}

function tallyCall(own: CallTally, { status, complete, tokens }: ModelCallEnd): void {
  const outcome = status < 300 && !complete ? 'cut' : status;
  own.statuses.set(outcome, (own.statuses.get(outcome) ?? 0) + 1);
  if (tokens === undefined) return;
  own.tokens ??= { input: 0, output: 0, cachedInput: 0 };
  own.tokens.input += tokens.input;
  own.tokens.output += tokens.output;
  own.tokens.cachedInput += tokens.cachedInput;
}
