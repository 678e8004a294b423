// The `svc` command: parses the arguments, runs one command, and converts errors to a message and an exit code.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { fileProblem } from '../../services/platform/file-problem.ts';
import { scrub } from '../../services/platform/scrub.ts';
import { meantName } from '../../services/platform/spelling.ts';
import { plain, safeJson } from '../text/index.ts';
import { askCommand } from './ask-command.ts';
import { auditCommand } from './audit-command.ts';
import { backupCommand, restoreCommand, verifyCommand } from './backup-commands.ts';
import { ApiError } from './client.ts';
import { completionCommand } from './completion-command.ts';
import { contractCommand } from './contract-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { Failure } from './failure.ts';
import { formatHelp, subcommandTerm, visibleGlobalOptions } from './help.ts';
import { migrateCommand } from './migrate-command.ts';
import { noOrganization, organizationId, projectId } from './names.ts';
import { quickstartCommand } from './quickstart-command.ts';
import { resourceCommand } from './resource-commands.ts';
import { resources } from './resources.ts';
import { sandboxCommand } from './sandbox-command.ts';
import { secretsCommand } from './secrets-command.ts';
import { sendsNoRequest } from './sends-no-request.ts';
import { serveCommand } from './serve-command.ts';
import { serverCommand } from './server-commands.ts';
import { defaultsOf, type Globals } from './session.ts';
import { statusCommand } from './status-command.ts';
import { unexpectedText } from './unexpected.ts';
import { usageCommand } from './usage-command.ts';
import { useCommand } from './use-command.ts';

/** Runs the command. Returns the exit code: 0 success, 1 refused or failed, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  // A reader that closes the pipe early, such as `head`, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const isJson = wantsJson(args);
  const svc = program();
  // Standard error has the error alone, so that a script can parse it.
  if (isJson) quiet(svc);
  try {
    if (args.length === 0) svc.outputHelp();
    else await svc.parseAsync(args[0] === 'help' ? helpArguments(svc, args.slice(1)) : args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    report(error, isJson, svc);
    return error instanceof CommanderError ? 2 : error instanceof Failure ? error.exitCode : 1;
  }
}

/** Reports an error that no command caught, and ends the process. */
export function crash(error: unknown, args: string[]): never {
  report(error, wantsJson(args));
  process.exit(1);
}

function wantsJson(args: string[]): boolean {
  return args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json');
}

/**
 * Returns the arguments that show the help of a command, because commander's own help command takes one word at most. If
 * there is no such command, returns its words without --help, for which commander shows the help of the level above.
 */
function helpArguments(svc: Command, words: string[]): string[] {
  const path: string[] = [];
  let command = svc;
  for (const word of words) {
    if (command.commands.length === 0) break;
    if (word === 'help' || word.startsWith('-')) continue;
    path.push(word);
    const child = command.commands.find((one) => one.name() === word);
    // Commands with commands of their own do nothing by themselves, so commander only reports the unknown word.
    if (child === undefined) return path;
    command = child;
  }
  return [...words, '--help'];
}

/** Returns the command `svc` with all its commands. */
export function program(): Command {
  const svc = new Command('svc')
    .description(
      'Runs and manages an svc server: organizations, projects, keys, vector stores and the rest of its API.',
    )
    .version(version(), '--version', 'prints the version')
    .option(
      '--organization <name>',
      'the organization, by its id or a unique name (env: SVC_ORGANIZATION; else the one of "svc use", else your default)',
    )
    .option(
      '--project <name>',
      'the project, by its id or a unique name; not needed with a project key (env: SVC_PROJECT; else the one of "svc use")',
    )
    .option('--no-organization', 'ignores SVC_ORGANIZATION and "svc use"')
    .option('--no-project', 'ignores SVC_PROJECT and "svc use"')
    .option(
      '--url <address>',
      'the address of the server (env: SVC_URL; else the server of the last sign-in, else http://127.0.0.1:8080)',
    )
    .option('--token <credential>', 'the credential (env: SVC_TOKEN; else the saved sign-in)')
    .option('--insecure', 'allows plain HTTP to another machine, where others on the network can read the credential')
    .option('--json', 'prints the response as JSON, for scripts')
    .helpOption('-h, --help', 'shows this help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, visibleGlobalOptions, formatHelp, subcommandTerm })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .hook('preAction', applyDefaults);
  for (const [title, commands] of Object.entries(commandGroups()))
    for (const command of commands) svc.addCommand(inherit(command.helpGroup(`${title}:`), svc));
  return svc;
}

/** Returns the commands by the heading in the help of `svc`. */
function commandGroups(): Record<string, Command[]> {
  const groups: Record<string, Command[]> = {
    'Get started': [quickstartCommand(), serverCommand(), useCommand(), statusCommand(), completionCommand()],
    'Organizations and people': [],
    'Projects, files and models': [],
    'Usage and events': [usageCommand(), auditCommand()],
    'Run a server': [
      serveCommand(),
      migrateCommand(),
      doctorCommand(),
      backupCommand(),
      restoreCommand(),
      verifyCommand(),
      secretsCommand(),
    ],
    Develop: [sandboxCommand(), contractCommand()],
  };
  for (const resource of resources) groups[resource.group]?.push(resourceCommand(resource));
  groups['Projects, files and models']?.push(askCommand());
  return groups;
}

/** Copies the settings to all subcommands, because commander does so only for commands that it creates itself. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Show the help of a command');
  for (const child of command.commands) inherit(child, command);
  return command;
}

/**
 * Sets the default organization and project for commands that name none, and replaces names by ids. `svc use` itself
 * needs what was typed.
 */
async function applyDefaults(svc: Command, command: Command): Promise<void> {
  // Upstreams belong to no organization, and their --url is not the server's.
  if (
    sendsNoRequest(command) ||
    ['use', 'quickstart'].includes(command.name()) ||
    command.parent?.name() === 'upstream'
  )
    return;
  const isTyped = (name: string): boolean => svc.getOptionValueSource(name) === 'cli';
  const typed = svc.opts<Globals>();
  const defaults = defaultsOf(typed);
  const organization = await idOfOrganization(
    typed,
    isTyped('organization') ? typed.organization : defaults.organization,
  );
  // A project belongs to one organization, so the default one is of no use in another.
  const isElsewhere = isTyped('organization') && organization !== defaults.organization;
  const named = isTyped('project') ? typed.project : isElsewhere ? undefined : defaults.project;
  const project = await idOfProject(typed, organization, named);
  for (const [name, id] of Object.entries({ organization, project }))
    svc.setOptionValueWithSource(name, id || undefined, isTyped(name) ? 'cli' : 'env');
}

/** Returns the id for an id or a name. A text that begins like an id is one: the server says what is wrong with it. */
async function idOfOrganization(globals: Globals, text: string | undefined): Promise<string | undefined> {
  if (!text || text.startsWith('org_')) return text;
  const id = await organizationId(globals, text);
  if (id === undefined) throw noOrganization(text);
  return id;
}

/** Returns the id for an id or a name, like `idOfOrganization`. */
async function idOfProject(
  globals: Globals,
  organization: string | undefined,
  text: string | undefined,
): Promise<string | undefined> {
  if (!text || text.startsWith('proj_')) return text;
  return (await projectId(globals, organization, text)) ?? text;
}

function version(): string {
  const text = readFileSync(new URL(import.meta.resolve('svc-server/package.json')), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Keeps the help of a noun without a verb out of standard error. */
function quiet(command: Command): void {
  command.configureOutput({ writeErr: () => undefined });
  command.commands.forEach(quiet);
}

/**
 * Prints the error to stderr: one line, or with `asJson` an object with the message and, from the server, its status and
 * code. Redacts secrets, because the message may quote a mistyped flag.
 */
function report(error: unknown, asJson: boolean, svc?: Command): void {
  const message = scrub(plain(messageOf(error, svc)));
  const { status, code } = error instanceof ApiError ? error : {};
  if (asJson) process.stderr.write(`${safeJson({ error: { message, status, code } })}\n`);
  else process.stderr.write(`svc: ${message}\n`);
}

/** More choices are not listed. */
const maxListed = 20;

/** Returns the sentence for a value that is none of the choices, with the one that was probably meant. */
function choiceText(text: string, value: string, choices: string[]): string {
  const [, what = 'value'] = /^option '(?:-\w, )?--([\w-]+)|for argument '([^']+)'/.exec(text)?.filter(Boolean) ?? [];
  const meant = meantName(value, choices);
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  const list = choices.length > maxListed ? '' : ` Choose one of ${choices.join(', ')}.`;
  return `There is no ${what.replaceAll('-', ' ')} '${value}'.${hint}${list}`;
}

/** Commander suggests no command of another level, such as "server login" for `login`, and not "audit" for `audit-log`. */
function commandHint(text: string, svc: Command | undefined): string {
  const [, name = ''] = /'(.*)'/s.exec(text) ?? [];
  // Below a noun, such as in "svc worker run", the command of another noun is not meant.
  const meant = svc?.args[0] === name ? [...pathsTo(name, svc), ...nounsBefore(name, svc)] : [];
  return meant.length === 1 ? ` (Did you mean ${meant[0]}?)` : '. --help lists the commands.';
}

function nounsBefore(name: string, { commands }: Command): string[] {
  return commands.map((one) => one.name()).filter((one) => name.startsWith(`${one}-`));
}

/** Returns the paths of all commands with the name. */
function pathsTo(name: string, { commands }: Command): string[] {
  return commands.flatMap((one) => [
    ...(one.name() === name ? [name] : []),
    ...pathsTo(name, one).map((path) => `${one.name()} ${path}`),
  ]);
}

function messageOf(error: unknown, svc?: Command): string {
  if (error instanceof CommanderError) {
    const text = error.message.replace(/^error: /, '').replace(/(--?[\w-]+)=[^']*/, '$1');
    if (error.code === 'commander.help') return 'Name a command. --help lists the commands.';
    if (error.code === 'commander.unknownCommand' && !text.includes('Did you mean'))
      return text + commandHint(text, svc);
    if (error.code === 'commander.unknownOption' && !text.includes('Did you mean'))
      return `${text}. --help lists the options.`;
    const [, place, value = '', choices = ''] =
      /^(option '[^']+' argument|command-argument value) '(.*?)' is invalid.* Allowed choices are (.*)\.$/s.exec(
        text,
      ) ?? [];
    if (place !== undefined) return choiceText(text, value, choices.split(', '));
    const [, flag, argument] =
      /^required option '([^']+)' not specified$|^missing required argument '([^']+)'$/.exec(text) ?? [];
    const missing = flag ?? (argument && `<${argument}>`);
    return missing === undefined ? text : `Missing ${missing}. --help shows an example.`;
  }
  if (error instanceof Failure) return error.message;
  const problem = fileProblem(error);
  const { path } = error as NodeJS.ErrnoException;
  if (problem !== undefined && path !== undefined) return `${path} cannot be used: ${problem}.`;
  return unexpectedText(error);
}
