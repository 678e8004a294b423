// Every setting: its path, environment variable, type, default and meaning, and whether it is a secret. The only reader
// of the environment. A value comes from the environment, else from the file that SVC_CONFIG names, else the default.

import { resolve } from 'node:path';
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
import { limits } from './limit-settings.ts';
import { metrics } from './metrics-settings.ts';
import {
  boolean,
  brokerUrl,
  certificateFile,
  cidrs,
  databaseUrl,
  filled,
  httpUrlOrNone,
  integer,
  mailbox,
  nameServers,
  oneOf,
  origins,
  proxyUrl,
  seconds,
  smtpParts,
  text,
} from './setting-values.ts';
import { collections, embeddings, files, ingestion } from './storage-settings.ts';
import { upstreams } from './upstream-settings.ts';

/** The settings, nested as in the configuration file and in GET /admin/config. */
export const settings = {
  server: {
    host: setting('SVC_HOST', filled('127.0.0.1, or 0.0.0.0 for all'), '127.0.0.1', 'The address to listen on.'),
    port: setting('SVC_PORT', integer(0, 65535), 8080, 'The port to listen on; 0 picks a free one.'),
    public_url: setting('SVC_PUBLIC_URL', httpUrlOrNone, '', 'The base of links in mails; empty: http://HOST:PORT.'),
    cors_origins: setting(
      'SVC_CORS_ORIGINS',
      origins,
      [],
      'Origins whose pages may call what a bearer credential opens under /v1, comma-separated; *: all of them.',
    ),
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
    notice_seconds: setting(
      'SVC_STOP_NOTICE_SECONDS',
      integer(0, 600),
      0,
      'How long before a stop /readyz says so, while calls are still taken.',
    ),
    drain_seconds: setting('SVC_DRAIN_SECONDS', integer(0, 3600), 30, 'How long a stop waits for what is in flight.'),
  },
  data_dir: setting(
    'SVC_DATA_DIR',
    filled('a folder such as ./data'),
    './data',
    'The embedded database, files and collections.',
  ),
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
    access_seconds: setting('SVC_ACCESS_TOKEN_SECONDS', integer(1, 31_536_000), 3600, 'Life of an access token.', {
      live: true,
    }),
    refresh_seconds: setting(
      'SVC_REFRESH_TOKEN_SECONDS',
      integer(1, 315_360_000),
      2_592_000,
      'Life of a sign-in, however often it is refreshed.',
      { live: true },
    ),
    reset_seconds: setting(
      'SVC_RESET_TOKEN_SECONDS',
      integer(1, 604_800),
      3600,
      'Life of a link that resets a password.',
      { live: true },
    ),
    invitation_seconds: setting('SVC_INVITATION_SECONDS', integer(1, 31_536_000), 604_800, 'Life of an invitation.', {
      live: true,
    }),
  },
  invitations: {
    only_admin_can_create_accounts: setting(
      'SVC_ONLY_ADMIN_CAN_CREATE_ACCOUNTS_BY_INVITATION',
      boolean,
      false,
      'Whether an owner may not invite an address that has no account.',
      { live: true },
    ),
  },
  smtp: {
    host: setting('SVC_SMTP_URL', text, '', 'The mail server, as smtp://user:password@host:port; empty: none.', {
      part: (url) => smtpParts(url).host,
    }),
    port: setting('SVC_SMTP_URL', integer(1, 65535), 587, 'Its port; by default 587, and 465 with smtps://.', {
      part: (url) => smtpParts(url).port,
    }),
    user: setting('SVC_SMTP_URL', text, '', 'Who signs in there; empty: nobody.', {
      part: (url) => smtpParts(url).user,
    }),
    password: setting('SVC_SMTP_URL', text, '', 'The password to sign in with.', {
      secret: true,
      part: (url) => smtpParts(url).password,
    }),
    secure: setting('SVC_SMTP_URL', boolean, false, 'TLS from the first byte on, as with smtps://.', {
      part: (url) => smtpParts(url).secure,
    }),
    starttls: setting(
      'SVC_SMTP_STARTTLS',
      oneOf('auto', 'required', 'optional'),
      'auto',
      'Whether smtp:// has to turn to TLS; auto: unless it is this machine.',
    ),
    from: setting(
      'SVC_SMTP_FROM',
      mailbox,
      '',
      'The sender: address, or Name <address>; empty: svc@ the public host.',
      { live: true },
    ),
  },
  limits,
  files,
  ingestion,
  embeddings,
  collections,
  webhook: {
    allowed_cidrs: setting(
      'SVC_WEBHOOK_ALLOWED_CIDRS',
      cidrs,
      [],
      'Internal networks that webhooks may go to, comma-separated.',
    ),
    timeout_seconds: setting('SVC_WEBHOOK_TIMEOUT_SECONDS', integer(1, 60), 15, 'The longest an attempt may take.'),
    retry_schedule: setting(
      'SVC_WEBHOOK_RETRY_SCHEDULE',
      seconds,
      [1, 5, 30, 120, 600, 1800],
      'Seconds between the attempts of a delivery without a broker, comma-separated; empty: one attempt.',
    ),
    retry_schedule_broker: setting(
      'SVC_WEBHOOK_RETRY_SCHEDULE_BROKER',
      seconds,
      [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
      'The same with a broker.',
    ),
    concurrency: setting('SVC_WEBHOOK_CONCURRENCY', integer(1, 10_000), 256, 'Deliveries under way at a time.'),
    concurrency_per_endpoint: setting(
      'SVC_WEBHOOK_CONCURRENCY_PER_ENDPOINT',
      integer(1, 1000),
      8,
      'Those of them that go to one endpoint.',
    ),
    retention_days: setting(
      'SVC_WEBHOOK_RETENTION_DAYS',
      integer(1, 3650),
      30,
      'How long deliveries and their attempts can be read.',
      { live: true },
    ),
    resolver: setting(
      'SVC_WEBHOOK_RESOLVER',
      nameServers,
      [],
      "Name servers for webhook addresses, comma-separated; empty: the machine's.",
    ),
    ca_file: setting(
      'SVC_WEBHOOK_CA_FILE',
      certificateFile,
      '',
      'A PEM file of authorities that receivers may have certificates from, besides the usual ones.',
    ),
    proxy_url: setting(
      'SVC_WEBHOOK_PROXY_URL',
      proxyUrl,
      '',
      'An HTTP proxy for deliveries, which then judges the addresses of names; empty: none.',
      { secret: true },
    ),
  },
  broker: {
    enabled: setting('SVC_BROKER_ENABLED', boolean, false, 'Whether deliveries go through RabbitMQ.'),
    url: setting('SVC_BROKER_URL', brokerUrl, '', 'amqp://user:password@host:port/vhost', { secret: true }),
    patience_seconds: setting(
      'SVC_BROKER_PATIENCE_SECONDS',
      integer(1, 3600),
      60,
      'How long after the broker should have brought a delivery back it goes on without it.',
    ),
  },
  upstream: {
    allowed_cidrs: setting(
      'SVC_UPSTREAM_ALLOWED_CIDRS',
      cidrs,
      [],
      'Internal networks that upstreams may be in which are named while the server runs, comma-separated.',
    ),
    timeout_seconds: setting(
      'SVC_UPSTREAM_TIMEOUT_SECONDS',
      integer(1, 3600),
      120,
      'How long an upstream may take to the first byte of its answer.',
      { live: true },
    ),
    idle_seconds: setting(
      'SVC_UPSTREAM_IDLE_SECONDS',
      integer(1, 3600),
      300,
      'How long an upstream may be silent in the middle of its answer.',
    ),
    discovery_seconds: setting(
      'SVC_UPSTREAM_DISCOVERY_SECONDS',
      integer(1, 86_400),
      60,
      'How often upstreams are asked for their models.',
    ),
  },
  upstreams,
  workers: {
    enabled: setting(
      'SVC_RUN_WORKERS',
      boolean,
      true,
      'Whether this server does background work too; "npm run worker" does nothing else.',
    ),
  },
  worker: {
    token: setting('SVC_WORKER_TOKEN', text, '', 'With it, fine-tuning workers announce themselves; empty: none.', {
      secret: true,
      live: true,
    }),
  },
  audit: {
    retention_days: setting(
      'SVC_AUDIT_RETENTION_DAYS',
      integer(0, 36_500),
      400,
      'How long entries of the audit log are kept; 0: for ever.',
    ),
  },
  metrics,
  log: {
    level: setting(
      'SVC_LOG_LEVEL',
      oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
      'info',
      'What is logged.',
      { live: true },
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
  const sources = new Map<string, Source>();
  const wrong = new Set<string>();
  const report = ({ name, path, text }: Problem): void => {
    wrong.add(path.join('.'));
    const problem = `${name} ${text}`;
    // One variable that holds several settings is wrong once.
    if (!problems.includes(problem)) problems.push(problem);
  };
  const values = readTree(settings, [], file, { environment, names, sources, report });
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('SVC_') || names.has(name)) continue;
    problems.push(`${name} is not a setting. See "Settings" in README.md.`);
  }
  const config = values as unknown as Config;
  // A value that was refused reads as if it had not been given: one mistake, one line.
  if (config.files.storage === 's3' && config.files.s3.bucket === '' && !wrong.has('files.s3.bucket'))
    problems.push('SVC_FILES_STORAGE is s3: SVC_S3_BUCKET must name the bucket.');
  if (config.broker.enabled && config.broker.url === '' && !wrong.has('broker.url'))
    problems.push('SVC_BROKER_ENABLED needs SVC_BROKER_URL, such as amqp://user:password@host:5672.');
  if (problems.length > 0) throw new ConfigError(problems);
  const read = { ...config, data_dir: resolve(config.data_dir) };
  found.set(read, sources);
  return read;
}

const found = new WeakMap<Config, Map<string, Source>>();

/** Where each value of a configuration that was read came from, by its dotted path. */
export function sourcesOf(config: Config): ReadonlyMap<string, Source> {
  return found.get(config) ?? new Map();
}

/** The values of all secrets that are set. */
export function secretsOf(config: Config): string[] {
  return secretsIn(settings, config as unknown as Tree);
}

/** The base of links: SVC_PUBLIC_URL, else where the server listens. Never a request's Host. */
export function publicUrl(config: Config, port: number): string {
  const { public_url: configured, host } = config.server;
  return configured === ''
    ? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    : configured.replace(/\/+$/, '');
}
