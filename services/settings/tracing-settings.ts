// The settings of the export of traces.

import { setting } from './config-tree.ts';
import { httpUrlOrNone, integer, text } from './setting-values.ts';

export const tracing = {
  url: setting('SVC_TRACES_URL', httpUrlOrNone, '').about(
    'The OTLP/HTTP endpoint that traces are sent to, without /v1/traces, such as http://127.0.0.1:4318; empty: no traces are sent.',
  ),
  authorization: setting('SVC_TRACES_AUTHORIZATION', text, '', { secret: true }).about(
    'The Authorization header of the requests to SVC_TRACES_URL, such as Bearer …',
  ),
  sample_percent: setting('SVC_TRACES_SAMPLE_PERCENT', integer(0, 100), 10).about(
    'The percentage of requests that are traced, of the requests without a traceparent header.',
  ),
} as const;
