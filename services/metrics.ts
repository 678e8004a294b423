// The server's counters and gauges, in Prometheus' format. Labels never carry a name, an id or an address of a tenant.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { ModelCallWatcher } from './model-calls.ts';

export interface Metrics {
  /** Notes an answered request. `durationMs` from its first byte to the last byte handed over. */
  request(operation: string, status: number, durationMs: number): void;
  /** Notes calls of models and endpoints. */
  modelCalls: ModelCallWatcher;
  /** Everything, as text. */
  text(): Promise<string>;
}

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'svc_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['operation'],
    buckets: bucketsSeconds,
    registers: [registry],
  });
  const counters = new Map<string, Counter.Internal>();
  const histograms = new Map<string, Histogram.Internal<'operation'>>();
  return {
    request(operation, status, durationMs) {
      const key = `${operation} ${status}`;
      let counter = counters.get(key);
      if (counter === undefined) {
        counter = requests.labels(operation, String(status));
        counters.set(key, counter);
      }
      counter.inc();
      let histogram = histograms.get(operation);
      if (histogram === undefined) {
        histogram = durations.labels(operation);
        histograms.set(operation, histogram);
      }
      histogram.observe(durationMs / 1000);
    },
    modelCalls: watchModelCalls(registry),
    text: () => registry.metrics(),
  };
}

/** Upstreams are named by the operator, not by a tenant; the models that tenants ask for stay out. */
function watchModelCalls(registry: Registry): ModelCallWatcher {
  const calls = new Counter({
    name: 'svc_upstream_calls_total',
    help: 'Calls to upstreams, by how they ended: the status, or cut where the answer broke off.',
    labelNames: ['upstream', 'kind', 'status'],
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'svc_upstream_tokens_total',
    help: 'Tokens that upstreams counted.',
    labelNames: ['upstream', 'kind', 'direction'],
    registers: [registry],
  });
  return {
    begin: ({ kind }) => {
      return ({ status, complete, upstream = 'none', tokens: counted }) => {
        if (status === 0) return;
        calls.inc({ upstream, kind, status: status < 300 && !complete ? 'cut' : status });
        if (counted === undefined) return;
        tokens.inc({ upstream, kind, direction: 'input' }, counted.input);
        tokens.inc({ upstream, kind, direction: 'output' }, counted.output);
      };
    },
  };
}
