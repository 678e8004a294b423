// The files of deploy/: that the settings in them exist and start a server, and that the manifests name each other
// rightly. `npm run test:deploy` builds the image, starts the processes of compose.yaml and checks the manifests
// against their schemas.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { parse, parseAllDocuments } from 'yaml';
import packageFile from '../../package.json' with { type: 'json' };
import { runOptions } from '../../scripts/contract/command/options.ts';
import { loadConfig } from '../../services/settings/index.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const image = `svc:${packageFile.version}`;
/** A valid content of each secret file, by the setting that names the file. */
const secretValues: Record<string, string> = {
  SVC_SECRETS_KEY_FILE: 'Kx7Qm2Vt9Lp4Rw8'.repeat(3),
  SVC_DATABASE_URL_FILE: 'mysql://svc:password@database:3306/svc',
  SVC_BROKER_URL_FILE: 'amqp://svc:password@broker:5672',
  SVC_S3_SECRET_ACCESS_KEY_FILE: 'secret',
};

interface Service {
  image: string;
  environment?: Record<string, string>;
  secrets?: (string | { source: string })[];
}

interface Container {
  image: string;
  args: string[];
  envFrom?: { configMapRef: { name: string } }[];
  env?: { name: string; value: string }[];
  ports?: { name: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

interface Probe {
  httpGet: { path: string; port: string };
}

interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: {
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    ports?: { name: string; targetPort: string }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        containers: [Container];
        volumes: { name: string; secret?: { secretName: string } }[];
        terminationGracePeriodSeconds?: number;
      };
    };
  };
}

/** Throws where a setting is unknown or malformed, with files of this folder in the place of secret files. */
function configOf(t: Test, environment: Record<string, string>): ReturnType<typeof loadConfig> {
  const folder = t.testdir(secretValues);
  const entries = Object.entries(environment).map(([name, value]) => {
    if (!name.endsWith('_FILE')) return [name, value];
    t.ok(secretValues[name], `${name} has a value for this test`);
    return [name, join(folder, name)];
  });
  return loadConfig(Object.fromEntries(entries));
}

t.test('the image has the version of the package', async (t) => {
  const dockerfile = readFileSync(join(deploy, 'Dockerfile'), 'utf8');
  t.match(dockerfile, `org.opencontainers.image.version="${packageFile.version}"`);
});

t.test('the settings of compose.yaml start a server and a worker', async (t) => {
  const file = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
  const { services, secrets } = parse(file, { merge: true }) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
  };
  for (const [name, service] of Object.entries(services)) {
    const granted = (service.secrets ?? []).map((secret) => (typeof secret === 'string' ? secret : secret.source));
    t.strictSame(
      granted.filter((secret) => secrets[secret] === undefined),
      [],
      `${name}: every secret has a file`,
    );
    const files = Object.entries(service.environment ?? {}).filter(([setting]) => setting.endsWith('_FILE'));
    const named = files.map(([, path]) => path.replace('/run/secrets/', ''));
    t.strictSame(
      named.filter((secret) => !granted.includes(secret)),
      [],
      `${name}: every secret file is granted`,
    );
  }
  for (const name of ['server-1', 'server-2', 'worker']) {
    const service = services[name] as Service;
    t.equal(service.image, image);
    t.equal(configOf(t, service.environment ?? {}).broker.enabled, true, name);
  }
});

const manifests = globSync(join(deploy, 'kubernetes/*.yaml')).flatMap((path) =>
  parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as Manifest),
);
const workloads = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));

t.test('the manifests have what an installation needs', async (t) => {
  const kinds = new Set(manifests.map(({ kind }) => kind));
  const needed = ['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Secret', 'Service', 'ServiceMonitor'];
  t.strictSame([...kinds].sort(), ['ConfigMap', ...needed]);
});

for (const { kind, metadata, spec } of workloads) {
  t.test(`the ${kind} ${metadata.name} has all that its container names`, async (t) => {
    const { containers, volumes, terminationGracePeriodSeconds } = spec.template.spec;
    const [container] = containers;
    t.equal(container.image, image);
    t.strictSame(container.volumeMounts.map(({ name }) => name).sort(), volumes.map(({ name }) => name).sort());
    const maps = (container.envFrom ?? []).map(({ configMapRef }) => configMapRef.name);
    const settings = manifests.filter(({ kind, metadata }) => kind === 'ConfigMap' && maps.includes(metadata.name));
    t.equal(settings.length, maps.length);
    const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
    const environment: Record<string, string> = Object.assign({}, ...settings.map(({ data }) => data), own);
    const { server } = configOf(t, environment);
    if (kind === 'Deployment')
      t.ok((terminationGracePeriodSeconds ?? 0) > server.notice_seconds + server.drain_seconds, 'time to stop');

    const secret = manifests.find(({ kind, metadata }) => {
      return kind === 'Secret' && volumes.some((volume) => volume.secret?.secretName === metadata.name);
    });
    const place = container.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath;
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    t.strictSame(
      files.map(([, path]) => path).sort(),
      Object.keys(secret?.stringData ?? {})
        .map((key) => `${place}/${key}`)
        .sort(),
    );

    const ports = (container.ports ?? []).map(({ name }) => name);
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      if (probe === undefined) continue;
      t.ok(['/healthz', '/readyz', '/metrics'].includes(probe.httpGet.path));
      t.ok(ports.includes(probe.httpGet.port));
    }
    if (kind === 'Deployment') t.match(spec.template.metadata.labels, spec.selector?.matchLabels ?? { none: true });
  });
}

t.test('services select pods that have their ports', async (t) => {
  for (const { spec } of manifests.filter(({ kind }) => kind === 'Service')) {
    const pods = workloads.filter(({ spec: { template } }) =>
      Object.entries(spec.selector ?? {}).every(([label, value]) => template.metadata.labels[label] === value),
    );
    t.equal(pods.length, 1);
    const ports = pods[0]?.spec.template.spec.containers[0].ports?.map(({ name }) => name) ?? [];
    for (const { targetPort } of spec.ports ?? []) t.ok(ports.includes(targetPort), targetPort);
  }
});

t.test('the jobs for CI systems run the contract tests with options that exist', async (t) => {
  const read = (name: string): string => readFileSync(join(deploy, 'ci', name), 'utf8');
  const options = runOptions.map(({ name }) => `--${name}`);
  for (const name of ['action.yml', 'gitlab-ci.yml']) {
    const used = [...read(name).matchAll(/(?<= )--(?!yes)[a-z-]+/g)].map(([option]) => option);
    t.ok(used.length > 1, name);
    t.strictSame(
      used.filter((option) => !options.includes(option)),
      [],
      name,
    );
  }
  const action = parse(read('action.yml'));
  t.equal(action.runs.using, 'composite');
  const { env } = action.runs.steps[0];
  for (const text of Object.values<string>(env)) {
    const [, input] = /inputs\.([a-z-]+)/.exec(text) ?? [];
    if (input !== undefined) t.ok(action.inputs[input], input);
  }
  const job = parse(read('gitlab-ci.yml'))['svc-contract'];
  t.match(job.script[0], job.artifacts.reports.junit);
});

t.test("haproxy's checks send the statements that stand above them", async (t) => {
  for (const name of ['mysql-group', 'galera']) {
    const text = readFileSync(join(deploy, 'haproxy', `${name}.cfg`), 'utf8');
    const [, comment = ''] = /this statement and a quit:\n((?: {2}# {3}.*\n)+)/.exec(text) ?? [];
    const statement = comment
      .replaceAll(/^ {2}# {3}/gm, '')
      .trim()
      .replaceAll('\n', ' ');
    const [signIn = '', query = ''] = [...text.matchAll(/send-binary ([0-9a-f]+)/g)].map(([, hex = '']) => hex);
    t.match(Buffer.from(signIn, 'hex').toString('latin1'), '\0checker\0');
    const command = Buffer.from(query, 'hex');
    t.equal(command.readUIntLE(0, 3), statement.length + 1);
    t.equal(command.toString('latin1', 4), `\x03${statement}\x01\0\0\0\x01`, name);
  }
});
