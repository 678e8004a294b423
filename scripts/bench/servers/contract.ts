// The contract of svc for the reference servers: they have the same routes and validate with the same schemas.

import { readFileSync } from 'node:fs';
import { inline } from '../../../http/dispatch/definition.ts';
import { type FormatRule, formatRules } from '../../../http/validation/formats.ts';
import { addressPolicy } from '../../../services/webhooks/address.ts';
import { type Document, type OperationAt, operationsOf } from '../../document/document.ts';
import { readDocument } from '../../document/read.ts';

const generated = new URL('../../../generated/', import.meta.url);

/** The document that svc runs on. */
export const runtimeDocument = read('openapi.runtime.json');

/** The operations of the document, with all references inlined. */
export const operations: OperationAt[] = operationsOf(inline(runtimeDocument, runtimeDocument) as Document);

/** Returns the schemas of the successful responses, which the runtime document omits. */
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
