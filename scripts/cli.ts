#!/usr/bin/env node
// The executable `svc`. The npm scripts `start`, `worker` and `svc` run this file from source.

// Must be the only static import: on an older Node, only the error message of need-node.js may load.
import './need-node.js';

const { oldPackageWarning } = await import('./command/index.ts');
const warning = oldPackageWarning();
// With --json, standard error has an error alone.
if (warning !== undefined && !process.argv.includes('--json')) console.error(`svc: ${warning}`);

const [command, ...rest] = process.argv.slice(2);
// Starts a server or worker without loading the code of the other commands. `svc serve --help` belongs to those.
const [, processes] = /^--processes(?:[= ](.+))?$/.exec(rest.join(' ')) ?? [];
if (command === 'serve' && (rest.length === 0 || processes !== undefined)) {
  if (processes !== undefined) process.env.SVC_PROCESSES = processes;
  await import('./serve.ts');
} else if (command === 'worker' && rest.length === 0) await import('./worker.ts');
else if (command === 'sandbox' && !rest.some((word) => word === '--help' || word === '-h'))
  await import('./sandbox.ts');
else {
  const { crash, main } = await import('./cli/index.ts');
  const args = process.argv.slice(2);
  // Rejections without a handler arrive here too.
  process.once('uncaughtException', (error) => crash(error, args));
  process.exitCode = await main(args);
}
