// `svc config …`: changes live settings, shows the source of each value, checks a configuration file, and shows the
// state of the upstreams.

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { components } from '../../generated/openapi.ts';
import { meantName } from '../../services/platform/spelling.ts';
import type { Json } from '../document/index.ts';
import { plain, safeJson } from '../text/index.ts';
import type { Issue } from './client.ts';
import { Failure, wrongUsage } from './failure.ts';
import { operationOf, unfold } from './operations.ts';
import { printJson, printLine, printNote, printRecord, printTable } from './output.ts';
import { readSecret } from './password.ts';
import { call, type Globals } from './session.ts';

type Provenance = components['schemas']['ConfigProvenance'];
type States = components['schemas']['UpstreamStates'];

/** Returns the command that prints the configuration, or a part of it. */
export function getCommand(): Command {
  return new Command('get')
    .summary('Show the configuration, or one setting')
    .description('Shows the configuration of the server with secrets masked, or the value of one setting alone.')
    .argument('[path]', 'the path of a setting or of a group, such as tokens.access_seconds or tokens')
    .action((path: string | undefined, _, command: Command) => get(path, command.optsWithGlobals<Globals>()));
}

async function get(path: string | undefined, flags: Globals): Promise<void> {
  const { method, path: route, answer } = operationOf('getAdminConfig');
  const steps = path?.split('.') ?? [];
  let value = await call(flags, { method, path: route });
  let schema = answer;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      throw wrongUsage(await noSetting(flags, path ?? ''));
    value = (value as Record<string, unknown>)[step];
    schema = unfold(schema).schema.properties?.[step] ?? {};
  }
  if (flags.json) return printJson(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return printRecord(value as Record<string, unknown>, { schema, emptyMeans: {} });
  if (value === null || (Array.isArray(value) && value.length === 0))
    return printNote(`${path} is ${value === null ? 'not set' : 'an empty list'}.`);
  // A list has one item a line, so that a script can read both without parsing.
  for (const item of [value].flat()) printLine(plain(typeof item === 'object' ? safeJson(item, 0) : String(item)));
  if (value === mask) printNote(`The value is a secret. "svc config reveal ${path}" shows it.`);
}

/** How the server shows a secret. */
const mask = '••••••••';

/** Returns the sentence for an unknown path of a setting, with the setting that was probably meant. */
async function noSetting(flags: Globals, path: string): Promise<string> {
  const { method, path: route } = operationOf('getAdminConfigProvenance');
  const { settings } = (await call(flags, { method, path: route })) as Provenance;
  const meant = meantName(
    path,
    settings.map((setting) => setting.path),
  );
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  return `There is no setting '${plain(path)}'.${hint} "svc config provenance" lists the settings.`;
}

/** Returns the command that changes one setting. */
export function setCommand(): Command {
  return new Command('set')
    .summary('Change a live setting')
    .description(
      'Changes a setting while the server runs. "svc config provenance --live" lists the settings that can be changed.',
    )
    .argument('<path>', 'the path of the setting, such as tokens.access_seconds')
    .argument(
      '[value]',
      'the value; other users of this machine can see it, so leave out a secret and the command asks for it',
    )
    .option('--file <path>', 'a file that holds the value as YAML or JSON, such as a list of upstreams')
    .option('--unset', 'removes the change, so that the value of the file or the default applies again')
    .action((path: string, value: string | undefined, _, command: Command) =>
      set(path, value, command.optsWithGlobals<Globals & SetFlags>()),
    );
}

/** Returns the command that prints the JSON Schema of the configuration file. */
export function schemaCommand(): Command {
  return new Command('schema')
    .summary('Print the JSON Schema of the configuration file')
    .description('Prints the JSON Schema of the configuration file, for editors and other checks. It needs no server.')
    .action(async () => printJson((await import('../../services/settings/index.ts')).configSchema()));
}

/** Returns the command that checks a configuration file. */
export function checkCommand(): Command {
  return new Command('check')
    .summary('Check a configuration file')
    .description(
      'Checks a configuration file as the server does at its start, but without environment variables. It needs no server.',
    )
    .argument('<file>', 'the YAML or JSON file')
    .action((file: string, _, command: Command) => check(file, command.optsWithGlobals<Globals>()));
}

async function check(file: string, flags: Globals): Promise<void> {
  const problems = await problemsOf(file);
  if (flags.json) printJson({ file, valid: problems.length === 0, problems });
  else for (const problem of problems) printLine(plain(problem));
  if (problems.length > 0) throw new Failure(`${file} is not a valid configuration.`);
  if (!flags.json) printLine(`${plain(file)} is valid`);
}

async function problemsOf(file: string): Promise<string[]> {
  const { ConfigError, loadConfig } = await import('../../services/settings/index.ts');
  try {
    loadConfig({ SVC_CONFIG: file });
    return [];
  } catch (error) {
    if (error instanceof ConfigError)
      return error.lines.map((line) =>
        line.replace(' in SVC_CONFIG ', ` in ${file} `).replace(/^SVC_CONFIG names '(.*?)', which /, '$1 '),
      );
    throw error;
  }
}

/** Returns the command that lists the upstreams with their state. */
export function upstreamsCommand(name: 'list' | 'upstreams'): Command {
  return new Command(name)
    .summary('List the upstreams with their state')
    .description('Lists the upstreams with their models and their last failure, as seen by the server that answers.')
    .action((_, command: Command) => upstreams(command.optsWithGlobals<Globals>()));
}

async function upstreams(flags: Globals): Promise<void> {
  const { method, path, answer } = operationOf('getUpstreamStates');
  const states = (await call(flags, { method, path })) as States;
  if (flags.json) return printJson(states);
  const schema = unfold(unfold(answer).schema.properties?.upstreams ?? {}).schema.items ?? {};
  const columns = ['name', 'base_url', 'models', 'responses', 'paused', 'last_failure.outcome', 'last_failure.at'];
  if (states.upstreams.length === 0)
    return printNote('No upstreams yet. Add one with "svc upstream add NAME --url URL --api-key KEY".');
  await printTable(states.upstreams, columns, { schema, emptyMeans: { models: 'none', paused: '-' } });
}

interface SetFlags {
  file?: string;
  unset?: boolean;
}

/** Returns the command that lists the settings with their source. */
export function provenanceCommand(): Command {
  return new Command('provenance')
    .summary('List all settings with their source')
    .description(
      'Lists all settings with the source of each value, and shows which can be changed while the server runs.',
    )
    .option('--live', 'only settings that can be changed while the server runs')
    .action((_, command: Command) => provenance(command.optsWithGlobals<Globals & { live?: boolean }>()));
}

async function set(path: string, given: string | undefined, flags: Globals & SetFlags): Promise<void> {
  const ways = [given, flags.file, flags.unset].filter((way) => way !== undefined);
  if (ways.length > 1) throw wrongUsage('A value, --file and --unset cannot be used together. Give one of them.');
  const value = flags.unset === true ? null : await givenValue(given, flags.file);
  const body = path.split('.').reduceRight<Json>((inner, key) => ({ [key]: inner }), value) as Record<string, Json>;
  const flagOf = ([place, ...names]: string[]): string | undefined => (place === 'body' ? names.join('.') : undefined);
  const explain = async ({ type, loc = [] }: Issue): Promise<string | undefined> =>
    type === 'extra_forbidden' && loc.length - 1 <= path.split('.').length ? noSetting(flags, path) : undefined;
  const answer = await call(flags, { method: 'PATCH', path: '/admin/config', body, flagOf, explain });
  const now = path.split('.').reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], answer);
  if (flags.json) printJson({ path, value: now });
  else await printRecord({ [path]: now ?? 'not set' }, { schema: {}, emptyMeans: {} });
}

/** Returns the value of an argument as text: the server parses the text as it parses environment variables. */
async function givenValue(given: string | undefined, file: string | undefined): Promise<Json> {
  if (file === undefined) return given ?? (await readSecret('Value'));
  try {
    const { parse } = await import('yaml');
    return parse(readFileSync(file, 'utf8')) as Json;
  } catch (error) {
    throw wrongUsage(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
}

async function provenance(flags: Globals & { live?: boolean }): Promise<void> {
  const { method, path, answer } = operationOf('getAdminConfigProvenance');
  const page = (await call(flags, { method, path })) as Provenance;
  const settings = page.settings.filter(({ live }) => live || flags.live !== true);
  if (flags.json) return printJson({ ...page, settings });
  const schema = unfold(unfold(answer).schema.properties?.settings ?? {}).schema.items ?? {};
  const columns = ['path', 'source', 'live', 'updated_at', 'updated_by', 'env'];
  await printTable(settings, columns, { schema, emptyMeans: {} });
}
