// Short forms of long texts, lists and maps, which keep the contract cases readable:
//   {"$text": ["https://", ["ab", 5]]}   the parts joined; a pair is its unit, repeated and truncated to this number of
//                                        characters (code points): "https://ababa"
//   {"$list": [item, 3]}                 a list of 3 equal items
//   {"$pairs": [value, 3]}               {"k1": value, "k2": value, "k3": value}

import type { Json } from './document.ts';
import { repeated } from './formats.ts';

const longTextLength = 80;
const longListLength = 6;
/**
 * A unit of at most 24 characters, repeated at least eight times. A partial repetition at the end is not part of the
 * match.
 */
const longRun = /(.{1,24}?)\1{7,}/su;

type JsonObject = { [key: string]: Json };
type TextPart = string | [unit: string, length: number];

/** Returns the value with its long parts in short forms. */
export function compact(value: Json): Json {
  if (typeof value === 'string') return compactText(value);
  if (Array.isArray(value)) {
    const [first = null] = value;
    const same = value.length >= longListLength && value.every((item) => isSame(item, first));
    return same ? { $list: [compact(first), value.length] } : value.map(compact);
  }
  if (typeof value !== 'object' || value === null) return value;
  const values = Object.values(value);
  const [first = null] = values;
  const numbered = Object.keys(value).every((key, index) => key === `k${index + 1}`);
  if (values.length >= longListLength && numbered && values.every((item) => isSame(item, first)))
    return { $pairs: [compact(first), values.length] };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, compact(item)]));
}

/**
 * Returns the value without short forms. `fill` replaces the placeholders `$fixture` and `$unique`, whose values only a
 * runner knows.
 */
export function expand(value: Json, fill: (marker: JsonObject) => Json | undefined = () => undefined): Json {
  if (Array.isArray(value)) return value.map((item) => expand(item, fill));
  if (typeof value !== 'object' || value === null) return value;
  const { $text, $list, $pairs } = value;
  if (Array.isArray($text)) return ($text as TextPart[]).map(textOf).join('');
  if (Array.isArray($list)) {
    const [item = null, count] = $list;
    return Array.from({ length: Number(count) }, () => expand(item, fill));
  }
  if (Array.isArray($pairs)) {
    const [item = null, count] = $pairs;
    return Object.fromEntries(
      Array.from({ length: Number(count) }, (_, index) => [`k${index + 1}`, expand(item, fill)]),
    );
  }
  const filled = fill(value);
  if (filled !== undefined) return filled;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item, fill)]));
}

function compactText(text: string): Json {
  if (text.length < longTextLength) return text;
  const run = longRun.exec(text);
  if (run === null) return text;
  const [whole, unit = ''] = run;
  const rest = text.slice(run.index + whole.length);
  const tail = Array.from(unit).findIndex((_, index) => !rest.startsWith(firstOf(unit, index + 1)));
  const cut = firstOf(unit, Math.max(tail, 0));
  const parts: TextPart[] = [text.slice(0, run.index), [unit, Array.from(whole + cut).length], rest.slice(cut.length)];
  return { $text: parts.filter((part) => part !== '') };
}

function textOf(part: TextPart): string {
  if (typeof part === 'string') return part;
  const [unit, length] = part;
  return repeated(unit, length);
}

function firstOf(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}

function isSame(a: Json, b: Json): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
