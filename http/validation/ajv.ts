// The validator of schemas, as it is set for requests.

import { Ajv } from 'ajv';
import type { FormatRule } from './formats.ts';

/**
 * One Ajv for all operations. Thorough: it finds every error, and fills no default in.
 * It is that of draft 7, which says the same of every keyword that the spec uses, four times faster than that of 2020-12;
 * `strictSchema` stops the start at a keyword or a format that it does not know.
 */
export function createAjv(formats: Map<string, FormatRule>, thorough: boolean): Ajv {
  const ajv = new Ajv({
    strict: false,
    // JSON's 1e400 parses to Infinity, which no answer could show again.
    strictNumbers: true,
    strictSchema: true,
    useDefaults: !thorough,
    allErrors: thorough,
    // The value and its schema with each error, from which http/validation/issue-writer.ts finds the words.
    verbose: true,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
  });
  // Words for a validation issue, which http/validation/issue-writer.ts reads.
  ajv.addKeyword('x-file');
  for (const [name, rule] of formats) ajv.addFormat(name, (text: string) => rule(text) === undefined);
  for (const name of ['int32', 'int64', 'float', 'double'])
    ajv.addFormat(name, { type: 'number', validate: () => true });
  return ajv;
}
