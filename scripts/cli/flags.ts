// Converts a request's schema to flags, and given flags to a request. A new field in the spec therefore is a flag at
// the next start, with the spec's description as its help.
//
// A string, number or enum takes a value. A boolean is --x or --no-x. A list takes one value and may be repeated; a map
// takes KEY=VALUE and may be repeated. --no-x sends null, or an empty list. The members of a nested object are separate
// flags.

import { InvalidArgumentError, Option } from 'commander';
import type { Json, Parameter, Schema } from '../document/index.ts';
import type { Query } from './client.ts';
import { sentence, unfold } from './operations.ts';

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'pairs' | 'object';

/** A member of a request that has a flag. */
export interface Field {
  place: 'query' | 'body';
  path: string[];
  /** The name without the dashes. */
  flag: string;
  kind: Kind;
  required: boolean;
  /** The value that --no-x sends; undefined if there is no such flag. */
  without: Json | undefined;
  choices: string[];
  about: string;
}

/** Values by commander's attribute name. */
export type Given = Record<string, unknown>;

/** Other prefixes for the flags of nested objects, by the dotted path of the object. */
export type FlagNames = Record<string, string>;

/** Returns the fields of query parameters. */
export function queryFields(parameters: Parameter[]): Field[] {
  return parameters.map((parameter) => fieldOf('query', [parameter.name], parameter.schema, parameter, {}));
}

/** Returns the fields of a body: its members, and those of nested objects. */
export function bodyFields(schema: Schema, names: FlagNames, path: string[] = [], demanded = true): Field[] {
  const { properties = {}, required = [] } = unfold(schema).schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const here = [...path, name];
    const isRequired = demanded && required.includes(name);
    const own = fieldOf('body', here, property, { required: isRequired }, names);
    // A string with only one allowed value needs no flag.
    if (own.kind !== 'object') return own.kind === 'text' && own.choices.length === 1 ? [] : [own];
    const members = bodyFields(property, names, here, isRequired);
    return own.without === undefined ? members : [own, ...members];
  });
}

/**
 * Returns the options of a field.
 * @param erases whether the field can have a value that --no-x removes.
 */
export function optionsOf(field: Field, erases: boolean): Option[] {
  const { flag, kind, required, without, choices, about } = field;
  const options: Option[] = [];
  if (kind === 'boolean') {
    options.push(new Option(`--${flag}`, about));
    if (field.place === 'body') options.push(new Option(`--no-${flag}`, `the opposite of --${flag}`));
  } else if (kind !== 'object') {
    options.push(valueOption(`--${flag} ${placeholders[kind]}`, kind, choices, about).makeOptionMandatory(required));
  }
  if (without !== undefined && (erases || required)) options.push(new Option(`--no-${flag}`, withoutText(field)));
  return options;
}

const placeholders = { text: '<text>', number: '<number>', list: '<text>', pairs: '<key=value>' };

/** Returns the query and the body for the given flags. */
export function requestOf(fields: Field[], given: Given): { query: Query; body: Record<string, Json> } {
  const query: Query = {};
  const body: Record<string, Json> = {};
  for (const field of fields) {
    const value = given[attributeOf(field)];
    // Commander sets false for --no-x. If --no-x is the only flag of the field, commander sets true when it is absent.
    if (value === undefined || (field.kind === 'object' && value === true)) continue;
    const meant = value === false && field.kind !== 'boolean' ? (field.without ?? null) : (value as Json);
    if (field.place === 'query') query[field.path.join('.')] = Array.isArray(meant) ? meant.map(String) : String(meant);
    else put(body, field.path, field.choices.length === 0 ? meant : unlisted(field, meant));
  }
  return { query, body };
}

/** Returns a function for the flag that sets a part of the request, such as `--name` for `body`, `name`. */
export function flagAt(fields: Field[]): (location: string[]) => string | undefined {
  return ([place, ...parts]) => {
    const isOf = ({ path }: Field): boolean => path.every((name, index) => parts[index] === name);
    const inside = ({ path }: Field): boolean => parts.every((name, index) => path[index] === name);
    const ofPlace = fields.filter((field) => field.place === place && field.kind !== 'object');
    const own = ofPlace.filter(isOf);
    const field = own[0] ?? (parts.length > 0 ? ofPlace.find(inside) : undefined);
    return field === undefined ? undefined : `--${field.flag}`;
  };
}

/** Returns commander's attribute name for the field's flag. */
function attributeOf({ flag }: Field): string {
  return flag.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function fieldOf(
  place: Field['place'],
  path: string[],
  property: Schema,
  { required = false, description }: { required?: boolean; description?: string },
  names: FlagNames,
): Field {
  const { schema, nullable } = unfold(property);
  const { kind, choices } = kindOf(schema);
  const without = nullable ? null : kind === 'list' && place === 'body' ? [] : undefined;
  const text = helpText(sentence(description ?? property.description ?? schema.description ?? ''));
  const about = [text, boundsOf(schema)];
  return {
    place,
    path,
    flag: flagOf(path, names),
    kind,
    required,
    without,
    choices,
    about: [...about, required ? '(required)' : ''].filter((text) => text !== '').join(' '),
  };
}

/** Returns a sentence of the document in the form of all help texts: a phrase, about the flag. */
function helpText(sentence: string): string {
  const phrase = sentence.replace(/\.$/, '').replace(/^true /, '');
  // A name in capitals, such as MCP, stays.
  return /^[A-Z][a-z]|^A /.test(phrase) ? phrase[0]?.toLowerCase() + phrase.slice(1) : phrase;
}

function flagOf(path: string[], names: FlagNames): string {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const prefix = names[path.slice(0, length).join('.')];
    if (prefix !== undefined) return kebab([...(prefix === '' ? [] : [prefix]), ...path.slice(length)]);
  }
  return kebab(path);
}

function kebab(words: string[]): string {
  return words.join('-').replaceAll('_', '-').replace('[]', '');
}

function kindOf(schema: Schema): { kind: Kind; choices: string[] } {
  const choices = (schema.enum ?? []).filter((value) => typeof value === 'string');
  switch (schema.type) {
    case 'string':
      return { kind: 'text', choices };
    case 'integer':
    case 'number':
      return { kind: 'number', choices: [] };
    case 'boolean':
      return { kind: 'boolean', choices: [] };
    case 'array':
      return { kind: 'list', choices: [] };
    case 'object':
      return { kind: schema.properties === undefined ? 'pairs' : 'object', choices: [] };
    default:
      return unionKind(schema);
  }
}

/** Returns the kind of a union of a list and a keyword, such as a list of names or `all`. Throws for other unions. */
function unionKind(schema: Schema): { kind: Kind; choices: string[] } {
  const kinds = (schema.anyOf ?? []).map((branch) => kindOf(unfold(branch).schema));
  const words = kinds.flatMap(({ choices }) => choices);
  if (!kinds.some(({ kind }) => kind === 'list') || words.length === 0)
    throw new Error(`scripts/cli/flags.ts supports no flag for the schema ${JSON.stringify(schema)}`);
  return { kind: 'list', choices: words };
}

function valueOption(flags: string, kind: Kind, choices: string[], about: string): Option {
  const option = new Option(flags, about);
  if (kind === 'text') return choices.length > 0 ? option.choices(choices) : option;
  if (kind === 'number') return option.argParser(toNumber);
  if (kind === 'pairs') {
    option.description = `${about}; may be repeated`;
    return option.argParser(addPair);
  }
  const words = choices.map((choice) => `; '${choice}' stands for all`).join('');
  option.description = `${about}${words}; may be repeated`;
  return option.argParser(addItem);
}

/** Parses a number. Throws if the text is not a number. */
export function toNumber(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

function addItem(text: string, items: string[] | false | undefined): string[] {
  return [...(items || []), text];
}

function addPair(text: string, pairs: Record<string, string> | false | undefined): Record<string, string> {
  const [, key, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError('It must have the form KEY=VALUE.');
  return { ...(pairs || {}), [key]: value };
}

/** Returns a single keyword itself instead of a list with the keyword. */
function unlisted({ kind, choices }: Field, value: Json): Json {
  if (kind !== 'list' || !Array.isArray(value)) return value;
  const [only] = value;
  return value.length === 1 && choices.includes(String(only)) ? (only as Json) : value;
}

function put(body: Record<string, Json>, path: string[], value: Json): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inside = body[name];
  const object = typeof inside === 'object' && inside !== null && !Array.isArray(inside) ? inside : {};
  body[name] = object;
  put(object, rest, value);
}

function withoutText({ kind }: Field): string {
  return kind === 'text' || kind === 'number' ? 'removes the value' : 'removes all values';
}

function boundsOf({ minimum, maximum, default: fallback }: Schema): string {
  const range =
    minimum === undefined || maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? ''
      : `${minimum} to ${maximum}`;
  const usual = fallback === undefined || fallback === '' ? '' : `default: ${String(fallback)}`;
  const both = [range, usual].filter((text) => text !== '').join('; ');
  return both === '' ? '' : `(${both})`;
}
