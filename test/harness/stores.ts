// Creates vector stores with files, and verifies their counts.

import { Op, Transaction } from 'sequelize';
import { ChunkSet } from '../../models/chunk-set.ts';
import { database } from '../../models/connection.ts';
import { FileBatch, fileCounts } from '../../models/file-batch.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import { VectorStore } from '../../models/vector-store.ts';
import { VectorStoreFile } from '../../models/vector-store-file.ts';
import type { Collections } from '../../services/vectors/collections.ts';
import type { Answer, TestApp } from './app.ts';
import { until } from './process.ts';

const settleTimeoutMs = 300_000;

export type Post = (path: string, body?: unknown) => Promise<Answer>;

/** Creates a vector store, and returns its id. */
export async function createStore(app: Pick<TestApp, 'request'>, token: string, body = {}): Promise<string> {
  const { status, body: store, text } = await app.request('POST', '/v1/vector_stores', { token, body });
  if (status !== 200) throw new Error(`The store was refused: ${text}`);
  return store.id;
}

/** Creates a vector store with texts as files, by filename. Returns its id, and the ids of the files. */
export async function storeWith(
  app: Pick<TestApp, 'request'>,
  token: string,
  texts: Record<string, string>,
): Promise<{ id: string; files: string[] }> {
  const id = await createStore(app, token);
  const files: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const form = new FormData();
    form.append('file', new Blob([text]), name);
    form.append('purpose', 'assistants');
    const file = await app.request('POST', '/v1/files', { token, form });
    await app.request('POST', `/v1/vector_stores/${id}/files`, { token, body: { file_id: file.body.id } });
    await finished(app, token, `/v1/vector_stores/${id}/files/${file.body.id}`);
    files.push(file.body.id);
  }
  return { id, files };
}

/** Reads a file or a batch until its status is not `in_progress`. */
export function finished(app: Pick<TestApp, 'request'>, token: string, path: string): Promise<Answer['body']> {
  return until(async () => {
    const { body, status, text } = await app.request('GET', path, { token });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return body.status === 'in_progress' ? undefined : body;
  }, settleTimeoutMs);
}

/**
 * Returns a text for each wrong count. A store's file counts and bytes must match its files. A project's bytes must be
 * the sum of its stores and staged files. A batch must have ended if and only if none of its files is in progress. All
 * rows are read at one moment, because workers may go on.
 */
export async function miscounts(): Promise<string[]> {
  const { sequelize, dialect } = database();
  // A transaction of the embedded database is alone, whatever its level.
  const isolationLevel = dialect === 'mysql' ? Transaction.ISOLATION_LEVELS.REPEATABLE_READ : undefined;
  return sequelize.transaction(isolationLevel === undefined ? {} : { isolationLevel }, miscountsAt);
}

async function miscountsAt(tx: Transaction): Promise<string[]> {
  const all = { raw: true, transaction: tx } as const;
  const wrong: string[] = [];
  const say = (what: string, counted: unknown, derived: unknown): void => {
    if (JSON.stringify(counted) !== JSON.stringify(derived))
      wrong.push(`${what}: ${JSON.stringify(counted)}, not ${JSON.stringify(derived)}`);
  };
  const bytesOf = new Map<string, number>();
  for (const store of await VectorStore.findAll(all)) {
    const rows = await VectorStoreFile.findAll({ where: { currentIn: store.id }, ...all });
    say(store.id, fileCounts(store), countsOf(rows));
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    say(`${store.id} bytes`, store.bytes, bytes);
    bytesOf.set(store.projectId, (bytesOf.get(store.projectId) ?? 0) + bytes);
  }
  for (const { projectId, bytes } of await ChunkSet.findAll({ where: { state: 'staged' }, ...all }))
    if (projectId !== null) bytesOf.set(projectId, (bytesOf.get(projectId) ?? 0) + bytes);
  for (const row of await ProjectStorage.findAll(all)) {
    say(`${row.projectId} vector_store_bytes`, row.vectorStoreBytes, bytesOf.get(row.projectId) ?? 0);
  }
  for (const batch of await FileBatch.findAll(all)) {
    const where = { batchId: batch.id, status: 'in_progress' as const };
    const left = await VectorStoreFile.count({ where, transaction: tx });
    say(`${batch.id} in progress`, batch.filesInProgress, left);
    say(`${batch.id} status`, batch.status, left > 0 ? 'in_progress' : ruledStatus(fileCounts(batch)));
    say(`${batch.id} finished`, batch.finishedAt !== null, left === 0);
  }
  const errors = { status: { [Op.ne]: 'failed' as const }, lastErrorCode: { [Op.ne]: null } };
  say('errors', await VectorStoreFile.count({ where: errors, transaction: tx }), 0);
  return wrong;
}

/** Returns the texts of all chunks of a file. */
export async function textsOf(collections: Collections, storeId: string, fileId: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const some of collections.read(storeId, fileId)) texts.push(...some);
  return texts;
}

/**
 * Returns the files whose chunks are wrong: a completed file must have each chunk once, any other file must have none.
 */
export async function strayChunks(collections: Collections): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of await VectorStoreFile.findAll({ where: { currentIn: { [Op.ne]: null } }, raw: true })) {
    const texts = await textsOf(collections, row.vectorStoreId, row.id);
    if (texts.length > 0 !== (row.status === 'completed'))
      wrong.push(`${row.id} is ${row.status}: ${texts.length} chunks`);
    if (new Set(texts).size !== texts.length) wrong.push(`${row.id} has a chunk twice`);
  }
  return wrong;
}

/** Returns the batch status by the three rules of the interface, in the same order. */
export function ruledStatus(counts: { completed: number; cancelled: number }): string {
  if (counts.completed >= 1) return 'completed';
  return counts.cancelled >= 1 ? 'cancelled' : 'failed';
}

function countsOf(rows: { status: string }[]): Record<string, number> {
  const of = (status: string): number => rows.filter((row) => row.status === status).length;
  return {
    cancelled: of('cancelled'),
    completed: of('completed'),
    failed: of('failed'),
    in_progress: of('in_progress'),
    total: rows.length,
  };
}
