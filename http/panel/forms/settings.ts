// The server's configuration in the panel: each setting with its value and the origin of the value.

import type { Schemas } from '../api/index.ts';

/** The text that the server returns in place of a stored secret. */
const mask = '••••••••';

export interface Setting {
  /** Its dotted path. */
  id: string;
  value: unknown;
  /** True if there is a value that can be revealed. */
  isSecret: boolean;
  origin: Schemas['SettingProvenance'];
}

/** Returns all settings, grouped by their part of the configuration. Lists appear item by item. */
export function sections(
  config: Schemas['AdminConfig'],
  { settings }: Schemas['ConfigProvenance'],
): Map<string, Setting[]> {
  const found: Map<string, Setting[]> = new Map();
  for (const origin of settings) {
    const section = origin.path.split('.')[0] ?? '';
    const rows = leaves(valueAt(config, origin.path), origin.path).map(([id, value]) => ({
      id,
      value,
      isSecret: value === mask,
      origin,
    }));
    found.set(section, [...(found.get(section) ?? []), ...rows]);
  }
  return found;
}

/**
 * Returns the change of one setting as the nested object that the server expects.
 * @param value null: back to what the file or the default says.
 */
export function changeOf(path: string, value: unknown): Record<string, unknown> {
  const keys = path.split('.');
  return keys.reduceRight((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>;
}

function leaves(value: unknown, path: string): [path: string, value: unknown][] {
  const isList = Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
  if (!isList && !isMapping(value)) return [[path, value]];
  return Object.entries(value as object).flatMap(([key, one]) => leaves(one, `${path}.${key}`));
}

function isMapping(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(config: unknown, path: string) {
  let value = config;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}
