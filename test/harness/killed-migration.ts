// Migrates a database as a server does, and kills its own process with SIGKILL at a statement that changes something.
// Arguments: the database URL, the data directory, a JSON file with statements that do not count because an earlier
// process was killed at them, the number of other statements before the kill, and `after` or `during` for the last
// statement. Prints that statement. Exits with 0 if there are fewer statements.

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
    // A MySQL server continues the statement of a dead client.
    if (isLast && moment === 'during') setTimeout(kill, Math.random() * 4);
    const result = await query.call(this, sql, ...rest);
    if (isLast) kill();
    return result;
  },
});

await openDatabase({ url, dataDir, poolSize: 2, timeoutMs: 60_000 });
await closeDatabase();
