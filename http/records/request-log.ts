// Logs one line for every answered request, and the cause of every failure. Query strings are not logged, because they
// may contain secrets.

import type { Services } from '../../services/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { ServerCall } from '../calls/index.ts';
import { isDefect } from '../responses/index.ts';

/** Logs an answer and counts it in the metrics. `error` is what was thrown, if anything was. */
export type RequestLog = (call: ServerCall, status: number, error: unknown) => void;

export function createRequestLog({ log, metrics, usage }: Services): RequestLog {
  // Without redaction by member name, which takes 30 µs a line: no member of these lines is a secret.
  const lines = log.child({}, { redact: [] });
  return (call, status, error) => {
    const durationMs = performance.now() - call.startedAt;
    const operation = call.route?.operationId ?? 'none';
    metrics.request(operation, status, durationMs);
    if (status === 429 && error instanceof ServiceError) metrics.limitRefusal(error.code);
    if (call.project !== undefined && call.route?.access.context === 'project')
      usage.request(call.project, call.caller, status);
    if (error !== undefined && (status >= 500 || isDefect(error))) {
      metrics.failure(operation);
      log.error({ requestId: call.requestId, operation, err: error }, 'request failed');
    }
    lines.info(membersOf(call, operation, status, durationMs), 'request');
  };
}

/** Returns the members of the line. The logger removes secrets from the path, which the caller chose. */
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
