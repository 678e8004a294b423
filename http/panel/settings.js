// The server's configuration in the panel: each setting with its value and the origin of the value.

/** @import { Schemas } from './types.ts' */

/** The text that the server returns in place of a stored secret. */
const mask = '••••••••';

/**
 * @typedef {object} Setting
 * @property {string} id its dotted path.
 * @property {unknown} value
 * @property {boolean} isSecret whether there is a value that can be revealed.
 * @property {Schemas['SettingProvenance']} origin
 */

/**
 * Returns all settings, grouped by their part of the configuration. Lists appear item by item.
 * @param {Schemas['AdminConfig']} config
 * @param {Schemas['ConfigProvenance']} provenance
 * @returns {Map<string, Setting[]>}
 */
export function sections(config, { settings }) {
  /** @type {Map<string, Setting[]>} */
  const found = new Map();
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
 * @param {string} path
 * @param {unknown} value null: back to what the file or the default says.
 * @returns {Record<string, unknown>}
 */
export function changeOf(path, value) {
  const keys = path.split('.');
  return /** @type {Record<string, unknown>} */ (keys.reduceRight((inner, key) => ({ [key]: inner }), value));
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {[path: string, value: unknown][]}
 */
function leaves(value, path) {
  const isList = Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
  if (!isList && !isMapping(value)) return [[path, value]];
  return Object.entries(/** @type {object} */ (value)).flatMap(([key, one]) => leaves(one, `${path}.${key}`));
}

/** @param {unknown} value */
function isMapping(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} config
 * @param {string} path
 */
function valueAt(config, path) {
  let value = config;
  for (const key of path.split('.')) value = /** @type {Record<string, unknown> | undefined} */ (value)?.[key];
  return value;
}
