// Measures what the tool `file_search` adds to a response: the time of the whole response, less the search by itself and
// the calls of the model's server by themselves. One caller sends one request at a time.

import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Part } from '../part.ts';
import type { Findings } from '../report.ts';
import { timeSlack } from '../report.ts';
import { median } from '../rounds.ts';
import { Servers } from '../server-process.ts';
import { createTenant } from '../tenant.ts';

const files = 100;
const warmUpRuns = 50;
const runsPerRound = 40;
const question = 'How long can a product be returned?';

/** The times of one response, in milliseconds. */
interface Times {
  overhead: number;
  firstEvent: number;
}

export const fileSearch: Part = {
  name: 'file-search',
  about: 'a streamed response with one search, beside the search and the calls of the model',
  async run(bench) {
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    const { projectKey } = await createTenant(settings, 0);
    const servers = new Servers();
    try {
      const upstream = await servers.start('responder', bench.cores?.others);
      const listed = [{ name: 'bench', base_url: `${upstream.url}/v1`, models: ['bench'] }];
      const environment = { ...settings, SVC_UPSTREAMS: JSON.stringify(listed) };
      const server = await servers.startSvc(bench.cores?.servers, environment);
      return findings(await measure(bench, new Caller(server.url, upstream.url, projectKey.value)));
    } finally {
      await servers.stop();
    }
  },
};

async function measure(bench: Bench, caller: Caller): Promise<Times[]> {
  bench.note(`a vector store of ${files} files`);
  const store = await fillStore(caller.url, caller.headers, files);
  for (let run = 0; run < warmUpRuns; run += 1) await caller.compare(store);
  bench.note('responses');
  const times: Times[] = [];
  for (let run = 0; run < bench.rounds * runsPerRound; run += 1) times.push(await caller.compare(store));
  return times;
}

function findings(times: Times[]): Findings {
  const overhead = median(times.map((one) => one.overhead));
  const firstEvent = median(times.map((one) => one.firstEvent));
  const goal = { sense: 'at most', unit: 'ms', slack: timeSlack } as const;
  return {
    goals: [
      { ...goal, what: 'a response with a search, beside its parts, median', must: 5, measured: overhead },
      { ...goal, what: 'the first event of the response, median', must: 20, measured: firstEvent },
    ],
  };
}

class Caller {
  readonly url: string;
  readonly #upstream: string;
  readonly headers: Record<string, string>;

  constructor(url: string, upstream: string, key: string) {
    this.url = url;
    this.#upstream = upstream;
    this.headers = { authorization: `Bearer ${key}` };
  }

  async compare(store: string): Promise<Times> {
    const tools = [{ type: 'file_search', vector_store_ids: [store] }];
    const body = { model: 'bench', input: question, stream: true, tools };
    const whole = await timed(`${this.url}/v1/responses`, this.headers, body);
    const search = { query: [question], max_num_results: 20 };
    const alone = await timed(`${this.url}/v1/vector_stores/${store}/search`, this.headers, search);
    const output = { type: 'function_call_output', output: 'x'.repeat(10_000) };
    const rounds = [[{ role: 'user', content: question }], [{ role: 'user', content: question }, output]];
    let model = 0;
    for (const input of rounds) {
      const round = await timed(`${this.#upstream}/v1/responses`, {}, { model: 'bench', input, stream: true });
      model += round.all;
    }
    return { overhead: whole.all - alone.all - model, firstEvent: whole.first };
  }
}

/** Creates a vector store with so many files of one chunk on a server. Returns its id. */
export async function fillStore(url: string, headers: Record<string, string>, files: number): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: the answers of svc, as they come.
  const ask = async (method: string, path: string, body: FormData | string | null): Promise<any> => {
    const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const response = await fetch(url + path, { method, headers: { ...headers, ...type }, body });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const uploads = Array.from({ length: files }, async (_, index) => {
    const form = new FormData();
    const text = `Rule ${index}: a product can be returned within ${index} days. ${'Keep the receipt. '.repeat(40)}`;
    form.append('file', new Blob([text]), `rule-${index}.md`);
    form.append('purpose', 'assistants');
    return (await ask('POST', '/v1/files', form)).id;
  });
  const { id } = await ask('POST', '/v1/vector_stores', JSON.stringify({ file_ids: await Promise.all(uploads) }));
  while ((await ask('GET', `/v1/vector_stores/${id}`, null)).file_counts.completed < files) await wait(100);
  return id;
}

/** Sends a request. Returns the milliseconds until the first bytes of the body, and until its end. */
async function timed(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ first: number; all: number }> {
  const began = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  let first: number | undefined;
  let text = '';
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    first ??= performance.now() - began;
    text += Buffer.from(bytes).toString();
  }
  if (text.includes('response.failed')) throw new Error(text);
  return { first: first ?? 0, all: performance.now() - began };
}
