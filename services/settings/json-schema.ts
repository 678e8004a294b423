// The JSON Schema of the configuration file, for editors and for checks before a deployment.

import { isList, isSetting, type Setting, type Tree } from './config-tree.ts';

type Schema = Record<string, unknown>;

/** Returns the schema of the configuration file: types, bounds, defaults, and the variable of each setting. */
export function schemaOf(tree: Tree): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The configuration file of svc',
    ...schemaOfTree(tree),
  };
}

function schemaOfTree(tree: Tree): Schema {
  const required = Object.entries(tree).flatMap(([key, node]) => (isSetting(node) && node.required ? [key] : []));
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(tree).map(([key, node]) => [key, schemaOfNode(node)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function schemaOfNode(node: unknown): Schema {
  if (isSetting(node)) return schemaOfSetting(node);
  if (!isList(node)) return schemaOfTree(node as Tree);
  const items = schemaOfTree(node.items);
  return { type: 'array', description: node.about, items, ...variableOf(node.env) };
}

function schemaOfSetting({ about, env, fallback, read, required, secret, written }: Setting<unknown>): Schema {
  // Omits the default if the file's form differs from the code's.
  const hasDefault = !required && written === undefined && fallback !== undefined && fallback !== null;
  return {
    ...(read.schema ?? (typeof fallback === 'string' ? { type: 'string' } : {})),
    description: about,
    ...(hasDefault ? { default: fallback } : {}),
    ...(secret ? { writeOnly: true } : {}),
    ...variableOf(env),
  };
}

function variableOf(env: string | undefined): Schema {
  return env === undefined ? {} : { 'x-env': env };
}
