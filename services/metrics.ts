// The server's counters and gauges, in Prometheus' format. Labels never carry a name, an id or an address of a tenant.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Notes an answered request. `durationMs` from its first byte to the last byte handed over. */
  request(operation: string, status: number, durationMs: number): void;
  /** Notes what became of a mail. */
  mail(outcome: 'sent' | 'refused' | 'expired' | 'unconfigured'): void;
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
  const mails = new Counter({
    name: 'svc_mails_total',
    help: 'Mails, by what became of them.',
    labelNames: ['outcome'],
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
    mail(outcome) {
      mails.inc({ outcome });
    },
    text: () => registry.metrics(),
  };
}
