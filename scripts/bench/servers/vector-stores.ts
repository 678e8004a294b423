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
  filesInProgress: number;
  filesCompleted: number;
  filesFailed: number;
  filesCancelled: number;
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
    'SELECT id, project_id AS projectId, name, metadata, chunking_type AS chunkingType,',
    'max_chunk_size_tokens AS maxChunkSizeTokens, chunk_overlap_tokens AS chunkOverlapTokens,',
    'expires_after_days AS expiresAfterDays, last_active_at AS lastActiveAt, expires_at AS expiresAt, bytes,',
    'files_in_progress AS filesInProgress, files_completed AS filesCompleted, files_failed AS filesFailed,',
    'files_cancelled AS filesCancelled, created_at AS createdAt',
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
    status: row.expiresAt <= now ? 'expired' : row.filesInProgress > 0 ? 'in_progress' : 'completed',
    file_counts: {
      cancelled: row.filesCancelled,
      completed: row.filesCompleted,
      failed: row.filesFailed,
      in_progress: row.filesInProgress,
      total: row.filesCancelled + row.filesCompleted + row.filesFailed + row.filesInProgress,
    },
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
