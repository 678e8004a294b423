// The command line's nouns and verbs, with their texts and examples: from operation ids, paths, `x-access`, bodies and
// examples. The spec gives in `x-cli` and `x-cli-examples` only what differs (spec/common/access.tsp).

import {
  type CommandNoun,
  type Document,
  type OperationAt,
  operationsOf,
  resolve,
  type Schema,
} from '../document/index.ts';
import { exampleWords, requiredFlags } from './command-examples.ts';
import { json } from './json.ts';

/** The verbs of operations that become commands without a word in the spec, in the order of the help. */
const standardVerbs = [
  'list',
  'create',
  'get',
  'update',
  'cancel',
  'resend',
  'rotate',
  'announce',
  'archive',
  'delete',
];
const verbWords: Record<string, string> = { retrieve: 'get', modify: 'update' };

/** An operation with the verb and the thing of its id: `create` and `VectorStore` of `createVectorStore`. */
interface Named extends OperationAt {
  verb: string;
  thing: string;
}

/** Returns the source of generated/commands.ts. */
export function commandsModule(document: Document): string {
  const named = operationsOf(document).map(nameOf);
  const tags = document.tags?.map(({ name }) => name) ?? [];
  const nouns = named
    .filter(({ operation }) => typeof operation['x-cli'] === 'object')
    .sort((a, b) => tags.indexOf(a.operation.tags?.[0] ?? '') - tags.indexOf(b.operation.tags?.[0] ?? ''))
    .map((first) => nounOf(document, named, first, first.operation['x-cli'] as CommandNoun));
  return [
    '// Made by `npm run generate` from spec/: the nouns and verbs of the command line (`x-cli` in spec/common/access.tsp).',
    '',
    `export const nouns = ${json(nouns).trimEnd()} as const;`,
    '',
  ].join('\n');
}

function nameOf(at: OperationAt): Named {
  const [, verb = '', thing = ''] = /^([a-z]+)(.*)$/.exec(at.operation.operationId) ?? [];
  const one = verb === 'list' ? thing.replace(/ies$/, 'y').replace(/s$/, '') : thing;
  return { ...at, verb: verbWords[verb] ?? verb, thing: one };
}

function nounOf(document: Document, all: Named[], first: Named, given: CommandNoun): object {
  const noun = given.noun ?? kebab(first.thing);
  const things = all.filter((at) => at === first || at.operation['x-cli'] === noun).map(({ thing }) => thing);
  const members = all
    .flatMap((at) => {
      const verb = verbOf(at, noun, things);
      return verb === undefined ? [] : [{ ...at, verb }];
    })
    // The operation below a project comes before that of the organization: it is called if --project is given.
    .sort((a, b) => orderOf(a) - orderOf(b) || parametersIn(b.path) - parametersIn(a.path));
  const byVerb = Map.groupBy(members, ({ verb }) => verb);
  const place = placeOf(first);
  const { rows = plural(noun.replaceAll('-', ' ')), flagNames = {} } = given;
  const summary = given.summary ?? `Manage the ${rows} of ${place.owner}`;
  const create = byVerb.get('create')?.at(-1);
  return {
    ...given,
    noun,
    group: given.group ?? place.group,
    rows,
    summary,
    about: given.about ?? aboutOf(summary),
    first:
      given.first ??
      (create && `Create one with "svc ${noun} create${requiredFlags(document, create.operation, flagNames)}".`),
    columns: given.columns ?? columnsOf(document, byVerb.get('list')?.[0]),
    verbs: Object.fromEntries(
      [...byVerb].map(([verb, list]) => [verb, list.map(({ operation }) => operation.operationId)]),
    ),
    examples: Object.fromEntries(
      [...byVerb].map(([verb, list]) => [
        verb,
        exampleWords(document, noun, verb, { operations: list, flagNames }).map((words) =>
          `${noun} ${verb} ${words}`.trim(),
        ),
      ]),
    ),
  };
}

/** Returns the verb of an operation in the commands of a noun; undefined if it has none. */
function verbOf({ operation, verb, thing }: Named, noun: string, things: string[]): string | undefined {
  const given = operation['x-cli'];
  if (given === false) return undefined;
  const [givenNoun, givenVerb] = typeof given === 'string' ? given.split(' ') : [];
  if (givenVerb !== undefined) return givenNoun === noun ? givenVerb : undefined;
  const isForm = operation.requestBody !== undefined && !('application/json' in operation.requestBody.content);
  return standardVerbs.includes(verb) && things.includes(thing) && !isForm ? verb : undefined;
}

/** Returns the place of a verb in the help. Other verbs than the standard ones come before those that remove something. */
function orderOf({ verb, method }: Named): number {
  const place = standardVerbs.indexOf(verb);
  return place >= 0 ? place : standardVerbs.indexOf('archive') - (method === 'delete' ? 0.25 : 0.5);
}

function parametersIn(path: string): number {
  return path.split('{').length;
}

/** Returns the heading in the help of `svc`, and the owner of the rows in texts. */
function placeOf({ path, operation }: Named): { group: string; owner: string } {
  const { context, callers } = operation['x-access'] ?? {};
  if (context === 'project' || path.includes('{project_id}'))
    return { group: 'Projects, files and models', owner: 'a project' };
  if (context === 'organization') return { group: 'Organizations and people', owner: 'an organization' };
  if (callers?.join() === 'admin') return { group: 'Run a server', owner: 'the server, as an admin' };
  return { group: 'Get started', owner: 'your account' };
}

/** Returns the description for a summary: `Manage the members of…` becomes `Manages the members of….` */
function aboutOf(summary: string): string {
  return `${summary.replace(/^(\w+)/, '$1s').replace(/, as an admin$/, '. Only admins may use it')}.`;
}

/** Returns the members of a list's rows that fit into a table: texts, numbers and booleans. */
function columnsOf(document: Document, list: Named | undefined): string[] {
  if (list === undefined) return [];
  const answer = list.operation.responses[200]?.content?.['application/json']?.schema ?? {};
  const { items = {} } = resolve(document, resolve(document, answer).properties?.data ?? {});
  const members = Object.entries(resolve(document, items).properties ?? {});
  const plain = members
    .filter(([name, schema]) => name !== 'object' && isPlain(document, schema))
    .map(([name]) => name);
  return plain.slice(0, columnsInTable);
}

const columnsInTable = 6;

function isPlain(document: Document, schema: Schema): boolean {
  const { type, anyOf = [] } = resolve(document, schema);
  if (anyOf.length > 0) return anyOf.every((branch) => isPlain(document, branch));
  return ['string', 'integer', 'number', 'boolean', 'null'].includes(String(type));
}

function kebab(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
}

function plural(words: string): string {
  return words.endsWith('s') ? words : words.replace(/y$/, 'ie').replace(/$/, 's');
}
