#!/usr/bin/env node
// The executable `svc`. The npm scripts `start`, `worker` and `svc` run this file from source.

// It must be the only static import: an older Node has to get as far as its sentence.
import './need-node.js';

const [command, ...rest] = process.argv.slice(2);
// A server starts without the code of the other commands. `svc serve --help` is theirs.
if (command === 'serve' && rest.length === 0) await import('./serve.ts');
else if (command === 'worker' && rest.length === 0) await import('./worker.ts');
else {
  const { main } = await import('./cli/index.ts');
  process.exitCode = await main(process.argv.slice(2));
}
