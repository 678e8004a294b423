#!/usr/bin/env node
// The executable `svc`. The npm scripts `start`, `worker` and `svc` run this file from source.

// Must be the only static import: on an older Node, only the error message of need-node.js may load.
import './need-node.js';

const [command, ...rest] = process.argv.slice(2);
// Starts a server or worker without loading the code of the other commands. `svc serve --help` belongs to those.
if (command === 'serve' && rest.length === 0) await import('./serve.ts');
else if (command === 'worker' && rest.length === 0) await import('./worker.ts');
else if (command === 'sandbox' && !rest.some((word) => word === '--help' || word === '-h'))
  await import('./sandbox.ts');
else {
  const { main } = await import('./cli/index.ts');
  process.exitCode = await main(process.argv.slice(2));
}
