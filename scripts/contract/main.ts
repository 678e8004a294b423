#!/usr/bin/env node
// The executable `svc-contract`: the contract kit without svc. It needs Node 20 and no package.

import { createRequire } from 'node:module';
import { KitFailure } from './command/failure.ts';
import { helpText, runKit } from './command/kit.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const [command = '--help', ...args] = process.argv.slice(2);
if (command === '--version') console.log(version);
else if (command === '--help' || command === 'help') console.log(helpText());
else {
  try {
    await runKit(command, args);
  } catch (error) {
    console.error(`svc-contract: ${error instanceof KitFailure ? error.message : (error as Error).stack}`);
    process.exitCode = error instanceof KitFailure ? error.exitCode : 2;
  }
}
