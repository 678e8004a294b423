// The step for calls with an `Idempotency-Key`: a repeated call gets the first answer.

import { createHash, hash } from 'node:crypto';
import type { Services } from '../../services/index.ts';
import { callerIdOf } from '../../services/limits/index.ts';
import type { Finish, RepeatableCall } from '../../services/tenancy/index.ts';
import type { Answer, ServerCall, Validated } from '../calls/index.ts';

/**
 * Calls `work` once for each key, if the operation accepts keys and the call has one. `work` then gets a function that
 * stores its result in the transaction that makes it.
 */
export async function withIdempotency(
  call: ServerCall,
  stage: Validated,
  { idempotency }: Services,
  work: (finish: Finish | undefined) => Promise<Answer>,
): Promise<Answer> {
  const key = call.headers['idempotency-key'];
  if (key === undefined || stage.route.idempotent !== true) return await work(undefined);
  return await idempotency.once(repeatableCall(call, stage, key), work);
}

function repeatableCall(call: ServerCall, stage: Validated, key: string): RepeatableCall {
  const { method, path, queryText = '' } = call;
  const { caller, organization, project, content } = stage;
  const whose = [caller?.kind, callerIdOf(caller), organization?.id, project?.id];
  return {
    digest: hash('sha256', JSON.stringify([...whose, key]), 'buffer'),
    fingerprint: createHash('sha256')
      .update(JSON.stringify([method, path, queryText]))
      .update(content.bytes ?? '')
      .digest(),
  };
}
