import { readFileSync } from 'node:fs';
import { ServiceError } from '../services/platform/errors.ts';
import { metricsType } from '../services/platform/metrics.ts';
import type { Handler } from './handler.ts';

export const getHealth: Handler<'getHealth'> = () => ({ status: 200, body: { status: 'ok' } });

export const getReadiness: Handler<'getReadiness'> = async (_call, { lifecycle, readiness, webhooks }) => {
  const answers = await readiness.databaseWrites();
  const broker = webhooks.relay?.answers();
  const checks = { database: state(answers), ...(broker === undefined ? {} : { broker: state(broker) }) };
  if (answers && broker !== false && !lifecycle.leaving) return { status: 200, body: { status: 'ready', checks } };
  return { status: 503, body: { status: 'unavailable', checks } };
};

function state(answers: boolean): 'ok' | 'unavailable' {
  return answers ? 'ok' : 'unavailable';
}

export const getMetrics: Handler<'getMetrics'> = async (_call, { config, metrics }) => {
  // As any path is that does not exist: they are elsewhere.
  if (config.metrics.address !== '') throw new ServiceError('unknown_path', 'There is no path /metrics here.');
  return { status: 200, body: await metrics.text(), headers: { 'content-type': metricsType } };
};

const generated = new URL('../generated/', import.meta.url);
let openapiDocument: Record<string, unknown> | undefined;
let referencePage: string | undefined;

export const getOpenapiDocument: Handler<'getOpenapiDocument'> = () => {
  openapiDocument ??= JSON.parse(readFileSync(new URL('openapi.json', generated), 'utf8')) as Record<string, unknown>;
  return { status: 200, body: openapiDocument };
};

export const getReference: Handler<'getReference'> = () => {
  referencePage ??= readFileSync(new URL('reference.html', generated), 'utf8');
  return {
    status: 200,
    body: referencePage,
    // The page has its one style sheet inside, and nothing else.
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  };
};
