// The settings of webhook deliveries, and of the message broker that may carry them.

import { setting } from './config-tree.ts';
import {
  boolean,
  brokerUrl,
  certificateFile,
  cidrs,
  integer,
  nameServers,
  proxyUrl,
  seconds,
} from './setting-values.ts';

export const webhook = {
  allowed_cidrs: setting('SVC_WEBHOOK_ALLOWED_CIDRS', cidrs, []).about(
    'Internal networks to which webhooks may be sent, besides public addresses, comma-separated.',
  ),
  timeout_seconds: setting('SVC_WEBHOOK_TIMEOUT_SECONDS', integer(1, 60), 15).about(
    'The maximum seconds of one delivery attempt.',
  ),
  retry_schedule: setting('SVC_WEBHOOK_RETRY_SCHEDULE', seconds, [1, 5, 30, 120, 600, 1800]).about(
    'Seconds between the attempts of a delivery without a broker, comma-separated; empty: one attempt.',
  ),
  retry_schedule_broker: setting(
    'SVC_WEBHOOK_RETRY_SCHEDULE_BROKER',
    seconds,
    [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  ).about(
    'Seconds between the attempts of a delivery with a broker, comma-separated; empty: one attempt. The default lasts 3 days.',
  ),
  concurrency: setting('SVC_WEBHOOK_CONCURRENCY', integer(1, 10_000), 256).about(
    'The maximum number of deliveries in progress.',
  ),
  concurrency_per_endpoint: setting('SVC_WEBHOOK_CONCURRENCY_PER_ENDPOINT', integer(1, 1000), 8).about(
    'The maximum number of deliveries in progress to one endpoint.',
  ),
  retention_days: setting('SVC_WEBHOOK_RETENTION_DAYS', integer(1, 3650), 30, { live: true }).about(
    'Days for which deliveries and their attempts are kept.',
  ),
  resolver: setting('SVC_WEBHOOK_RESOLVER', nameServers, []).about(
    'Name servers that resolve webhook addresses, comma-separated; empty: those of the machine.',
  ),
  ca_file: setting('SVC_WEBHOOK_CA_FILE', certificateFile, '').about(
    'A PEM file of certificate authorities that webhook receivers may use besides the usual ones; empty: none.',
  ),
  proxy_url: setting('SVC_WEBHOOK_PROXY_URL', proxyUrl, '', { secret: true }).about(
    'An HTTP proxy for deliveries; empty: none. The proxy must then refuse internal addresses in place of svc.',
  ),
} as const;

export const broker = {
  enabled: setting('SVC_BROKER_ENABLED', boolean, false).about('Whether deliveries go through RabbitMQ.'),
  url: setting('SVC_BROKER_URL', brokerUrl, '', { secret: true }).about(
    'The address of RabbitMQ: amqp://user:password@host:port/vhost; empty: none.',
  ),
  patience_seconds: setting('SVC_BROKER_PATIENCE_SECONDS', integer(1, 3600), 60).about(
    'Seconds after which a delivery continues without the broker if the broker does not return its message.',
  ),
} as const;
