// Every change is written into the audit log. Services note what they change in the transaction that changes it: neither
// is there without the other. What does not, is noted here when it has succeeded: what an upstream did for the caller has
// no transaction here, and nothing is left out by forgetting it.

import { type AuditEvent, follow, note, type Trail } from '../services/audit/index.ts';
import { actorOf } from '../services/tenancy/actor.ts';
import type { Handle, OperationRoute } from './backend.ts';
import type { Answer, ServerCall } from './call.ts';

/**
 * They send a body, or are sent often, and change nothing that anybody would ask about. A reset that anybody asks for
 * changes nothing before the link is used: to note it would let everybody fill the log.
 */
const noChanges: ReadonlySet<string> = new Set([
  'announceFineTuningWorker',
  'searchVectorStore',
  'addUploadPart',
  'validateInvitation',
  'createPasswordReset',
  'validatePasswordReset',
  'cancelResponse',
]);

/** They only read, but who read it matters. */
const watchedReads: ReadonlySet<string> = new Set(['revealAdminConfig']);

/** They come every few minutes from everybody: only what they note by themselves is worth an entry. */
const seldomNoted: ReadonlySet<string> = new Set(['refreshLogin', 'refreshBrowserSession']);

/** Whether calls of the operation are written into the audit log. */
export function isAudited({ operationId, operation, passesOn, bodyLimit }: OperationRoute): boolean {
  if (watchedReads.has(operationId)) return true;
  const mayChange = operation.method !== 'get' && passesOn === undefined && bodyLimit !== 'inference';
  return mayChange && !noChanges.has(operationId);
}

/** The handler, with somebody who takes notes. */
export function audited(route: OperationRoute, handler: Handle): Handle {
  if (!isAudited(route)) return handler;
  return (call, services) => {
    const trail: Trail = {
      writer: services.audit,
      actor: actorOf(call.caller),
      address: call.address,
      requestId: call.requestId,
      organizationId: call.organization?.id ?? null,
      projectId: call.project?.id ?? null,
      change: changeOf(route, call),
      noted: seldomNoted.has(route.operationId),
      onNote: call.finish,
    };
    return follow(trail, async () => {
      const answer = await handler(call, services);
      if (trail.noted || answer.status >= 300) return answer;
      // What was done is done: to answer with an error would say that it was not.
      await note(eventOf(trail, call, answer)).catch((error: unknown) =>
        services.log.error({ err: error, requestId: call.requestId }, 'a change was not written into the audit log'),
      );
      return answer;
    });
  };
}

function changeOf({ operationId }: OperationRoute, { body }: ServerCall): NonNullable<Trail['change']> {
  // Names alone: a value could be anything.
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return { type: eventTypeOf(operationId), details: fields.length > 0 ? { fields } : {} };
}

function eventOf({ change }: Trail, { params }: ServerCall, { body }: Answer): AuditEvent {
  const named = Object.values(params).at(-1);
  const made = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  const targetId = [named, made].find((id) => typeof id === 'string') as string | undefined;
  return { ...(change as AuditEvent), targetId: targetId ?? null };
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
export function eventTypeOf(operationId: string): string {
  const [verb = '', ...noun] = operationId
    .replace(/([A-Z])/g, '_$1')
    .toLowerCase()
    .split('_');
  const past = pasts[verb];
  return past === undefined || noun.length === 0 ? [verb, ...noun].join('_') : `${noun.join('_')}.${past}`;
}
