// `svc webhook secret`: the secret as a receiver's library wants it. It asks no server: none shows a secret twice.

import { Command, Option } from 'commander';
import { asStandardSecret } from '../../services/webhooks/index.ts';
import { printJson, printLine } from './output.ts';
import { readSecret } from './password.ts';
import type { Globals } from './session.ts';

export function secretCommand(): Command {
  return new Command('secret')
    .description('Rewrites a secret for a library: it is read from stdin or asked for, and no server is needed.')
    .addOption(
      new Option('--as <form>', 'standard: what standardwebhooks, svix and openai take to check literal signatures')
        .choices(['standard'])
        .makeOptionMandatory(),
    )
    .action(async (_, command: Command) => {
      const secret = asStandardSecret(await readSecret('Webhook secret'));
      if (command.optsWithGlobals<Globals>().json) printJson({ webhook_secret: secret });
      else printLine(secret);
    });
}
