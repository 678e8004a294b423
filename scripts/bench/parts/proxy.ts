// Compares chat completions, streamed and not, through svc, a bare pass-through, Portkey's gateway, and without a
// proxy. Also measures the delay of the first byte of a stream, and how soon an upstream notices that its caller has
// disconnected.

import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { LoadRequest } from '../load.ts';
import type { Bench, Part } from '../part.ts';
import { type Comparison, compare, cpuGoal, type Findings, type Goal } from '../report.ts';
import { measure, median, type Subject } from '../rounds.ts';
import { type ServerProcess, Servers } from '../server-process.ts';
import { createTenant, type Tenant } from '../tenant.ts';
import { abortTimes } from './proxy-abort.ts';

const bare = 'undici, pass-through';
const portkey = 'Portkey’s gateway 1.15.2';
const firstByteRuns = 400;

export const proxy: Part = {
  name: 'proxy',
  about: 'chat completions through gateways, to an upstream that uses almost no CPU',
  async run(bench) {
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    const tenant = await createTenant(settings, 0);
    const servers = new Servers();
    try {
      return await compareAll(bench, settings, tenant, servers);
    } finally {
      await servers.stop();
    }
  },
};

async function compareAll(
  bench: Bench,
  settings: Record<string, string>,
  tenant: Tenant,
  servers: Servers,
): Promise<Findings> {
  const core = bench.cores?.servers;
  const upstream = await servers.start('upstream', bench.cores?.others);
  const listed = JSON.stringify([
    { name: 'bench', base_url: `${upstream.url}/v1`, api_key: 'bench', models: ['bench'] },
  ]);
  const subjects: Subject[] = [
    { name: 'svc', server: await servers.startSvc(core, { ...settings, SVC_UPSTREAMS: listed }) },
    { name: bare, server: await servers.start('pass-through', core, { BENCH_UPSTREAM: upstream.url }) },
    { name: portkey, server: await servers.start('portkey', core) },
    { name: 'no gateway (what the upstream itself costs)', server: upstream },
  ];
  const ask = (isStream: boolean) => (subject: Subject) => chatOf(subject, isStream, tenant, upstream);
  const comparisons: Comparison[] = [];
  for (const isStream of [false, true]) {
    for (const subject of subjects) await checkAnswer(subject, ask(isStream)(subject));
    bench.note(isStream ? 'a stream of 60 events' : 'a response without streaming');
    const what = isStream ? 'POST /v1/chat/completions, a stream of 60 events' : 'POST /v1/chat/completions';
    comparisons.push(compare(what, await measure(subjects, ask(isStream), bench)));
  }
  bench.note('first bytes and disconnects');
  const laterMs = await firstBytes(subjects[0] as Subject, subjects[1] as Subject, ask(true));
  const left = await abortTimes(bench, settings, tenant);
  return findings(comparisons as [Comparison, Comparison], laterMs, left);
}

function findings([whole, stream]: [Comparison, Comparison], laterMs: number, abortMs: number[]): Findings {
  const atMostTimes = (what: string, comparison: Comparison, must: number): Goal => ({
    what,
    sense: 'at most',
    must,
    measured: 1 / (comparison.servers.find(({ name }) => name === bare)?.oursByCpu ?? 0),
    unit: 'x',
    slack: 0.15,
  });
  return {
    comparisons: [whole, stream],
    figures: [{ what: 'the upstream notices a disconnect, median', value: median(abortMs), unit: 'ms' }],
    goals: [
      atMostTimes('CPU of chat, to the bare pass-through', whole, 1.6),
      cpuGoal('CPU of chat, Portkey to svc', whole, portkey, 6),
      atMostTimes('CPU of a stream, to the bare pass-through', stream, 1.15),
      {
        what: 'delay of the first byte of a stream, compared with the pass-through',
        sense: 'at most',
        must: 0.3,
        measured: laterMs,
        unit: 'ms',
        slack: 0.15,
      },
      {
        what: 'the upstream notices a disconnect, maximum',
        sense: 'at most',
        must: 50,
        measured: Math.max(...abortMs),
        unit: 'ms',
        slack: 0.15,
      },
    ],
  };
}

const content = 'The quick brown fox jumps over the lazy dog. '.repeat(20);

/** Returns a chat completion for svc. */
export function chat({ projectKey }: Tenant, isStream: boolean): LoadRequest {
  const messages = [
    { role: 'system', content: 'You are a helpful assistant.' },
    { role: 'user', content },
  ];
  // All gateways must forward the same stream, and some of them ask the upstream for the usage anyway.
  const more = isStream ? { stream: true, stream_options: { include_usage: true } } : {};
  return {
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${projectKey.value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'bench', messages, temperature: 0.7, ...more }),
  };
}

/** Returns the same request for any of the gateways. */
function chatOf({ name }: Subject, isStream: boolean, tenant: Tenant, upstream: ServerProcess): LoadRequest {
  const request = chat(tenant, isStream);
  const toPortkey = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream.url}/v1` };
  const headers = {
    ...request.headers,
    ...(name === 'svc' ? {} : { authorization: 'Bearer bench' }),
    ...(name === portkey ? toPortkey : {}),
  };
  return { ...request, headers };
}

/** Throws if a gateway does not forward the upstream's response. */
async function checkAnswer(subject: Subject, request: LoadRequest): Promise<void> {
  const response = await send(subject, request);
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const isWhole = request.body?.includes('"stream":true')
    ? text.split('\n\n').length === 61 && text.endsWith('data: [DONE]\n\n')
    : JSON.parse(text).usage.total_tokens === 77;
  if (response.statusCode !== 200 || !isWhole)
    throw new Error(`${subject.name} answers ${response.statusCode} ${text}`);
}

/**
 * Returns how many milliseconds later the first byte arrives through `one` than through `other`: the difference of the
 * medians.
 */
async function firstBytes(one: Subject, other: Subject, ask: (subject: Subject) => LoadRequest): Promise<number> {
  const times = new Map<Subject, number[]>([
    [one, []],
    [other, []],
  ]);
  for (let run = 0; run < firstByteRuns; run += 1) {
    for (const [subject, own] of times) {
      const began = performance.now();
      const response = await send(subject, ask(subject));
      // Both listeners are attached before the first await: a stream that arrives in one piece can end before an await
      // returns.
      const ended = new Promise((resolve) => response.once('end', resolve));
      response.once('data', () => own.push(performance.now() - began));
      await ended;
    }
  }
  return median(times.get(one) as number[]) - median(times.get(other) as number[]);
}

function send({ server }: Subject, { method, path, headers, body }: LoadRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(server.url + path, { method, headers }, resolve);
    request.once('error', reject);
    request.end(body);
  });
}
