// The examples of a command, from the fields of its operation and the examples of the spec.

import { type Document, type Json, type Operation, operationsOf, parametersOf, resolve } from '../document/index.ts';
import { bodyExample, exampleOf, isObject } from './reference/example.ts';

interface Example {
  /** The operations of the command. The last one needs the fewest flags. */
  operations: { path: string; operation: Operation }[];
  flagNames: Record<string, string>;
}

interface Flag {
  name: string;
  text: string;
  isRequired: boolean;
}

/** Returns the words after the verb in two examples of a command: those of the spec, or derived ones. */
export function exampleWords(
  document: Document,
  noun: string,
  verb: string,
  { operations, flagNames }: Example,
): readonly string[] {
  const given = operations.map(({ operation }) => operation['x-cli-examples']).find((words) => words !== undefined);
  const last = operations.at(-1);
  if (given !== undefined || last === undefined) return given ?? [];
  const flags = flagsOf(document, last.operation, flagNames);
  const required = flags.filter(({ isRequired }) => isRequired).map(({ text }) => text);
  const [one, two] = flags.filter(({ isRequired }) => !isRequired).map(({ text }) => text);
  const always = [...idsOf(document, noun, last.operation), ...required];
  const isOfProject = operations.some(({ operation }) => takesProject(document, operation, noun));
  const more = verb === 'list' && isOfProject ? '--project proj_1' : (moreFlags[verb] ?? '--json');
  // A change needs a flag, which is optional for each member.
  const [first, second] = verb === 'update' && one !== undefined ? [one, two ?? `${one} --json`] : ['', one ?? more];
  return [first, second].map((words) => [...always, words].join(' ').trim());
}

const moreFlags: Record<string, string> = { list: '--all', archive: '--yes', delete: '--yes' };

/** Returns the flags that a command needs, each with its name in capitals as the value. */
export function requiredFlags(document: Document, operation: Operation, flagNames: Record<string, string>): string {
  return flagsOf(document, operation, flagNames)
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => ` --${name} ${name.replaceAll('-', '_').toUpperCase()}`)
    .join('');
}

/** Returns true if `--project` selects the project of the operation. */
function takesProject(document: Document, operation: Operation, noun: string): boolean {
  const parameters = parametersOf(document, operation);
  return parameters.some(({ name }) => name === 'Compat-Project' || (name === 'project_id' && noun !== 'project'));
}

/** Returns the arguments: short forms of the ids in the spec's examples, such as `vs_1`. */
function idsOf(document: Document, noun: string, operation: Operation): string[] {
  const own = `${noun.replaceAll('-', '_')}_id`;
  const isGlobal = (name: string): boolean =>
    `path.${name}` === operation['x-access']?.organization || ['organization_id', 'project_id'].includes(name);
  return parametersOf(document, operation)
    .filter(({ in: place, name }) => place === 'path' && (name === own || !isGlobal(name)))
    .map(({ name }) => wordOf(idIn(document, name)));
}

/** Returns the id of the item that a path parameter names in the example answers of the operations on such an item. */
function idIn(document: Document, parameter: string): Json {
  const answers = operationsOf(document)
    .filter(({ path }) => path.endsWith(`/{${parameter}}`))
    .map(({ operation }) => bodyExample(document, operation.responses[200]?.content?.['application/json']));
  // Some answers wrap the item.
  const items = answers.flatMap((answer) => (isObject(answer) ? [answer, ...Object.values(answer)] : []));
  return items.filter(isObject).find(({ id }) => typeof id === 'string')?.id ?? parameter.toUpperCase();
}

/** Returns the flags of a body's members that are texts, numbers, booleans or lists of them. */
function flagsOf(document: Document, operation: Operation, flagNames: Record<string, string>): Flag[] {
  const { requestBody, 'x-access': access } = operation;
  const body = resolve(document, requestBody?.content['application/json']?.schema ?? {});
  const example = exampleOf(document, body);
  return Object.entries(body.properties ?? {}).flatMap(([member, schema]) => {
    const name = flagNames[member] ?? member.replaceAll('_', '-');
    const isRequired = body.required?.includes(member) === true;
    if (schema['x-ignored'] === true || access?.organization === `body.${member}`) return [];
    const shown = isObject(example) ? example[member] : undefined;
    const value = shown ?? (isRequired ? exampleOf(document, schema) : undefined);
    const text = flagText(name, value);
    return text === undefined ? [] : [{ name, text, isRequired }];
  });
}

function flagText(name: string, value: Json | undefined): string | undefined {
  if (typeof value === 'boolean') return value ? `--${name}` : `--no-${name}`;
  const [only] = Array.isArray(value) ? value : [value];
  return ['string', 'number'].includes(typeof only) ? `--${name} ${wordOf(only)}` : undefined;
}

/** Returns a value as a word of a shell. Ids are shortened. */
function wordOf(value: Json | undefined): string {
  const text = String(value).replace(/(?<=[-_])[0-9A-Z]{26}$/, '1');
  return /^[\w@.:/-]+$/.test(text) ? text : `'${text}'`;
}
