// The metrics of model calls and upstreams.

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { costOf, type ModelCallEnd, type ModelCallWatcher, type Tokens, toDollars } from '../limits/index.ts';
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
export function modelCallMetrics(registry: Registry): ModelCallWatcher {
  const tallies = new Map<string, Map<string, CallTally>>();
  const all = (): CallTally[] => [...tallies.values()].flatMap((ofKind) => [...ofKind.values()]);
  new Counter({
    name: 'svc_upstream_calls_total',
    help: 'Calls to upstreams, by outcome: the HTTP status, or cut if the response broke off.',
    labelNames: ['upstream', 'kind', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, statuses } of all()) {
        for (const [status, count] of statuses) this.inc({ ...labels, status }, count);
      }
    },
  });
  new Counter({
    name: 'svc_upstream_tokens_total',
    help: 'Tokens of model calls, as upstreams report them.',
    labelNames: ['upstream', 'kind', 'direction'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, tokens } of all()) {
        if (tokens === undefined) continue;
        this.inc({ ...labels, direction: 'input' }, tokens.input);
        this.inc({ ...labels, direction: 'output' }, tokens.output);
      }
    },
  });
  new Counter({
    name: 'svc_upstream_cached_tokens_total',
    help: 'Input tokens that upstreams read from their prompt caches.',
    labelNames: ['upstream', 'kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, tokens } of all()) if (tokens !== undefined) this.inc(labels, tokens.cachedInput);
    },
  });
  new Counter({
    name: 'svc_upstream_cost_usd_total',
    help: 'Cost of model calls in US dollars, at the prices of the upstreams that answered.',
    labelNames: ['upstream', 'kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, cost } of all()) if (cost > 0) this.inc(labels, toDollars(cost));
    },
  });
  const firstTokens = new Histogram({
    name: 'svc_upstream_time_to_first_token_seconds',
    help: 'Time to first token of streamed calls, failed attempts included.',
    labelNames: ['upstream', 'kind'],
    buckets: firstTokenBuckets,
    registers: [registry],
  });
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
export function upstreamMetrics(registry: Registry): UpstreamWatcher {
  const registers = [registry];
  const failures = new Counter({
    name: 'svc_upstream_failures_total',
    help: 'Failed attempts and responses that broke off, even if a retry or another upstream then succeeded.',
    labelNames: ['upstream', 'outcome'],
    registers,
  });
  const paused = new Gauge({
    name: 'svc_upstream_paused',
    aggregator: 'max',
    help: '1 while the circuit breaker of a part of an upstream is open.',
    labelNames: ['upstream', 'part'],
    registers,
  });
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
