// The settings of files: where they are stored, how they are read, and where their chunks are searched.

import { list, setting, type Values } from './config-tree.ts';
import {
  boolean,
  httpUrlOrNone,
  integer,
  integerOrNone,
  nonEmpty,
  oneOf,
  postgresUrl,
  text,
} from './setting-values.ts';

/** The storage of file content. */
export const files = {
  storage: setting('SVC_FILES_STORAGE', oneOf('disk', 's3'), 'disk').about(
    'Where the content of files is stored. disk: SVC_DATA_DIR, which several servers must share; s3: an S3-compatible store.',
  ),
  reserve_bytes: setting('SVC_FILES_RESERVE_BYTES', integerOrNone(0, 2 ** 50), '').about(
    'The bytes of disk space that uploads leave free, and on the embedded database also ingestion, stored responses and conversations; empty: 1 GiB, or 5 % of the disk if that is less. Uploads and requests that need more are refused with 507. Users can still sign in and delete.',
  ),
  s3: {
    endpoint: setting('SVC_S3_ENDPOINT', httpUrlOrNone, '').about(
      'The address of the S3-compatible store; empty: Amazon S3. NODE_EXTRA_CA_CERTS names a PEM file for a certificate of a private authority.',
    ),
    region: setting('SVC_S3_REGION', nonEmpty('us-east-1'), 'us-east-1').about('The region of the bucket.'),
    bucket: setting('SVC_S3_BUCKET', text, '').about('The bucket. Required with SVC_FILES_STORAGE=s3.'),
    prefix: setting('SVC_S3_PREFIX', text, '').about(
      'The prefix of all object names: the place of this installation in the bucket.',
    ),
    access_key_id: setting('SVC_S3_ACCESS_KEY_ID', text, '').about(
      'The access key of the S3 store; empty: the credentials of the machine.',
    ),
    secret_access_key: setting('SVC_S3_SECRET_ACCESS_KEY', text, '', { secret: true }).about(
      'The secret that belongs to SVC_S3_ACCESS_KEY_ID.',
    ),
    path_style: setting('SVC_S3_PATH_STYLE', boolean, true).about(
      'Whether URLs name the bucket in the path (path-style) instead of the host name.',
    ),
  },
};

/** The limits of reading files into vector stores. */
export const ingestion = {
  workers: setting('SVC_INGESTION_WORKERS', integerOrNone(1, 64), '').about(
    'The number of files that one server reads into vector stores at the same time, each in its own process. Up to twice as many may run if long files keep others waiting. Empty: one less than the cores, and a quarter of the memory at most with SVC_INGESTION_MEMORY_MB for each.',
  ),
  timeout_seconds: setting('SVC_INGESTION_TIMEOUT_SECONDS', integer(1, 3600), 120).about(
    'The maximum seconds of CPU time to read one file, or ten times as many seconds including the wait for a CPU. Beyond the limit only that file fails.',
  ),
  memory_mb: setting('SVC_INGESTION_MEMORY_MB', integer(64, 65_536), 512).about(
    'The maximum MiB of memory to read one file. Beyond the limit only that file fails.',
  ),
  max_tokens: setting('SVC_INGESTION_MAX_TOKENS', integer(1000, 1_000_000_000), 5_000_000).about(
    'The maximum tokens of a file in a vector store. Beyond the limit only that file fails.',
  ),
  lease_seconds: setting('SVC_INGESTION_LEASE_SECONDS', integer(2, 600), 15).about(
    'Seconds until another server takes over a file after its server died.',
  ),
  vision_model: setting('SVC_VISION_MODEL', text, '').about(
    'The model of an upstream that describes images, for vector stores whose image_processing_mode asks for descriptions; empty: none.',
  ),
};

/** The embedding models. */
export const embeddings = {
  model: setting('SVC_EMBEDDING_MODEL', nonEmpty('svc-embedding-384'), 'svc-embedding-384').about(
    'The model that embeds the texts of new vector stores: the built-in one, that of SVC_EMBEDDING_FILE, or one of an upstream.',
  ),
  file: setting('SVC_EMBEDDING_FILE', text, '').about(
    'A Model2Vec folder, which the server serves as an embedding model named after the folder; empty: none.',
  ),
};

const engineItems = {
  name: setting(undefined, engineName, '', { required: true }).about(
    'The name that the database records for its vector stores.',
  ),
  url: setting(undefined, neededPostgresUrl, '', { required: true, secret: true }).about(
    'postgres://user:password@host:port/name with pgvector.',
  ),
  pool: setting(undefined, integer(1, 1000), 10).about('Connections of each server process to it.'),
  accept: setting(undefined, boolean, true).about('Whether new vector stores may go there.'),
};

export type EngineSettings = Values<typeof engineItems>;

/** Names that mean something else where the database records an engine. */
const takenNames = ['relational', 'postgres', 'postgres-0.2', 'split', 'nowhere'];

function engineName(value: unknown): string {
  if (typeof value !== 'string' || !/^[a-z][a-z0-9._-]{0,31}$/.test(value))
    throw new Error('must be 1 to 32 lower-case letters, digits, dots, hyphens or underscores, with a letter first.');
  if (takenNames.includes(value)) throw new Error(`must not be '${value}', which is taken.`);
  return value;
}

function neededPostgresUrl(value: unknown): string {
  const url = postgresUrl(value);
  if (url === '') throw new Error('must be given.');
  return url;
}

function problemsOfEngines(engines: readonly EngineSettings[]): string[] {
  const names = engines.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return [`has two engines named '${twice}'.`];
  if (new Set(engines.map(({ url }) => url)).size < engines.length) return ['has two engines with one url.'];
  return [];
}

/** The search engines for chunks. */
export const collections = {
  engines: list(
    'SVC_COLLECTIONS_ENGINES',
    engineItems,
    problemsOfEngines,
    'PostgreSQL servers that store and search chunks, besides that of SVC_COLLECTIONS_URL. A new vector store goes to the accepting one with the fewest chunks, and stays there until "svc collections move" moves it.',
    { live: true, keepsSecrets: (before, now) => before.name === now.name },
  ),
  accept: setting('SVC_COLLECTIONS_ACCEPT', boolean, true, { live: true }).about(
    'Whether new vector stores may go to the PostgreSQL of SVC_COLLECTIONS_URL. Without an engine that accepts them they go to the relational database.',
  ),
  url: setting('SVC_COLLECTIONS_URL', postgresUrl, '', { secret: true }).about(
    'postgres://user:password@host:port/name with pgvector, to store and search chunks there; empty: the relational database stores the chunks, and the server searches them from a cache in memory.',
  ),
  pool: setting('SVC_COLLECTIONS_POOL', integer(1, 1000), 10).about('Connections to PostgreSQL.'),
  cache_bytes: setting('SVC_COLLECTIONS_CACHE_BYTES', integer(1 << 23, 2 ** 36), 2 ** 29).about(
    'The bytes of memory of the search cache, divided among its threads. A vector store that does not fit into the share of one thread is searched in files, which is slower.',
  ),
  codes_bytes: setting('SVC_COLLECTIONS_CODES_BYTES', integer(0, 2 ** 50), 10 * 2 ** 30).about(
    'The maximum bytes of SVC_DATA_DIR/codes, where each server keeps what it searches of large vector stores: a copy that it can make again at any time. The longest unused files are deleted first. 0: no files; a vector store must then fit into the search cache.',
  ),
  index_chunks: setting('SVC_COLLECTIONS_INDEX_CHUNKS', integer(0, 2 ** 40), 50_000).about(
    'Vector stores in PostgreSQL with more chunks get a vector index, and are then searched approximately. Smaller ones are searched exactly. 0: no store gets one.',
  ),
  max_store_bytes: setting('SVC_COLLECTIONS_MAX_STORE_BYTES', integerOrNone(1 << 20, 2 ** 50), '').about(
    'The maximum size of a vector store that is searched: twice the dimensions of its vectors, plus 8 bytes, for each chunk. Searches of larger stores are refused with 409; empty: no limit.',
  ),
  threads: setting('SVC_COLLECTIONS_THREADS', integer(1, 64), 1).about(
    'Search threads; each vector store belongs to one thread.',
  ),
};

/** Searches in vector stores. */
export const search = {
  rewrite_model: setting('SVC_SEARCH_REWRITE_MODEL', text, '', { live: true }).about(
    'The chat model of an upstream that rewrites queries of vector store searches with rewrite_query: true; empty: none, and such searches look for the query as it is.',
  ),
  rewrite_timeout_seconds: setting('SVC_SEARCH_REWRITE_TIMEOUT_SECONDS', integer(1, 600), 10, { live: true }).about(
    'The maximum seconds that a search waits for the rewritten query. After that it searches for the original query.',
  ),
};

/** The tool `file_search` of responses. */
export const fileSearch = {
  result_tokens: setting('SVC_FILE_SEARCH_RESULT_TOKENS', integer(100, 10_000_000), 16_000, { live: true }).about(
    'The maximum tokens of search results that the tool file_search gives to a model in one round. Only whole chunks are given, best first.',
  ),
  timeout_seconds: setting('SVC_FILE_SEARCH_TIMEOUT_SECONDS', integer(1, 86_400), 600, { live: true }).about(
    'The maximum seconds of a response that this server makes, with all of its searches and model calls.',
  ),
};

/** Responses that this server makes and stores. */
export const responses = {
  retention_days: setting('SVC_RESPONSES_RETENTION_DAYS', integer(1, 3650), 30, { live: true }).about(
    'Days for which a response of this server is stored after it was last continued. Conversations are stored until they are deleted.',
  ),
  project_bytes: setting(
    'SVC_RESPONSES_PROJECT_BYTES',
    integer(1024, Number.MAX_SAFE_INTEGER),
    10 * 1024 * 1024 * 1024,
    { live: true },
  ).about(
    'The maximum bytes of stored responses and conversations in one project. Above the limit, requests must have store: false.',
  ),
};
