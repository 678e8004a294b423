// The command line: `npm run --silent svc -- …`.

import { enableCompileCache } from 'node:module';

// What Node compiled once, the next command takes from its cache.
enableCompileCache();

const { main } = await import('./cli/index.ts');
process.exitCode = await main(process.argv.slice(2));
