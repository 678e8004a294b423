import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { inForm, type Json } from '../services/openapi/index.ts';
import { EncodedText, metricsType, ServiceError } from '../services/platform/index.ts';
import type { Handler } from './handler.ts';

export const getHealth: Handler<'getHealth'> = async (_call, { config, readiness }) => {
  const { lost_seconds: seconds } = config.database;
  const isLost = seconds !== '' && (await readiness.hasLostDatabase(seconds));
  return isLost ? { status: 503, body: { status: 'database_lost' } } : { status: 200, body: { status: 'ok' } };
};

export const getReadiness: Handler<'getReadiness'> = async (_call, { lifecycle, readiness, webhooks }) => {
  const answers = await readiness.databaseWrites();
  const broker = webhooks.relay?.answers();
  const checks = { database: state(answers), ...(broker === undefined ? {} : { broker: state(broker) }) };
  const stays = !lifecycle.leaving || lifecycle.replaced;
  if (answers && broker !== false && stays) return { status: 200, body: { status: 'ready', checks } };
  return { status: 503, body: { status: 'unavailable', checks } };
};

function state(answers: boolean): 'ok' | 'unavailable' {
  return answers ? 'ok' : 'unavailable';
}

export const getMetrics: Handler<'getMetrics'> = async (_call, { config, metrics }) => {
  // With SVC_METRICS_ADDRESS set, this address has no metrics: the response is that of an unknown path.
  if (config.metrics.address !== '') throw new ServiceError('unknown_path', 'There is no path /metrics here.');
  return { status: 200, body: await metrics.text(), headers: { 'content-type': metricsType } };
};

const generated = new URL('../generated/', import.meta.url);

/** The encoded document for each base URL and form. Only tests that start several servers have more than one base URL. */
const documents = new Map<string, EncodedText>();

export const getOpenapiDocument: Handler<'getOpenapiDocument'> = async ({ query, headers }, { site }) => {
  const key = `${site.url} ${query.for}`;
  const document = documents.get(key) ?? documentOf(site.url, query.for);
  documents.set(key, document);
  const { bytes, headers: more } = await document.for(headers['accept-encoding']);
  return { status: 200, body: bytes, headers: { 'content-type': 'application/json; charset=utf-8', ...more } };
};

/** Returns the published document, in a form if one is named, with this server as the first entry of `servers`. */
function documentOf(url: string, form: string | undefined): EncodedText {
  const published = JSON.parse(readFileSync(new URL('openapi.json', generated), 'utf8')) as OpenapiDocument;
  const document = form === undefined ? published : (inForm(published, form) as OpenapiDocument);
  const servers = [{ url, description: 'This server' }, ...(document.servers ?? [])];
  return new EncodedText(JSON.stringify({ ...document, servers }));
}

type OpenapiDocument = { [name: string]: Json; servers?: Json[] };

/** The files of /docs by name, read at their first use. */
const docs = new Map<string, EncodedText>();
const docsNames = new Set(readdirSync(new URL('docs/', generated)));

const docsTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The pages load only their own style sheet, script and search index. */
const docsPolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const getReference: Handler<'getReference'> = ({ headers }) =>
  docsAnswer('reference.html', headers['accept-encoding']);

export const getDocsFile: Handler<'getDocsFile'> = ({ params: { file }, headers }) => {
  const name = file.includes('.') ? file : `${file}.html`;
  if (!docsNames.has(name)) throw new ServiceError('not_found', 'The guide does not exist. /docs lists the guides.');
  return docsAnswer(name, headers['accept-encoding']);
};

async function docsAnswer(name: string, acceptEncoding: string | undefined) {
  const text = docs.get(name) ?? new EncodedText(readFileSync(new URL(`docs/${name}`, generated), 'utf8'));
  docs.set(name, text);
  const { bytes, headers } = await text.for(acceptEncoding);
  const fixed = { 'content-type': docsTypes[extname(name)] as string, 'content-security-policy': docsPolicy };
  return { status: 200 as const, body: bytes, headers: { ...fixed, ...headers } };
}
