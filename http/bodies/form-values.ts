// Converts the texts of a form to the numbers, booleans and objects of its schema. A text that cannot be converted
// stays, and validation reports it. Clients that write forms by hand send an empty part for what is not set, and a text
// as JSON, in quotes.

import { type FormSchema, malformed } from '../calls/index.ts';
import { maxOwnParts, parseJson } from './body.ts';

/**
 * Parses a URL-encoded form. A parameter without a value counts as absent (RFC 6749, section 3.2). Throws
 * `malformed_request` for one that comes twice.
 */
export function parseForm(text: string): Record<string, string> {
  const parameters = new URLSearchParams(text);
  const twice = [...parameters.keys()].find((name) => parameters.getAll(name).length > 1);
  if (twice !== undefined) throw malformed(`The form has the parameter '${twice.slice(0, 64)}' twice.`);
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

/** Returns a copy of the form with its texts converted as the schema says. */
export function formValues(texts: unknown, schema: FormSchema): unknown {
  const { properties, required = [] } = schema;
  if (properties !== undefined) {
    const value = typeof texts === 'string' ? jsonObject(texts) : texts;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, item]) => item !== '' || properties[name] === undefined || required.includes(name))
        .map(([name, item]) => {
          const property = properties[name];
          return [name, property === undefined ? item : formValues(item, property)];
        }),
    );
  }
  if (typeof texts !== 'string') return texts;
  switch (schema.type) {
    case 'integer':
      return /^-?(0|[1-9][0-9]{0,18})$/.test(texts) ? Number(texts) : texts;
    case 'number':
      return /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(texts) ? Number(texts) : texts;
    case 'boolean':
      return texts === 'true' || texts === 'false' ? texts === 'true' : texts;
    default:
      return unquoted(texts);
  }
}

/** Returns the text that a JSON string holds; other texts as they are. */
function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

function jsonObject(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return parseJson(text, maxOwnParts);
  } catch {
    return text;
  }
}
