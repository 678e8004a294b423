// Tests the error messages of a start with wrong settings. It runs on one database only, because it uses no database or
// the embedded one.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { parse } from 'yaml';
import { createAuthority } from '../../scripts/fixtures/certificates.ts';
import { ConfigError, configSchema, loadConfig, settings as settingsTree } from '../../services/settings/config.ts';
import { isList, isSetting, type Tree } from '../../services/settings/config-tree.ts';
import { runServer, startServer } from '../harness/process.ts';

const settings = { SVC_DATA_DIR: t.testdir() };

/** Returns what a start with these settings prints: scripts/process/give-up.ts prints the lines of every ConfigError. */
function refusal(wrong: Record<string, string>): string {
  try {
    loadConfig({ ...settings, ...wrong });
  } catch (error) {
    if (error instanceof ConfigError) return error.lines.map((line) => `svc: ${line}\n`).join('');
    throw error;
  }
  return 'no refusal';
}

t.test('a search engine without a url, or with that of another one, is reported in one line', async (t) => {
  const url = 'postgres://svc:hush@127.0.0.1:1/svc';
  const linesOf = (engine: object, more = {}): string =>
    refusal({ ...more, SVC_COLLECTIONS_ENGINES: JSON.stringify([engine]) });
  t.equal(linesOf({ name: 'two' }), 'svc: SVC_COLLECTIONS_ENGINES.0.url must be given.\n');
  t.equal(
    linesOf({ name: 'two', url }, { SVC_COLLECTIONS_URL: url }),
    'svc: SVC_COLLECTIONS_URL names a PostgreSQL that collections.engines has, too: leave one out.\n',
  );
});

t.test('passwords are not switched off without an identity provider', (t) => {
  for (const passwords of ['admins', 'none'])
    t.throws(() => loadConfig({ SVC_SSO_PASSWORDS: passwords }), {
      message: `SVC_SSO_PASSWORDS is ${passwords}: SVC_SSO_PROVIDERS must name the provider by which the others sign in.`,
    });
  t.equal(loadConfig({ SVC_SSO_PASSWORDS: 'all' }).sso.passwords, 'all');
  t.end();
});

t.test('every wrong setting is reported in a line of its own, and the server does not start', async (t) => {
  const { code, stdout, stderr } = await runServer({
    ...settings,
    SVC_PORT: '70000',
    SVC_LOG_LEVEL: 'loud',
    SVC_DATABASE_URL: 'postgres://user:hush@host/name',
    SVC_TRUSTED_PROXIES: '10.0.0.0/99',
    SVC_HOTS: '127.0.0.1',
  });
  t.equal(code, 1);
  t.equal(stdout, '');
  const lines = stderr.trim().split('\n');
  t.equal(lines.length, 5);
  for (const [index, name] of [
    'SVC_PORT',
    'SVC_TRUSTED_PROXIES',
    'SVC_DATABASE_URL',
    'SVC_LOG_LEVEL',
    'SVC_HOTS',
  ].entries()) {
    t.match(lines[index], new RegExp(`^svc: ${name} `));
  }
  t.match(lines[4], /Did you mean SVC_HOST\?$/);
  t.notMatch(stderr, /hush/, 'a password in a setting is not shown');
});

t.test('one mistake is reported in one line', async (t) => {
  t.match(refusal({ SVC_BROKER_ENABLED: 'true', SVC_BROKER_URL: 'http://broker' }), /^svc: SVC_BROKER_URL [^\n]+\n$/);
});

t.test('the error for an empty required setting says what to write', async (t) => {
  const empty = { SVC_HOST: '', SVC_DATA_DIR: ' ', SVC_S3_REGION: '', SVC_EMBEDDING_MODEL: '' };
  t.equal(
    refusal(empty),
    [
      'svc: SVC_HOST must not be empty: write 127.0.0.1, or 0.0.0.0 for all, or leave it out.',
      'svc: SVC_DATA_DIR must not be empty: write a folder such as ./data, or leave it out.',
      'svc: SVC_S3_REGION must not be empty: write us-east-1, or leave it out.',
      'svc: SVC_EMBEDDING_MODEL must not be empty: write svc-embedding-384, or leave it out.',
      '',
    ].join('\n'),
  );
});

t.test('an invalid percent-encoding is reported for its setting, without the password', async (t) => {
  const addresses = {
    SVC_DATABASE_URL: 'mysql://svc:hush%zz@host/svc',
    SVC_SMTP_URL: 'smtp://svc:hush%zz@host',
    SVC_COLLECTIONS_URL: 'postgres://svc:hush%zz@host/svc',
    SVC_WEBHOOK_PROXY_URL: 'http://svc:hush%zz@host:3128',
    SVC_BROKER_URL: 'amqp://svc:hush%zz@host',
  };
  const problem = 'has a % that stands for no character: write % in a user name or password as %25.';
  t.strictSame(
    refusal(addresses).trim().split('\n').sort(),
    Object.keys(addresses)
      .sort()
      .map((name) => `svc: ${name} ${problem}`),
  );
  t.doesNotThrow(() => loadConfig({ SVC_SMTP_URL: 'smtp://svc:hush%25zz@host', SVC_PUBLIC_URL: 'http://host/100%25' }));
});

t.test('a list of networks is parsed, and an invalid one is refused', async (t) => {
  const read = (value: string) => loadConfig({ SVC_TRUSTED_PROXIES: value }).server.trusted_proxies;
  t.strictSame(read('10.0.0.0/8, 2001:db8::/128 ,'), ['10.0.0.0/8', '2001:db8::/128']);
  for (const wrong of [
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/9',
    '10.0.0.0/-1',
    '10.0.0/8',
    'all',
  ])
    t.throws(() => read(wrong), { message: new RegExp(`'${wrong}' is none`) }, wrong);
});

t.test('a setting whose description explains the empty value accepts it', async (t) => {
  const described = variablesWithEmptyValue(settingsTree);
  t.ok(described.includes('SVC_PUBLIC_URL'));
  for (const name of [...described, 'SVC_UPSTREAMS']) t.doesNotThrow(() => loadConfig({ [name]: '' }), name);
});

function variablesWithEmptyValue(tree: Tree): string[] {
  return Object.values(tree).flatMap((node) => {
    if (isList(node)) return [];
    if (!isSetting(node)) return variablesWithEmptyValue(node as Tree);
    return node.env !== undefined && /\bempty:/i.test(node.about) ? [node.env] : [];
  });
}

t.test('a secret may come from a file, and a problem with the file prevents the start', async (t) => {
  const folder = t.testdir({
    token: 'worker-says-this\n',
    none: '\n',
    list: '[{"name":"a","base_url":"http://127.0.0.1/v1"}]',
  });
  const files = { SVC_WORKER_TOKEN_FILE: join(folder, 'token'), SVC_UPSTREAMS_FILE: join(folder, 'list') };
  const config = loadConfig(files);
  t.equal(config.worker.token, 'worker-says-this');
  t.match(config.upstreams, [{ name: 'a' }]);
  t.throws(() => loadConfig({ ...files, SVC_WORKER_TOKEN: 'other' }), {
    message: 'SVC_WORKER_TOKEN and SVC_WORKER_TOKEN_FILE are both given: leave one out.',
  });
  t.throws(() => loadConfig({ SVC_SECRETS_KEY_FILE: join(folder, 'nowhere') }), {
    message: /^SVC_SECRETS_KEY_FILE names '.*nowhere', which cannot be read: ENOENT/,
  });
  for (const name of ['SVC_SECRETS_KEY_FILE', 'SVC_DATABASE_URL_FILE'])
    t.throws(() => loadConfig({ [name]: join(folder, 'none') }), {
      message: `${name} names '${join(folder, 'none')}', which is empty. Write the secret into it, or leave ${name} out.`,
    });
  t.throws(() => loadConfig({ SVC_HOST_FILE: join(folder, 'token') }), { message: /^SVC_HOST_FILE is not a setting/ });
});

t.test('the JSON Schema of the configuration file accepts what a start accepts', async (t) => {
  const isValid = new Ajv2020({ strict: false }).compile(configSchema());
  const files: [content: string, valid: boolean][] = [
    ['{}', true],
    ['server: { port: 9000, cors_origins: ["https://app.example.com"] }\nlog: { level: debug }', true],
    ['upstreams: [{ name: a, base_url: "http://127.0.0.1/v1", models: [m] }]', true],
    ['server: { port: 70000 }', false],
    ['log: { level: loud }', false],
    ['workers: { enabled: perhaps }', false],
    ['upstreams: [{ name: a }]', false],
    ['nothing: 1', false],
  ];
  const folder = t.testdir({});
  for (const [content, valid] of files) {
    const file = join(folder, 'config.yaml');
    await writeFile(file, content);
    t.equal(isValid(parse(content)), valid, content);
    if (valid) t.doesNotThrow(() => loadConfig({ SVC_CONFIG: file }), content);
    else t.throws(() => loadConfig({ SVC_CONFIG: file }), content);
  }
});

t.test('a CA file that is missing or has no certificate prevents the start', async (t) => {
  const { cert, key } = createAuthority();
  const folder = t.testdir({
    'key.pem': key,
    'cut.pem': cert + cert.slice(0, 90) + cert.slice(150),
    'good.pem': key + cert,
  });
  const wrong = [
    ['nowhere.pem', /^svc: SVC_WEBHOOK_CA_FILE names '.*nowhere\.pem', which cannot be read: ENOENT.*\n$/],
    ['key.pem', /^svc: SVC_WEBHOOK_CA_FILE must name a PEM file of certificates; '.*key\.pem' is none\.\n$/],
    ['cut.pem', /^svc: SVC_WEBHOOK_CA_FILE must name a PEM file of certificates; '.*cut\.pem' is none\.\n$/],
  ] as const;
  for (const [name, line] of wrong) {
    t.match(refusal({ SVC_WEBHOOK_CA_FILE: join(folder, name) }), line);
  }
  const server = await startServer({ ...settings, SVC_WEBHOOK_CA_FILE: join(folder, 'good.pem') });
  t.equal((await server.end()).code, 0);
});

t.test('a configuration file is read, the environment overrides it, and typos in it prevent the start', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-config-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const good = join(folder, 'good.yaml');
  await writeFile(good, 'server:\n  host: 127.0.0.2\n  port: 1\ntokens:\n  access_seconds: 60\n');
  const server = await startServer({ ...settings, SVC_CONFIG: good });
  t.match(server.url, /^http:\/\/127\.0\.0\.2:/);
  await server.end();
  const bad = join(folder, 'bad.json');
  await writeFile(bad, JSON.stringify({ server: { hots: 'x' }, database: { pool: 'y' }, tokens: 5 }));
  const { code, stderr } = await runServer({ ...settings, SVC_CONFIG: bad });
  t.equal(code, 1);
  t.match(stderr, /^svc: server\.hots in SVC_CONFIG is not a setting\. Did you mean host\?$/m);
  t.match(stderr, /^svc: database\.pool in SVC_CONFIG must be a whole number/m);
  t.match(stderr, /^svc: tokens in SVC_CONFIG must be a mapping\.$/m);
  t.match(
    refusal({ SVC_CONFIG: join(folder, 'nowhere.yaml') }),
    /^svc: SVC_CONFIG names '.*nowhere\.yaml', which cannot be read/m,
  );
});

t.test('upstreams are read from a file or a variable, and errors name the upstream', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-config-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'config.yaml');
  await writeFile(
    file,
    [
      'upstreams:',
      '  - name: one',
      '    base_url: https://one.example/v1',
      '    api_key: "hush hush"',
      '    weigth: 3',
      '  - base_url: https://user:hush@two.example/v1',
      '    custom_endpoints: [/v1/ocr, /v1/../x, /ocr]',
      '    models: [a, {id: b, kind: odd}]',
      '  - nonsense',
    ].join('\n'),
  );
  const wrong = refusal({ SVC_CONFIG: file });
  t.notMatch(wrong, /hush/, 'no part of a credential is shown');
  for (const line of [
    /^svc: upstreams\.0\.weigth in SVC_CONFIG is not a setting\. Did you mean weight\?$/m,
    /^svc: upstreams\.0\.api_key in SVC_CONFIG must be a text of printable/m,
    /^svc: upstreams\.1\.name in SVC_CONFIG must be given\.$/m,
    /^svc: upstreams\.1\.base_url in SVC_CONFIG must not contain a credential/m,
    /^svc: upstreams\.1\.custom_endpoints in SVC_CONFIG must be a list of paths .*'\/v1\/\.\.\/x' is none/m,
    /^svc: upstreams\.1\.models in SVC_CONFIG says of the model 'b' a kind/m,
    /^svc: upstreams\.2 in SVC_CONFIG must be a mapping\.$/m,
  ]) {
    t.match(wrong, line);
  }
  const twice = JSON.stringify([1, 2].map(() => ({ name: 'one', base_url: 'http://127.0.0.1:9/v1', models: [] })));
  t.match(refusal({ SVC_UPSTREAMS: twice }), /^svc: SVC_UPSTREAMS has two upstreams named/m);
  t.match(refusal({ SVC_UPSTREAMS: '{' }), /^svc: SVC_UPSTREAMS must be a list\.$/m);
  const taken = [
    { name: 'one', base_url: 'http://127.0.0.1:9/v1', models: [], custom_endpoints: ['/v1/models/x', '/v1/ocr'] },
  ];
  const { stderr } = await runServer({ ...settings, SVC_UPSTREAMS: JSON.stringify(taken) });
  t.match(stderr, /^svc: upstreams has the custom endpoint '\/v1\/models\/x', a path of the server itself\.$/m);
  t.equal(stderr.trim().split('\n').length, 1);
});
