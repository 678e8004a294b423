// Clients that call both servers without a pause, and remember what was acknowledged.

import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, send } from '../../scripts/contract/send.ts';
import { question } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import type { Installation } from './installation.ts';

const pauseMs = 50;
/** The reading of a file takes most of a second of a core. */
const batchPauseMs = 1500;
const answerTimeoutMs = 60_000;

/** `unknown`: the answer says that the change may have been made, or there is no answer. */
export type Result = 'made' | 'not made' | 'unknown';

export interface Call {
  kind: 'chat' | 'key' | 'repeatable key' | 'upload' | 'batch';
  /** The index of the server. */
  server: number;
  /** The name of the new thing, unique. */
  name: string;
  /** By `performance.now()`. */
  beganAt: number;
  endedAt: number;
  status: number;
  result: Result;
  /** The id of the new thing. */
  id: string | undefined;
  /** The body of an error. */
  error: string | undefined;
}

export interface Load {
  calls: Call[];
  /** Ends the clients, and waits for the answers under way. */
  stop(): Promise<void>;
}

let names = 0;

/** Starts two clients of each kind, one for each server. */
export function startLoad(installation: Installation): Load {
  const calls: Call[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const clients = installation.urls.flatMap((url, server) =>
    makers(installation, url).map(async ([kind, make]) => {
      while (!signal.aborted) {
        names += 1;
        const name = `made-${names}`;
        const beganAt = performance.now();
        const answer = await make(name, signal).catch(() => undefined);
        if (answer === 'skipped') continue;
        calls.push({ kind, server, name, beganAt, endedAt: performance.now(), ...judged(answer) });
        await wait(kind === 'batch' ? batchPauseMs : pauseMs);
      }
    }),
  );
  return {
    calls,
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

function judged(answer: Answer | undefined): Pick<Call, 'status' | 'result' | 'id' | 'error'> {
  if (answer === undefined) return { status: 0, result: 'unknown', id: undefined, error: undefined };
  const { status, body, text, headers } = answer;
  if (status === 200) return { status, result: 'made', id: body.id, error: undefined };
  const mayBeMade = status !== 503 || headers.get('x-should-retry') === 'false';
  return { status, result: mayBeMade ? 'unknown' : 'not made', id: undefined, error: text };
}

type Make = (name: string, signal: AbortSignal) => Promise<Answer | 'skipped'>;

function makers(
  { organizationKey, projectId, projectKey, storeId }: Installation,
  url: string,
): [Call['kind'], Make][] {
  const ask = async (path: string, token: string, body: unknown, headers: Record<string, string> = {}) =>
    send(
      url,
      'POST',
      path,
      { token, headers, ...(body instanceof FormData ? { form: body } : { body }) },
      {
        signal: AbortSignal.timeout(answerTimeoutMs),
      },
    );
  const keys = `/v1/organization/projects/${projectId}/api_keys`;
  const upload = (name: string) => ask('/v1/files', projectKey, formOf(name));
  return [
    ['chat', () => ask('/v1/chat/completions', projectKey, question())],
    ['key', (name) => ask(keys, organizationKey, { name })],
    ['repeatable key', (name) => untilMade(() => ask(keys, organizationKey, { name }, { 'idempotency-key': name }))],
    ['upload', upload],
    [
      'batch',
      async (name) => {
        const file = await upload(name);
        if (file.status !== 200) return 'skipped';
        return ask(`/v1/vector_stores/${storeId}/file_batches`, projectKey, { file_ids: [file.body.id] });
      },
    ],
  ];
}

/** Sends the request again until it is made, as a client does with an Idempotency-Key. */
function untilMade(ask: () => Promise<Answer>): Promise<Answer> {
  return until(async () => {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && answer.status !== 503 && answer.body.error?.code !== 'idempotency_key_in_use')
      return answer;
    await wait(pauseMs);
    return undefined;
  });
}

function formOf(name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([`The text of ${name}.`]), `${name}.txt`);
  form.append('purpose', 'assistants');
  return form;
}
