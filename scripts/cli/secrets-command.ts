// `svc secrets …`: beginning anew where the key of the server's own database is lost.

import { Command } from 'commander';
import type { Losses } from '../../services/secrets-reset.ts';
import { confirm } from './confirm.ts';
import { printJson, printLine, printNote } from './output.ts';
import { onThisMachine } from './server-commands.ts';
import type { Globals } from './session.ts';

const maxShown = 20;

/** The commands of the noun `secrets`. */
export function secretsCommand(): Command {
  return new Command('secrets').description('The key that seals what must be readable again.').addCommand(
    new Command('reset')
      .description(
        'Begins anew where the key is lost, in the database that the server is configured to use: says what is given up, and asks.',
      )
      .option('--yes', 'does not ask')
      .action((_, command: Command) => reset(command.optsWithGlobals<Globals & { yes?: boolean }>())),
  );
}

async function reset(flags: Globals & { yes?: boolean }): Promise<void> {
  onThisMachine(flags);
  const { resetLostKey } = await import('./accounts.ts');
  const { losses, ownKey } = await resetLostKey(async (expected) => {
    printNote(warning(expected));
    if (flags.yes !== true) await confirm('reset');
  });
  const { projects, settings, mails, auditEntries } = losses;
  const webhooks = projects.map(({ id }) => id);
  if (flags.json) printJson({ webhooks, settings, mails: mails.length, audit_entries: auditEntries });
  else
    printLine(
      `done: the server starts with ${ownKey ? 'the new secrets.key in SVC_DATA_DIR: keep a copy of it' : 'this SVC_SECRETS_KEY'}`,
    );
}

function warning({ projects, settings, mails, auditEntries }: Losses): string {
  const ids = projects.map(({ id }) => id);
  return [
    'The key that this database was written with is not here. A reset gives up what nobody can read without it:',
    `  ${counted(ids.length, 'webhook')} switched off, until the project gets another secret${listed(ids)}`,
    `  ${counted(settings.length, 'stored secret setting')} removed${listed(settings)}`,
    `  ${counted(mails.length, 'mail')} with a link not sent: invitations and password resets can be asked for again`,
    `  ${counted(auditEntries, 'entry', 'entries')} of the audit log kept, but proven no more: changes before now cannot be found`,
    'All else stays. Stop every server and worker first: what one of them seals with the old key meanwhile is lost too,',
    'and it stops within seconds. Keep a copy of the database: only that can be opened again should the key be found.',
  ].join('\n');
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function listed(names: string[]): string {
  if (names.length === 0) return '';
  const more = names.length > maxShown ? ` and ${names.length - maxShown} more` : '';
  return `: ${names.slice(0, maxShown).join(', ')}${more}`;
}
