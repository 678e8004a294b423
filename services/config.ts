// Every setting: its path, environment variable, type, default and meaning, and whether it is a secret. The only reader
// of the environment. A value comes from the environment, else from the file that SVC_CONFIG names, else the default.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** Reads one value. Throws a text that completes "<setting> ". */
type Read<T> = (value: unknown) => T;

export interface Setting<T> {
  readonly env: string | undefined;
  readonly fallback: T;
  readonly read: Read<T>;
  readonly secret: boolean;
  readonly about: string;
}

/** The values of a tree of settings, in the same nesting. */
export type Values<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends Setting<infer T> ? T : Values<Tree[Key]>;
};

function setting<T>(
  env: string | undefined,
  read: Read<T>,
  fallback: NoInfer<T>,
  about: string,
  { secret = false } = {},
): Setting<T> {
  return { env, fallback, read, secret, about };
}

/** The settings, nested as in the configuration file and in GET /admin/config. */
export const settings = {
  server: {
    host: setting('SVC_HOST', text, '127.0.0.1', 'The address to listen on.'),
    port: setting('SVC_PORT', integer(0, 65535), 8080, 'The port to listen on; 0 picks a free one.'),
    public_url: setting('SVC_PUBLIC_URL', httpUrl, '', 'The base of links in mails; empty: http://HOST:PORT.'),
    trusted_proxies: setting(
      'SVC_TRUSTED_PROXIES',
      cidrs,
      [],
      'Networks whose X-Forwarded-For is believed, comma-separated.',
    ),
    max_connections: setting('SVC_MAX_CONNECTIONS', integer(1, 1_000_000), 2000, 'Open connections, in all.'),
    max_connections_per_address: setting(
      'SVC_MAX_CONNECTIONS_PER_ADDRESS',
      integer(1, 1_000_000),
      256,
      'Open connections from one address that is no trusted proxy.',
    ),
    drain_seconds: setting('SVC_DRAIN_SECONDS', integer(0, 3600), 30, 'How long a stop waits for what is in flight.'),
  },
  data_dir: setting('SVC_DATA_DIR', text, './data', 'The embedded database, files and collections.'),
  database: {
    url: setting('SVC_DATABASE_URL', databaseUrl, '', 'mysql://user:password@host:port/name; empty: embedded.', {
      secret: true,
    }),
    pool: setting('SVC_DATABASE_POOL', integer(1, 1000), 10, 'Connections to MySQL for writes, and as many for reads.'),
    timeout_seconds: setting('SVC_DATABASE_TIMEOUT_SECONDS', integer(1, 600), 8, 'The longest a statement may take.'),
    wait_seconds: setting(
      'SVC_DATABASE_WAIT_SECONDS',
      integer(0, 3600),
      10,
      'How long a start waits for the database.',
    ),
  },
  secrets: {
    key: setting(
      'SVC_SECRETS_KEY',
      text,
      '',
      'Encrypts what must be readable again, such as webhook secrets; empty: made once, in SVC_DATA_DIR.',
      { secret: true },
    ),
  },
  tokens: {
    access_seconds: setting('SVC_ACCESS_TOKEN_SECONDS', integer(1, 31_536_000), 3600, 'Life of an access token.'),
    refresh_seconds: setting(
      'SVC_REFRESH_TOKEN_SECONDS',
      integer(1, 315_360_000),
      2_592_000,
      'Life of a sign-in, however often it is refreshed.',
    ),
  },
  limits: {
    max_body_bytes: setting('SVC_MAX_BODY_BYTES', integer(1024, 1 << 30), 1 << 20, 'The largest JSON body.'),
    max_file_bytes: setting(
      'SVC_MAX_FILE_BYTES',
      integer(1, 2 ** 40),
      512 * 1024 ** 2,
      'The largest file that is sent in one piece.',
    ),
    max_upload_bytes: setting(
      'SVC_MAX_UPLOAD_BYTES',
      integer(1, 2 ** 40),
      8 * 1024 ** 3,
      'The largest file that is sent in parts.',
    ),
  },
  files: {
    storage: setting(
      'SVC_FILES_STORAGE',
      oneOf('disk', 's3'),
      'disk',
      'Where files are: SVC_DATA_DIR, or an S3 store.',
    ),
    s3: {
      endpoint: setting('SVC_S3_ENDPOINT', httpUrlOrNone, '', 'The address of the S3 store; empty: that of Amazon.'),
      region: setting('SVC_S3_REGION', text, 'us-east-1', 'The region of the bucket.'),
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
  },
  ingestion: {
    workers: setting('SVC_INGESTION_WORKERS', integer(1, 64), 2, 'Files that one server reads at a time.'),
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
  },
  embeddings: {
    model: setting('SVC_EMBEDDING_MODEL', text, 'svc-embedding-384', 'Embeds the texts of new vector stores.'),
  },
  collections: {
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
  },
  webhook: {
    allowed_cidrs: setting(
      'SVC_WEBHOOK_ALLOWED_CIDRS',
      cidrs,
      [],
      'Internal networks that webhooks may go to, comma-separated.',
    ),
  },
  worker: {
    token: setting('SVC_WORKER_TOKEN', text, '', 'With it, fine-tuning workers announce themselves; empty: none.', {
      secret: true,
    }),
  },
  log: {
    level: setting(
      'SVC_LOG_LEVEL',
      oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
      'info',
      'What is logged.',
    ),
  },
} as const;

export type Config = Values<typeof settings>;

/** Variables that begin with SVC_ and are no settings of the server. */
const otherVariables = ['SVC_CONFIG', 'SVC_TOKEN', 'SVC_PASSWORD', 'SVC_URL', 'SVC_TEST_DATABASES'];

/** The settings that are wrong, a clear line each. */
export class ConfigError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

/**
 * Reads the configuration.
 * Throws a ConfigError that names every unknown or malformed setting at once.
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = [];
  const file = readConfigFile(environment.SVC_CONFIG, problems);
  const names = new Set(otherVariables);
  const values = readTree(settings, [], file, environment, names, problems);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('SVC_') || names.has(name)) continue;
    problems.push(`${name} is not a setting. See "Settings" in README.md.`);
  }
  const config = values as unknown as Config;
  if (config.files.storage === 's3' && config.files.s3.bucket === '')
    problems.push('SVC_FILES_STORAGE is s3: SVC_S3_BUCKET must name the bucket.');
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, data_dir: resolve(config.data_dir) };
}

/** The base of links: SVC_PUBLIC_URL, else where the server listens. Never a request's Host. */
export function publicUrl(config: Config, port: number): string {
  const { public_url: configured, host } = config.server;
  return configured === ''
    ? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    : configured.replace(/\/+$/, '');
}

type Tree = { [key: string]: unknown };

function isSetting(node: unknown): node is Setting<unknown> {
  return typeof node === 'object' && node !== null && 'read' in node && 'fallback' in node;
}

function readTree(
  tree: Tree,
  path: string[],
  given: unknown,
  environment: Tree,
  names: Set<string>,
  problems: string[],
): Tree {
  const values = isMapping(given) ? given : {};
  if (given !== undefined && !isMapping(given)) problems.push(`${path.join('.')} in SVC_CONFIG must be a mapping.`);
  for (const key of Object.keys(values)) {
    if (!Object.hasOwn(tree, key)) problems.push(`${[...path, key].join('.')} in SVC_CONFIG is not a setting.`);
  }
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const here = [...path, key];
      if (!isSetting(node)) return [key, readTree(node as Tree, here, values[key], environment, names, problems)];
      if (node.env !== undefined) names.add(node.env);
      const fromEnvironment = node.env === undefined ? undefined : environment[node.env];
      const [name, value] =
        fromEnvironment === undefined ? [`${here.join('.')} in SVC_CONFIG`, values[key]] : [node.env, fromEnvironment];
      if (value === undefined || value === null) return [key, node.fallback];
      try {
        return [key, node.read(value)];
      } catch (error) {
        problems.push(`${name} ${(error as Error).message}`);
        return [key, node.fallback];
      }
    }),
  );
}

function readConfigFile(path: string | undefined, problems: string[]): unknown {
  if (path === undefined || path === '') return undefined;
  try {
    // YAML 1.2 reads JSON too. Loaded where there is a file: its parser takes 8 MB.
    const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
    const content: unknown = parse(readFileSync(path, 'utf8'));
    return content ?? undefined;
  } catch (error) {
    problems.push(`SVC_CONFIG names '${path}', which cannot be read: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
}

function isMapping(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('must be a text.');
  return value;
}

function boolean(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new Error(`must be true or false, not '${String(value)}'.`);
}

function integer(minimum: number, maximum: number): Read<number> {
  return (value) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < minimum || number > maximum) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}, not '${String(value)}'.`);
    }
    return number;
  };
}

function oneOf<const Choice extends string>(...choices: Choice[]): Read<Choice> {
  return (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}, not '${String(value)}'.`);
    return found;
  };
}

function httpUrl(value: unknown): string {
  const url = parseUrl(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`must be an address that begins http:// or https://, not '${String(value)}'.`);
  }
  return String(value);
}

function httpUrlOrNone(value: unknown): string {
  return value === '' ? '' : httpUrl(value);
}

function databaseUrl(value: unknown): string {
  if (value === '') return '';
  const url = parseUrl(value);
  // The value itself is not shown: it holds a password.
  if (
    url === null ||
    !['mysql:', 'mariadb:'].includes(url.protocol) ||
    url.hostname === '' ||
    url.pathname.length < 2
  ) {
    throw new Error('must have the form mysql://user:password@host:port/name.');
  }
  return String(value);
}

function postgresUrl(value: unknown): string {
  if (value === '') return '';
  const url = parseUrl(value);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('must have the form postgres://user:password@host:port/name.');
  }
  return String(value);
}

function cidrs(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
  if (!Array.isArray(list)) throw new Error('must be a list of networks such as 10.0.0.0/8.');
  return list
    .filter((item) => item !== '')
    .map((item: unknown) => {
      if (typeof item === 'string' && isNetwork(item)) return item;
      throw new Error(`must be a list of networks such as 10.0.0.0/8; '${String(item)}' is none.`);
    });
}

function isNetwork(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  const version = isIP(address);
  return version !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function parseUrl(value: unknown): URL | null {
  return typeof value === 'string' ? URL.parse(value) : null;
}
