// Validates the files of an attach request and converts them to store members.

import { Op, type Transaction } from 'sequelize';
import type { components } from '../../../generated/openapi.ts';
import { nowSeconds } from '../../../models/clock.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { ProjectStorage } from '../../../models/project-storage.ts';
import { StoredFile } from '../../../models/stored-file.ts';
import type { VectorStore } from '../../../models/vector-store.ts';
import { storageLimitOf } from '../../files/index.ts';
import { notFound, quotaReached } from '../../platform/index.ts';
import { type ChunkSizes, chunkingOf, type ModelLengths } from './chunk-sizes.ts';
import type { NewMember } from './membership.ts';

type FileRequest = components['schemas']['CreateVectorStoreFileRequest'];

/** Throws `not_found` for a file that does not exist in the project or has expired. */
export async function checkFiles(project: { id: string }, fileIds: string[], tx: Transaction): Promise<void> {
  const rows = await StoredFile.findAll({
    where: { projectId: project.id, id: { [Op.in]: fileIds } },
    attributes: ['id', 'expiresAt'],
    raw: true,
    transaction: tx,
  });
  const now = nowSeconds();
  const present = new Set(rows.filter(({ expiresAt }) => expiresAt === null || expiresAt > now).map(({ id }) => id));
  const missing = fileIds.find((id) => !present.has(id));
  if (missing !== undefined) throw notFound('file', missing);
}

/** Throws `vector_store_bytes` if the project's storage limit is used up. */
export async function checkStorageLimit(project: ProjectRow, tx: Transaction): Promise<void> {
  const limit = storageLimitOf(project, 'vector_store_bytes');
  if (limit === null) return;
  const storage = await ProjectStorage.findOne({ where: { projectId: project.id }, transaction: tx });
  if ((storage?.vectorStoreBytes ?? 0) >= limit) throw quotaReached('vector_store_bytes', limit);
}

/**
 * Returns one member for each file; of duplicates the first. `locOf` returns the location of a file's chunking strategy
 * for validation errors. Chunks are not longer than the store's embedding model reads.
 */
export function toMembers(
  files: FileRequest[],
  store: Pick<VectorStore, 'maxChunkSizeTokens' | 'chunkOverlapTokens' | 'embeddingModel'>,
  locOf: (index: number) => string[],
  { embedders }: ModelLengths,
): NewMember[] {
  const members = new Map<string, NewMember>();
  const longest = embedders.contextLengthOf(store.embeddingModel);
  for (const [index, file] of files.entries()) {
    if (members.has(file.file_id)) continue;
    const sizes: ChunkSizes =
      file.chunking_strategy === undefined ? store : chunkingOf(file.chunking_strategy, locOf(index), longest);
    members.set(file.file_id, {
      fileId: file.file_id,
      attributes: file.attributes ?? {},
      maxChunkSizeTokens: sizes.maxChunkSizeTokens,
      chunkOverlapTokens: sizes.chunkOverlapTokens,
    });
  }
  return [...members.values()];
}
