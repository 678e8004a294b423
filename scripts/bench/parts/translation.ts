// Measures what the translation of a stream costs: the same chat completion of 60 events, passed through by
// /v1/chat/completions and translated to the events of a response by /v1/responses, by one server.

import type { LoadRequest } from '../load.ts';
import type { Bench, Part } from '../part.ts';
import { type Comparison, compare, type Findings, timeSlack } from '../report.ts';
import { measure, type Subject } from '../rounds.ts';
import { type ServerProcess, startFlags, startServer } from '../server-process.ts';
import { createTenant } from '../tenant.ts';

const translated = 'responses, translated';
const passed = 'chat completions, passed through';
const content = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
const input = [
  { role: 'system', content: 'You are a helpful assistant.' },
  { role: 'user', content },
];

export const translation: Part = {
  name: 'translation',
  about: 'a stream of chat completions as the events of a response, beside passing it through',
  async run(bench) {
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    const { projectKey } = await createTenant(settings, 0);
    const running: ServerProcess[] = [];
    try {
      const upstream = await start(bench, running, 'scripts/bench/servers/upstream.ts', {});
      const listed = [{ name: 'bench', base_url: `${upstream.url}/v1`, models: ['bench'], responses: false }];
      const server = await start(bench, running, 'scripts/serve.ts', {
        ...settings,
        SVC_UPSTREAMS: JSON.stringify(listed),
      });
      const subjects = [translated, passed].map((name) => ({ name, server }));
      const ask = (subject: Subject): LoadRequest => request(subject, projectKey.value);
      for (const subject of subjects) await checkAnswer(subject, ask(subject));
      return findings(compare('a stream of 60 events', await measure(subjects, ask, bench)));
    } finally {
      await Promise.all(running.map((server) => server.stop()));
    }
  },
};

async function start(
  { cores }: Bench,
  running: ServerProcess[],
  script: string,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const isSvc = script === 'scripts/serve.ts';
  const server = await startServer({
    script,
    flags: isSvc ? startFlags : [],
    core: isSvc ? cores?.servers : cores?.others,
    environment: (port) => ({ ...environment, [isSvc ? 'SVC_PORT' : 'BENCH_PORT']: String(port) }),
  });
  running.push(server);
  return server;
}

function request({ name }: Subject, key: string): LoadRequest {
  const shared = { model: 'bench', temperature: 0.7, stream: true };
  const body = name === passed ? { ...shared, messages: input } : { ...shared, input, store: false };
  return {
    method: 'POST',
    path: name === passed ? '/v1/chat/completions' : '/v1/responses',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Throws if the answer is not whole. */
async function checkAnswer({ name, server }: Subject, { path, headers, body }: LoadRequest): Promise<void> {
  const response = await fetch(server.url + path, { method: 'POST', headers: headers ?? {}, body: body ?? null });
  const text = await response.text();
  const last = name === passed ? 'data: [DONE]\n\n' : '"status":"completed"';
  const deltas = text.split(name === passed ? '"content":" hello"' : '"delta":" hello"').length - 1;
  if (!text.includes(last) || deltas !== 57) throw new Error(`${path} answers ${response.status} ${text}`);
}

function findings(comparison: Comparison): Findings {
  const other = comparison.servers.find(({ name }) => name === passed);
  return {
    comparisons: [comparison],
    goals: [
      {
        what: 'CPU of a translated stream, to passing it through',
        sense: 'at most',
        must: 1.5,
        measured: 1 / (other?.oursByCpu ?? 0),
        unit: 'x',
        slack: timeSlack,
      },
    ],
  };
}
