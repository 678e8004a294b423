// Tests deploy/alerts.yaml and the metrics with Prometheus' own tool.

import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import t from 'tap';
import { parse, stringify } from 'yaml';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { startServer } from '../harness/process.ts';

const run = promisify(execFile);
const promtool = '/usr/bin/promtool';
const alerts = join(import.meta.dirname, '../../deploy/alerts.yaml');
/** The minute at which the alerts are evaluated: after the longest `for` and range. */
const minute = 70;

/** The values of each series, one per minute, in promtool's notation: `0+60x70` increases by 60 per minute. */
type Series = Record<string, string>;

const up = (perMinute: number): string => `0+${perMinute}x${minute}`;
const stays = (value: number): string => `${value}x${minute}`;
/** Returns a histogram with 60 observations per minute in one bucket. */
const histogram = (name: string, labels: string, bucket: string, next: string): Series => ({
  [`${name}_bucket{${labels}le="${bucket}"}`]: up(0),
  [`${name}_bucket{${labels}le="${next}"}`]: up(60),
  [`${name}_bucket{${labels}le="+Inf"}`]: up(60),
});

/** For each alert: series with which it fires, and series with which it does not. */
const cases: Record<string, [fires: Series, silent: Series]> = {
  SvcDown: [{ 'up{job="svc"}': stays(0) }, { 'up{job="svc"}': stays(1), 'up{job="other"}': stays(0) }],
  SvcErrors: [
    { 'svc_http_requests_total{status="200"}': up(90), 'svc_http_requests_total{status="503"}': up(10) },
    { 'svc_http_requests_total{status="200"}': up(90), 'svc_http_requests_total{status="429"}': up(10) },
  ],
  SvcSlowRequests: [
    histogram('svc_http_request_duration_seconds', 'operation="listFiles",', '1', '2.5'),
    histogram('svc_http_request_duration_seconds', 'operation="createChatCompletion",', '1', '2.5'),
  ],
  SvcEventLoopLag: [
    { 'nodejs_eventloop_lag_p99_seconds{job="svc"}': stays(0.4) },
    { 'nodejs_eventloop_lag_p99_seconds{job="svc"}': stays(0.1) },
  ],
  SvcDatabasePoolWaits: [
    histogram('svc_database_pool_wait_seconds', 'pool="reads",', '0.5', '1'),
    histogram('svc_database_pool_wait_seconds', 'pool="reads",', '0.05', '0.1'),
  ],
  SvcBacklog: [
    { 'svc_queue_backlog_age_seconds{kind="ingestion"}': up(60) },
    { 'svc_queue_backlog_age_seconds{kind="ingestion"}': stays(300) },
  ],
  SvcWorkersDie: [
    { 'svc_queue_lease_expiries_total{kind="ingestion"}': up(1) },
    { 'svc_queue_lease_expiries_total{kind="ingestion"}': stays(40) },
  ],
  SvcVectorIndexFailed: [
    { 'svc_collections_indexes{state="failed"}': stays(1) },
    { 'svc_collections_indexes{state="failed"}': stays(0), 'svc_collections_indexes{state="building"}': stays(2) },
  ],
  SvcWebhookLag: [{ svc_webhook_queue_age_seconds: stays(600) }, { svc_webhook_queue_age_seconds: stays(30) }],
  SvcWebhooksFail: [
    {
      'svc_webhook_attempt_duration_seconds_count{outcome="succeeded"}': up(4),
      'svc_webhook_attempt_duration_seconds_count{outcome="failed"}': up(6),
    },
    {
      'svc_webhook_attempt_duration_seconds_count{outcome="succeeded"}': up(6),
      'svc_webhook_attempt_duration_seconds_count{outcome="failed"}': up(4),
    },
  ],
  SvcBrokerUnconfirmed: [{ svc_broker_unconfirmed_total: up(1) }, { svc_broker_unconfirmed_total: stays(9) }],
  SvcMailsFail: [
    { 'svc_mails_total{outcome="refused"}': up(1) },
    { 'svc_mails_total{outcome="sent"}': up(9), 'svc_mails_total{outcome="refused"}': stays(3) },
  ],
  SvcUpstreamPaused: [
    { 'svc_upstream_paused{upstream="one",part="models"}': stays(1) },
    { 'svc_upstream_paused{upstream="one",part="models"}': stays(0) },
  ],
  SvcUpstreamFails: [
    { 'svc_upstream_failures_total{upstream="one"}': up(20), 'svc_upstream_calls_total{upstream="one"}': up(100) },
    { 'svc_upstream_failures_total{upstream="one"}': up(2), 'svc_upstream_calls_total{upstream="one"}': up(100) },
  ],
  SvcSlowFirstToken: [
    histogram('svc_upstream_time_to_first_token_seconds', 'upstream="one",', '20', '40'),
    histogram('svc_upstream_time_to_first_token_seconds', 'upstream="one",', '1', '2.5'),
  ],
  SvcLimitRefusals: [
    { 'svc_limit_refusals_total{limit="tokens_per_day"}': up(30), svc_http_requests_total: up(100) },
    { 'svc_limit_refusals_total{limit="tokens_per_day"}': up(3), svc_http_requests_total: up(100) },
  ],
  SvcFileDescriptors: [
    { 'process_open_fds{job="svc"}': stays(900), 'process_max_fds{job="svc"}': stays(1000) },
    { 'process_open_fds{job="svc"}': stays(90), 'process_max_fds{job="svc"}': stays(1000) },
  ],
};

t.setTimeout(600_000);
await ensurePackages([promtool], ['prometheus']);

t.test('promtool accepts the alert rules', async (t) => {
  const { stdout } = await run(promtool, ['check', 'rules', alerts]);
  t.match(stdout, /SUCCESS: \d+ rules found/);
});

t.test('each alert fires if and only if it should', async (t) => {
  const rules = parse(readFileSync(alerts, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
  const names = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
  t.same(Object.keys(cases).sort(), names.sort());
  const tests = Object.entries(cases).flatMap(([name, [fires, silent]]) => [
    ruleTest(name, fires, true),
    ruleTest(name, silent, false),
  ]);
  const file = join(t.testdir(), 'cases.yaml');
  writeFileSync(file, stringify({ rule_files: [alerts], evaluation_interval: '1m', tests }));
  const { stdout } = await run(promtool, ['test', 'rules', file]);
  t.match(stdout, /SUCCESS/);
});

/** Returns a promtool unit test in which only this alert fires, or none. */
function ruleTest(name: string, series: Series, fires: boolean): object {
  return {
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${minute}m`,
        exp_samples: fires ? [{ labels: `{alertname="${name}"}`, value: 1 }] : [],
      },
    ],
  };
}

t.test('promtool finds no fault in the metrics of a server', async (t) => {
  const server = await startServer({ SVC_DATA_DIR: t.testdir() });
  const scrape = await (await fetch(`${server.url}/metrics`)).text();
  const child = spawn(promtool, ['check', 'metrics'], { stdio: ['pipe', 'inherit', 'pipe'] });
  child.stdin.end(scrape);
  const [said, code] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once('close', resolve))]);
  t.equal(said, '');
  t.equal(code, 0);
  await server.end();
});
