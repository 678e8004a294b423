// Converts a request's schema to flags, and given flags to a request. A new field in the spec therefore is a flag at
// the next start, with the spec's description as its help.
//
// A string, number or enum takes a value. Money is given in dollars. A boolean is --x or --no-x. A list takes one value and may be repeated; a map
// takes KEY=VALUE and may be repeated, a map of lists KEY/ITEM. --no-x sends null, an empty list or an empty map. The
// members of a nested object are separate flags.

import { InvalidArgumentError, Option } from 'commander';
import type { Json, Parameter, Schema } from '../document/index.ts';
import type { Query } from './client.ts';
import { wrongUsage } from './failure.ts';
import { sentence, unfold } from './operations.ts';
import { printNote } from './output.ts';
import { isMoney } from './values.ts';

type Kind = 'text' | 'number' | 'dollars' | 'boolean' | 'list' | 'pairs' | 'lists' | 'object';

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
  /** The values that the items of a list may have; empty: any. */
  items: string[];
  about: string;
  /** True if the empty value lifts a restriction: the flag for it is --all-x. */
  restricts: boolean;
  /** The earlier name of the flag. */
  earlier: string | undefined;
}

/** Values by commander's attribute name. */
export type Given = Record<string, unknown>;

/** Other prefixes for the flags of nested objects, and other names of other flags, by the dotted path. */
export type FlagNames = Record<string, string>;

export function queryFields(parameters: Parameter[]): Field[] {
  return parameters.map((parameter) => fieldOf('query', [parameter.name], parameter.schema, parameter, {}));
}

/** Returns the fields of a body: its members, and those of nested objects. */
export function bodyFields(schema: Schema, names: FlagNames, path: string[] = [], demanded = true): Field[] {
  const { properties = {}, required = [] } = unfold(schema).schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    if (property['x-ignored'] === true) return [];
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
  const { flag, kind, required, without, choices, items, about, restricts, earlier } = field;
  const options: Option[] = [];
  if (kind === 'boolean') {
    options.push(new Option(`--${flag}`, about));
    if (field.place === 'body') options.push(new Option(`--no-${flag}`, `the opposite of --${flag}`));
  } else if (kind !== 'object') {
    const option = valueOption(`--${flag} ${placeholders[kind]}`, kind, choices, about, items);
    options.push(option.makeOptionMandatory(required && earlier === undefined));
    if (earlier !== undefined) options.push(valueOption(`--${earlier} <cents>`, 'number', [], about).hideHelp());
  }
  if (without === undefined || !(erases || required)) return options;
  if (restricts)
    options.push(new Option(`--all-${flag}`, `allows all ${flag.replaceAll('-', ' ').replace('mcp', 'MCP')}`));
  const negated = new Option(`--no-${flag}`, withoutText(field)).hideHelp(restricts);
  return [...options, negated, ...(earlier === undefined ? [] : [new Option(`--no-${earlier}`).hideHelp()])];
}

const placeholders = {
  text: '<text>',
  number: '<number>',
  dollars: '<dollars>',
  list: '<text>',
  pairs: '<key=value>',
  lists: '<key/item>',
};

export function requestOf(fields: Field[], given: Given): { query: Query; body: Record<string, Json> } {
  const query: Query = {};
  const body: Record<string, Json> = {};
  for (const field of fields) {
    const value = givenValue(field, given);
    // Commander sets false for --no-x. If --no-x is the only flag of the field, commander sets true when it is absent.
    if (value === undefined || (field.kind === 'object' && value === true)) continue;
    const meant = value === false && field.kind !== 'boolean' ? (field.without ?? null) : (value as Json);
    if (field.place === 'query') query[field.path.join('.')] = Array.isArray(meant) ? meant.map(String) : String(meant);
    else put(body, field.path, field.choices.length === 0 ? meant : unlisted(field, meant));
  }
  return { query, body };
}

/** Returns the given value of a field: of its flag, else of --all-x, else of the earlier name. */
function givenValue(field: Field, given: Given): unknown {
  const { flag, kind, required, restricts, earlier, choices, without } = field;
  const value = given[attributeOf(flag)];
  if (restricts && given[attributeOf(`all-${flag}`)] === true) return choices[0] ?? without;
  if (restricts && value === false) printNote(`--no-${flag} is called --all-${flag} now.`);
  if (kind !== 'dollars') return value;
  const cents = earlier === undefined ? undefined : given[attributeOf(earlier)];
  if (value !== undefined && value !== true) return value;
  if (cents !== undefined && cents !== true) printNote(`--${earlier} takes cents. Use --${flag} with dollars.`);
  if (required && cents === undefined) throw wrongUsage(`Missing --${flag} <dollars>. --help shows an example.`);
  return cents;
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

/** Returns commander's attribute name for a flag. */
function attributeOf(flag: string): string {
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
  const { kind, choices } = isMoney(property) ? { kind: 'dollars' as const, choices: [] } : kindOf(schema);
  const without = nullable ? null : place === 'body' ? emptyValues[kind] : undefined;
  const text = helpText(sentence(description ?? property.description ?? schema.description ?? ''));
  const about =
    kind === 'dollars' ? [text.replace(/,? in (US )?cents/, ''), 'in US dollars'] : [text, boundsOf(schema)];
  return {
    place,
    path,
    flag: kind === 'object' ? flagOf(path, names) : (names[path.join('.')] ?? flagOf(path, names)),
    kind,
    required,
    without,
    choices,
    items: kind === 'list' && schema.items !== undefined ? wordsOf(unfold(schema.items).schema) : [],
    restricts: false,
    earlier: kind === 'dollars' ? flagOf(path, names) : undefined,
    about: [...about, required ? '(required)' : ''].filter((text) => text !== '').join(' '),
  };
}

/** The values that --no-x sends. */
const emptyValues: Partial<Record<Kind, Json>> = { list: [], lists: {} };

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
  const choices = wordsOf(schema);
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
      return { kind: schema.properties === undefined ? mapKind(schema) : 'object', choices: [] };
    default:
      return unionKind(schema);
  }
}

function wordsOf({ enum: words = [] }: Schema): string[] {
  return words.filter((value) => typeof value === 'string');
}

function mapKind({ additionalProperties: values }: Schema): Kind {
  return typeof values === 'object' && unfold(values).schema.type === 'array' ? 'lists' : 'pairs';
}

/** Returns the kind of a union of a list and a keyword, such as a list of names or `all`. Throws for other unions. */
function unionKind(schema: Schema): { kind: Kind; choices: string[] } {
  const kinds = (schema.anyOf ?? []).map((branch) => kindOf(unfold(branch).schema));
  const words = kinds.flatMap(({ choices }) => choices);
  if (!kinds.some(({ kind }) => kind === 'list') || words.length === 0)
    throw new Error(`scripts/cli/flags.ts supports no flag for the schema ${JSON.stringify(schema)}`);
  return { kind: 'list', choices: words };
}

function valueOption(flags: string, kind: Kind, choices: string[], about: string, items: string[] = []): Option {
  const option = new Option(flags, about);
  if (kind === 'text') return choices.length > 0 ? option.choices(choices) : option;
  if (kind === 'number') return option.argParser(toNumber);
  if (kind === 'dollars') return option.argParser(toCents);
  if (kind === 'pairs') {
    option.description = `${about}; may be repeated`;
    return option.argParser(addPair);
  }
  if (kind === 'lists') {
    option.description = `${about}; may be repeated; KEY/ alone: none of KEY`;
    return option.argParser(addToList);
  }
  const words = choices.map((choice) => `; '${choice}' stands for all`).join('');
  option.description = `${about}${words}; may be repeated`;
  return option.argParser((text: string, before: string[] | false | undefined) => {
    const isKnown = items.length === 0 || choices.includes(text) || items.includes(text);
    // The error has the form of commander's own, so that the message suggests the item that was meant.
    if (!isKnown) throw new InvalidArgumentError(`Allowed choices are ${[...choices, ...items].join(', ')}.`);
    return [...(before || []), text];
  });
}

/** Parses a number. Throws if the text is not a number. */
export function toNumber(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

/** Parses US dollars. Returns cents. Throws if the text is no amount. */
function toCents(text: string): number {
  const [, dollars = '', cents = ''] = /^\$?(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === '') throw new InvalidArgumentError('It must be an amount in dollars, such as 15 or 0.50.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

function addPair(text: string, pairs: Record<string, string> | false | undefined): Record<string, string> {
  const [, key, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError('It must have the form KEY=VALUE.');
  return { ...(pairs || {}), [key]: value };
}

function addToList(text: string, lists: Record<string, string[]> | false | undefined): Record<string, string[]> {
  const [, key, item] = /^([^/]+)\/(.*)$/su.exec(text) ?? [];
  if (key === undefined || item === undefined) throw new InvalidArgumentError('It must have the form KEY/ITEM.');
  const given = lists || {};
  return { ...given, [key]: [...(given[key] ?? []), ...(item === '' ? [] : [item])] };
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
  return ['text', 'number', 'dollars'].includes(kind) ? 'removes the value' : 'removes all values';
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
