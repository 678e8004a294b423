// Migrated databases, created once for a run of the suite and copied for each test file.

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '../../models/index.ts';
import { databasePath } from '../../models/reader.ts';
import { runSql } from '../../scripts/fixtures/mariadb.ts';
import type { DatabaseKind, TestDatabase } from './database.ts';

const name = 'svc_template';
const scriptFile = 'mariadb.sql';

/** Creates a migrated database of each kind. Returns the folder for SVC_TEST_TEMPLATE. */
export async function makeTemplate(folder: string, kinds: DatabaseKind[], mariaDbUrl = ''): Promise<string> {
  if (kinds.includes('sqlite')) await migrated('', folder);
  if (kinds.includes('mysql')) {
    await runSql(mariaDbUrl, `CREATE DATABASE ${name}`);
    await migrated(mariaDbUrl + name, folder);
    await writeFile(join(folder, scriptFile), await scriptOf(mariaDbUrl));
  }
  return folder;
}

/**
 * Copies the template's tables into an empty database. Without a template, the database stays empty and the server
 * migrates it.
 */
export async function fill({ kind, url, dataDir }: Pick<TestDatabase, 'kind' | 'url' | 'dataDir'>): Promise<void> {
  const folder = process.env.SVC_TEST_TEMPLATE;
  if (folder === undefined) return;
  if (kind === 'mysql')
    await runSql(`${url}?multipleStatements=true`, await readFile(join(folder, scriptFile), 'utf8'));
  else {
    await mkdir(dataDir, { recursive: true });
    await copyFile(databasePath(folder), databasePath(dataDir));
  }
}

async function migrated(url: string, dataDir: string): Promise<void> {
  await openDatabase({ url, dataDir, poolSize: 2, timeoutMs: 60_000 });
  await closeDatabase();
}

/** Returns the SQL statements that create the template's tables, with the rows that migrations insert. */
async function scriptOf(mariaDbUrl: string): Promise<string> {
  const url = mariaDbUrl + name;
  const [shown] = (await runSql(url, 'SHOW TABLES')) as Record<string, string>[][];
  const tables = (shown ?? []).flatMap((row) => Object.values(row));
  const definitions = (await runSql(url, ...tables.map((table) => `SHOW CREATE TABLE \`${table}\``))) as Definition[][];
  const counts = (await runSql(
    url,
    ...tables.map((table) => `SELECT COUNT(*) AS count FROM \`${table}\``),
  )) as Count[][];
  const filled = tables.filter((_, index) => (counts[index]?.[0]?.count ?? 0) > 0);
  const statements = [
    'SET foreign_key_checks = 0',
    ...definitions.flatMap((rows) => rows.map((row) => row['Create Table'])),
    ...filled.map((table) => `INSERT INTO \`${table}\` SELECT * FROM ${name}.\`${table}\``),
  ];
  return statements.join(';\n');
}

interface Definition {
  'Create Table': string;
}

interface Count {
  count: number;
}
