// How the audit log calls an operation, and who writes its entries: from `x-audit`, or by its method where that is left out.

import type { Operation } from '../document/index.ts';

/** The action, and whether the server writes an entry for every call or only the service where it finds one worth it. */
export interface Audit {
  action: string;
  by: 'call' | 'service';
}

/** What the audit log has of an operation; undefined: nothing. */
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
  accept: 'accepted',
  resend: 'resent',
  test: 'tested',
};

/** `createVectorStore` → `vector_store.created`. */
function actionOf(operationId: string): string {
  const [verb = '', ...noun] = operationId
    .replace(/([A-Z])/g, '_$1')
    .toLowerCase()
    .split('_');
  const past = pasts[verb];
  return past === undefined || noun.length === 0 ? [verb, ...noun].join('_') : `${noun.join('_')}.${past}`;
}
