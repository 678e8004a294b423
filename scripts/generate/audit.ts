// The audit action of an operation, and who writes the entries: from `x-audit`, or by the method if `x-audit` is
// missing.

import type { Operation } from '../document/index.ts';

/** The action, and who writes its entries: the server for every request, or a service when an entry is useful. */
export interface Audit {
  action: string;
  by: 'call' | 'service';
}

/** Returns the audit properties of an operation, or undefined if it is not audited. */
export function auditOf(method: string, operation: Operation): Audit | undefined {
  const isModelCall = operation['x-passes-on'] !== undefined || operation['x-body-limit'] === 'inference';
  const by = operation['x-audit'] ?? (method === 'get' || isModelCall ? 'none' : 'call');
  return by === 'none' ? undefined : { action: actionOf(operation.operationId), by };
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
function actionOf(operationId: string): string {
  const [verb = '', ...noun] = operationId
    .replace(/([A-Z])/g, '_$1')
    .toLowerCase()
    .split('_');
  const past = pasts[verb];
  return past === undefined || noun.length === 0 ? [verb, ...noun].join('_') : `${noun.join('_')}.${past}`;
}
