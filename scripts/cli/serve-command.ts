// The help of `svc serve`. scripts/cli.ts runs the command: the code of the other commands is not loaded into a server.

import { Command } from 'commander';
import { wrongUsage } from './failure.ts';

const settings = 'Environment variables and the file that SVC_CONFIG names have its settings.';

export function serveCommand(): Command {
  return new Command('serve').description(`Runs the server until SIGTERM or SIGINT. ${settings}`).action(() => {
    throw wrongUsage(`"svc serve" takes no options. ${settings}`);
  });
}
