// Starts a server with default settings, and fills a vector store of it through its API.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Servers } from '../server-process.ts';
import { createTenant } from '../tenant.ts';

const settleMs = 20 * 60_000;

export type Api = (method: 'GET' | 'POST', path: string, body?: object | FormData) => Promise<Record<string, unknown>>;

/** Runs the work with a started server with default settings. */
export async function withServer<Result>(work: (api: Api) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-retrieval-'));
  const settings = { SVC_DATA_DIR: folder, SVC_DATABASE_URL: '' };
  const { projectKey } = await createTenant(settings, 0);
  const servers = new Servers();
  const server = await servers.startSvc(undefined, { ...settings, SVC_LOG_LEVEL: 'error' });
  const api: Api = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${projectKey.value}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  try {
    return await work(api);
  } finally {
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uploads every file into a vector store. Returns the store's path, and the names that the files have here by file id. */
export async function fill(
  api: Api,
  files: ReadonlyMap<string, { name: string; text: string }>,
  strategy?: object,
): Promise<{ store: string; ids: Map<string, string> }> {
  const { id } = await api('POST', '/v1/vector_stores', strategy === undefined ? {} : { chunking_strategy: strategy });
  const store = `/v1/vector_stores/${String(id)}`;
  const ids = new Map<string, string>();
  for (const [key, { name, text }] of files) {
    if (text.trim() === '') continue;
    const form = new FormData();
    form.append('purpose', 'assistants');
    form.append('file', new Blob([text]), name);
    ids.set(String((await api('POST', '/v1/files', form)).id), key);
  }
  const fileIds = [...ids.keys()];
  for (let first = 0; first < fileIds.length; first += 500)
    await api('POST', `${store}/file_batches`, { file_ids: fileIds.slice(first, first + 500) });
  const deadline = performance.now() + settleMs;
  for (;;) {
    const counts = (await api('GET', store)).file_counts as { in_progress: number; completed: number };
    if (counts.in_progress === 0 && counts.completed === fileIds.length) return { store, ids };
    if (counts.in_progress === 0 || performance.now() > deadline)
      throw new Error(`${counts.completed} of ${fileIds.length} documents were read`);
    await wait(500);
  }
}
