// The server's counters and gauges, in Prometheus' format. Labels never carry a name, an id or an address of a tenant.
//
// Answers are tallied in plain numbers, and put into words when somebody reads the metrics: the library's own histogram
// looks its labels up and checks them at every request.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Notes an answered request. `durationMs` from its first byte to the last byte handed over. */
  request(operation: string, status: number, durationMs: number): void;
  /** Notes a failure that has its line in the log. */
  failure(operation: string): void;
  /** Where a room registers metrics of its own. */
  registry: Registry;
  /** Notes what became of a mail. */
  mail(outcome: 'sent' | 'refused' | 'expired' | 'unconfigured'): void;
  /** Notes an attempt of a delivery that has ended. */
  webhookAttempt(outcome: string, durationMs: number): void;
  /** Notes that a job's worker died, or was too slow. */
  leaseExpired(kind: string): void;
  /** Notes what became of a message to the broker; undefined: it was not confirmed. */
  brokerConfirm(durationMs: number | undefined): void;
  /** Tells where to read how long the longest due delivery has waited, in milliseconds. */
  webhookQueueAge(read: () => Promise<number>): void;
  /** Everything, as text of the media type below. */
  text(): Promise<string>;
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const boundsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
const bucketsSeconds = boundsMs.map((bound) => bound / 1000);

/** What was answered for an operation. */
interface Tally {
  /** Status → answers. */
  statuses: Map<number, number>;
  /** Answers that took at most as long as the bound of the same place, and longer than the one before it. */
  within: number[];
  count: number;
  sumMs: number;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Anybody may read the metrics: a version tells which holes to try.
  registry.removeSingleMetric('nodejs_version_info');
  const tallies = new Map<string, Tally>();
  new Counter({
    name: 'svc_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [operation, { statuses }] of tallies) {
        for (const [status, count] of statuses) this.inc({ operation, status: String(status) }, count);
      }
    },
  });
  const failures = new Counter({
    name: 'svc_failures_total',
    help: 'Requests that failed by a defect, or because something that the server needs was away or damaged; the log has each.',
    labelNames: ['operation'],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'svc_mails_total',
    help: 'Mails, by what became of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    ...deliveryMetrics(registry),
    request: (operation, status, durationMs) => tally(tallies, operation, status, durationMs),
    failure: (operation) => failures.inc({ operation }),
    registry,
    mail: (outcome) => mails.inc({ outcome }),
    text: async () => [await registry.metrics(), ...durations(tallies), ''].join('\n'),
  };
}

function tally(tallies: Map<string, Tally>, operation: string, status: number, durationMs: number): void {
  let own = tallies.get(operation);
  if (own === undefined) {
    own = { statuses: new Map(), within: boundsMs.map(() => 0), count: 0, sumMs: 0 };
    tallies.set(operation, own);
  }
  own.statuses.set(status, (own.statuses.get(status) ?? 0) + 1);
  own.count += 1;
  own.sumMs += durationMs;
  let place = 0;
  while (place < boundsMs.length && durationMs > (boundsMs[place] as number)) place += 1;
  if (place < boundsMs.length) own.within[place] = (own.within[place] as number) + 1;
}

function durations(tallies: Map<string, Tally>): string[] {
  const name = 'svc_http_request_duration_seconds';
  return [
    `# HELP ${name} From the first byte of a request to the last of its answer.`,
    `# TYPE ${name} histogram`,
    ...[...tallies].flatMap(([operation, { within, count, sumMs }]) => {
      let soFar = 0;
      const buckets = boundsMs.map((bound, place) => {
        soFar += within[place] as number;
        return `${name}_bucket{le="${bound / 1000}",operation="${operation}"} ${soFar}`;
      });
      return [
        ...buckets,
        `${name}_bucket{le="+Inf",operation="${operation}"} ${count}`,
        `${name}_sum{operation="${operation}"} ${sumMs / 1000}`,
        `${name}_count{operation="${operation}"} ${count}`,
      ];
    }),
  ];
}

function deliveryMetrics(
  registry: Registry,
): Pick<Metrics, 'webhookAttempt' | 'leaseExpired' | 'brokerConfirm' | 'webhookQueueAge'> {
  const registers = [registry];
  const attempts = new Histogram({
    name: 'svc_webhook_attempt_duration_seconds',
    help: 'Attempts of deliveries, by how they ended; blocked ones were not let out.',
    labelNames: ['outcome'],
    buckets: bucketsSeconds,
    registers,
  });
  const expiries = new Counter({
    name: 'svc_queue_lease_expiries_total',
    help: 'Jobs that were taken over, because their worker had died or was too slow.',
    labelNames: ['kind'],
    registers,
  });
  const confirms = new Histogram({
    name: 'svc_broker_confirm_duration_seconds',
    help: 'Until the broker has confirmed a message.',
    buckets: bucketsSeconds,
    registers,
  });
  const unconfirmed = new Counter({
    name: 'svc_broker_unconfirmed_total',
    help: 'Messages that the broker has not confirmed.',
    registers,
  });
  return {
    webhookAttempt: (outcome, durationMs) => attempts.observe({ outcome }, durationMs / 1000),
    leaseExpired: (kind) => expiries.inc({ kind }),
    brokerConfirm: (durationMs) => (durationMs === undefined ? unconfirmed.inc() : confirms.observe(durationMs / 1000)),
    webhookQueueAge(read) {
      new Gauge({
        name: 'svc_webhook_queue_age_seconds',
        help: 'How long the longest due delivery has waited.',
        registers,
        async collect() {
          // A database that is away must not take the other metrics along.
          this.set(
            await read().then(
              (ms) => ms / 1000,
              () => Number.NaN,
            ),
          );
        },
      });
    },
  };
}
