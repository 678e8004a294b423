// Prints results to stdout: tables and indented members for people, JSON for scripts. Messages beside the result go to
// stderr.

import { stripVTControlCharacters } from 'node:util';
import type { Schema } from '../document/index.ts';
import { plain, safeJson } from '../text/index.ts';
import { unfold } from './operations.ts';
import { bold, tableLines, terminalWidth } from './tables.ts';
import { numberText } from './values.ts';

type Row = Record<string, unknown>;

/** The printed form of each member of a resource. */
export interface Display {
  /** The schema of the resource. */
  schema: Schema;
  /** The meaning of empty lists and objects, by the dotted path of the member. */
  emptyMeans: Record<string, string>;
}

const gap = '  ';

/** The heads of columns whose names would be too long. */
const shortHeads: Record<string, string> = {
  'file_counts.total': 'FILES',
  'enforcement.status': 'ENFORCEMENT',
  'last_error.message': 'ERROR',
  'last_failure.outcome': 'LAST FAILURE',
  'last_failure.at': 'FAILED AT',
  attempt_count: 'ATTEMPTS',
  bytes: 'SIZE',
  usage_bytes: 'SIZE',
  redacted_value: 'KEY',
  invited_email: 'EMAIL',
  event_type: 'EVENT',
  is_admin: 'ADMIN',
  email_verified: 'VERIFIED',
  expiration_time: 'EXPIRES',
  amount_usd: 'COST',
};

export function printJson(value: unknown): void {
  process.stdout.write(`${safeJson(value)}\n`);
}

/** Prints the value as JSON on one line, for commands that print a value at a time. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${safeJson(value, 0)}\n`);
}

/** Prints a line of the result. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a message to stderr. */
export function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints a table with a row for each resource. `columns` are dotted paths. */
export async function printTable(rows: Row[], columns: readonly string[], display: Display): Promise<void> {
  const cells = rows.map((row) => columns.map((column) => cell(row, column, display)));
  process.stdout.write(`${(await tableLines(columns.map(headOf), cells)).join('\n')}\n`);
}

/** Prints a resource with a line for each member. The members of an object are indented, lists of objects are tables. */
export async function printRecord(resource: Row, { schema, emptyMeans }: Display): Promise<void> {
  const { object: _, ...members } = resource;
  const lines = await linesOf(members, schema, { emptyMeans, path: '', indent: '' });
  const width = Math.max(...lines.map(([label, value]) => (value === undefined ? 0 : label.length)));
  const text = lines.map(([label, value]) => {
    if (value === undefined) return label;
    return `${bold(label)}${' '.repeat(width - label.length)}${gap}${value}`;
  });
  process.stdout.write(`${text.join('\n')}\n`);
}

/** A line of a record: a member with its value, or a whole line. */
type Line = [label: string, value?: string];

interface Place {
  emptyMeans: Record<string, string>;
  /** The dotted path of the object, with a final dot. */
  path: string;
  indent: string;
}

async function linesOf(object: Row, schema: Schema, place: Place): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, value] of Object.entries(object)) {
    const known = unfold(schema).schema.properties?.[name] ?? {};
    const label = place.indent + plain(name);
    const inside = { ...place, path: `${place.path}${name}.`, indent: `${place.indent}${gap}` };
    const nested = nestedValue(value);
    if (nested === undefined) lines.push([label, shown(value, `${place.path}${name}`, known, place.emptyMeans, true)]);
    else if (Array.isArray(nested)) lines.push([bold(label)], ...(await listLines(nested, known, inside)));
    else lines.push([bold(label)], ...(await linesOf(nested, known, inside)));
  }
  return lines;
}

/** Returns the value if it has members of its own. Text that is a JSON object, such as a webhook's payload, has them too. */
function nestedValue(value: unknown): Row | Row[] | undefined {
  if (isRow(value)) return Object.keys(value).length > 0 ? value : undefined;
  if (Array.isArray(value) && value.length > 0 && value.every(isRow)) return value;
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined;
  try {
    return nestedValue(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** Returns the lines of a list: a table if the objects are flat and the table fits, else the members of each object. */
async function listLines(list: Row[], schema: Schema, place: Place): Promise<Line[]> {
  const items = unfold(schema).schema.items ?? {};
  const names = [...new Set(list.flatMap((item) => Object.keys(item)))];
  const isFlat = list.every((item) => Object.values(item).every((value) => nestedValue(value) === undefined));
  if (isFlat) {
    const cells = list.map((item) => names.map((name) => cell(item, name, { schema: items, emptyMeans: {} })));
    const room = Math.min(terminalWidth(), 120) - place.indent.length;
    const lines = await tableLines(names.map(headOf), cells, Number.POSITIVE_INFINITY);
    if (lines.every((line) => stripVTControlCharacters(line).length <= room))
      return lines.map((line) => [place.indent + line]);
  }
  const blocks: Line[] = [];
  for (const [index, item] of list.entries()) {
    blocks.push([`${place.indent}${index + 1}.`]);
    blocks.push(...(await linesOf(item, items, { ...place, indent: `${place.indent}${gap}` })));
  }
  return blocks;
}

function headOf(column: string): string {
  const name = shortHeads[column] ?? column.replace(/_at$/, '').replace(/^num_/, '').replaceAll(/[._]/g, ' ');
  return plain(name).toUpperCase();
}

/** Returns the value at a dotted path. */
export function valueAt(row: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (isRow(value) ? value[name] : undefined), row);
}

function cell(row: Row, path: string, { schema, emptyMeans }: Display): string {
  let known: Schema = schema;
  for (const name of path.split('.')) known = unfold(known).schema.properties?.[name] ?? {};
  return shown(valueAt(row, path), path, known, emptyMeans, false);
}

function shown(
  value: unknown,
  path: string,
  schema: Schema,
  emptyMeans: Record<string, string>,
  isLong: boolean,
): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(path.split('.').at(-1) ?? '', value, schema, isLong);
  if (isRow(value)) return Object.keys(value).length === 0 ? (emptyMeans[path] ?? '-') : pairs(value);
  if (!Array.isArray(value)) return plain(String(value));
  if (value.length === 0) return emptyMeans[path] ?? 'none';
  return value.map((item) => (isRow(item) ? nameOf(item) : shown(item, path, {}, {}, false))).join(', ');
}

/** Returns a few words for an object inside of a cell: its name or id, else its members. */
function nameOf(item: Row): string {
  const name = item.name ?? item.id;
  return typeof name === 'string' ? plain(name) : pairs(item);
}

function pairs(row: Row): string {
  const entries = Object.entries(row);
  if (entries.length === 0) return '-';
  return entries.map(([key, value]) => `${plain(key)}=${shown(value, key, {}, {}, false)}`).join(' ');
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
