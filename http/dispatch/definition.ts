// Reads generated/openapi.runtime.json: the schemas for validation.
//
// References are replaced per operation, at its first request: replacing all of them would take a quarter of the
// start-up time. openapi-backend's own dereferencing drops the members beside a reference, such as a default.

import { readFileSync } from 'node:fs';

type Node = Record<string, unknown>;

/** The runtime document, with references. */
export interface Definition {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Node>>;
  components: { schemas: Record<string, Node> };
}

/** Reads the runtime document. */
export function readDefinition(): Definition {
  return JSON.parse(
    readFileSync(new URL('../../generated/openapi.runtime.json', import.meta.url), 'utf8'),
  ) as Definition;
}

/** Returns the node with every reference into the document replaced by a copy of its target. */
export function inline(document: unknown, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(document, item));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Node;
  const beside = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(document, value)]));
  if (typeof $ref !== 'string') return $ref === undefined ? beside : { $ref: inline(document, $ref), ...beside };
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Node)[key], document);
  return { ...(inline(document, target) as Node), ...beside };
}

/** Returns the names of all properties with the format `password`. Their values are never shown. */
export function secretNames(document: unknown, node = document, names = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return names;
  const { properties } = node as { properties?: Record<string, Node> };
  for (const [name, schema] of Object.entries(properties ?? {})) {
    if ((inline(document, schema) as Node).format === 'password') names.add(name);
  }
  for (const value of Object.values(node)) secretNames(document, value, names);
  return names;
}
