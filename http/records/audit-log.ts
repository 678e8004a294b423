// The step that writes the audit log. A service writes the entry in the transaction of its change, so that neither
// exists without the other. If a change has no transaction here, for example one that an upstream made, this step
// writes the entry after the call has succeeded.

import { type AuditEvent, auditEvent, follow, type Trail } from '../../services/audit/index.ts';
import type { Services } from '../../services/index.ts';
import { actorOf } from '../../services/tenancy/index.ts';
import type { Answer, OperationNeeds, Route, ServerCall } from '../calls/index.ts';

/** Runs an audited operation with an audit trail, and writes the entry if the service did not. */
export async function withAuditLog(call: ServerCall, services: Services, work: () => Promise<Answer>): Promise<Answer> {
  const { audit } = call.route as Route;
  if (audit === undefined) return await work();
  const trail = trailOf(call, audit, services);
  return await follow(trail, async () => {
    const answer = await work();
    if (trail.noted || answer.status >= 300) return answer;
    // The change is committed, so a failing audit write must not turn the answer into an error.
    await auditEvent(eventOf(trail, call, answer)).catch((error: unknown) =>
      services.log.error({ err: error, requestId: call.requestId }, 'a change was not written into the audit log'),
    );
    return answer;
  });
}

function trailOf(call: ServerCall, { action, by }: NonNullable<OperationNeeds['audit']>, services: Services): Trail {
  const { body } = call;
  // Only the names: a value could be a secret.
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return {
    writer: services.audit,
    actor: actorOf(call.caller),
    address: call.address,
    requestId: call.requestId,
    organizationId: call.organization?.id ?? null,
    projectId: call.project?.id ?? null,
    change: { type: action, details: fields.length > 0 ? { fields } : {} },
    noted: by === 'service',
    onNote: call.finish,
  };
}

function eventOf({ change }: Trail, { params }: ServerCall, { body }: Answer): AuditEvent {
  const named = Object.values(params).at(-1);
  const made = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  const targetId = [named, made].find((id) => typeof id === 'string') as string | undefined;
  return { ...(change as AuditEvent), targetId: targetId ?? null };
}
