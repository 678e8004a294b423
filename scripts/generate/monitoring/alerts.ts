// The alerts of deploy/alerts.yaml. Each says what users notice and what the operator should do. The thresholds are
// starting points for a healthy server.

export interface Alert {
  name: string;
  /** PromQL. */
  expression: string;
  /** The minutes for which the expression must hold. */
  forMinutes: number;
  severity: 'critical' | 'warning' | 'info';
  summary: string;
  action: string;
}

/** The duration of these operations depends on a model, a tool or an upload. */
const longOperations =
  'create(ChatCompletion|Completion|Response|Embedding)|.*(CustomEndpoint|Mcp|UploadPart|FileContent).*|createFile';

export const alerts: readonly Alert[] = [
  {
    name: 'SvcDown',
    expression: 'up{job="svc"} == 0',
    forMinutes: 2,
    severity: 'critical',
    summary: '{{ $labels.instance }} cannot be scraped',
    action: 'The process has ended, hangs, or its metrics address is blocked. Read its log.',
  },
  {
    name: 'SvcErrors',
    expression: 'sum(rate(svc_http_requests_total{status=~"5.."}[5m])) / sum(rate(svc_http_requests_total[5m])) > 0.02',
    forMinutes: 5,
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of all requests fail',
    action: 'Look at svc_failures_total by operation; the log has the cause of each failure with its request id.',
  },
  {
    name: 'SvcSlowRequests',
    expression: `histogram_quantile(0.95, sum by (le) (rate(svc_http_request_duration_seconds_bucket{operation!~"${longOperations}"}[10m]))) > 1`,
    forMinutes: 10,
    severity: 'warning',
    summary: 'The p95 of requests without a model is {{ $value | humanizeDuration }}',
    action: 'Compare the wait for database connections, the event-loop lag and the CPU of the servers.',
  },
  {
    name: 'SvcEventLoopLag',
    expression: 'nodejs_eventloop_lag_p99_seconds{job="svc"} > 0.25',
    forMinutes: 5,
    severity: 'warning',
    summary: 'The event loop of {{ $labels.instance }} is blocked for {{ $value | humanizeDuration }}',
    action: 'Add a server, or run background work apart from the servers with svc worker and SVC_RUN_WORKERS=false.',
  },
  {
    name: 'SvcDatabasePoolWaits',
    expression: 'histogram_quantile(0.95, sum by (le, pool) (rate(svc_database_pool_wait_seconds_bucket[5m]))) > 0.5',
    forMinutes: 5,
    severity: 'warning',
    summary: 'The p95 of the wait for a database connection ({{ $labels.pool }}) is {{ $value | humanizeDuration }}',
    action: 'The database is slow, or the pool is too small: see SVC_DATABASE_POOL.',
  },
  {
    name: 'SvcBacklog',
    expression: 'max by (kind) (svc_queue_backlog_age_seconds) > 900',
    forMinutes: 5,
    severity: 'warning',
    summary: 'Jobs of the kind {{ $labels.kind }} wait for {{ $value | humanizeDuration }}',
    action: 'No worker runs, or there are too few. Start svc worker.',
  },
  {
    name: 'SvcWorkersDie',
    expression: 'sum by (kind) (increase(svc_queue_lease_expiries_total[30m])) > 3',
    forMinutes: 0,
    severity: 'warning',
    summary: 'Workers died over {{ $value | humanize }} jobs of the kind {{ $labels.kind }}',
    action: 'Look for processes that ended by lack of memory, and for the job in the log.',
  },
  {
    name: 'SvcWebhookLag',
    expression: 'max(svc_webhook_queue_age_seconds) > 300',
    forMinutes: 5,
    severity: 'warning',
    summary: 'Due webhook deliveries wait for {{ $value | humanizeDuration }}',
    action: 'Raise SVC_WEBHOOK_CONCURRENCY or start another worker.',
  },
  {
    name: 'SvcWebhooksFail',
    expression:
      'sum(rate(svc_webhook_attempt_duration_seconds_count{outcome!="succeeded"}[30m])) / sum(rate(svc_webhook_attempt_duration_seconds_count[30m])) > 0.5',
    forMinutes: 30,
    severity: 'warning',
    summary: '{{ $value | humanizePercentage }} of the webhook attempts fail',
    action: 'If receivers of several projects fail, check the network, the proxy and the resolver of the servers.',
  },
  {
    name: 'SvcBrokerUnconfirmed',
    expression: 'sum(increase(svc_broker_unconfirmed_total[10m])) > 0',
    forMinutes: 10,
    severity: 'warning',
    summary: 'The broker does not confirm messages',
    action: 'Check RabbitMQ. Deliveries are late meanwhile, and none is lost.',
  },
  {
    name: 'SvcMailsFail',
    expression: 'sum(increase(svc_mails_total{outcome=~"refused|expired"}[1h])) > 0',
    forMinutes: 0,
    severity: 'warning',
    summary: 'Mails were not delivered',
    action: 'Check SVC_SMTP_URL and the mail server; the log has the reason of each mail.',
  },
  {
    name: 'SvcUpstreamPaused',
    expression: 'max by (upstream, part) (svc_upstream_paused) == 1',
    forMinutes: 5,
    severity: 'critical',
    summary: 'The upstream {{ $labels.upstream }} ({{ $labels.part }}) keeps failing',
    action: 'Its circuit breaker is open: calls go to other upstreams, or fail. Check the upstream and its key.',
  },
  {
    name: 'SvcUpstreamFails',
    expression:
      'sum by (upstream) (rate(svc_upstream_failures_total[10m])) / sum by (upstream) (rate(svc_upstream_calls_total[10m])) > 0.1',
    forMinutes: 10,
    severity: 'warning',
    summary: 'There are {{ $value | humanize }} failed tries for each call of the upstream {{ $labels.upstream }}',
    action: 'svc_upstream_failures_total has the outcomes.',
  },
  {
    name: 'SvcSlowFirstToken',
    expression:
      'histogram_quantile(0.95, sum by (le, upstream) (rate(svc_upstream_time_to_first_token_seconds_bucket[10m]))) > 20',
    forMinutes: 10,
    severity: 'warning',
    summary: 'The p95 of the time to the first token of {{ $labels.upstream }} is {{ $value | humanizeDuration }}',
    action: 'The upstream is overloaded, or its connections are used up: see max_connections.',
  },
  {
    name: 'SvcLimitRefusals',
    expression:
      'sum by (limit) (rate(svc_limit_refusals_total[15m])) / scalar(sum(rate(svc_http_requests_total[15m]))) > 0.1',
    forMinutes: 15,
    severity: 'info',
    summary: 'The limit {{ $labels.limit }} refuses {{ $value | humanizePercentage }} of all requests',
    action: 'A project or a key has reached its limit. Tell its owner, or raise it.',
  },
  {
    name: 'SvcFileDescriptors',
    expression: 'process_open_fds{job="svc"} / process_max_fds{job="svc"} > 0.8',
    forMinutes: 5,
    severity: 'critical',
    summary: '{{ $labels.instance }} uses {{ $value | humanizePercentage }} of its file descriptors',
    action: 'Raise LimitNOFILE, or lower SVC_MAX_CONNECTIONS.',
  },
  {
    name: 'SvcVectorIndexFailed',
    expression: 'max(svc_collections_indexes{state="failed"}) > 0',
    forMinutes: 15,
    severity: 'warning',
    summary: 'The vector indexes of {{ $value }} large vector stores cannot be built in PostgreSQL',
    action:
      'Their searches are exact and slow. Run svc doctor, and look in the logs of svc and of PostgreSQL: often its disk or maintenance_work_mem is too small.',
  },
];
