import type { Json } from '../document/index.ts';

const width = 120;

/**
 * Returns the value as JSON, indented by one space, with each object and list on one line if it fits. With a line for each
 * member, a quarter of the document's bytes would be white space.
 */
export function json(value: unknown): string {
  return `${format(JSON.parse(JSON.stringify(value)), 0, 0)}\n`;
}

/** Formats a value that stands after `before` characters of its line, in a line that is indented by `depth` spaces. */
function format(value: Json, depth: number, before: number): string {
  const short = onOneLine(value);
  if (typeof value !== 'object' || value === null || before + short.length < width) return short;
  const indent = ' '.repeat(depth + 1);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const lines = Array.isArray(value)
    ? value.map((item) => indent + format(item, depth + 1, indent.length))
    : Object.entries(value).map(([key, member]) => {
        const start = `${indent}${JSON.stringify(key)}: `;
        return start + format(member, depth + 1, start.length);
      });
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(depth)}${close}`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
