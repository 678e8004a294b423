// One line for every answered request, and the private cause of every failure. Query strings are left out: they are the
// caller's, and nobody looks for secrets in them.

import type { Services } from '../../services/index.ts';
import type { ServerCall } from '../calls/index.ts';
import { isDefect } from '../responses/index.ts';

/** Notes an answer: in the log and in the metrics. `error` is why it is no success, where it was thrown. */
export type RequestLog = (call: ServerCall, status: number, error: unknown) => void;

export function createRequestLog({ log, metrics, usage }: Services): RequestLog {
  // Without redaction by member name, which takes 30 µs a line: no member of these lines is a secret.
  const lines = log.child({}, { redact: [] });
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
    lines.info(membersOf(call, operation, status, durationMs), 'request');
  };
}

/** The members of the line. The log cuts secrets out of a path that a caller chose. */
function membersOf(call: ServerCall, operation: string, status: number, durationMs: number): object {
  const { requestId, verb, path, project, address } = call;
  return {
    requestId,
    method: verb,
    path,
    operation,
    status,
    durationMs: Math.round(durationMs * 100) / 100,
    caller: callerOf(call),
    project: project?.id,
    address,
  };
}

function callerOf({ caller }: ServerCall): string | undefined {
  if (caller === undefined) return undefined;
  if (caller.kind === 'user') return caller.userId;
  return 'keyId' in caller ? caller.keyId : caller.kind;
}
