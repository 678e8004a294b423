// The help of `svc sandbox`. scripts/cli.ts runs the command itself, so that it does not load the code of the other
// commands.

import { Command } from 'commander';
import { wrongUsage } from './failure.ts';

export function sandboxCommand(): Command {
  return new Command('sandbox')
    .summary('Run a server for the tests of clients')
    .description(
      'Runs the server for the tests of clients: on a database in memory, with an organization, keys and models that are the same at every start, and that the command prints. Tests can make it fail on demand; GET /sandbox/openapi.json describes how. It connects to this machine only.',
    )
    .option('--port <number>', 'the port; 0 picks a free one (default: 8089)')
    .option('--log-level <level>', 'the least severe level that is logged (default: error)')
    .action(() => {
      throw wrongUsage('"svc sandbox" takes its options behind its name.');
    });
}
