// The contract of svc, for the reference servers: they route the same operations and check them by the same schemas.

import { readFileSync } from 'node:fs';
import { inline } from '../../../http/operations/definition.ts';
import { type FormatRule, formatRules } from '../../../http/validation/formats.ts';
import { addressPolicy } from '../../../services/webhooks/address.ts';
import { type Document, type OperationAt, operationsOf, readDocument } from '../../document/document.ts';

const generated = new URL('../../../generated/', import.meta.url);

/** The document that svc itself runs on. */
export const runtimeDocument = read('openapi.runtime.json');

/** Its operations, with every reference replaced by what it names. */
export const operations: OperationAt[] = operationsOf(inline(runtimeDocument, runtimeDocument) as Document);

/** The schemas of the successful answers, which the runtime document leaves out. */
export function answerSchemas(): Map<string, unknown> {
  const published = readDocument(readFileSync(new URL('openapi.json', generated), 'utf8'));
  return new Map(
    operationsOf(published).flatMap(({ operation }) => {
      const schema = operation.responses['200']?.content?.['application/json']?.schema;
      return schema === undefined ? [] : [[operation.operationId, inline(published, schema)] as const];
    }),
  );
}

export const formats: Map<string, FormatRule> = formatRules(addressPolicy([]));

function read(name: string): Document {
  return JSON.parse(readFileSync(new URL(name, generated), 'utf8')) as Document;
}
