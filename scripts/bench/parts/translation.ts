// Measures what the translation of a stream costs: the same chat completion of 60 events, passed through by
// /v1/chat/completions, and translated to the events of a response by /v1/responses, with and without storing it, and to
// those of a message by /v1/messages, by one server.

import type { LoadRequest } from '../load.ts';
import type { Part } from '../part.ts';
import { type Comparison, compare, type Findings, timeSlack } from '../report.ts';
import { measure, type Subject } from '../rounds.ts';
import { Servers } from '../server-process.ts';
import { createTenant } from '../tenant.ts';

const passed = 'chat completions, passed through';
const content = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
const system = 'You are a helpful assistant.';
const user = { role: 'user', content };
const input = [{ role: 'system', content: system }, user];
const shared = { model: 'bench', temperature: 0.7, stream: true };

interface Ask {
  path: string;
  body: object;
  /** The text before and after the content of each delta. */
  delta: [before: string, after: string];
  /** A text at the end of a whole stream. */
  last: string;
}

const responseEvents: Pick<Ask, 'path' | 'delta' | 'last'> = {
  path: '/v1/responses',
  delta: ['"delta":"', '"'],
  last: '"status":"completed"',
};
const asks: Record<string, Ask> = {
  [passed]: {
    path: '/v1/chat/completions',
    body: { ...shared, messages: input },
    delta: ['"content":"', '"'],
    last: 'data: [DONE]\n\n',
  },
  'responses, translated': { ...responseEvents, body: { ...shared, input, store: false } },
  'responses, translated and stored': { ...responseEvents, body: { ...shared, input } },
  'messages, translated': {
    path: '/v1/messages',
    body: { ...shared, system, messages: [user], max_tokens: 1000 },
    delta: ['"text":"', '"'],
    last: '"type":"message_stop"',
  },
};

export const translation: Part = {
  name: 'translation',
  about: 'a stream of chat completions as the events of a response or message, beside passing it through',
  async run(bench) {
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    const { projectKey } = await createTenant(settings, 0);
    const servers = new Servers();
    try {
      const upstream = await servers.start('upstream', bench.cores?.others);
      const listed = [{ name: 'bench', base_url: `${upstream.url}/v1`, models: ['bench'], responses: false }];
      const server = await servers.startSvc(bench.cores?.servers, {
        ...settings,
        SVC_UPSTREAMS: JSON.stringify(listed),
      });
      const subjects = Object.keys(asks).map((name) => ({ name, server }));
      const ask = (subject: Subject): LoadRequest => request(subject, projectKey.value);
      for (const subject of subjects) await checkAnswer(subject, ask(subject));
      return findings(compare('a stream of 60 events', await measure(subjects, ask, bench)));
    } finally {
      await servers.stop();
    }
  },
};

function request({ name }: Subject, key: string): LoadRequest {
  const { path, body } = asks[name] as Ask;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

/** Throws if the answer is not whole. */
async function checkAnswer({ name, server }: Subject, { path, headers, body }: LoadRequest): Promise<void> {
  const response = await fetch(server.url + path, { method: 'POST', headers: headers ?? {}, body: body ?? null });
  const text = await response.text();
  const { delta, last } = asks[name] as Ask;
  const deltas = text.split(delta.join(' hello')).length - 1;
  if (!text.includes(last) || deltas !== 57) throw new Error(`${path} answers ${response.status} ${text}`);
}

function findings(comparison: Comparison): Findings {
  return {
    comparisons: [comparison],
    goals: comparison.servers.slice(1).map(({ name, oursByCpu }) => ({
      what: `CPU of ${name}, to passing it through`,
      sense: 'at most',
      must: 1.5,
      measured: oursByCpu,
      unit: 'x',
      slack: timeSlack,
    })),
  };
}
