// Prints results to stdout: tables for people, JSON for scripts. Messages beside the result go to stderr.

import { styleText } from 'node:util';
import type { Schema } from '../document/index.ts';
import { plain, safeJson } from '../text/index.ts';
import { unfold } from './operations.ts';

type Row = Record<string, unknown>;

/** The printed form of each member of a resource. */
export interface Display {
  /** The schema of the resource. */
  schema: Schema;
  /** The meaning of empty lists, by the dotted path of the member. */
  emptyMeans: Record<string, string>;
}

const gap = '  ';

/** Prints the value as JSON. */
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
export async function printTable(rows: Row[], columns: string[], display: Display): Promise<void> {
  const heads = columns.map((column) => column.replace(/_at$/, '').replaceAll(/[._]/g, ' ').toUpperCase());
  const cells = rows.map((row) => columns.map((column) => cell(row, column, display)));
  const widths = await widthsOf([heads, ...cells]);
  const lines = [heads, ...cells].map((line, index) => {
    const text = line
      .map((value, column) => value + ' '.repeat((widths.columns[column] ?? 0) - widths.of(value)))
      .join(gap)
      .trimEnd();
    return index === 0 ? bold(text) : text;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints a resource with a line for each member. Nested members have dotted paths. */
export function printRecord(resource: Row, display: Display): void {
  const paths = leaves(resource, display.schema).filter((path) => path !== 'object');
  const width = Math.max(...paths.map((path) => path.length));
  const lines = paths.map((path) => `${bold(path.padEnd(width))}${gap}${cell(resource, path, display)}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Returns the dotted paths of all members that are not objects. A map with free keys is one member. */
function leaves(resource: Row, schema: Schema): string[] {
  return Object.entries(resource).flatMap(([name, value]) => {
    const known = unfold(schema).schema.properties?.[name];
    if (!isRow(value) || known === undefined || unfold(known).schema.properties === undefined) return [name];
    return leaves(value, known).map((path) => `${name}.${path}`);
  });
}

function cell(row: Row, path: string, { schema, emptyMeans }: Display): string {
  let value: unknown = row;
  let known: Schema = schema;
  for (const name of path.split('.')) {
    value = isRow(value) ? value[name] : undefined;
    known = unfold(known).schema.properties?.[name] ?? {};
  }
  if (Array.isArray(value) && value.length === 0) return emptyMeans[path] ?? '[]';
  return typeof value === 'number' && isTime(known) ? timeText(value) : shown(value);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((item) => (isRow(item) ? pairs(item) : shown(item))).join(', ');
  if (isRow(value)) return Object.keys(value).length === 0 ? '-' : pairs(value);
  return plain(String(value));
}

function pairs(row: Row): string {
  return Object.entries(row)
    .map(([key, value]) => `${plain(key)}=${shown(value)}`)
    .join(' ');
}

/** Returns true if the member is a time in Unix seconds. */
function isTime({ $ref, anyOf = [] }: Schema): boolean {
  return $ref === '#/components/schemas/UnixSeconds' || anyOf.some(isTime);
}

/** Returns a time in Unix seconds as ISO 8601 text. */
export function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z');
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the text in bold if the terminal supports colours and NO_COLOR is not set. */
function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

/** Returns a function for the terminal width of a text, and the maximum width of each column. */
async function widthsOf(lines: string[][]): Promise<{ columns: number[]; of: (text: string) => number }> {
  const isNarrow = (text: string): boolean => /^[ -~]*$/.test(text);
  // string-width takes longer to load than everything else together, and most tables are ASCII.
  const { default: stringWidth } = lines.flat().every(isNarrow)
    ? { default: (text: string) => text.length }
    : await import('string-width');
  const columns: number[] = [];
  for (const line of lines) {
    for (const [column, text] of line.entries()) columns[column] = Math.max(columns[column] ?? 0, stringWidth(text));
  }
  return { columns, of: stringWidth };
}
