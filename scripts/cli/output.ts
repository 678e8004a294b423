// What a command shows: tables for people, JSON for scripts. What is beside the result goes to stderr.

import { styleText } from 'node:util';
import type { Schema } from '../document/index.ts';
import { unfold } from './operations.ts';
import { plain, safeJson } from './text.ts';

type Row = Record<string, unknown>;

/** How a resource's members are shown. */
export interface Display {
  /** The schema of the resource. */
  schema: Schema;
  /** Lists that mean something when they are empty, by the dotted path of the member. */
  emptyMeans: Record<string, string>;
}

const gap = '  ';

/** Writes the value as JSON. */
export function printJson(value: unknown): void {
  process.stdout.write(`${safeJson(value)}\n`);
}

/** Writes a line of the result. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a line for the person, beside the result. */
export function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Writes a row for each resource, a column for each of the dotted paths. */
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

/** Writes a resource, a line for each member, nested ones by their dotted path. */
export function printRecord(resource: Row, display: Display): void {
  const paths = leaves(resource, display.schema).filter((path) => path !== 'object');
  const width = Math.max(...paths.map((path) => path.length));
  const lines = paths.map((path) => `${bold(path.padEnd(width))}${gap}${cell(resource, path, display)}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The dotted paths of all members that are no objects. An object of a caller's own pairs is one member. */
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

/** Whether a member holds Unix seconds. */
function isTime({ $ref, anyOf = [] }: Schema): boolean {
  return $ref === '#/components/schemas/UnixSeconds' || anyOf.some(isTime);
}

/** Unix seconds as a person reads them. */
export function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z');
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Bold on a terminal that has colours, and where NO_COLOR does not forbid it. */
function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

/** The width of each text on a terminal, and of the widest in each column. */
async function widthsOf(lines: string[][]): Promise<{ columns: number[]; of: (text: string) => number }> {
  const isNarrow = (text: string): boolean => /^[ -~]*$/.test(text);
  // The library takes longer to load than everything else together, and most tables are ASCII.
  const { default: stringWidth } = lines.flat().every(isNarrow)
    ? { default: (text: string) => text.length }
    : await import('string-width');
  const columns: number[] = [];
  for (const line of lines) {
    for (const [column, text] of line.entries()) columns[column] = Math.max(columns[column] ?? 0, stringWidth(text));
  }
  return { columns, of: stringWidth };
}
