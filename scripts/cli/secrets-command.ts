// `svc secrets …`: starts over with a new key if the encryption key for stored secrets is lost.

import { Command } from 'commander';
import type { Losses } from '../../services/secrets-reset.ts';
import { confirm } from './confirm.ts';
import { printJson, printLine, printNote } from './output.ts';
import { onThisMachine } from './server-commands.ts';
import type { Globals } from './session.ts';

const maxShown = 20;

/** Returns the commands of the noun `secrets`. */
export function secretsCommand(): Command {
  return new Command('secrets')
    .summary('Replace a lost encryption key')
    .description('Manages the key that encrypts the secrets in the database.')
    .addCommand(
      new Command('reset')
        .summary('Replace a lost key, and delete what it encrypted')
        .description(
          'Replaces a lost key with a new one. Secrets that only the old key can decrypt are deleted: the command lists them first, and asks.',
        )
        .option('--yes', 'skips the confirmation')
        .action((_, command: Command) => reset(command.optsWithGlobals<Globals & { yes?: boolean }>())),
    );
}

async function reset(flags: Globals & { yes?: boolean }): Promise<void> {
  onThisMachine(flags);
  const { resetLostKey } = await import('./accounts.ts');
  const { losses, ownKey } = await resetLostKey(async (expected) => {
    // With --json, standard error has the error alone, unless a person is asked.
    if (!flags.json || process.stdin.isTTY) printNote(warning(expected));
    if (flags.yes !== true) await confirm('reset');
  });
  const { projects, settings, mails, auditEntries } = losses;
  const webhooks = projects.map(({ id }) => id);
  if (flags.json) printJson({ webhooks, settings, mails: mails.length, audit_entries: auditEntries });
  else
    printLine(
      `done: the server can start with ${ownKey ? 'the new secrets.key in SVC_DATA_DIR: keep a copy of the file' : 'this SVC_SECRETS_KEY'}`,
    );
}

function warning({ projects, settings, mails, auditEntries }: Losses): string {
  const ids = projects.map(({ id }) => id);
  return [
    'The key that this database was written with is missing. A reset deletes what cannot be read without the key:',
    `  ${counted(ids.length, 'webhook')} disabled, until the project gets a new secret${listed(ids)}`,
    `  ${counted(settings.length, 'stored secret setting')} removed${listed(settings)}`,
    `  ${counted(mails.length, 'mail')} with a link not sent: request the invitations and password resets again`,
    `  ${counted(auditEntries, 'entry', 'entries')} of the audit log kept, but earlier changes to these entries can no longer be detected`,
    'Everything else is kept. Stop all servers and workers first: with another key they exit within seconds, and secrets',
    'that they encrypt with the old key until then are lost. Keep a copy of the database: the old key can open only the copy.',
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
