// Migrates a database as a server does, and kills itself with SIGKILL at a statement that changes something.
// Arguments: the database's address, the data directory, and a JSON file of statements that do not count, since an earlier
// process was killed at them. Then how many other statements run before the kill, and `after` or `during` the last.
// Prints that statement. Exits with 0 where there are not so many.

import { readFileSync, writeSync } from 'node:fs';
import { Sequelize } from 'sequelize';
import { closeDatabase, openDatabase } from '../../models/index.ts';

const [url = '', dataDir = '', seenFile = '', spared = '0', moment] = process.argv.slice(2);
const seen = new Set(JSON.parse(readFileSync(seenFile, 'utf8')) as string[]);
let left = Number(spared);

function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}

const { query } = Sequelize.prototype as unknown as { query: (sql: unknown, ...rest: unknown[]) => Promise<unknown> };
Object.defineProperty(Sequelize.prototype, 'query', {
  async value(this: Sequelize, sql: unknown, ...rest: unknown[]) {
    const text = typeof sql === 'string' ? sql : (sql as { query: string }).query;
    const values = JSON.stringify((rest[0] as { bind?: unknown } | undefined)?.bind ?? []);
    const id = `${text} ${values}`;
    const isLast = /^(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)\b/.test(text) && !seen.has(id) && left-- === 0;
    if (isLast) writeSync(1, id);
    // A MySQL server goes on with the statement of a client that has died.
    if (isLast && moment === 'during') setTimeout(kill, Math.random() * 4);
    const result = await query.call(this, sql, ...rest);
    if (isLast) kill();
    return result;
  },
});

await openDatabase({ url, dataDir, poolSize: 2, timeoutMs: 60_000 });
await closeDatabase();
