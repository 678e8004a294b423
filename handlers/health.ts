import { readFileSync } from 'node:fs';
import { EncodedText, metricsType, ServiceError } from '../services/platform/index.ts';
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
  // Answers like any unknown path, because the metrics have their own address.
  if (config.metrics.address !== '') throw new ServiceError('unknown_path', 'There is no path /metrics here.');
  return { status: 200, body: await metrics.text(), headers: { 'content-type': metricsType } };
};

const generated = new URL('../generated/', import.meta.url);

/** The encoded document for each base URL. Only tests that start several servers have more than one. */
const documents = new Map<string, EncodedText>();
let referencePage: EncodedText | undefined;

export const getOpenapiDocument: Handler<'getOpenapiDocument'> = async ({ headers }, { site }) => {
  const document = documents.get(site.url) ?? documentOf(site.url);
  documents.set(site.url, document);
  const { bytes, headers: more } = await document.for(headers['accept-encoding']);
  return { status: 200, body: bytes, headers: { 'content-type': 'application/json; charset=utf-8', ...more } };
};

/** Returns the published document with this server as the first entry of `servers`. */
function documentOf(url: string): EncodedText {
  const published = JSON.parse(readFileSync(new URL('openapi.json', generated), 'utf8')) as { servers?: object[] };
  const servers = [{ url, description: 'This server' }, ...(published.servers ?? [])];
  return new EncodedText(JSON.stringify({ ...published, servers }));
}

export const getReference: Handler<'getReference'> = async ({ headers }) => {
  referencePage ??= new EncodedText(readFileSync(new URL('reference.html', generated), 'utf8'));
  const { bytes, headers: more } = await referencePage.for(headers['accept-encoding']);
  return {
    status: 200,
    body: bytes,
    // The policy allows only the page's inline style sheet.
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ...more,
    },
  };
};
