// Creates commands from the table of resources: a noun with its verbs, each with the arguments and flags of its
// operation.

import { Command } from 'commander';
import type { OperationId } from '../../handlers/handler.ts';
import type { Json } from '../document/index.ts';
import { plain } from '../text/index.ts';
import type { Query } from './client.ts';
import { confirm } from './confirm.ts';
import { missingContext, wrongUsage } from './failure.ts';
import { bodyFields, type Field, flagAt, type Given, optionsOf, queryFields, requestOf } from './flags.ts';
import { readAll } from './list.ts';
import { idInBody, idInPath } from './named-ids.ts';
import { type CommandOperation, operationOf, unfold } from './operations.ts';
import { type Display, printJson, printLine, printNote, printRecord, printTable, valueAt } from './output.ts';
import type { Resource } from './resource.ts';
import { call, defaultOrganization, type Globals } from './session.ts';

type Row = Record<string, unknown>;

type ContextFlag = 'organization' | 'project';

/** Path parameters whose value comes from a flag instead of an argument. */
const contextFlags: Record<string, ContextFlag> = { organization_id: 'organization', project_id: 'project' };

export function resourceCommand(resource: Resource): Command {
  const noun = new Command(resource.noun).summary(resource.summary).description(resource.about);
  for (const [verb, ids] of Object.entries(resource.verbs)) noun.addCommand(verbCommand(resource, verb, ids));
  for (const command of resource.commands?.() ?? []) noun.addCommand(command);
  return noun;
}

/** One run of a command. */
interface Run {
  resource: Resource;
  verb: string;
  operation: CommandOperation;
  globals: Globals;
  ids: string[];
  query: Query;
  body: Record<string, Json>;
  fields: Field[];
}

function verbCommand(resource: Resource, verb: string, ids: readonly OperationId[]): Command {
  const operations = ids.map(operationOf);
  const [first] = operations;
  if (first === undefined) throw new Error(`${resource.noun} ${verb} has no operation`);
  const fields = [
    ...queryFields(first.query),
    ...(first.body === undefined ? [] : bodyFields(first.body, resource.flagNames ?? {})),
  ]
    .filter(({ place, path }) => [place, ...path].join('.') !== first.organizationPlace)
    .map((field) => ({ ...field, restricts: resource.restrictions?.includes(field.path.join('.')) === true }));
  const command = new Command(verb).summary(operations.at(-1)?.summary ?? '').description(aboutOf(operations));
  for (const name of ownIds(resource, first)) command.argument(`<${name}>`);
  addFlags(command, fields, verb !== 'create');
  const isPaged = first.query.some(({ name }) => name === 'after');
  const instead = resource.instead?.verb === verb ? resource.instead : undefined;
  if (instead !== undefined) command.option(instead.flag, instead.about);
  if (dangerous.includes(verb)) command.option('--yes', 'skips the confirmation; needed without a terminal');
  if (isPaged) command.option('--all', 'lists all rows, in pages of --limit rows (100)');
  return command.action(async () => {
    const globals = command.optsWithGlobals<Globals>();
    const given = command.opts<Given>();
    const isInstead = instead !== undefined && given[instead.flag.slice(2)] === true;
    const candidates = isInstead ? [operationOf(instead.operation)] : operations;
    const { operation, globals: named } = await reachable(candidates, resource, globals);
    const run = { resource, verb, operation, globals: named, ids: command.args, fields, ...requestOf(fields, given) };
    await replaceNames(run);
    if (verb === 'update' && Object.keys(run.body).length === 0)
      throw wrongUsage(`Nothing to change. "svc ${resource.noun} update --help" lists what can be changed.`);
    if (verb === 'delete' && !named.json) await tellLoss(run);
    if (dangerous.includes(verb) && given.yes !== true) await confirmChange(run);
    await (verb === 'list' ? list(run, given.all === true) : change(run));
  });
}

/** Replaces the names in a run by ids, in the path and in the body. */
async function replaceNames(run: Run): Promise<void> {
  const { resource, operation, globals, body } = run;
  const ids: string[] = [];
  for (const [index, parameter] of ownIds(resource, operation).entries()) {
    const fill = (path: string): string => filled(path, { ...run, ids });
    const place = { globals, headers: contextHeadersOf(run) };
    ids.push(await idInPath(operation, parameter, run.ids[index] ?? '', fill, place));
  }
  run.ids = ids;
  for (const [member, value] of Object.entries(body))
    if (typeof value === 'string') body[member] = await idInBody(globals, member, value, contextHeadersOf(run));
}

/** Asks before a dangerous verb. Throws if the person does not agree, or if there is no terminal to ask at. */
async function confirmChange({ verb, resource, operation, ids }: Run): Promise<void> {
  if (process.stdin.isTTY) printNote(`${operation.about} (${[resource.noun, ...ids.map(plain)].join(' ')})`);
  await confirm(verb);
}

/** Says how many people lose what by a deletion. */
async function tellLoss(run: Run): Promise<void> {
  const { resource, operation } = run;
  const read = resource.verbs.get?.map(operationOf).find(({ path }) => path === operation.path);
  if (resource.lost === undefined || read === undefined) return;
  printNote(plain(resource.lost(await ask({ ...run, operation: read }, {}))));
}

/** Returns the description of a command. The last operation is the one that needs the fewest flags. */
function aboutOf(operations: CommandOperation[]): string {
  const [last, ...others] = operations.map(({ about }) => about).reverse();
  return [last, ...others.map((about) => `With --project: ${about.charAt(0).toLowerCase()}${about.slice(1)}`)].join(
    ' ',
  );
}

function addFlags(command: Command, fields: Field[], erases: boolean): void {
  for (const option of fields.flatMap((field) => optionsOf(field, erases))) {
    // A global flag with the same name would take the field's value.
    if (reserved.has(option.long ?? ''))
      throw new Error(`${command.name()}: ${option.long} is a flag of every command`);
    command.addOption(option);
  }
}

/** Verbs whose effect is lost data or a credential that stops working. */
const dangerous = ['delete', 'archive'];

const reserved = new Set(['--organization', '--project', '--url', '--token', '--insecure', '--json', '--all', '--yes']);

/** Returns the path parameters that are arguments: all except those that come from flags. */
function ownIds({ noun }: Resource, operation: CommandOperation): string[] {
  // In the commands of a project, `--project` does not name it.
  const own = `${noun.replaceAll('-', '_')}_id`;
  return operation.pathNames.filter((name) => name === own || contextFlagOf(operation, name) === undefined);
}

/** Returns the flag whose value is used for a path parameter. */
function contextFlagOf({ organizationPlace }: CommandOperation, name: string): ContextFlag | undefined {
  return organizationPlace === `path.${name}` ? 'organization' : contextFlags[name];
}

/**
 * Returns the first operation whose flags are all given. If only the organization is missing, uses the default one of
 * the signed-in user.
 */
async function reachable(
  operations: CommandOperation[],
  resource: Resource,
  globals: Globals,
): Promise<{ operation: CommandOperation; globals: Globals }> {
  const missing = operations.map((operation) => {
    const own = ownIds(resource, operation);
    const flags = operation.pathNames.flatMap((name) =>
      own.includes(name) ? [] : [contextFlagOf(operation, name) ?? 'project'],
    );
    if (operation.organizationPlace?.startsWith('body.')) flags.push('organization');
    return flags.find((flag) => !globals[flag]);
  });
  const found = operations[missing.indexOf(undefined)];
  if (found !== undefined) return { operation: found, globals };
  const [flag = 'project'] = missing;
  const organization = flag === 'organization' ? await defaultOrganization(globals) : undefined;
  if (organization === undefined) throw missingContext(flag);
  return reachable(operations, resource, { ...globals, organization });
}

async function list(run: Run, all: boolean): Promise<void> {
  const { resource, operation, globals } = run;
  const page = await (all ? readAll(run.query, (query) => ask(run, { query })) : ask(run, {}));
  if (globals.json) return printJson(page);
  const rows = (page.data ?? []) as Row[];
  if (rows.length === 0) return printNote(emptyText(run));
  const total = typeof page.total === 'number' ? ` ${page.total} in all.` : '';
  const { properties } = unfold(operation.answer).schema;
  const schema = unfold(properties?.data ?? {}).schema.items ?? {};
  await printTable(rows, resource.columns, displayOf(resource, schema));
  if (page.has_more === true) printNote(`There are more rows.${total} Use ${moreFlag(run, rows)}, or --all.`);
  else if (total !== '') printNote(total.trim());
}

/** Returns what an empty list means: nothing exists yet, or nothing matches the filters. */
function emptyText({ resource, query }: Run): string {
  const isFiltered = Object.keys(query).some((name) => !['limit', 'order', 'include_total'].includes(name));
  if (isFiltered) return `No ${resource.rows} match these flags.`;
  return [`No ${resource.rows} yet.`, resource.first].filter(Boolean).join(' ');
}

function moreFlag({ query }: Run, rows: Row[]): string {
  const backwards = query.before !== undefined && query.after === undefined;
  return backwards ? `--before ${plain(String(rows[0]?.id))}` : `--after ${plain(String(rows.at(-1)?.id))}`;
}

async function change(run: Run): Promise<void> {
  const { resource, verb, operation, globals } = run;
  nameOrganization(run);
  const notes: string[] = [];
  const added = await prepare(run, notes);
  const answer = await ask(run, operation.body === undefined ? {} : { body: run.body });
  notes.forEach(printNote);
  const shown: Row = { ...unwrapped(answer, resource), ...added };
  if (globals.json) return printJson(shown);
  if (shown.deleted === true) {
    printLine(`deleted ${plain(String(shown.id ?? `the ${resource.noun}`))}`);
    if (Number(shown.revoked_keys) > 0) printNote(`${shown.revoked_keys} API keys of this member stopped working.`);
    if (Number(shown.kept_keys) > 0)
      printNote(`${shown.kept_keys} API keys of this member now belong to the organization.`);
    return;
  }
  const [member = '', what] = resource.shownOnce ?? [];
  const value = valueAt(shown, verb === 'create-key' ? 'value' : member);
  const isNew = added[member] !== undefined || (makesValue(verb) && typeof value === 'string');
  if (makesValue(verb)) {
    printLine(createdLine(run, shown));
    // Alone on its line, so that a script can take it.
    if (isNew) printLine(plain(String(value)));
  } else {
    const { properties } = unfold(operation.answer).schema;
    await printRecord(shown, displayOf(resource, properties?.[resource.noun] ?? operation.answer));
  }
  if (isNew) printNote(`The ${what} is shown only once: save it now.`);
}

/** Returns true for verbs whose answer shows a value that no later one shows. */
function makesValue(verb: string): boolean {
  return ['create', 'create-key', 'rotate'].includes(verb);
}

/** Returns the line about what was made, such as `created the project Search (proj_1)`. */
function createdLine({ resource, body, verb }: Run, { id, name, email, invited_email: invited }: Row): string {
  const what = verb === 'create-key' ? 'key' : resource.noun.replaceAll('-', ' ').replace('api key', 'key');
  const words = [name, email, invited, body.name, body.email].find((text) => typeof text === 'string' && text !== '');
  const title = words === undefined ? '' : ` ${plain(String(words))}`;
  return `${verb.replace('-key', '')}d the ${what}${title}${typeof id === 'string' ? ` (${plain(id)})` : ''}`;
}

/** Sets --organization in the body, if the operation has it there. */
function nameOrganization({ operation, globals, body }: Run): void {
  const [part, name = ''] = operation.organizationPlace?.split('.') ?? [];
  if (part === 'body' && globals.organization !== undefined) body[name] = globals.organization;
}

/** Completes the body of the run. Adds to `notes` what the person reads after a success. */
async function prepare(run: Run, notes: string[]): Promise<Record<string, Json>> {
  const { resource, operation, verb } = run;
  if (resource.prepare === undefined || operation.body === undefined) return {};
  const read = resource.verbs.get?.[0];
  const readNow =
    verb === 'create' || read === undefined
      ? undefined
      : async (): Promise<Row> =>
          unwrapped(await ask({ ...run, operation: operationOf(read) }, { query: {} }), resource);
  return resource.prepare(run.body, readNow, {
    isAsked: process.stdin.isTTY === true && !run.globals.json,
    tellAfter: (note) => notes.push(note),
  });
}

/** Sends the run's request, with the path and the context headers of its operation. */
async function ask(run: Run, { query = run.query, body }: { query?: Run['query']; body?: Json }): Promise<Row> {
  const { operation, globals, fields } = run;
  const { method, path } = operation;
  const headers = contextHeadersOf(run);
  const request = { method, path: filled(path, run), query, headers, flagOf: flagAt(fields) };
  return (await call(globals, body === undefined ? request : { ...request, body })) as Row;
}

function contextHeadersOf({ operation: { takes }, globals }: Run): Record<string, string> {
  return {
    ...(takes.organization && globals.organization ? { 'compat-organization': globals.organization } : {}),
    ...(takes.project && globals.project ? { 'compat-project': globals.project } : {}),
  };
}

/**
 * Returns the path with its parameters filled. Throws if an id is empty, `.` or `..`, because the request would go to
 * another path.
 */
function filled(path: string, { resource, operation, globals, ids }: Run): string {
  const own = ownIds(resource, operation);
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const index = own.indexOf(name);
    const value = index >= 0 ? ids[index] : globals[contextFlagOf(operation, name) ?? 'project'];
    if (value === undefined || /^\.{0,2}$/.test(value)) throw wrongUsage(`'${value ?? ''}' is not a valid ${name}.`);
    return encodeURIComponent(value);
  });
}

/** Returns the resource in an answer that may wrap it. */
function unwrapped(answer: Row, { noun }: Resource): Row {
  return noun in answer ? (answer[noun] as Row) : answer;
}

function displayOf({ emptyMeans = {} }: Resource, schema: Display['schema']): Display {
  return { schema, emptyMeans };
}
