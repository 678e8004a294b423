// Converts query texts to the types of their parameters. A text that cannot be converted stays, and validation reports
// it.

import type { Coercions } from '../calls/index.ts';

/** The booleans that clients send: Python's `requests` sends `True`, others `1`. Pydantic accepts the same words. */
const booleanWords = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((word) => [word, false] as const),
]);

/**
 * Converts the words above in any case to booleans. Converts numbers only in JSON's plain form: no `1e2`, `0x10` or `
 * 5`.
 */
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

/** Sets a list parameter from `name=a&name=b` or from `name[]=a&name[]=b`, which OpenAI clients send. */
export function takeList(query: Record<string, unknown>, name: string): void {
  const bracketed = `${name}[]`;
  const given = [query[name], query[bracketed]].flat().filter((value) => value !== undefined);
  if (given.length > 0) query[name] = given;
  delete query[bracketed];
}
