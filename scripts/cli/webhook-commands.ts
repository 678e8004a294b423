// `svc webhook secret`: converts a webhook secret to the format of a receiver's library. It calls no server, because no
// server shows a secret twice.

import { Command, Option } from 'commander';
import { asStandardSecret } from '../../services/webhooks/signing.ts';
import { printJson, printLine } from './output.ts';
import { readSecret } from './password.ts';
import type { Globals } from './session.ts';

export function secretCommand(): Command {
  return new Command('secret')
    .summary('Convert a webhook secret for a library')
    .description('Converts a webhook secret for a library. Reads it from stdin or a prompt; needs no server.')
    .addOption(
      new Option(
        '--as <form>',
        'standard: the form in which standardwebhooks, svix and openai verify literal signatures',
      )
        .choices(['standard'])
        .makeOptionMandatory(),
    )
    .action(async (_, command: Command) => {
      const secret = asStandardSecret(await readSecret('Webhook secret'));
      if (command.optsWithGlobals<Globals>().json) printJson({ webhook_secret: secret });
      else printLine(secret);
    });
}
