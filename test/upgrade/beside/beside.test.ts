// Tests with a running server of the last release: who may call what is the same after an upgrade, and keys get no rules
// that the release would not know while it runs beside. Run by `npm run test:upgrade`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { type Answer, send } from '../../../scripts/contract/send.ts';
import { inParallel } from '../../../scripts/parallel/index.ts';
import { databaseKind } from '../../harness/database.ts';
import { startServer, until } from '../../harness/process.ts';
import { checkOut, previousRelease } from '../../harness/released/checkout.ts';
import { addOwner, adminEmail, adminPassword, askerOf, type Expected } from '../../harness/released/fill.ts';
import { lastingSettings, settingsOf, unpack, upstreamNetwork } from '../../harness/released/installation.ts';
import { notTried } from '../../harness/skip-reason.ts';

t.setTimeout(600_000);
const kind = databaseKind();
const archives = join(import.meta.dirname, '../../harness/released');

interface Operation {
  id: string;
  method: string;
  path: string;
}

const released = JSON.parse(
  gunzipSync(readFileSync(new URL(`../../../spec/released/${previousRelease}.json.gz`, import.meta.url))).toString(),
) as { paths: Record<string, Record<string, { operationId?: string }>> };
const operations: Operation[] = Object.entries(released.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId: id }]) =>
    id === undefined ? [] : [{ id, method: method.toUpperCase(), path }],
  ),
);

/**
 * Returns true for the one change that this version makes on purpose: a key may do what its maker may now, and the maker
 * of this key is no owner any more. So the key is refused where a member is.
 */
function isDemotion(cell: string, after: ReadonlyMap<string, string>): boolean {
  const [operation, caller] = cell.split(' ');
  const isMembers = after.get(`${operation} member organization`) === 'reached';
  return caller === 'demoted_key' && !isMembers && after.get(cell) === '403 insufficient_permissions';
}

interface Person {
  email: string;
  password: string;
}

/** The callers of both versions: keys, and people who sign in anew. */
interface Callers {
  keys: Record<string, string>;
  people: Record<string, Person>;
  /** Values of path parameters, by name, and by operation where they differ. */
  ids: Record<string, string>;
  own: { organization: string; project: string };
  foreign: { organization: string; project: string };
}

const checkout = await checkOut(previousRelease);
t.teardown(() => checkout?.remove());

t.test(`who may call what is the same after an upgrade from ${previousRelease}`, async (t) => {
  if (checkout === undefined) return notTried(t, 'the git history of released versions is not there');
  const { settings, expected } = await installation(t);
  const old = await startServer(settings, checkout.folder);
  t.teardown(() => old.end());
  const callers = await addCallers(old.url, expected);
  const before = await matrixOf(old.url, callers);
  await old.end();
  const fresh = await startServer(settings);
  t.teardown(() => fresh.end());
  const after = await matrixOf(fresh.url, callers);
  const reached = [...before.values()].filter((answer) => answer === 'reached').length;
  t.comment(`${before.size} cells of ${operations.length} operations, ${reached} of them allowed`);
  t.ok(reached > before.size / 8, 'many calls are allowed');
  const differing = [...before].filter(([cell, answer]) => after.get(cell) !== answer);
  const unexpected = differing.filter(([cell]) => !isDemotion(cell, after));
  t.strictSame(
    unexpected.map(([cell, answer]) => `${cell}: ${answer} -> ${after.get(cell)}`),
    [],
    `${differing.length} cells differ, all of them of a key whose maker was demoted`,
  );
});

const skip = kind === 'sqlite' && 'an older server is known on MySQL and MariaDB only';
t.test(`keys get no rules while a server of ${previousRelease} runs beside`, { skip }, async (t) => {
  if (checkout === undefined) return notTried(t, 'the git history of released versions is not there');
  const { settings, expected } = await installation(t);
  // Idle and without background work, so it writes nothing.
  const old = await startServer({ ...settings, SVC_RUN_WORKERS: 'false' }, checkout.folder);
  t.teardown(() => old.end());
  const fresh = await startServer(settings);
  t.teardown(() => fresh.end());
  const { organizationKey: token, project } = expected;
  const call = (path: string, body: object) => send(fresh.url, 'POST', path, { token, body: { name: 'New', ...body } });
  const [ofOrganization, ofProject] = [
    '/v1/organization/admin_api_keys',
    `/v1/organization/projects/${project.id}/api_keys`,
  ];
  const rules = [
    [ofOrganization, { scopes: ['usage.read'] }],
    [ofOrganization, { allowed_cidrs: ['127.0.0.0/8'] }],
    [ofProject, { scopes: ['model.request'] }],
    [ofProject, { models: ['chat-model'] }],
    [ofProject, { allowed_cidrs: ['127.0.0.0/8'] }],
  ] as const;
  for (const [path, rule] of rules) {
    const { body: plain } = await call(path, {});
    t.match(plain, { object: /api_key$/ }, 'keys without rules are made');
    for (const place of [path, `${path}/${plain.id}`]) {
      const refused = await call(place, rule);
      t.match(refused, { status: 409, body: { error: { code: 'upgrade_in_progress' } } }, JSON.stringify(rule));
    }
    t.equal((await call(`${path}/${plain.id}`, { scopes: null })).status, 200, 'a rule may be removed');
  }
  const other = await startServer(settings);
  t.teardown(() => other.end());
  await old.end();
  for (const [path, rule] of rules) {
    const made = await until(async () => {
      const answer = await call(path, rule);
      return answer.status === 409 ? undefined : answer;
    });
    t.match(made, { status: 200, body: rule }, 'servers of this version do not count');
  }
});

/** Returns an installation of the release, and the settings for servers on it. */
async function installation(t: Test): Promise<{ settings: Record<string, string>; expected: Expected }> {
  const { database, expected } = await unpack(join(archives, `${previousRelease}-medium-${kind}.tar.gz`), kind);
  t.teardown(() => database.drop());
  return {
    settings: { ...settingsOf(database), ...lastingSettings, ...upstreamNetwork, SVC_LOG_LEVEL: 'warn' },
    expected,
  };
}

/** Adds a person of each kind, and another organization, to the installation. */
async function addCallers(url: string, { organizationId, organizationKey, project, search, later }: Expected) {
  const ask = askerOf(url);
  const admin = (await ask('POST', '/auth/login', undefined, { email: adminEmail, password: adminPassword }))
    .access_token;
  const owner = await addOwner(ask, admin, organizationId);
  const member = await addOwner(ask, admin, organizationId);
  await ask('POST', `/v1/organization/users/${member.id}`, owner.key, { role: 'member' });
  const { organization } = await ask('POST', '/admin/organization/', admin, { name: 'Foreign' });
  const stranger = await addOwner(ask, admin, organization.id);
  const foreign = await ask('POST', '/v1/organization/projects', stranger.key, { name: 'Foreign' });
  const foreignKey = await ask('POST', `/v1/organization/projects/${foreign.id}/api_keys`, stranger.key, { name: 'A' });
  const projects = '/v1/organization/projects';
  const first = async (path: string, token: string): Promise<string> => (await ask('GET', path, token)).data[0].id;
  const ids = {
    organization_id: organizationId,
    id: organizationId,
    project_id: project.id,
    user_id: member.id,
    vector_store_id: search.storeId,
    file_id: search.fileId,
    model: 'chat-model',
    response_id: later?.response.id ?? '',
    conversation_id: later?.conversation.id ?? '',
    item_id: await first(`/v1/conversations/${later?.conversation.id}/items`, project.key),
    key_id: await first('/v1/organization/admin_api_keys', organizationKey),
    'project key_id': await first(`${projects}/${project.id}/api_keys`, organizationKey),
    upload_id: (
      await ask('POST', '/v1/uploads', project.key, {
        filename: 'a.txt',
        purpose: 'assistants',
        bytes: 1,
        mime_type: 'text/plain',
      })
    ).id,
    batch_id: (
      await ask('POST', `/v1/vector_stores/${search.storeId}/file_batches`, project.key, { file_ids: [search.fileId] })
    ).id,
    delivery_id: 'whdel_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  };
  return {
    keys: {
      organization_key: organizationKey,
      demoted_key: later?.demotedKey ?? '',
      kept_key: later?.keptKey ?? '',
      project_key: project.key,
      foreign_organization_key: stranger.key,
      foreign_project_key: foreignKey.value,
    },
    people: {
      admin: { email: adminEmail, password: adminPassword },
      owner: { email: owner.email, password: adminPassword },
      member: { email: member.email, password: adminPassword },
      stranger: { email: stranger.email, password: adminPassword },
    },
    ids,
    own: { organization: organizationId, project: project.id },
    foreign: { organization: organization.id, project: foreign.id },
  } satisfies Callers;
}

/** Returns the answer to each caller and each pair of context headers, for each operation of the release. */
async function matrixOf(url: string, { keys, people, ids, own, foreign }: Callers): Promise<Map<string, string>> {
  const tokens = new Map<string, string | undefined>([['anonymous', undefined], ...Object.entries(keys)]);
  for (const [name, body] of Object.entries(people))
    tokens.set(name, (await send(url, 'POST', '/auth/login', { body })).body.access_token);
  const contexts = {
    none: {},
    organization: { 'compat-organization': own.organization },
    both: { 'compat-organization': own.organization, 'compat-project': own.project },
    foreign: { 'compat-organization': foreign.organization, 'compat-project': foreign.project },
  };
  const cells = operations.flatMap((operation) =>
    [...tokens].flatMap(([caller, token]) =>
      Object.entries(contexts).map(([context, headers]) => ({ operation, caller, token, context, headers })),
    ),
  );
  const answers = await inParallel(8, cells, async ({ operation, caller, token, context, headers }) => {
    const { id, method, path } = operation;
    const place = path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) =>
        (name === 'key_id' && path.includes('{project_id}') ? ids['project key_id'] : ids[name]) ?? 'unknown',
    );
    // The unknown parameter is refused when the access is granted, before the operation has an effect.
    const answer = await send(url, method, `${place}?probe=1`, { token, headers, ...bodyOf(method) });
    return [`${id} ${caller} ${context}`, verdictOf(answer)] as const;
  });
  return new Map(answers);
}

function bodyOf(method: string): object {
  return method === 'GET' || method === 'DELETE' ? {} : { body: {} };
}

function verdictOf({ status, body }: Answer): string {
  const locs: string[] = (body?.detail ?? []).map?.(({ loc }: { loc: string[] }) => loc.join('.')) ?? [];
  if (locs.includes('query.probe')) return 'reached';
  return `${status} ${locs.length > 0 ? locs.join() : (body?.error?.code ?? '')}`.trim();
}
