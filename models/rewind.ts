// Copies the embedded database and restores its rows, so that `svc sandbox` can reset its data between two tests.
//
// All rows are replaced in one transaction. So other connections, in threads too, see either the old or the restored
// rows. A job that runs meanwhile loses its lease and cannot commit.

import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { isBusy, openDatabase } from './dialects/sqlite.ts';
import { databasePath } from './reader.ts';

const retryMs = 1;
const deadlineMs = 5000;
const schema = 'kept';

export class Rewind {
  readonly #database: DatabaseSync;
  readonly #tables: readonly string[];

  private constructor(database: DatabaseSync, tables: readonly string[]) {
    this.#database = database;
    this.#tables = tables;
  }

  /** Copies the embedded database in the folder. */
  static async keep(dataDir: string): Promise<Rewind> {
    const path = `${databasePath(dataDir)}.kept`;
    rmSync(path, { force: true });
    const database = openDatabase(databasePath(dataDir));
    await unlessBusy(() => database.prepare('VACUUM INTO ?').run(path));
    database.prepare(`ATTACH DATABASE ? AS ${schema}`).run(path);
    const rows = database.prepare(
      `SELECT name FROM ${schema}.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migrations'`,
    );
    const tables = rows.all().map(({ name }) => String(name));
    // The copied rows satisfied all foreign keys, and tables are replaced one after the other.
    database.exec('PRAGMA foreign_keys = OFF');
    return new Rewind(database, tables);
  }

  /** Replaces all rows by those of the copy. */
  async restore(): Promise<void> {
    await unlessBusy(() => this.#database.exec('BEGIN IMMEDIATE'));
    try {
      for (const table of this.#tables) {
        this.#database.exec(`DELETE FROM main.\`${table}\``);
        this.#database.exec(`INSERT INTO main.\`${table}\` SELECT * FROM ${schema}.\`${table}\``);
      }
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Runs the work. Retries it from a timer while another connection writes: blocking could deadlock, because that
 * connection may wait for this thread.
 */
async function unlessBusy(work: () => unknown): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > deadlineMs) throw error;
      await wait(retryMs);
    }
  }
}
