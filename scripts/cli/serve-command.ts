// The help of `svc serve`. scripts/cli.ts runs the command itself, so that a server does not load the code of the other
// commands.

import { Command } from 'commander';
import { wrongUsage } from './failure.ts';

const settings = 'Environment variables and the file that SVC_CONFIG names have its settings.';

export function serveCommand(): Command {
  return new Command('serve')
    .summary('Run the server')
    .description(`Runs the server until SIGTERM or SIGINT. ${settings}`)
    .option('--processes <number>', 'server processes on one port, or auto for one on each core (SVC_PROCESSES)')
    .action(() => {
      throw wrongUsage(`"svc serve" takes only --processes with a number or auto. ${settings}`);
    });
}
