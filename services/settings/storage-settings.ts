// The settings of files: where they are, how they are read, and where what was read is searched.

import { availableParallelism } from 'node:os';
import { setting } from './config-tree.ts';
import { boolean, filled, httpUrlOrNone, integer, integerOrNone, oneOf, postgresUrl, text } from './setting-values.ts';

/** Where the content of files is. */
export const files = {
  storage: setting('SVC_FILES_STORAGE', oneOf('disk', 's3'), 'disk', 'Where files are: SVC_DATA_DIR, or an S3 store.'),
  reserve_bytes: setting(
    'SVC_FILES_RESERVE_BYTES',
    integerOrNone(0, 2 ** 50),
    '',
    'What files leave free of their disk; empty: 1 GiB, or 5 % of it where that is less.',
  ),
  s3: {
    endpoint: setting('SVC_S3_ENDPOINT', httpUrlOrNone, '', 'The address of the S3 store; empty: that of Amazon.'),
    region: setting('SVC_S3_REGION', filled('us-east-1'), 'us-east-1', 'The region of the bucket.'),
    bucket: setting('SVC_S3_BUCKET', text, '', 'The bucket.'),
    prefix: setting('SVC_S3_PREFIX', text, '', 'What the names of all objects begin with.'),
    access_key_id: setting('SVC_S3_ACCESS_KEY_ID', text, '', 'Empty: the credentials of the machine.'),
    secret_access_key: setting('SVC_S3_SECRET_ACCESS_KEY', text, '', 'With SVC_S3_ACCESS_KEY_ID.', { secret: true }),
    path_style: setting(
      'SVC_S3_PATH_STYLE',
      boolean,
      true,
      'Whether the bucket stands in the path, not in the host name.',
    ),
  },
};

/** Two, but a core is left to those who call: where readers have all, a call waits for some milliseconds to get one. */
const workers = Math.min(2, Math.max(1, availableParallelism() - 1));

/** What reads files into vector stores, and what it may take. */
export const ingestion = {
  workers: setting('SVC_INGESTION_WORKERS', integer(1, 64), workers, 'Files that one server reads at a time.'),
  timeout_seconds: setting('SVC_INGESTION_TIMEOUT_SECONDS', integer(1, 3600), 120, 'The longest to read one file.'),
  memory_mb: setting('SVC_INGESTION_MEMORY_MB', integer(64, 65_536), 512, 'MiB that reading one file may take.'),
  max_tokens: setting(
    'SVC_INGESTION_MAX_TOKENS',
    integer(1000, 1_000_000_000),
    5_000_000,
    'Tokens that a file in a vector store may have.',
  ),
  lease_seconds: setting(
    'SVC_INGESTION_LEASE_SECONDS',
    integer(2, 600),
    15,
    'How long a dead server keeps a file from the others.',
  ),
  vision_model: setting(
    'SVC_VISION_MODEL',
    text,
    '',
    "The upstreams' model that describes images, for stores that want it; empty: none.",
  ),
};

/** What makes vectors of texts. */
export const embeddings = {
  model: setting(
    'SVC_EMBEDDING_MODEL',
    filled('svc-embedding-384'),
    'svc-embedding-384',
    'Embeds the texts of new vector stores.',
  ),
  file: setting(
    'SVC_EMBEDDING_FILE',
    text,
    '',
    'A Model2Vec folder: an embedding model of this server, named after the folder; empty: none.',
  ),
};

/** Where chunks are searched. */
export const collections = {
  url: setting(
    'SVC_COLLECTIONS_URL',
    postgresUrl,
    '',
    'postgres://user:password@host:port/name with pgvector, to search there; empty: the database and a cache beside the server.',
    { secret: true },
  ),
  pool: setting('SVC_COLLECTIONS_POOL', integer(1, 1000), 10, 'Connections to PostgreSQL.'),
  cache_bytes: setting(
    'SVC_COLLECTIONS_CACHE_BYTES',
    integer(1 << 23, 2 ** 36),
    2 ** 29,
    'Memory of the search cache, in all. A store that does not fit into the share of one thread cannot be searched.',
  ),
  threads: setting('SVC_COLLECTIONS_THREADS', integer(1, 64), 1, 'Search threads; each store belongs to one.'),
};
