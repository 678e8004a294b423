// The texts of a query as the values that its parameters ask for. What cannot be one stays the text that it is, and
// validation says so.

import type { Coercions } from '../calls/index.ts';

/** How clients write a boolean: Python's `requests` says `True`, others `1`. Pydantic reads the same words. */
const booleanWords = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((word) => [word, false] as const),
]);

/** Query texts become booleans by such a word in any case, and numbers only as JSON writes them: no `1e2`, `0x10` or ` 5`. */
export function coerce(query: Record<string, unknown>, coercions: Coercions): void {
  for (const [name, type] of coercions) {
    const text = query[name];
    if (typeof text !== 'string') continue;
    if (type === 'boolean') {
      query[name] = booleanWords.get(text.toLowerCase()) ?? text;
    } else if ((type === 'integer' ? /^-?(0|[1-9][0-9]{0,18})$/ : /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/).test(text)) {
      query[name] = Number(text);
    }
  }
}

/** A list is written `name=a&name=b` or, as clients of the public API do, `name[]=a&name[]=b`. */
export function takeList(query: Record<string, unknown>, name: string): void {
  const bracketed = `${name}[]`;
  const given = [query[name], query[bracketed]].flat().filter((value) => value !== undefined);
  if (given.length > 0) query[name] = given;
  delete query[bracketed];
}
