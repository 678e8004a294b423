// The server's counters and gauges, in Prometheus' format. Labels never carry a name, an id or an address of a tenant.

import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { metersOf } from './meters.ts';

export interface Metrics {
  /** Records a request. `durationMs` counts from its first byte to the last byte of the response. */
  request(operation: string, status: number, durationMs: number): void;
  /** Records a failure that was logged. */
  failure(operation: string): void;
  /** The registry in which rooms register their own metrics. */
  registry: Registry;
  /** Records the outcome of a mail. */
  mail(outcome: 'sent' | 'refused' | 'expired' | 'unconfigured'): void;
  /** Records a finished delivery attempt. */
  webhookAttempt(outcome: string, durationMs: number): void;
  /** Records a delivered event. `lagMs` counts from the event's creation to the success. */
  webhookDelivered(lagMs: number): void;
  /** Records a call that a limit refused. `limit` is the code of the error. */
  limitRefusal(limit: string): void;
  /** Records the wait for a database connection. `pool` is `transactions` or `reads`. */
  databaseWait(pool: string, waitMs: number): void;
  /** Records that a job's lease expired, because its worker died or was too slow. */
  leaseExpired(kind: string): void;
  /** Records the time until the broker confirmed a message; undefined if it did not. */
  brokerConfirm(durationMs: number | undefined): void;
  /** Sets the function that reads the age of the oldest due delivery, in milliseconds. */
  webhookQueueAge(read: () => Promise<number>): void;
  /** Sets the function that reads the age of the oldest due job of each kind, in milliseconds. */
  queueBacklog(read: () => Promise<ReadonlyMap<string, number>>): void;
  /** Returns all metrics as text of the media type below. */
  text(): Promise<string>;
}

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** Returns the metrics of several processes as those of one. */
export function sumOfMetrics(processes: ProcessMetrics[]): Registry {
  return AggregatorRegistry.aggregate(processes);
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Deliveries are retried over three days. */
const lagBucketsSeconds = [0.1, 0.5, 1, 5, 10, 60, 300, 1800, 3600, 21_600, 86_400, 259_200];
/** prom-client's own metrics that end in `_total` although they are gauges; `nodejs_active_resources` says the same. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // The metrics may be public, and a version tells attackers which vulnerabilities to try.
  registry.removeSingleMetric('nodejs_version_info');
  for (const name of misnamed) registry.removeSingleMetric(name);
  const { counter, histogram } = metersOf(registry);
  const requests = counter('svc_http_requests_total', 'Answered requests.', ['operation', 'status']);
  const durations = histogram(
    'svc_http_request_duration_seconds',
    'Request duration, from the first byte of the request to the last byte of the response.',
    bucketsSeconds,
    ['operation'],
  );
  const failures = counter(
    'svc_failures_total',
    'Requests that failed because of a defect, or because a dependency was unavailable or damaged. Each failure is in the log.',
    ['operation'],
  );
  const mails = counter('svc_mails_total', 'Mails, by outcome.', ['outcome']);
  const refusals = counter('svc_limit_refusals_total', 'Calls that a limit refused, by error code.', ['limit']);
  const waits = histogram(
    'svc_database_pool_wait_seconds',
    'The wait for a database connection: until a transaction began, or until a read had a connection (MySQL).',
    bucketsSeconds,
    ['pool'],
  );
  return {
    ...deliveryMetrics(registry),
    ...queueMetrics(registry),
    limitRefusal: (limit) => refusals.inc({ limit }),
    databaseWait: (pool, waitMs) => waits.observe({ pool }, waitMs / 1000),
    request(operation, status, durationMs) {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    failure: (operation) => failures.inc({ operation }),
    registry,
    mail: (outcome) => mails.inc({ outcome }),
    text: () => registry.metrics(),
  };
}

function deliveryMetrics(
  registry: Registry,
): Pick<Metrics, 'webhookAttempt' | 'webhookDelivered' | 'brokerConfirm' | 'webhookQueueAge'> {
  const { counter, gauge, histogram } = metersOf(registry);
  const attempts = histogram(
    'svc_webhook_attempt_duration_seconds',
    'Duration of webhook delivery attempts, by outcome; blocked: the address is not allowed.',
    bucketsSeconds,
    ['outcome'],
  );
  const lags = histogram(
    'svc_webhook_delivery_lag_seconds',
    'Time from the creation of an event to its successful delivery, retries included.',
    lagBucketsSeconds,
  );
  const confirms = histogram(
    'svc_broker_confirm_duration_seconds',
    'Time until the broker confirmed a message.',
    bucketsSeconds,
  );
  const unconfirmed = counter('svc_broker_unconfirmed_total', 'Messages that the broker did not confirm.');
  let readAge = (): Promise<number> => Promise.resolve(0);
  gauge('svc_webhook_queue_age_seconds', 'Age of the oldest due delivery.', [], async (metric) => {
    // An unavailable database must not fail the other metrics.
    metric.set(
      await readAge().then(
        (ms) => ms / 1000,
        () => Number.NaN,
      ),
    );
  });
  return {
    webhookAttempt: (outcome, durationMs) => attempts.observe({ outcome }, durationMs / 1000),
    webhookDelivered: (lagMs) => lags.observe(Math.max(0, lagMs) / 1000),
    brokerConfirm: (durationMs) => (durationMs === undefined ? unconfirmed.inc() : confirms.observe(durationMs / 1000)),
    webhookQueueAge: (read) => {
      readAge = read;
    },
  };
}

function queueMetrics(registry: Registry): Pick<Metrics, 'leaseExpired' | 'queueBacklog'> {
  const { counter, gauge } = metersOf(registry);
  const expiries = counter(
    'svc_queue_lease_expiries_total',
    'Jobs that another worker took over, because their worker died or was too slow.',
    ['kind'],
  );
  let readAges = (): Promise<ReadonlyMap<string, number>> => Promise.resolve(new Map());
  gauge(
    'svc_queue_backlog_age_seconds',
    'Age of the oldest due job of each kind; 0 if none is due.',
    ['kind'],
    async (metric) => {
      metric.reset();
      // An unavailable database must not fail the other metrics.
      const ages = await readAges().catch(() => new Map<string, number>());
      for (const [kind, ms] of ages) metric.set({ kind }, ms / 1000);
    },
  );
  return {
    leaseExpired: (kind) => expiries.inc({ kind }),
    queueBacklog: (read) => {
      readAges = read;
    },
  };
}
