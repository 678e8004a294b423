// Tests `svc migrate`, and migrations that are killed at their statements: at every statement in `npm run test:faults`,
// at every fiftieth in `npm test`.

import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { migrations } from '../../generated/migrations.ts';
import { database } from '../../models/connection.ts';
import { closeDatabase, openDatabase } from '../../models/index.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { createCli } from '../harness/cli.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { rounds } from '../harness/faults.ts';
import { runServer } from '../harness/process.ts';

const everyStatement = rounds > 5;
t.setTimeout(everyStatement ? 900_000 : 120_000);

interface Plan {
  migrations: { name: string; changes: { change: string; rows: number; estimated_seconds: number }[] }[];
  rows: number;
  estimated_seconds: number;
}

const whole = await emptyInstallation(t as Test);

t.test('the plan lists what the migration then does', async (t) => {
  const { cli, open } = whole;
  const plan: Plan = await cli.json('migrate', '--plan');
  t.strictSame(
    plan.migrations.map(({ name }) => name),
    migrations.map(({ name }) => name),
  );
  t.match(plan.migrations[0]?.changes[0], { change: /^create the table /, rows: 0 });
  t.ok(plan.estimated_seconds > 0);
  const text = await cli.run(['migrate', '--plan']);
  t.match(text.stdout, /\n0091-staged-bytes +add the column chunk_sets\.project_id +0 +0\.05 s\n/);
  t.match(text.stdout, /\n\d+ migrations touch 0 rows in about \d[\d.]* s\n$/);

  t.match(await cli.json('migrate'), { migrations: migrations.map(({ name }) => name) });
  t.strictSame(await cli.json('migrate', '--plan'), { migrations: [], rows: 0, estimated_seconds: 0 });
  const away = await cli.run(['migrate', '--plan'], { env: { SVC_COLLECTIONS_URL: 'postgres://svc@127.0.0.1:1/svc' } });
  t.match(away, { code: 0, stdout: /^PostgreSQL does not answer at SVC_COLLECTIONS_URL: .*\nnothing to do: / });
  const again = await cli.run(['migrate']);
  t.match(again, { code: 0, stdout: 'nothing to do: the database has this version\n' });

  // Imitates an older version: removes an index and the record of its migration.
  await open(async (run) => {
    await run("DELETE FROM schema_migrations WHERE name = '0091-staged-bytes'");
    await run(`DROP INDEX chunk_sets_collection${database().dialect === 'mysql' ? ' ON chunk_sets' : ''}`);
  });
  const older: Plan = await cli.json('migrate', '--plan');
  t.match(older.migrations, [
    {
      name: '0091-staged-bytes',
      changes: [{ change: 'build the index chunk_sets_collection on chunk_sets', rows: 0 }],
    },
  ]);
  t.match(await cli.json('migrate'), { migrations: ['0091-staged-bytes'] });
});

t.test('the next start finishes a migration that was killed at any statement', async (t) => {
  const { installation, open } = await emptyInstallation(t);
  const kills = await migrateAndKill(t, installation);
  t.comment(`${kills} kills`);
  t.ok(kills > (everyStatement ? 80 : 1));
  t.strictSame(
    await open(schemaOf),
    await whole.open(schemaOf),
    'the tables equal those of an uninterrupted migration',
  );
});

t.test('a user without a home folder can migrate', async (t) => {
  const { cli } = await emptyInstallation(t);
  const homeless = `--import=data:text/javascript,${encodeURIComponent(`
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.homedir = () => {
      if (process.env.HOME === '/nonexistent') return process.env.HOME;
      throw new Error('uv_os_homedir returned ENOENT');
    };
    syncBuiltinESMExports();`)}`;
  t.match(await cli.start(['migrate'], { env: { NODE_OPTIONS: homeless } }).result, { code: 0, stderr: '' });
});

t.test('a database of a newer version is refused with a clear message', async (t) => {
  const { cli, open } = whole;
  await open((run) => run("INSERT INTO schema_migrations (name) VALUES ('9999-from-the-future')"));
  for (const args of [['migrate'], ['migrate', '--plan']]) {
    const refused = await cli.run(args);
    t.match(refused, {
      code: 1,
      stderr:
        'svc: The database cannot be used: The database was migrated by a newer svc (9999-from-the-future). Start that version, or a newer one.\n',
    });
  }
  const { url, dataDir } = whole.installation;
  t.match(await runServer({ SVC_DATABASE_URL: url, SVC_DATA_DIR: dataDir }), {
    code: 1,
    stderr: /migrated by a newer svc \(9999-from-the-future\)\. Start that version, or a newer one\.\n$/,
  });
});

/** Kills one process after another until one finishes. Returns the number of kills. */
async function migrateAndKill(t: Test, { url, dataDir }: TestDatabase): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-kills-'));
  t.teardown(() => removeFolder(folder));
  const seenFile = join(folder, 'seen.json');
  const seen: string[] = [];
  for (;;) {
    await writeFile(seenFile, JSON.stringify(seen));
    const script = join(import.meta.dirname, '../harness/killed-migration.ts');
    const moment = seen.length % 2 === 0 ? 'after' : 'during';
    const spared = everyStatement ? 0 : 50;
    const child = spawn(process.execPath, [script, url, dataDir, seenFile, String(spared), moment], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let statement = '';
    child.stdout.on('data', (chunk: Buffer) => {
      statement += chunk.toString();
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.once('close', (...how) => resolve(how)),
    );
    if (code === 0) return seen.length;
    if (signal !== 'SIGKILL') throw new Error(`The migration failed after ${seen.at(-1)}`);
    seen.push(statement);
  }
}

type Run = (sql: string) => Promise<Record<string, unknown>[]>;

/** Returns the statements that create the database's tables and indexes. */
async function schemaOf(run: Run): Promise<unknown[]> {
  if (database().dialect === 'sqlite')
    return run("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name");
  const tables = (await run('SHOW TABLES')).map((row) => Object.values(row)[0] as string);
  return Promise.all(tables.sort().map((table) => run(`SHOW CREATE TABLE \`${table}\``)));
}

/** Creates a database without tables. Returns a CLI that uses it, and a function that runs statements in it. */
async function emptyInstallation(t: Test) {
  const installation = await createDatabase();
  t.teardown(() => installation.drop());
  const cli = await createCli(t, { url: 'http://127.0.0.1:1', database: installation });
  const open = async <T>(work: (run: Run) => Promise<T>): Promise<T> => {
    await openDatabase({ url: installation.url, dataDir: installation.dataDir, poolSize: 2, timeoutMs: 60_000 });
    try {
      return await work(async (sql) => (await database().sequelize.query(sql))[0] as Record<string, unknown>[]);
    } finally {
      await closeDatabase();
    }
  };
  return { installation, cli, open };
}
