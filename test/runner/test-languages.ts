// Tests generators of other languages with the document, clients that exist, and the guide's code for webhooks: `npm run
// test:languages [NAME …]`. A name is a generator's or a client's, `clients` or `webhooks`. All programs are installed in
// a private folder, so `npm test` leaves these tests out. The tests name and skip programs that the machine lacks.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { generators } from '../../scripts/contract/sdk/generators.ts';
import { installPackages } from '../../scripts/packages/index.ts';
import { clients } from '../sdk/languages/clients.ts';
import { programs } from '../sdk/languages/programs.ts';

const root = join(import.meta.dirname, '../..');

await installPackages('test');
const names = process.argv.slice(2);
const all = names.length === 0;
const isClient = (name: string): boolean => name === 'clients' || name in clients;
const files = [
  ...(all || names.some((name) => name in generators) ? ['languages.test.ts'] : []),
  ...(all || names.some(isClient) ? ['clients.test.ts'] : []),
  ...(all || names.includes('webhooks') ? ['webhooks.test.ts'] : []),
];
for (const file of files) {
  const { status } = spawnSync(process.execPath, [join('test/sdk/languages', file)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // A compilation may take minutes.
      TAP_TIMEOUT: '7200',
      SVC_TEST_LANGUAGES: names.join(' '),
      // Go's compiler otherwise takes all processors, and gigabytes of memory for the large clients.
      GOFLAGS: process.env.GOFLAGS ?? '-p=1',
      CARGO_TARGET_DIR: process.env.CARGO_TARGET_DIR ?? join(programs, 'cargo'),
    },
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
