// Calls that are sent again with an `Idempotency-Key`.

import { createHash, hash } from 'node:crypto';
import { callerIdOf } from '../services/limits/usage/recorder.ts';
import type { RepeatableCall } from '../services/tenancy/idempotency.ts';
import type { Handle, OperationRoute } from './backend.ts';
import type { ServerCall } from './call.ts';

const header = 'idempotency-key';

/** The handler, done once for each key, where the spec lets the operation have one. */
export function idempotent({ operation }: OperationRoute, handler: Handle): Handle {
  const parameters = (operation.parameters ?? []) as { in: string; name: string }[];
  if (!parameters.some(({ in: place, name }) => place === 'header' && name.toLowerCase() === header)) return handler;
  return (call, services) => {
    const key = call.headers[header];
    if (key === undefined) return handler(call, services);
    return services.idempotency.once(repeatableCall(call, key), async (finish) => {
      call.finish = finish;
      return await handler(call, services);
    });
  };
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
