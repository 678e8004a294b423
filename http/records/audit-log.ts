// The step that writes the audit log. A service writes the entry in the transaction of its change, so that neither
// exists without the other. If a change has no transaction here, for example one that an upstream made, this step
// writes the entry after the call has succeeded.

import { CommitUnknownError, isDatabaseAway } from '../../models/constraints.ts';
import { type AuditEvent, auditEvent, follow, type Trail } from '../../services/audit/index.ts';
import type { Services } from '../../services/index.ts';
import { actorOf, type Finish } from '../../services/tenancy/index.ts';
import type { Answer, OperationNeeds, ServerCall, Validated } from '../calls/index.ts';

/**
 * Runs an audited operation with an audit trail, and writes the entry if the service did not.
 * @param finish runs in the transaction of the entry.
 */
export async function withAuditLog(
  call: ServerCall,
  stage: Validated,
  services: Services,
  finish: Finish | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { audit } = stage.route;
  if (audit === undefined) return await work();
  const change = changeOf(audit, stage);
  const trail = trailOf(call, stage, { writer: services.audit, change, noted: audit.by === 'service', onNote: finish });
  return await follow(trail, async () => {
    const answer = await work().catch((error: unknown) => {
      throw trail.isCommitted === true && isDatabaseAway(error) ? new AnswerLostError(error) : error;
    });
    if (trail.noted || answer.status >= 300) return answer;
    // The change is committed, so a failing audit write must not turn the answer into an error.
    await auditEvent(eventOf(change, stage, answer)).catch((error: unknown) =>
      services.log.error({ err: error, requestId: call.requestId }, 'a change was not written into the audit log'),
    );
    return answer;
  });
}

/** The change is committed, and the database was lost before the answer could be read. */
class AnswerLostError extends CommitUnknownError {
  constructor(cause: unknown) {
    super('The change is committed, and its answer is lost', { cause });
  }
}

type Change = NonNullable<Trail['change']>;

function changeOf({ events: [type] }: NonNullable<OperationNeeds['audit']>, { content: { body } }: Validated): Change {
  // Only the names: a value could be a secret.
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return { type, details: fields.length > 0 ? { fields } : {} };
}

function trailOf(
  { address, requestId }: ServerCall,
  { caller, organization, project }: Validated,
  entry: Pick<Trail, 'writer' | 'change' | 'noted' | 'onNote'>,
): Trail {
  return {
    ...entry,
    actor: actorOf(caller),
    address,
    requestId,
    organizationId: organization?.id ?? null,
    projectId: project?.id ?? null,
  };
}

function eventOf(change: Change, { params }: Validated, { body }: Answer): AuditEvent {
  const named = Object.values(params).at(-1);
  const made = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  const targetId = [named, made].find((id) => typeof id === 'string');
  return { ...change, targetId: targetId ?? null };
}
