// Runs on MySQL what `npm test` runs on MariaDB, and some of what that runs on the embedded database alone (onBothInTiers
// in test.ts): `npm run test:mysql [-- PATTERN ...]`. MySQL comes from Debian's unstable suite; the first run downloads it.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runSql } from '../../scripts/fixtures/mariadb.ts';
import { startMySql } from '../../scripts/fixtures/mysql.ts';

const mysql = await startMySql();
const [rows] = (await runSql(mysql.url, 'SELECT VERSION() AS version')) as [{ version: string }[]];
console.log(`MySQL ${rows[0]?.version}`);
const child = spawn(process.execPath, [join(import.meta.dirname, 'test.ts'), ...process.argv.slice(2)], {
  env: { ...process.env, SVC_TEST_DATABASES: 'mysql', SVC_TEST_MYSQL: mysql.url },
  stdio: 'inherit',
});
const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
await mysql.stop();
process.exitCode = code ?? 1;
