// Vector stores of a project.

import { hash } from 'node:crypto';
import type { components } from '../generated/openapi.ts';
import { isReferenceViolation, isUniqueViolation } from '../models/constraints.ts';
import { type PageOf, type PageQuery, page, readOne } from '../models/page.ts';
import { VectorStore, type VectorStoreRow } from '../models/vector-store.ts';
import type { Embedder } from './embeddings/index.ts';
import { nameAlreadyExists, notFound, valueError } from './errors.ts';
import { createdAt, newId } from './ids.ts';

type CreateVectorStore = components['schemas']['CreateVectorStoreRequest'];
type ModifyVectorStore = components['schemas']['ModifyVectorStoreRequest'];
type Project = { id: string };

const defaultChunkTokens = 800;
const defaultOverlapTokens = 400;
const defaultExpiryDays = 36_500;
const secondsPerDay = 86_400;

/**
 * Creates a vector store, whose texts are embedded by the embedder from now on.
 * Throws `name_already_exists`, or `not_found` for a file that is not the project's.
 */
export async function createVectorStore(
  project: Project,
  body: CreateVectorStore,
  embedder: Pick<Embedder, 'model' | 'dimensions'>,
): Promise<VectorStoreRow> {
  const [firstFile] = body.file_ids ?? [];
  if (firstFile !== undefined) throw notFound('file', firstFile);
  const id = newId('vector-store');
  const days = body.expires_after?.days ?? defaultExpiryDays;
  const name = body.name ?? '';
  // No look-up first: two callers can both see a free name; only the unique index cannot be fooled.
  return VectorStore.create({
    id,
    projectId: project.id,
    name,
    nameDigest: nameDigest(name),
    metadata: JSON.stringify(body.metadata ?? {}),
    ...chunkingOf(body.chunking_strategy),
    imageProcessingMode: body.image_processing_mode ?? 'ignore',
    expiresAfterDays: days,
    lastActiveAt: createdAt(id),
    expiresAt: createdAt(id) + days * secondsPerDay,
    bytes: 0,
    embeddingModel: embedder.model,
    embeddingDimensions: embedder.dimensions,
    createdAt: createdAt(id),
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw nameAlreadyExists('vector store', name, error);
    throw isReferenceViolation(error) ? notFound('project', project.id) : error;
  });
}

export function listVectorStores(project: Project, query: PageQuery): Promise<PageOf<VectorStoreRow>> {
  return page(VectorStore, { projectId: project.id }, query);
}

/** Throws `not_found`. */
export async function getVectorStore(project: Project, id: string): Promise<VectorStoreRow> {
  const store = await readOne(VectorStore, { projectId: project.id, id });
  if (store === undefined) throw notFound('vector store', id);
  return store;
}

/** Changes what is given of a vector store. Throws `not_found` or `name_already_exists`. */
export async function modifyVectorStore(
  project: Project,
  id: string,
  body: ModifyVectorStore,
): Promise<VectorStoreRow> {
  const before = await getVectorStore(project, id);
  const name = body.name === undefined ? before.name : (body.name ?? '');
  const days =
    body.expires_after === undefined ? before.expiresAfterDays : (body.expires_after?.days ?? defaultExpiryDays);
  const change = {
    ...(body.name === undefined ? {} : { name, nameDigest: nameDigest(name) }),
    ...(body.metadata === undefined ? {} : { metadata: JSON.stringify(body.metadata ?? {}) }),
    ...(body.expires_after === undefined
      ? {}
      : { expiresAfterDays: days, expiresAt: before.lastActiveAt + days * secondsPerDay }),
  };
  await VectorStore.update(change, { where: { projectId: project.id, id } }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameAlreadyExists('vector store', name, error) : error;
  });
  return getVectorStore(project, id);
}

/** Throws `not_found`. */
export async function deleteVectorStore(project: Project, id: string): Promise<void> {
  const deleted = await VectorStore.destroy({ where: { projectId: project.id, id } });
  if (deleted === 0) throw notFound('vector store', id);
}

/** What makes a name unique in a project: its bytes in NFC. The empty name is none, and may repeat. */
function nameDigest(name: string): Buffer | null {
  return name === '' ? null : hash('sha256', name.normalize('NFC'), 'buffer');
}

function chunkingOf(
  strategy: CreateVectorStore['chunking_strategy'],
): Pick<VectorStoreRow, 'chunkingType' | 'maxChunkSizeTokens' | 'chunkOverlapTokens'> {
  if (strategy?.type !== 'static') {
    return { chunkingType: 'auto', maxChunkSizeTokens: defaultChunkTokens, chunkOverlapTokens: defaultOverlapTokens };
  }
  const maxChunkSizeTokens = strategy.static?.max_chunk_size_tokens ?? defaultChunkTokens;
  const half = Math.floor(maxChunkSizeTokens / 2);
  const chunkOverlapTokens = strategy.static?.chunk_overlap_tokens ?? Math.min(defaultOverlapTokens, half);
  if (chunkOverlapTokens > half) {
    const loc = ['body', 'chunking_strategy', 'static', 'chunk_overlap_tokens'];
    throw valueError(
      loc,
      `chunk_overlap_tokens must be at most half of max_chunk_size_tokens, here ${half}`,
      chunkOverlapTokens,
    );
  }
  return { chunkingType: 'static', maxChunkSizeTokens, chunkOverlapTokens };
}
