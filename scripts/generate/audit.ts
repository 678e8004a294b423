// The audit log entries of an operation, and who writes them: from `x-audit-events`, or the operation's name, and
// `x-audit`, or the method.

import { type Document, type Operation, operationsOf } from '../document/index.ts';

/** The types of the entries, and who writes them: the server for every request, or a service when an entry is useful. */
export interface Audit {
  events: string[];
  by: 'call' | 'service';
}

/** Returns the audit properties of an operation, or undefined if it is not audited. */
export function auditOf(method: string, operation: Operation): Audit | undefined {
  const isModelCall = operation['x-passes-on'] !== undefined || operation['x-body-limit'] === 'inference';
  const by = operation['x-audit'] ?? (method === 'get' || isModelCall ? 'none' : 'call');
  return by === 'none' ? undefined : { events: operation['x-audit-events'] ?? [eventOf(operation.operationId)], by };
}

/** Returns the source of generated/audit-events.ts: the types of all entries that operations write. */
export function auditEventsModule(document: Document): string {
  const types = operationsOf(document).flatMap(({ method, operation }) => auditOf(method, operation)?.events ?? []);
  return [
    '// Made by `npm run generate` from spec/: the types of the entries that operations write into the audit log.',
    '',
    'export const auditEvents = [',
    ...[...new Set(types)].sort().map((type) => `  '${type}',`),
    '] as const;',
    '',
  ].join('\n');
}

const pasts: Record<string, string> = {
  create: 'created',
  add: 'created',
  attach: 'attached',
  upload: 'uploaded',
  update: 'updated',
  modify: 'updated',
  change: 'changed',
  delete: 'deleted',
  remove: 'deleted',
  cancel: 'cancelled',
  complete: 'completed',
  archive: 'archived',
  move: 'moved',
  reread: 'reread',
  accept: 'accepted',
  resend: 'resent',
  test: 'tested',
};

/** Converts an operation id: `createVectorStore` → `vector_store.created`. */
function eventOf(operationId: string): string {
  const [verb = '', ...noun] = operationId
    .replace(/([A-Z])/g, '_$1')
    .toLowerCase()
    .split('_');
  const past = pasts[verb];
  return past === undefined || noun.length === 0 ? [verb, ...noun].join('_') : `${noun.join('_')}.${past}`;
}
