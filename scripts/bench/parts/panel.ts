// Measures the requests of the panel's pages, with 10,000 projects, 1,000 members and 100,000 keys in one organization. A page sends its
// requests together, as a browser does, and counts as loaded with the last answer.

import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model, ModelStatic } from 'sequelize';
import { AuditEntry, type AuditEntryRow } from '../../../models/audit-entry.ts';
import { nowSeconds } from '../../../models/clock.ts';
import { transaction } from '../../../models/connection.ts';
import { createdAt, newId } from '../../../models/ids.ts';
import { closeDatabase } from '../../../models/index.ts';
import { newKeyState, noKeyRules } from '../../../models/key-holder.ts';
import { LatencyCount, type LatencyRow } from '../../../models/latency-count.ts';
import { Membership } from '../../../models/membership.ts';
import { readOne } from '../../../models/page.ts';
import { Project, type ProjectRow } from '../../../models/project.ts';
import { ProjectApiKey, type ProjectApiKeyRow } from '../../../models/project-api-key.ts';
import { UsageRollup, type UsageRow } from '../../../models/usage-rollup.ts';
import { emailKey, User, type UserRow } from '../../../models/user.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { createUser } from '../../../services/people/index.ts';
import { createLog } from '../../../services/platform/index.ts';
import { loadConfig } from '../../../services/settings/index.ts';
import { runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import type { Bench, Part } from '../part.ts';
import type { Findings, Goal, Table } from '../report.ts';
import { type ServerProcess, Servers } from '../server-process.ts';
import { createTenant, type DatabaseSettings, type Tenant } from '../tenant.ts';

const [projects, keysPerProject, members, usedProjects, usedDays] = [10_000, 10, 1000, 1000, 30];
const rowsPerStatement = 500;
const daySeconds = 86_400;
/** Durations from 64 ms to 2 s, as a model's are: the rows of a project for each day. */
const [firstBucket, buckets] = [24, 20];
const latencyDays = 7;
const [visits, warmups] = [40, 5];
const goalMs = 150;
const admin = { email: 'admin@example.com', password: 'correct horse battery staple' };

export const panel: Part = {
  name: 'panel',
  about: `pages of the panel, ${projects} projects, ${projects * keysPerProject} keys, ${members} members, p95 of ${visits} visits`,
  async run(bench) {
    const mariaDb = await startMariaDb();
    try {
      await runSql(mariaDb.url, 'CREATE DATABASE bench');
      const kinds = [
        ['embedded', ''],
        ['MariaDB', `${mariaDb.url}bench`],
      ] as const;
      const found: Findings[] = [];
      for (const [name, url] of kinds) found.push(await measurePages(bench, name, url));
      return { tables: found.flatMap(({ tables = [] }) => tables), goals: found.flatMap(({ goals }) => goals) };
    } finally {
      await mariaDb.stop();
    }
  },
};

async function measurePages(bench: Bench, name: string, url: string): Promise<Findings> {
  const settings = { SVC_DATA_DIR: join(bench.folder, name), SVC_DATABASE_URL: url };
  await mkdir(settings.SVC_DATA_DIR, { recursive: true });
  bench.note(`filling ${name}`);
  const tenant = await createTenant(settings, 20);
  await fill(settings, tenant);
  const servers = new Servers();
  const server = await servers.startSvc(bench.cores?.servers, { ...settings, SVC_RUN_WORKERS: 'false' });
  try {
    return await visitAll(name, server, tenant);
  } finally {
    await servers.stop();
  }
}

async function visitAll(name: string, server: ServerProcess, tenant: Tenant): Promise<Findings> {
  const token = await signIn(server);
  const rows: Table['rows'] = [];
  const goals: Goal[] = [];
  for (const [page, paths] of Object.entries(pagesOf(tenant))) {
    const times: number[] = [];
    for (let visit = 0; visit < warmups + visits; visit += 1) times.push(await load(server, token, tenant, paths));
    const sorted = times.slice(warmups).sort((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] as number);
    rows.push([page, paths.length, at(0.5), at(0.95)]);
    const what = `${page} on ${name}, p95`;
    goals.push({ what, sense: 'at most', must: goalMs, measured: at(0.95), unit: 'ms', slack: 0 });
  }
  return { tables: [{ head: [`page, on ${name}`, 'requests', 'p50 ms', 'p95 ms'], rows }], goals };
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/auth/login`, { method: 'POST', headers, body: JSON.stringify(admin) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function load({ url }: ServerProcess, token: string, tenant: Tenant, paths: string[]): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    paths.map(async (path) => {
      const ofProject = path.startsWith('/v1/') && !path.startsWith('/v1/organization/');
      const headers = {
        authorization: `Bearer ${token}`,
        ...(path.startsWith('/v1/') ? { 'compat-organization': tenant.organizationId } : {}),
        ...(ofProject ? { 'compat-project': tenant.projectId } : {}),
      };
      const answer = await fetch(url + path, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
    }),
  );
  return performance.now() - begun;
}

/** Returns the paths that each page requests, the reading of the account included. */
function pagesOf({ organizationId, projectId }: Tenant): Record<string, string[]> {
  const now = nowSeconds();
  const midnight = now - (now % daySeconds);
  const usage = '/v1/organization/usage';
  const report = (days: number, more = '') =>
    `start_time=${midnight - (days - 1) * daySeconds}&bucket_width=1d&limit=31${more}`;
  const reports = (days: number, more = '') => [
    ...['completions', 'embeddings', 'requests'].map((kind) => `${usage}/${kind}?${report(days, more)}`),
    ...['vector_stores', 'files'].map((kind) => `${usage}/${kind}?${report(days, more)}`),
    `/v1/organization/costs?${report(days, more)}`,
  ];
  const latency = (more = '') =>
    `${usage}/completions/latency?start_time=${midnight - (latencyDays - 1) * daySeconds}&limit=${latencyDays}${more}`;
  const project = `/v1/organization/projects/${projectId}`;
  const list = (path: string, limit = 20) => `${path}?limit=${limit}`;
  const pages: Record<string, string[]> = {
    overview: [
      ...reports(7),
      latency(),
      list('/v1/organization/projects', 100),
      list('/v1/organization/admin_api_keys', 100),
      ...Array.from({ length: 5 }, () => list(`${project}/api_keys`, 100)),
      ...Array.from({ length: 5 }, () => list('/v1/vector_stores', 100)),
    ],
    projects: [list('/v1/organization/projects')],
    members: [list('/v1/organization/users')],
    invitations: [list(`/v1/invitations/${organizationId}`)],
    'organization keys': [list('/v1/organization/admin_api_keys')],
    'usage, 7 days': reports(7),
    'usage, 30 days': reports(30),
    'usage, 30 days, by model': reports(30, '&group_by=model').filter((path) => !path.includes('/costs')),
    'audit log': [list('/v1/organization/audit_logs')],
    'audit log, search without a result': ['/v1/organization/audit_logs?limit=20&search=occurs-nowhere'],
    'project overview': [
      project,
      ...reports(7, `&project_ids=${projectId}`),
      latency(`&project_ids=${projectId}`),
      list('/v1/vector_stores', 100),
      '/v1/models',
      list(`${project}/api_keys`, 1),
    ],
    'project keys': [project, list(`${project}/api_keys`)],
    'project settings': [project, '/v1/models', `/v1/organization/costs?${report(24, `&project_ids=${projectId}`)}`],
    'vector stores': [project, list('/v1/vector_stores')],
    files: [project, list('/v1/files')],
    users: [list('/admin/users')],
    'all organizations': [list('/admin/organization/')],
    upstreams: ['/admin/config', '/admin/config/provenance', '/admin/upstreams'],
    'server audit log': [list('/admin/audit_log')],
  };
  return Object.fromEntries(Object.entries(pages).map(([name, paths]) => [name, ['/auth/me', ...paths]]));
}

/** Adds the projects, their keys, an audit entry for each of both, and the usage of a month. */
async function fill(settings: DatabaseSettings, { organizationId, projectId }: Tenant): Promise<void> {
  const config = loadConfig({ ...settings });
  await openDatabaseWithRetries(config, await createLog('warn'));
  const { id: userId } = await createUser({ ...admin, name: 'Admin', isAdmin: true });
  const user = (await readOne(User, { id: userId })) as UserRow;
  const people = Array.from({ length: members }, (_, number) => ({
    ...user,
    id: newId('user'),
    email: `member-${number}@example.com`,
    emailKey: emailKey(`member-${number}@example.com`),
    isAdmin: false,
  }));
  await insert(User, people);
  await insert(
    Membership,
    people.map(({ id }) => ({ organizationId, userId: id, role: 'member', createdAt: nowSeconds() })),
  );
  const like = (await readOne(Project, { id: projectId })) as ProjectRow;
  const ids = Array.from({ length: projects }, () => newId('project'));
  await insert(
    Project,
    ids.map((id, number) => ({ ...like, id, name: `Project ${number}`, createdAt: createdAt(id) })),
  );
  const keys = [projectId, ...ids].flatMap((project, at) =>
    Array.from({ length: keysPerProject }, (_, nth) => keyOf(project, idOfMember(people, at + nth))),
  );
  await insert(ProjectApiKey, keys);
  const created = [
    ...ids.map((id) => ({ type: 'project.created', targetId: id })),
    ...keys.map(({ id }) => ({ type: 'api_key.created', targetId: id })),
  ];
  await insert(
    AuditEntry,
    created.map((event) => entryOf(event, organizationId, userId)),
  );
  const days = Array.from({ length: usedDays }, (_, ago) => nowSeconds() - ago * daySeconds);
  const usage = days.flatMap((at) => ids.slice(0, usedProjects).map((id) => usageOf(organizationId, id, at)));
  await transaction((tx) => UsageRollup.add(usage, tx));
  for (const at of days.slice(0, latencyDays)) {
    const rows = ids.slice(0, usedProjects).flatMap((id) => latenciesOf(organizationId, id, at));
    await transaction((tx) => LatencyCount.add(rows, tx));
  }
  await closeDatabase();
}

function idOfMember(people: { id: string }[], number: number): string {
  return (people[number % people.length] as { id: string }).id;
}

async function insert(model: ModelStatic<Model>, rows: object[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await transaction((tx) => model.bulkCreate(rows.slice(at, at + rowsPerStatement) as never, { transaction: tx }));
}

function keyOf(projectId: string, userId: string): ProjectApiKeyRow {
  const id = newId('key');
  return {
    id,
    projectId,
    userId,
    serviceAccountId: null,
    name: 'Key',
    ...noKeyRules,
    digest: createHash('sha256').update(id).digest(),
    redactedValue: 'sk-…',
    ...newKeyState,
    expiresAt: null,
    keptBy: null,
    revokedAt: null,
    limits: null,
    mcpTools: null,
    createdAt: createdAt(id),
  };
}

function entryOf(
  event: Pick<AuditEntryRow, 'type' | 'targetId'>,
  organizationId: string,
  userId: string,
): AuditEntryRow {
  const id = newId('log-entry');
  return {
    ...event,
    id,
    organizationId,
    projectId: null,
    actorKind: 'user',
    actorId: userId,
    userId,
    email: admin.email,
    address: '203.0.113.7',
    requestId: id,
    details: JSON.stringify({ name: `Name of ${id}`, scope: 'project', expires_at: null }),
    createdAt: createdAt(id),
    ownSeal: '',
    place: null,
    seal: null,
  };
}

function usageOf(organizationId: string, projectId: string, at: number): UsageRow {
  const startsAt = at - (at % daySeconds);
  const key = {
    organizationId,
    width: 'day',
    startsAt,
    projectId,
    callerId: `key_${projectId}`,
    kind: 'chat',
  } as const;
  const tokens = { inputTokens: 900, outputTokens: 100, cachedTokens: 0 };
  return { ...key, ...tokens, model: 'large', requests: 10, failed: 1, cost: 1e7, bytes: 0 };
}

function latenciesOf(organizationId: string, projectId: string, at: number): LatencyRow[] {
  const day = at - (at % daySeconds);
  return Array.from({ length: buckets }, (_, index) => ({
    organizationId,
    day,
    projectId,
    bucket: firstBucket + index,
    calls: 1 + index,
  }));
}
