// Settings as a tree, nested as in the configuration file, and how their values are found.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Read } from './setting-values.ts';

export interface Setting<T> {
  readonly env: string | undefined;
  readonly fallback: T;
  readonly read: Read<T>;
  readonly secret: boolean;
  readonly about: string;
  /** What of the variable is this setting's, where one variable holds several. */
  readonly part: ((value: unknown) => unknown) | undefined;
}

/** The values of a tree of settings, in the same nesting. */
export type Values<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends Setting<infer T> ? T : Values<Tree[Key]>;
};

type Tree = { [key: string]: unknown };

function isSetting(node: unknown): node is Setting<unknown> {
  return typeof node === 'object' && node !== null && 'read' in node && 'fallback' in node;
}

/**
 * The values of the tree: of the environment, else of what the configuration file gives, else the defaults. Adds to
 * `names` the variables that it knows, and to `problems` a line for each value that is wrong.
 */
export function readTree(
  tree: Tree,
  path: string[],
  given: unknown,
  environment: Tree,
  names: Set<string>,
  problems: string[],
): Tree {
  const values = isMapping(given) ? given : {};
  if (given !== undefined && !isMapping(given)) problems.push(`${path.join('.')} in SVC_CONFIG must be a mapping.`);
  for (const key of Object.keys(values)) {
    if (!Object.hasOwn(tree, key)) problems.push(`${[...path, key].join('.')} in SVC_CONFIG is not a setting.`);
  }
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const here = [...path, key];
      if (!isSetting(node)) return [key, readTree(node as Tree, here, values[key], environment, names, problems)];
      if (node.env !== undefined) names.add(node.env);
      const fromEnvironment = node.env === undefined ? undefined : environment[node.env];
      const [name, value] =
        fromEnvironment === undefined ? [`${here.join('.')} in SVC_CONFIG`, values[key]] : [node.env, fromEnvironment];
      if (value === undefined || value === null) return [key, node.fallback];
      try {
        return [key, node.read(fromEnvironment === undefined || node.part === undefined ? value : node.part(value))];
      } catch (error) {
        const problem = `${name} ${(error as Error).message}`;
        if (!problems.includes(problem)) problems.push(problem);
        return [key, node.fallback];
      }
    }),
  );
}

/** What the configuration file holds; undefined: there is none. */
export function readConfigFile(path: string | undefined, problems: string[]): unknown {
  if (path === undefined || path === '') return undefined;
  try {
    // YAML 1.2 reads JSON too. Loaded where there is a file: its parser takes 8 MB.
    const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
    const content: unknown = parse(readFileSync(path, 'utf8'));
    return content ?? undefined;
  } catch (error) {
    problems.push(`SVC_CONFIG names '${path}', which cannot be read: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
}

function isMapping(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
