// Reads a tree of settings: each value from the environment, or else the configuration file, or else the default. The
// tree itself is in services/settings/config.ts. All problems are collected, so that one start reports them all.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { meantName } from '../platform/index.ts';
import type { Read } from './setting-values.ts';

export interface Setting<T> {
  readonly env: string | undefined;
  readonly fallback: T;
  readonly read: Read<T>;
  readonly secret: boolean;
  /** True if there is no default, so the setting must be given. */
  readonly required: boolean;
  /** True if the setting may change while the server runs. Its users must read it each time. */
  readonly live: boolean;
  readonly about: string;
  /** A description of the default if it depends on the machine. */
  readonly defaultText: string | undefined;
  /** Extracts this setting from the variable's value if one variable contains several settings. */
  readonly part: ((value: unknown) => unknown) | undefined;
  /** Converts the value to the form of the configuration file, if the code uses another form. */
  written?(value: T): unknown;
  /** Returns the part of an invalid stored value that is valid. Without this function, the whole item is invalid. */
  validPart?(value: unknown): unknown;
}

/** A list of items that each have the same settings. */
export interface SettingList<Items> {
  /** The variable that contains the whole list as JSON. */
  readonly env: string | undefined;
  readonly items: Items;
  /** Returns the problems of the items in combination; each text completes "<setting> ". */
  readonly check: (items: readonly Values<Items>[]) => string[];
  readonly about: string;
  /** True if the whole list may be replaced while the server runs. */
  readonly live: boolean;
  /**
   * Returns true if a new item may keep the secrets of an existing one, because it is the same item with the same
   * target.
   */
  readonly keepsSecrets: (before: Values<Items>, now: Tree) => boolean;
}

/** The values of a tree of settings, with the same nesting. */
export type Values<Tree> = { readonly [Key in keyof Tree]: ValueOf<Tree[Key]> };
type ValueOf<Node> =
  Node extends Setting<infer T> ? T : Node extends SettingList<infer Items> ? readonly Values<Items>[] : Values<Node>;

type SettingOptions<T> = Partial<
  Pick<Setting<T>, 'secret' | 'required' | 'live' | 'defaultText' | 'part' | 'written' | 'validPart'>
>;

/** Declares a setting. `about` completes it with its description. */
export function setting<T>(
  env: string | undefined,
  read: Read<T>,
  fallback: NoInfer<T>,
  options: SettingOptions<T> = {},
): { about(text: string): Setting<T> } {
  const none = { secret: false, required: false, live: false, defaultText: undefined, part: undefined };
  return { about: (about) => ({ env, fallback, read, about, ...none, ...options }) };
}

export function list<Items>(
  env: string | undefined,
  items: Items,
  check: (items: readonly Values<Items>[]) => string[],
  about: string,
  { live = false, keepsSecrets = () => false }: Partial<Pick<SettingList<Items>, 'live' | 'keepsSecrets'>> = {},
): SettingList<Items> {
  return { env, items, check, about, live, keepsSecrets };
}

export type Tree = { [key: string]: unknown };

/** The source of a value. `stored`: it was changed while the server ran. */
export type Source = 'default' | 'file' | 'environment' | 'stored';

/** A problem with a value. */
export interface Problem {
  path: string[];
  /** The name for the operator: the variable, or the path in the file. */
  name: string;
  /** The message; it completes "<name> ". */
  text: string;
}

/** The input and output of reading a tree. */
export interface Reading {
  /** The source of each value, by its dotted path. */
  sources: Map<string, Source>;
  environment: Record<string, string | undefined>;
  /** The names of the variables that are settings. */
  names: Set<string>;
  report(problem: Problem): void;
}

export function isSetting(node: unknown): node is Setting<unknown> {
  return typeof node === 'object' && node !== null && 'read' in node && 'fallback' in node;
}

export function isList(node: unknown): node is SettingList<Tree> {
  return typeof node === 'object' && node !== null && 'items' in node && 'check' in node;
}

export function isMapping(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the values of a tree. `given` is the value of the file at `path`. */
export function readTree(tree: Tree, path: string[], given: unknown, reading: Reading): Tree {
  const values = isMapping(given) ? given : {};
  if (given !== undefined && given !== null && !isMapping(given))
    reading.report({ path, name: nameOf(path), text: 'must be a mapping.' });
  for (const key of Object.keys(values)) {
    const here = [...path, key];
    if (Object.hasOwn(tree, key)) continue;
    const meant = meantName(key, Object.keys(tree));
    const text = meant === undefined ? 'is not a setting.' : `is not a setting. Did you mean ${meant}?`;
    reading.report({ path: here, name: nameOf(here), text });
  }
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => [key, readNode(node, [...path, key], values[key], reading)]),
  );
}

/** Returns the parsed configuration file, or undefined if there is none. */
export function readConfigFile(path: string | undefined, problems: string[]): unknown {
  if (path === undefined || path === '') return undefined;
  try {
    // YAML 1.2 includes JSON. The parser is loaded only if there is a file, because it takes 8 MB of memory.
    const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
    const content: unknown = parse(readFileSync(path, 'utf8'));
    return content ?? undefined;
  } catch (error) {
    problems.push(`SVC_CONFIG names '${path}', which cannot be read: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
}

/** Returns all secret values of a tree that are set. */
export function secretsIn(tree: Tree, values: Tree): string[] {
  return Object.entries(tree).flatMap(([key, node]) => {
    const value = values[key];
    if (isSetting(node)) return node.secret && typeof value === 'string' && value !== '' ? [value] : [];
    if (isList(node)) return (value as Tree[]).flatMap((item) => secretsIn(node.items, item));
    return secretsIn(node as Tree, value as Tree);
  });
}

function readNode(node: unknown, path: string[], given: unknown, reading: Reading): unknown {
  if (isSetting(node)) return readSetting(node, path, given, reading);
  if (isList(node)) return readList(node, path, given, reading);
  return readTree(node as Tree, path, given, reading);
}

function readSetting(node: Setting<unknown>, path: string[], given: unknown, reading: Reading): unknown {
  const [name, value] = sourceOf(node, path, given, reading);
  if (value === undefined || value === null) {
    if (node.required) reading.report({ path, name, text: 'must be given.' });
    return node.fallback;
  }
  try {
    return node.read(name === node.env && node.part !== undefined ? node.part(value) : value);
  } catch (error) {
    reading.report({ path, name, text: (error as Error).message });
    return node.fallback;
  }
}

function readList(node: SettingList<Tree>, path: string[], given: unknown, reading: Reading): readonly unknown[] {
  const [name, value] = sourceOf(node, path, given, reading);
  const problems: Problem[] = [];
  const here = name === node.env ? [name] : path;
  const items = itemsOf(node, here, value ?? [], { ...reading, report: (problem) => problems.push(problem) });
  for (const problem of problems) reading.report(problem);
  // Checks the combination only if each item is valid on its own.
  if (problems.length === 0) for (const text of node.check(items)) reading.report({ path, name, text });
  return items;
}

/**
 * Returns the items of a list from the file or the variable, and reports all problems. `path` is the list's path in the
 * configuration.
 */
export function readItems<Items>(
  node: SettingList<Items>,
  path: string[],
  given: unknown,
  report: (problem: Problem) => void,
): readonly Values<Items>[] {
  const bare = { ...(node as unknown as SettingList<Tree>), env: undefined };
  const reading = { sources: new Map(), environment: {}, names: new Set<string>(), report };
  return readList(bare, path, given, reading) as readonly Values<Items>[];
}

/**
 * Returns the items of a stored list without its invalid parts, and reports these: another version of svc may have
 * stored the list, and one invalid value must not switch off the valid ones. Throws an error if the items contradict
 * each other.
 */
export function readValidItems<Items>(
  node: SettingList<Items>,
  path: string[],
  given: unknown,
  report: (problem: Problem) => void,
): readonly Values<Items>[] {
  const problems: Problem[] = [];
  const items = readItems(node, path, given, (problem) => problems.push(problem));
  if (problems.length === 0) return items;
  for (const problem of problems) report(problem);
  const kept = (Array.isArray(given) ? given : []).flatMap((item: unknown, index) => {
    const ofItem = problems.filter((problem) => problem.path[path.length] === String(index));
    return validPartsOf(node.items as Tree, item, new Set(ofItem.map((problem) => problem.path[path.length + 1])));
  });
  return readItems(node, path, kept, ({ text }) => {
    throw new Error(`${path.join('.')} ${text}`);
  });
}

/** Returns the item with the valid part of its invalid members; nothing if a member has no such part. */
function validPartsOf(members: Tree, item: unknown, invalid: ReadonlySet<string | undefined>): unknown[] {
  if (invalid.size === 0) return [item];
  if (!isMapping(item)) return [];
  const parts = [...invalid].map((name): [string, unknown] | undefined => {
    const member = name === undefined ? undefined : members[name];
    return isSetting(member) && member.validPart !== undefined
      ? [String(name), member.validPart(item[String(name)])]
      : undefined;
  });
  return parts.every((part) => part !== undefined) ? [{ ...item, ...Object.fromEntries(parts) }] : [];
}

function itemsOf(
  { items }: SettingList<Tree>,
  path: string[],
  given: unknown,
  reading: Reading,
): readonly Values<Tree>[] {
  const list = typeof given === 'string' ? parseList(given) : given;
  if (!Array.isArray(list)) {
    reading.report({ path, name: nameOf(path), text: 'must be a list.' });
    return [];
  }
  return list.map((item, index) => readTree(items, [...path, String(index)], item, reading) as Values<Tree>);
}

/** Parses a JSON list from a variable. Returns undefined if it is not a list. */
export function parseList(text: string): unknown[] | undefined {
  if (text === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function sourceOf(
  { env }: { env: string | undefined },
  path: string[],
  given: unknown,
  { environment, names, sources }: Reading,
): [name: string, value: unknown] {
  if (env !== undefined) names.add(env);
  const fromEnvironment = env === undefined ? undefined : environment[env];
  const isGiven = given !== undefined && given !== null;
  sources.set(path.join('.'), fromEnvironment !== undefined ? 'environment' : isGiven ? 'file' : 'default');
  return fromEnvironment === undefined || env === undefined ? [nameOf(path), given] : [env, fromEnvironment];
}

/** Returns the name of a setting for a problem: its path in the file, or in the variable that contains its list. */
function nameOf(path: string[]): string {
  return path[0]?.startsWith('SVC_') ? path.join('.') : `${path.join('.')} in SVC_CONFIG`;
}
