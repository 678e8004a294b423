// Tests the tables that the migrations create, and the models that read them. generated/schema.sql shows the tables, so
// that a review of a migration sees its effect. `npm run generate -- --schema` writes the file.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreationAttributes } from 'sequelize';
import t, { type Test } from 'tap';
import { migrations } from '../../generated/migrations.ts';
import { AuditEntry } from '../../models/audit-entry.ts';
import { nowMs, nowSeconds } from '../../models/clock.ts';
import { database, type SqlValue, transaction } from '../../models/connection.ts';
import { exactCollationOf, schema } from '../../models/dialects/table.ts';
import { newId } from '../../models/ids.ts';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { isSchemaProbe, probeSchemaRights } from '../../models/schema-probes.ts';
import { tableShapes } from '../../models/snapshot.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { tableNames } from '../../models/table-names.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { User } from '../../models/user.ts';
import { VectorStore } from '../../models/vector-store.ts';
import { startOf } from '../../services/limits/usage/time.ts';
import { startApp } from '../harness/app.ts';
import { createTenant, signUp } from '../harness/world.ts';

const schemaFile = join(import.meta.dirname, '../../generated/schema.sql');

const app = await startApp(t);
const { sequelize } = database();

// Comes first, because later tests create tables. MySQL writes the same tables in other words.
if (app.database.kind === 'mysql' && process.env.SVC_TEST_MYSQL === undefined)
  t.test('generated/schema.sql shows the tables after all migrations', async (t) => {
    const text = await schemaText();
    if (process.env.UPDATE_SCHEMA !== undefined) writeFileSync(schemaFile, text);
    t.equal(readFileSync(schemaFile, 'utf8'), text, 'it is fresh: otherwise run `npm run generate -- --schema`');
  });

t.test('every model has exactly the columns of its table', async (t) => {
  for (const model of Object.values(sequelize.models)) {
    if (model.name === 'schema_migrations') continue;
    const columns = Object.keys(await sequelize.getQueryInterface().describeTable(model.tableName)).sort();
    const fields = Object.values(model.getAttributes())
      .map(({ field }) => field)
      .sort();
    t.strictSame(fields, columns, model.tableName);
  }
});

t.test('every migration may run twice', async (t) => {
  const [version] = (
    await sequelize.query(app.database.kind === 'mysql' ? 'SELECT VERSION() AS v' : "SELECT 'sqlite' AS v")
  )[0] as { v: string }[];
  const context = schema(sequelize, exactCollationOf(version?.v ?? ''));
  for (const { name, up } of migrations) await t.resolves(up(context), name);
});

t.test('several schema probes at once succeed, and leave no table', async (t) => {
  await Promise.all(Array.from({ length: 6 }, probeSchemaRights));
  t.strictSame((await tableNames()).filter(isSchemaProbe), []);
});

t.test('a schema probe drops the tables of killed probes, and no table of a running one', async (t) => {
  const running = `schema_probes_${nowMs()}_0a0b0c0d`;
  for (const name of ['schema_probes', 'schema_probes_1700000000000_0a0b0c0d', running])
    await sequelize.query(`CREATE TABLE ${name} (id INTEGER NOT NULL)`);
  await probeSchemaRights();
  t.strictSame((await tableNames()).filter(isSchemaProbe), [running]);
  t.notOk(
    (await tableShapes()).some(({ name }) => name === running),
    'a backup leaves it out',
  );
  await sequelize.query(`DROP TABLE ${running}`);
});

t.test('texts are compared byte for byte', async (t) => {
  const user = await signUp(app);
  for (const id of [user.id.toLowerCase(), `${user.id} `, user.id.replace('_', '_\u200b')]) {
    t.equal(await User.findOne({ where: { id } }), null, JSON.stringify(id));
  }
});

t.test('a transaction that throws is rolled back', async (t) => {
  const { id } = await signUp(app);
  const before = await Organization.count();
  await t.rejects(
    transaction(async (tx) => {
      await Organization.add('Half', id, tx);
      throw new Error('stop');
    }),
    { message: 'stop' },
  );
  t.equal(await Organization.count(), before);
});

t.test('sixty transactions that read and then write one row lose no update', async (t) => {
  const { id } = await signUp(app);
  await User.update({ createdAt: 0 }, { where: { id } });
  await Promise.all(
    Array.from({ length: 60 }, () =>
      transaction(async (tx) => {
        const user = await User.findOne({ where: { id }, lock: true, transaction: tx });
        await user?.update({ createdAt: user.createdAt + 1 }, { transaction: tx });
      }),
    ),
  );
  t.equal((await User.findOne({ where: { id } }))?.createdAt, 60);
});

t.test('two transactions that lock two rows in opposite order both succeed', async (t) => {
  const [first, second] = [await signUp(app), await signUp(app)];
  const change = (one: string, two: string) =>
    transaction(async (tx) => {
      await User.update({ passwordHash: 'once' }, { where: { id: one }, transaction: tx });
      await User.findOne({ where: { id: one }, transaction: tx });
      await User.update({ passwordHash: 'twice' }, { where: { id: two }, transaction: tx });
    });
  const rounds = Array.from({ length: 10 }, () => [change(first.id, second.id), change(second.id, first.id)]).flat();
  await t.resolves(Promise.all(rounds));
});

t.test('a page of a small project in a large table is read with an index', async (t) => {
  const { project, sibling } = await createTenant(app, await signUp(app, { isAdmin: true }));
  await VectorStore.bulkCreate([
    ...Array.from({ length: 20 }, () => storeRow(project.id)),
    ...Array.from({ length: 5000 }, () => storeRow(sibling.id)),
  ]);
  const isMysql = app.database.kind === 'mysql';
  await sequelize.query(isMysql ? 'ANALYZE TABLE vector_stores' : 'ANALYZE vector_stores');
  for (const { id } of [project, sibling]) {
    const plan = await planOf(
      `SELECT * FROM vector_stores WHERE project_id = '${id}' AND id < 'vs_9' ORDER BY id DESC LIMIT 21`,
    );
    // MySQL reads the table itself for the project that has nearly all of its rows.
    const isWhole = id === sibling.id && process.env.SVC_TEST_MYSQL !== undefined;
    t.match(plan, isWhole ? /\b(vector_stores_search|PRIMARY)\b/ : /\bvector_stores_search\b/);
    t.notMatch(plan, /filesort|TEMP B-TREE/, 'without sorting');
  }
});

t.test('a page after a cursor is read without the rows before it', async (t) => {
  const { project, organizationId, organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const count = 3000;
  const ids = (kind: 'file' | 'log-entry') => Array.from({ length: count }, () => newId(kind));
  const [files, entries] = [ids('file'), ids('log-entry')];
  const stores = files.map(() => storeRow(project.id));
  const own = { projectId: project.id, createdAt: 0 };
  await VectorStore.bulkCreate(stores);
  await StoredFile.bulkCreate(
    files.map((id) => ({ ...own, id, storageKey: id, filename: id, purpose: 'assistants' as const, bytes: 1 })),
  );
  await AuditEntry.bulkCreate(
    entries.map((id) => ({
      ...{
        ...own,
        id,
        organizationId,
        type: 'project.updated',
        actorKind: 'user' as const,
        address: '',
        requestId: '',
      },
      ...{ actorId: null, userId: null, email: null, targetId: null, details: '{}', ownSeal: '' },
    })),
  );
  const isMysql = app.database.kind === 'mysql';
  for (const name of ['vector_stores', 'files', 'audit_entries'])
    await sequelize.query(isMysql ? `ANALYZE TABLE ${name}` : `ANALYZE ${name}`);
  const seen = recordReads(t);
  const headers = { 'compat-project': project.id };
  const [newest, oldest] = [count * 0.8, count * 0.2];
  const pages = {
    vector_stores: `/v1/vector_stores?order=asc&after=${stores[newest]?.id}`,
    files: `/v1/files?purpose=assistants&limit=20&after=${files[oldest]}`,
    audit_entries: `/v1/organization/audit_logs?after=${entries[oldest]}`,
  };
  for (const [table, path] of Object.entries(pages)) {
    seen.length = 0;
    t.equal((await app.request('GET', path, { token: organizationKey, headers })).body.data.length, 20, path);
    const sql = seen.filter((one) => one.includes(`FROM \`${table}\``)).at(-1) ?? '';
    if (isMysql) t.ok((await rowsReadBy(sql)) < 100, table);
    else t.match(await planOf(sql), /=\? AND id[<>]\?/, table);
  }
});

t.test('the usage of one project is read without the rows of the other projects', async (t) => {
  const { project, organizationId, organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
  await Project.update({ spendLimit: 100 }, { where: { id: project.id } });
  const today = startOf('day', nowSeconds());
  const sums = { requests: 1, failed: 0, inputTokens: 1, outputTokens: 1, cachedTokens: 0, cost: 1, bytes: 0 };
  const rows = Array.from({ length: 12_000 }, (_, index) => ({
    ...{ organizationId, width: 'day' as const, startsAt: today - (index % 30) * 86_400, ...sums },
    ...{ projectId: index < 30 ? project.id : `proj_${index}`, callerId: '', kind: 'chat' as const, model: 'm' },
  }));
  await UsageRollup.bulkCreate(rows);
  const isMysql = app.database.kind === 'mysql';
  await sequelize.query(isMysql ? 'ANALYZE TABLE usage_rollups' : 'ANALYZE usage_rollups');
  const seen = recordReads(t);
  const { options } = sequelize as unknown as { options: { logging: unknown } };
  options.logging = (sql: string) => seen.push(sql.replace(/^Executing \(.*?\): /, ''));
  t.teardown(() => Object.assign(options, { logging: false }));
  const span = `start_time=${today - 29 * 86_400}&limit=31&project_ids[]=${project.id}`;
  const reads = {
    overview: () => app.request('GET', '/v1/organization/overview', { token: organizationKey }),
    usage: () => app.request('GET', `/v1/organization/usage/completions?${span}`, { token: organizationKey }),
    doctor: () => UsageRollup.passedOnByLimited(today - 29 * 86_400),
  };
  for (const [name, read] of Object.entries(reads)) {
    seen.length = 0;
    await read();
    const sql = seen.filter((one) => one.includes('usage_rollups')).at(-1) ?? '';
    const [steps] = await sequelize.query(`EXPLAIN ${isMysql ? 'FORMAT=TRADITIONAL' : 'QUERY PLAN'} ${sql}`);
    const plan = steps as { detail: string; table: string; rows: number }[];
    if (isMysql)
      t.ok(
        plan.some(({ table, rows }) => /^(u|usage_rollups)$/.test(table) && rows < 200),
        name,
      );
    else
      t.ok(
        plan.some(({ detail }) => detail.includes('starts_at=? AND project_id=?')),
        name,
      );
  }
});

t.test('a report sums up few rows in one read, because the embedded database reads on the event loop', async (t) => {
  const { organizationId, organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const today = startOf('day', nowSeconds());
  const sums = { requests: 1, failed: 0, inputTokens: 1, outputTokens: 1, cachedTokens: 0, cost: 1, bytes: 0 };
  const call = { organizationId, width: 'day' as const, projectId: 'p', kind: 'chat' as const, model: 'm', ...sums };
  const rows = Array.from({ length: 30 }, (_, day) =>
    Array.from({ length: 1000 }, (_, index) => ({ ...call, startsAt: today - day * 86_400, callerId: `key_${index}` })),
  );
  await UsageRollup.bulkCreate(rows.flat());
  const seen: string[] = [];
  const { options } = sequelize as unknown as { options: { logging: unknown } };
  options.logging = (sql: string) => seen.push(sql);
  t.teardown(() => Object.assign(options, { logging: false }));
  const path = `/v1/organization/usage/completions?start_time=${today - 29 * 86_400}&limit=31`;
  const { body } = await app.request('GET', path, { token: organizationKey });
  const counts = body.data.flatMap(({ results }: { results: { num_model_requests: number }[] }) =>
    results.map(({ num_model_requests }) => num_model_requests),
  );
  t.strictSame(counts, Array(30).fill(1000));
  const days = seen.flatMap((sql) => {
    const [, first, until] = /starts_at >= (\d+) AND starts_at < (\d+)/.exec(sql) ?? [];
    return until === undefined ? [] : [(Number(until) - Number(first)) / 86_400];
  });
  t.ok(days.length > 1 && days.every((count) => count <= 10), days.join(' '));
});

/**
 * Returns the statements that create the tables, the same for every version of MariaDB. Leaves out `schema_migrations`:
 * it has the server's default character set.
 */
async function schemaText(): Promise<string> {
  const header =
    '-- The tables on MariaDB after all migrations. Made by `npm run generate -- --schema`. Never edited by hand.\n';
  const statements: string[] = [];
  for (const name of await tableNames()) {
    if (name === 'schema_migrations') continue;
    const [rows] = await sequelize.query(`SHOW CREATE TABLE ${name}`);
    const [row] = rows as { 'Create Table': string }[];
    // Some versions show the width of integers and the default action of foreign keys, and others do not.
    statements.push(`${row?.['Create Table'].replaceAll(/(?<=\bbigint)\(\d+\)| ON (DELETE|UPDATE) RESTRICT/g, '')};\n`);
  }
  return [header, ...statements].join('\n');
}

/** Returns the query plan of the statement: its index and its other steps. */
async function planOf(sql: string): Promise<string> {
  if (app.database.kind === 'sqlite') {
    const [rows] = await sequelize.query(`EXPLAIN QUERY PLAN ${sql}`);
    return (rows as { detail: string }[]).map(({ detail }) => detail).join('\n');
  }
  const [rows] = await sequelize.query(`EXPLAIN FORMAT=TRADITIONAL ${sql}`);
  return (rows as { key: string; Extra: string }[]).map(({ key, Extra }) => `${key} ${Extra}`).join('\n');
}

/** Returns the list to which each statement of `select` is added, until the test ends. */
function recordReads(t: Test): string[] {
  const seen: string[] = [];
  const { reader } = database();
  const { select } = reader;
  reader.select = <Row>(sql: string, values: SqlValue[]) => {
    const left = [...values];
    seen.push(sql.replaceAll('?', () => sequelize.escape(left.shift() as string)));
    return select.call(reader, sql, values) as Promise<Row[]>;
  };
  t.teardown(() => Object.assign(reader, { select }));
  return seen;
}

/** Returns how many rows MySQL reads for the statement. */
function rowsReadBy(sql: string): Promise<number> {
  return transaction(async (tx) => {
    for (const one of ['FLUSH STATUS', sql]) await sequelize.query(one, { transaction: tx });
    const [counts] = await sequelize.query("SHOW SESSION STATUS LIKE 'Handler_read%'", { transaction: tx });
    return (counts as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
  });
}

function storeRow(projectId: string): CreationAttributes<VectorStore> {
  const id = newId('vector-store');
  return {
    id,
    projectId,
    name: '',
    nameDigest: null,
    metadata: '{}',
    chunkingType: 'auto',
    maxChunkSizeTokens: 800,
    chunkOverlapTokens: 400,
    imageProcessingMode: 'ignore',
    expiresAfterDays: 1,
    lastActiveAt: 0,
    expiresAt: 0,
    bytes: 0,
    embeddingModel: 'svc-embedding-384',
    embeddingDimensions: 384,
    createdAt: 0,
  };
}
