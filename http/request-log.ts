// One line for every answered request, and the private cause of every failure. Query strings are left out: they are the
// caller's, and nobody looks for secrets in them.

import type { Services } from '../services/index.ts';
import { lineWriter } from '../services/log.ts';
import type { ServerCall } from './call.ts';
import { isDefect } from './error-bodies.ts';

/** Notes an answer: in the log and in the metrics. `error` is why it is no success, where it was thrown. */
export type RequestLog = (call: ServerCall, status: number, error: unknown) => void;

export function createRequestLog({ log, metrics, usage }: Services): RequestLog {
  const writeLine = lineWriter(log);
  return (call, status, error) => {
    const durationMs = performance.now() - call.startedAt;
    const operation = call.route?.operationId ?? 'none';
    metrics.request(operation, status, durationMs);
    if (call.project !== undefined && call.route?.access.context === 'project')
      usage.request(call.project, call.caller, status);
    if (error !== undefined && (status >= 500 || isDefect(error))) {
      metrics.failure(operation);
      log.error({ requestId: call.requestId, operation, err: error }, 'request failed');
    }
    writeLine({
      requestId: call.requestId,
      method: call.request.method,
      path: call.path,
      operation,
      status,
      durationMs: Math.round(durationMs * 100) / 100,
      caller: callerOf(call),
      project: call.project?.id,
      address: call.address,
      msg: 'request',
    });
  };
}

function callerOf({ caller }: ServerCall): string | undefined {
  if (caller === undefined) return undefined;
  if (caller.kind === 'user') return caller.userId;
  return 'keyId' in caller ? caller.keyId : caller.kind;
}
