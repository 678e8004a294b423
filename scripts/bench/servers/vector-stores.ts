// The list of vector stores for the reference servers, written by hand without models/.

/** The columns of a vector store, with the names that the statement gives them. */
export interface StoreColumns {
  id: string;
  projectId: string;
  name: string;
  /** JSON text. */
  metadata: string;
  chunkingType: string;
  maxChunkSizeTokens: number;
  chunkOverlapTokens: number;
  expiresAfterDays: number;
  lastActiveAt: number;
  expiresAt: number;
  bytes: number;
  createdAt: number;
}

interface Page {
  after: string | undefined;
  before: string | undefined;
  order: string;
  limit: number;
}

/** Returns the statement for a page. Its parameters are the project id and then the cursors. */
export function storesSql({ after, before, order, limit }: Page): string {
  const backwards = before !== undefined && after === undefined;
  const ascending = (order === 'asc') !== backwards;
  const [further, nearer] = order === 'asc' ? ['>', '<'] : ['<', '>'];
  return [
    'SELECT id, project_id AS projectId, name, name_digest AS nameDigest, metadata, chunking_type AS chunkingType,',
    'max_chunk_size_tokens AS maxChunkSizeTokens, chunk_overlap_tokens AS chunkOverlapTokens,',
    'image_processing_mode AS imageProcessingMode, expires_after_days AS expiresAfterDays,',
    'last_active_at AS lastActiveAt, expires_at AS expiresAt, bytes, created_at AS createdAt',
    'FROM vector_stores WHERE project_id = ?',
    ...(after === undefined ? [] : [`AND id ${further} ?`]),
    ...(before === undefined ? [] : [`AND id ${nearer} ?`]),
    `ORDER BY id ${ascending ? 'ASC' : 'DESC'} LIMIT ${limit + 1}`,
  ].join(' ');
}

/** Returns the API representation of a vector store. */
export function storeResource(row: StoreColumns, now: number): { id: string } & Record<string, unknown> {
  return {
    id: row.id,
    object: 'vector_store',
    created_at: row.createdAt,
    project_id: row.projectId,
    name: row.name,
    status: row.expiresAt <= now ? 'expired' : 'completed',
    file_counts: { cancelled: 0, completed: 0, failed: 0, in_progress: 0, total: 0 },
    bytes: row.bytes,
    usage_bytes: row.bytes,
    expires_after: { anchor: 'last_active_at', days: row.expiresAfterDays },
    expires_at: row.expiresAt,
    last_active_at: row.lastActiveAt,
    metadata: JSON.parse(row.metadata),
    chunking_strategy: {
      type: row.chunkingType,
      static: { chunk_overlap_tokens: row.chunkOverlapTokens, max_chunk_size_tokens: row.maxChunkSizeTokens },
    },
  };
}
