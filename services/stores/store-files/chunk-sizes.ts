// Translates a chunking strategy into chunk sizes.

import type { components } from '../../../generated/openapi.ts';
import type { VectorStoreRow } from '../../../models/vector-store.ts';
import { valueError } from '../../platform/index.ts';

type Strategy = components['schemas']['ChunkingStrategyRequest'];

const defaultChunkTokens = 800;
const defaultOverlapTokens = 400;

export type ChunkSizes = Pick<VectorStoreRow, 'maxChunkSizeTokens' | 'chunkOverlapTokens'>;

/** The smallest chunk that a caller can ask for. */
const minChunkTokens = 100;

/** Tells how long a text a model can embed. */
export interface ModelLengths {
  embedders: { contextLengthOf(model: string): number | undefined };
}

/**
 * Returns the chunk sizes in tokens, at most `longest`: the model would not read the rest of a longer chunk. Throws a
 * ValidationError at `loc` if the overlap is more than half of a chunk.
 */
export function chunkingOf(
  strategy: Strategy | undefined,
  loc: string[],
  longest: number | undefined,
): ChunkSizes & Pick<VectorStoreRow, 'chunkingType'> {
  const { chunkingType, maxChunkSizeTokens: most, chunkOverlapTokens: overlap } = askedChunking(strategy, loc);
  const maxChunkSizeTokens = Math.min(most, Math.max(longest ?? most, minChunkTokens));
  const chunkOverlapTokens = Math.min(overlap, Math.floor(maxChunkSizeTokens / 2));
  return { chunkingType, maxChunkSizeTokens, chunkOverlapTokens };
}

function askedChunking(
  strategy: Strategy | undefined,
  loc: string[],
): ChunkSizes & Pick<VectorStoreRow, 'chunkingType'> {
  if (strategy?.type !== 'static') {
    return { chunkingType: 'auto', maxChunkSizeTokens: defaultChunkTokens, chunkOverlapTokens: defaultOverlapTokens };
  }
  const maxChunkSizeTokens = strategy.static?.max_chunk_size_tokens ?? defaultChunkTokens;
  const half = Math.floor(maxChunkSizeTokens / 2);
  const chunkOverlapTokens = strategy.static?.chunk_overlap_tokens ?? Math.min(defaultOverlapTokens, half);
  if (chunkOverlapTokens > half) {
    throw valueError(
      [...loc, 'static', 'chunk_overlap_tokens'],
      `chunk_overlap_tokens must be at most half of max_chunk_size_tokens, here ${half}`,
      chunkOverlapTokens,
    );
  }
  return { chunkingType: 'static', maxChunkSizeTokens, chunkOverlapTokens };
}
