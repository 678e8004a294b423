// The step for calls with an `Idempotency-Key`: a repeated call gets the first answer.

import { createHash, hash } from 'node:crypto';
import type { Services } from '../../services/index.ts';
import { callerIdOf } from '../../services/limits/index.ts';
import type { RepeatableCall } from '../../services/tenancy/index.ts';
import type { Answer, Route, ServerCall } from '../calls/index.ts';

/** Calls `work` once for each key, if the operation accepts keys and the call has one. */
export async function withIdempotency(
  call: ServerCall,
  { idempotency }: Services,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = call.headers['idempotency-key'];
  if (key === undefined || (call.route as Route).idempotent !== true) return await work();
  return await idempotency.once(repeatableCall(call, key), async (finish) => {
    call.finish = finish;
    return await work();
  });
}

function repeatableCall(call: ServerCall, key: string): RepeatableCall {
  const { caller, organization, project, method, path, queryText = '', bytes } = call;
  const whose = [caller?.kind, callerIdOf(caller), organization?.id, project?.id];
  return {
    digest: hash('sha256', JSON.stringify([...whose, key]), 'buffer'),
    fingerprint: createHash('sha256')
      .update(JSON.stringify([method, path, queryText]))
      .update(bytes ?? '')
      .digest(),
  };
}
