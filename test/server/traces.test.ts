// Tests the export of traces to an OTLP/HTTP receiver, and that the W3C trace context goes from a request to upstreams, jobs
// and webhooks. The packages of OpenTelemetry are optional, so they are in test/node_modules.

import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { Job } from '../../models/job.ts';
import { client } from '../harness/app.ts';
import { faultSettings } from '../harness/faults.ts';
import { upload } from '../harness/forms.ts';
import { question, startInference } from '../harness/inference.ts';
import { runServer, startServer, until } from '../harness/process.ts';
import { startReceiver } from '../harness/receiver.ts';
import { startRecordingServer } from '../harness/recording-server.ts';
import { finished } from '../harness/stores.ts';
import { startUpstream } from '../harness/upstream.ts';
import { createHook } from '../harness/webhooks.ts';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const sampled = `00-${traceId}-${spanId}-01`;

const upstream = await startUpstream(t);
const world = await startInference(t, [upstream], { ...faultSettings, SVC_RUN_WORKERS: 'true' });
const { app, project, organizationKey } = world;

const spans: OtlpSpan[] = [];
const authorizations = new Set<string | undefined>();
const collector = await startRecordingServer(t, async (request) => {
  const { resourceSpans } = JSON.parse(await text(request));
  for (const { scopeSpans } of resourceSpans) for (const { spans: some } of scopeSpans) spans.push(...some);
  authorizations.add(request.headers.authorization);
  return { status: 200, body: {} };
});

const exporting = {
  NODE_PATH: join(import.meta.dirname, '../node_modules'),
  SVC_TRACES_URL: collector.url,
  SVC_TRACES_AUTHORIZATION: 'Bearer collector',
};

/** Starts a server beside the one of this process, which exports its traces. Stopping it sends the last spans. */
async function startTraced(t: Test, more: Record<string, string> = {}) {
  const server = await startServer({
    ...exporting,
    ...app.database.settings,
    SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
    SVC_RUN_WORKERS: 'false',
    ...more,
  });
  t.teardown(() => server.end());
  return server;
}

const attributesOf = ({ attributes }: OtlpSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

t.test('a sampled call is exported as spans of the request and of the model call', async (t) => {
  const server = await startTraced(t, { SVC_TRACES_SAMPLE_PERCENT: '0' });
  const ask = client(t, server.url);
  const chat = (headers: Record<string, string>) =>
    ask('POST', '/v1/chat/completions', { token: project.key, body: question({ max_tokens: 7 }), headers });
  t.equal((await chat({})).status, 200);
  t.equal(upstream.seen.at(-1)?.headers.traceparent, undefined, 'an unsampled call begins no trace');
  const unsampled = sampled.replace(/01$/, '00');
  await chat({ traceparent: unsampled, tracestate: 'vendor=1' });
  t.equal(upstream.seen.at(-1)?.headers.traceparent, unsampled, 'an unsampled trace goes on unchanged');
  const sentAt = Date.now();
  await chat({ traceparent: sampled, tracestate: 'vendor=1' });
  const seen = upstream.seen.at(-1)?.headers ?? {};
  await server.end();
  const own = spans.filter((span) => span.traceId === traceId);
  t.equal(spans.length, own.length, 'nothing else is exported');
  t.equal(own.length, 2);
  const request = own.find(({ kind }) => kind === 2) as OtlpSpan;
  const call = own.find(({ kind }) => kind === 3) as OtlpSpan;
  t.equal(request.name, 'POST /v1/chat/completions');
  t.equal(request.parentSpanId, spanId);
  t.match(attributesOf(request), {
    'http.request.method': 'POST',
    'http.route': '/v1/chat/completions',
    'http.response.status_code': 200,
    'svc.operation': 'createChatCompletion',
    'svc.project': project.id,
  });
  t.equal(call.name, 'chat chat-model');
  t.equal(call.parentSpanId, request.spanId);
  const found = attributesOf(call);
  t.match(found, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': upstream.settings().name,
    'gen_ai.request.model': 'chat-model',
    'gen_ai.request.max_tokens': 7,
    'http.response.status_code': 200,
  });
  t.ok(Number(found['gen_ai.usage.input_tokens']) > 0);
  t.ok(Number(found['gen_ai.usage.output_tokens']) > 0);
  for (const { name, startTimeUnixNano, endTimeUnixNano } of own) {
    const [start, end] = [BigInt(startTimeUnixNano), BigInt(endTimeUnixNano)];
    t.ok(
      BigInt(sentAt) * 1_000_000n <= start && start <= end,
      `${name} begins after the call was sent, and ends later`,
    );
  }
  t.equal(seen.traceparent, `00-${traceId}-${call.spanId}-01`);
  t.equal(seen.tracestate, 'vendor=1');
  t.notMatch(JSON.stringify(own), /Hello\?/, 'a span has no prompt');
  t.strictSame([...authorizations], ['Bearer collector']);
});

t.test('jobs and webhooks belong to the trace of the request that caused them', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, organizationKey, receiver.url);
  const key = await app.request('POST', `/v1/organization/projects/${hook.projectId}/api_keys`, {
    token: organizationKey,
    body: { name: 'Key' },
  });
  const token: string = key.body.value;
  const file = await upload(app, token, { content: 'A note.' });
  const store = await app.request('POST', '/v1/vector_stores', { token, body: {} });
  const path = `/v1/vector_stores/${store.body.id}/file_batches`;
  const batch = await app.request('POST', path, {
    token,
    body: { file_ids: [file] },
    headers: { traceparent: sampled },
  });
  t.equal(batch.status, 200);
  await finished(app, token, `${path}/${batch.body.id}`);
  const [delivered] = await until(() => (receiver.received.length > 0 ? receiver.received : undefined));
  t.equal(delivered?.headers.traceparent, sampled, 'without export, the same header goes on');
});

t.test('a worker exports the spans of jobs', async (t) => {
  await app.app.services.queue.stop();
  const server = await startTraced(t, { ...faultSettings, SVC_RUN_WORKERS: 'true', SVC_TRACES_SAMPLE_PERCENT: '0' });
  const ask = client(t, server.url);
  const before = spans.length;
  const file = await upload({ request: ask }, project.key, { content: 'Another note.' });
  const store = await ask('POST', '/v1/vector_stores', { token: project.key, body: {} });
  const path = `/v1/vector_stores/${store.body.id}/files`;
  const headers = { traceparent: sampled };
  await ask('POST', path, { token: project.key, body: { file_id: file }, headers });
  await finished({ request: ask }, project.key, `${path}/${file}`);
  await until(async () =>
    (await Job.count({ where: { traceparent: null } })) === (await Job.count()) ? true : undefined,
  );
  await server.end();
  const own = spans.slice(before);
  const request = own.find(({ kind }) => kind === 2);
  const jobs = own.filter(({ kind }) => kind === 5);
  t.ok(jobs.length > 0);
  for (const job of jobs) {
    t.equal(job.traceId, traceId);
    t.equal(job.parentSpanId, request?.spanId);
    t.match(attributesOf(job), { 'svc.job.attempt': 1 });
  }
});

t.test('an unreachable collector is logged and fails no call', async (t) => {
  const server = await startTraced(t, {
    SVC_TRACES_URL: 'http://127.0.0.1:9',
    SVC_TRACES_SAMPLE_PERCENT: '100',
    SVC_LOG_LEVEL: 'warn',
  });
  const { status } = await client(t, server.url)('GET', '/v1/vector_stores', { token: project.key });
  t.equal(status, 200);
  const { code, stdout } = await server.end();
  t.equal(code, 0);
  t.match(stdout, /"reason":"connect ECONNREFUSED 127\.0\.0\.1:9","msg":"traces were not exported"/);
});

t.test('without the packages, the start says what to install', async (t) => {
  const { code, stderr } = await runServer({ ...exporting, NODE_PATH: '', SVC_DATA_DIR: app.database.dataDir });
  t.equal(code, 1);
  t.match(
    stderr,
    /^svc: SVC_TRACES_URL needs a package that is not installed\. Install it: npm install --save-prod .*@opentelemetry\/sdk-trace@3\.1\.0/,
  );
});
