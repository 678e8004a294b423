// The `svc` command: parses the arguments, runs one command, and converts errors to a message and an exit code.

import { readFileSync } from 'node:fs';
import { Command, CommanderError, type Option } from 'commander';
import { auditCommand } from './audit-command.ts';
import { backupCommand, restoreCommand, verifyCommand } from './backup-commands.ts';
import { contractCommand } from './contract-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { Failure } from './failure.ts';
import { migrateCommand } from './migrate-command.ts';
import { resourceCommand } from './resource-commands.ts';
import { resources } from './resources.ts';
import { secretsCommand } from './secrets-command.ts';
import { serveCommand } from './serve-command.ts';
import { databaseCommands, serverCommand } from './server-commands.ts';
import { plain } from './text.ts';
import { usageCommand } from './usage-command.ts';

/** Runs the command. Returns the exit code: 0 success, 1 refused or failed, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  // A reader that closes the pipe early, such as `head`, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const svc = program();
  try {
    if (args.length === 0) svc.outputHelp();
    else await svc.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    await report(error);
    return error instanceof CommanderError ? 2 : error instanceof Failure ? error.exitCode : 1;
  }
}

function program(): Command {
  const svc = new Command('svc')
    .description(
      'Runs and manages an svc server: organizations, projects, keys, vector stores and the rest of its API.',
    )
    .version(version(), '--version', 'the version')
    .option('--organization <id>', 'the organization; required for users, unless it is the default one')
    .option('--project <id>', 'the project; required, except with a project key')
    .option(
      '--url <address>',
      'the address of the server (env: SVC_URL; else the server of the last sign-in, else http://127.0.0.1:8080)',
    )
    .option('--token <credential>', 'the credential (env: SVC_TOKEN; else the saved sign-in)')
    .option('--insecure', 'allows to send the credential over plain HTTP to another machine')
    .option('--json', 'prints the response as JSON, for scripts')
    .configureHelp({ showGlobalOptions: true, visibleGlobalOptions })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', epilogue);
  for (const noun of [
    serveCommand(),
    migrateCommand(),
    doctorCommand(),
    backupCommand(),
    restoreCommand(),
    verifyCommand(),
    serverCommand(),
    ...resources.map(resourceCommand),
    usageCommand(),
    auditCommand(),
    secretsCommand(),
    contractCommand(),
  ])
    svc.addCommand(inherit(noun, svc));
  return svc;
}

/** Copies the settings to all subcommands, because commander does so only for commands that it creates itself. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, command);
  return command;
}

/** Returns the global flags that have an effect on this command. */
function visibleGlobalOptions(command: Command): Option[] {
  const asksNobody = [
    ...databaseCommands,
    'secret',
    'serve',
    'migrate',
    'doctor',
    'backup',
    'restore',
    'schema',
    'check',
  ].includes(command.name());
  return (
    (command.parent?.name() === 'svc' ? command.parent : command.parent?.parent)?.options.filter(
      ({ long = '' }) => long !== '--version' && (!asksNobody || long === '--json'),
    ) ?? []
  );
}

const epilogue = `
Begin with:
  svc server create-admin --email you@example.com    on the server's machine
  svc server login --email you@example.com
  svc organization create --name Acme

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

function version(): string {
  const text = readFileSync(new URL(import.meta.resolve('svc/package.json')), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Prints one line to stderr. Redacts secrets, because the message may quote a mistyped flag. */
async function report(error: unknown): Promise<void> {
  const { scrub } = await import('../../services/platform/index.ts');
  process.stderr.write(`svc: ${scrub(plain(messageOf(error)))}\n`);
  if (!(error instanceof Failure) && !(error instanceof CommanderError) && process.env.SVC_LOG_LEVEL === 'debug')
    process.stderr.write(`${(error as Error).stack}\n`);
}

function messageOf(error: unknown): string {
  if (error instanceof CommanderError) {
    const text = error.message.replace(/^error: /, '').replace(/(--?[\w-]+)=[^']*/, '$1');
    return error.code === 'commander.help' ? 'Name a command. --help lists the commands.' : text;
  }
  return error instanceof Failure ? error.message : `unexpected: ${(error as Error).message}`;
}
