// All settings: path, environment variable, type, default, description, and whether the setting is secret. No other
// file reads the environment. A value comes from the environment, or else from the file that SVC_CONFIG names, or else
// from the default.

import { resolve } from 'node:path';
import { meantName, tracingPackages } from '../platform/index.ts';
import {
  type Problem,
  readConfigFile,
  readTree,
  type Source,
  secretsIn,
  setting,
  type Tree,
  type Values,
} from './config-tree.ts';
import { schemaOf } from './json-schema.ts';
import { limits } from './limit-settings.ts';
import { smtp } from './mail-settings.ts';
import { metrics } from './metrics-settings.ts';
import { missingPackages } from './optional-packages.ts';
import { secretVariables, withSecretFiles } from './secret-files.ts';
import {
  boolean,
  cidrs,
  databaseUrl,
  httpUrlOrNone,
  integer,
  integerOrNone,
  nonEmpty,
  oneOf,
  origins,
  processCount,
  text,
} from './setting-values.ts';
import { sso } from './sso-settings.ts';
import { collections, embeddings, fileSearch, files, ingestion, responses, search } from './storage-settings.ts';
import { tracing } from './tracing-settings.ts';
import { upstreams } from './upstream-settings.ts';
import { broker, webhook } from './webhook-settings.ts';

/** The settings, nested as in the configuration file and in GET /admin/config. */
export const settings = {
  server: {
    host: setting('SVC_HOST', nonEmpty('127.0.0.1, or 0.0.0.0 for all'), '127.0.0.1').about(
      'The address to listen on.',
    ),
    port: setting('SVC_PORT', integer(0, 65535), 8080).about('The port to listen on; 0 picks a free one.'),
    processes: setting('SVC_PROCESSES', processCount, 1).about(
      'Server processes on one port, or auto for one on each core; "svc serve --processes" does the same. Above 1, a supervisor starts them, replaces those that crash, and restarts them one by one on SIGHUP. "One server" in the other settings then means all of them together, but each has its own database connections.',
    ),
    public_url: setting('SVC_PUBLIC_URL', httpUrlOrNone, '').about(
      'The base of links in mails; empty: http://HOST:PORT.',
    ),
    setup_address: setting('SVC_SETUP_ADDRESS', oneOf('print', 'file', 'off', ''), '').about(
      'Where a server without an account puts the one-time address at which a browser makes the first admin. print: standard output; file: SVC_DATA_DIR/setup-address, readable for its owner only; off: nowhere. Empty: print on a terminal, else file.',
    ),
    cors_origins: setting('SVC_CORS_ORIGINS', origins, []).about(
      'CORS: the origins whose pages may call the operations under /v1 with a bearer credential, comma-separated; * allows every origin. Cookies are never accepted from other origins.',
    ),
    trusted_proxies: setting('SVC_TRUSTED_PROXIES', cidrs, []).about(
      'Networks of reverse proxies whose X-Forwarded-For is trusted, comma-separated. The rate limits on wrong passwords and unknown credentials count by the client address that this header gives.',
    ),
    max_connections: setting('SVC_MAX_CONNECTIONS', integer(1, 1_000_000), 2000).about(
      'The maximum number of open connections.',
    ),
    max_connections_per_address: setting('SVC_MAX_CONNECTIONS_PER_ADDRESS', integer(1, 1_000_000), 256).about(
      'The maximum number of open connections from one address that is not a trusted proxy.',
    ),
    keepalive_seconds: setting('SVC_KEEPALIVE_SECONDS', integer(1, 3600), 75).about(
      'Seconds that an idle connection stays open. Longer than the idle time of load balancers (60 seconds), which otherwise send requests into a connection that this server is closing. Idle connections are closed earlier when nine tenths of the maximum are open.',
    ),
    stream_keepalive_seconds: setting('SVC_STREAM_KEEPALIVE_SECONDS', integer(0, 3600), 15).about(
      'After so many seconds without a byte, a stream of events gets a comment, or the event "ping" for /v1/messages, so that proxies keep it open. 0: never. Streams of custom endpoints and MCP servers pass through as they are.',
    ),
    notice_seconds: setting('SVC_STOP_NOTICE_SECONDS', integer(0, 600), 0).about(
      'Seconds between the signal to stop and the stop. Meanwhile /readyz answers 503, so that load balancers send no new requests, but requests are still accepted.',
    ),
    drain_seconds: setting('SVC_DRAIN_SECONDS', integer(0, 3600), 30).about(
      'The maximum number of seconds that a stop waits for requests in progress.',
    ),
  },
  data_dir: setting('SVC_DATA_DIR', nonEmpty('a folder such as ./data'), './data').about(
    'The folder of the embedded database, files and the generated secrets key. Several servers and workers of one machine may share it; never share it over a network file system.',
  ),
  database: {
    url: setting('SVC_DATABASE_URL', databaseUrl, '', { secret: true }).about(
      'mysql://user:password@host:port/name for MariaDB 10.6 or MySQL 8.0.17 and later; empty: the embedded database. Tested on MariaDB 10.11 and MySQL 9.7.',
    ),
    pool: setting('SVC_DATABASE_POOL', integer(1, 1000), 10).about(
      'Connections to MySQL for writes, and as many again for reads.',
    ),
    timeout_seconds: setting('SVC_DATABASE_TIMEOUT_SECONDS', integer(1, 600), 8).about(
      'The maximum number of seconds for a statement, and for repeating a transaction during a failover of the database.',
    ),
    lost_seconds: setting('SVC_DATABASE_LOST_SECONDS', integerOrNone(1, 86_400), '').about(
      'After so many seconds without a writable database, /healthz returns 503, so that an orchestrator restarts the server. Empty: /healthz does not look at the database.',
    ),
    wait_seconds: setting('SVC_DATABASE_WAIT_SECONDS', integer(0, 3600), 10).about(
      'The maximum number of seconds that a start waits for the database.',
    ),
  },
  secrets: {
    key: setting('SVC_SECRETS_KEY', text, '', { secret: true }).about(
      'The key that encrypts stored secrets, such as webhook secrets; empty: the first start generates a key in SVC_DATA_DIR. At least 32 characters with about 128 bits of entropy (openssl rand -base64 32). Must be the same on every server of one database: stored secrets cannot be decrypted with another key.',
    ),
  },
  tokens: {
    access_seconds: setting('SVC_ACCESS_TOKEN_SECONDS', integer(1, 31_536_000), 3600, { live: true }).about(
      'Seconds until an access token expires.',
    ),
    refresh_seconds: setting('SVC_REFRESH_TOKEN_SECONDS', integer(1, 315_360_000), 2_592_000, { live: true }).about(
      'Seconds until a sign-in expires, however often it is refreshed.',
    ),
    reset_seconds: setting('SVC_RESET_TOKEN_SECONDS', integer(1, 604_800), 3600, { live: true }).about(
      'Seconds until a password-reset link expires, whether mailed or made by "svc server password-reset --link".',
    ),
    invitation_seconds: setting('SVC_INVITATION_SECONDS', integer(1, 31_536_000), 604_800, { live: true }).about(
      'Seconds until an invitation expires.',
    ),
  },
  invitations: {
    only_admin_can_create_accounts: setting('SVC_ONLY_ADMIN_CAN_CREATE_ACCOUNTS_BY_INVITATION', boolean, false, {
      live: true,
    }).about('If true, an owner may invite only addresses that have an account.'),
  },
  sso,
  smtp,
  limits,
  files,
  ingestion,
  embeddings,
  search,
  file_search: fileSearch,
  responses,
  collections,
  webhook,
  broker,
  upstream: {
    allowed_cidrs: setting('SVC_UPSTREAM_ALLOWED_CIDRS', cidrs, []).about(
      'Internal networks, comma-separated. Upstreams that admins add while the server runs must be in these networks or at public addresses.',
    ),
    timeout_seconds: setting('SVC_UPSTREAM_TIMEOUT_SECONDS', integer(1, 3600), 120, { live: true }).about(
      "The maximum number of seconds until the first byte of an upstream's response.",
    ),
    idle_seconds: setting('SVC_UPSTREAM_IDLE_SECONDS', integer(1, 3600), 300).about(
      "The maximum number of seconds between two parts of an upstream's response.",
    ),
    discovery_seconds: setting('SVC_UPSTREAM_DISCOVERY_SECONDS', integer(1, 86_400), 60).about(
      'Seconds between two requests for the model list of an upstream.',
    ),
  },
  upstreams,
  workers: {
    enabled: setting('SVC_RUN_WORKERS', boolean, true).about(
      'Whether this server also runs background jobs; "svc worker" runs nothing else.',
    ),
  },
  worker: {
    token: setting('SVC_WORKER_TOKEN', text, '', { secret: true, live: true }).about(
      'The credential with which fine-tuning workers register; empty: no worker can register.',
    ),
  },
  usage: {
    // At least 62, because the limits of a month are counted from its days.
    retention_days: setting('SVC_USAGE_RETENTION_DAYS', integer(62, 36_500), 1100).about(
      'Days for which the usage of each day is kept. The usage of each minute is kept for 2 days, of each hour for 90.',
    ),
  },
  audit: {
    retention_days: setting('SVC_AUDIT_RETENTION_DAYS', integer(0, 36_500), 400).about(
      'Days for which entries of the audit log are kept; 0: for ever.',
    ),
  },
  metrics,
  tracing,
  log: {
    level: setting('SVC_LOG_LEVEL', oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info', {
      live: true,
    }).about('The least severe level that is logged: trace, debug, info, warn, error or silent.'),
  },
} as const;

export type Config = Values<typeof settings>;

/** Variables that begin with SVC_ but are not settings of the server. */
const otherVariables = [
  'SVC_CONFIG',
  'SVC_TOKEN',
  'SVC_ORGANIZATION',
  'SVC_PROJECT',
  'SVC_WEBHOOK_SECRET',
  'SVC_PASSWORD',
  'SVC_BACKUP_PASSPHRASE',
  'SVC_BACKUP_PASSPHRASE_FILE',
  'SVC_URL',
  'SVC_TEST_DATABASES',
];

/** The invalid settings, one message each. */
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
 *
 * Throws a ConfigError that contains all unknown and invalid settings.
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = [];
  const file = readConfigFile(environment.SVC_CONFIG, problems);
  const secrets = secretVariables(settings);
  const variables = withSecretFiles(environment, secrets, problems);
  const names = new Set([...otherVariables, ...[...secrets].map((name) => `${name}_FILE`)]);
  const sources = new Map<string, Source>();
  const wrong = new Set<string>();
  const report = ({ name, path, text }: Problem): void => {
    wrong.add(path.join('.'));
    const problem = `${name} ${text}`;
    // Reports a variable that contains several settings only once.
    if (!problems.includes(problem)) problems.push(problem);
  };
  const values = readTree(settings, [], file, { environment: variables, names, sources, report });
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('SVC_') || names.has(name)) continue;
    const meant = meantName(name, names);
    const lists = '"svc config schema" lists all settings, and so does the page Settings below /docs of a server.';
    problems.push(`${name} is not a setting. ${meant === undefined ? lists : `Did you mean ${meant}?`}`);
  }
  const config = values as unknown as Config;
  // Reads an invalid value as if it were not given, so that one mistake gives one message.
  if (config.files.storage === 's3' && config.files.s3.bucket === '' && !wrong.has('files.s3.bucket'))
    problems.push('SVC_FILES_STORAGE is s3: SVC_S3_BUCKET must name the bucket.');
  if (config.broker.enabled && config.broker.url === '' && !wrong.has('broker.url'))
    problems.push('SVC_BROKER_ENABLED needs SVC_BROKER_URL, such as amqp://user:password@host:5672.');
  if (config.files.storage === 's3')
    problems.push(...missingPackages('SVC_FILES_STORAGE=s3', ['@aws-sdk/client-s3', '@aws-sdk/lib-storage']));
  if (config.collections.url !== '') problems.push(...missingPackages('SVC_COLLECTIONS_URL', ['pg']));
  else if (config.collections.engines.length > 0) problems.push(...missingPackages('collections.engines', ['pg']));
  if (config.collections.url !== '' && config.collections.engines.some(({ url }) => url === config.collections.url))
    problems.push('SVC_COLLECTIONS_URL names a PostgreSQL that collections.engines has, too: leave one out.');
  if (config.sso.passwords !== 'all' && config.sso.providers.length === 0 && !wrong.has('sso.providers'))
    problems.push(
      `SVC_SSO_PASSWORDS is ${config.sso.passwords}: SVC_SSO_PROVIDERS must name the provider by which the others sign in.`,
    );
  if (config.broker.enabled) problems.push(...missingPackages('SVC_BROKER_ENABLED', ['rabbitmq-client']));
  if (config.tracing.url !== '') problems.push(...missingPackages('SVC_TRACES_URL', tracingPackages));
  if (problems.length > 0) throw new ConfigError(problems);
  const read = { ...config, data_dir: resolve(config.data_dir) };
  found.set(read, sources);
  return read;
}

/** Returns the JSON Schema of the configuration file. */
export function configSchema(): Record<string, unknown> {
  return schemaOf(settings);
}

const found = new WeakMap<Config, Map<string, Source>>();

/** Returns the source of each value of a loaded configuration, by its dotted path. */
export function sourcesOf(config: Config): ReadonlyMap<string, Source> {
  return found.get(config) ?? new Map();
}

/** Returns all secrets that are set. */
export function secretsOf(config: Config): string[] {
  return secretsIn(settings, config as unknown as Tree);
}

/**
 * Returns the base of links: SVC_PUBLIC_URL, or else the listening address. Never uses a request's Host header, which
 * an attacker could forge.
 */
export function publicUrl(config: Config, port: number): string {
  const { public_url: configured, host } = config.server;
  return configured === ''
    ? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    : configured.replace(/\/+$/, '');
}
