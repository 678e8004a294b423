// Logs one line for every answered request, and the cause of every failure. Query strings are not logged, because they
// may contain secrets.

import type { Services } from '../../services/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { Progress, ServerCall } from '../calls/index.ts';
import { isDefect } from '../replies/index.ts';

/** Logs an answer and counts it in the metrics. `error` is what was thrown, if anything was. */
export type RequestLog = (call: ServerCall, progress: Progress, status: number, error: unknown) => void;

export function createRequestLog({ log, metrics, usage }: Services): RequestLog {
  // Without redaction by member name, which takes 30 µs a line: no member of these lines is a secret.
  const lines = log.child({}, { redact: [] });
  return (call, progress, status, error) => {
    const { route, caller, project } = progress;
    const durationMs = performance.now() - call.startedAt;
    const operation = route?.operationId ?? 'none';
    metrics.request(operation, status, durationMs);
    if (status === 429 && error instanceof ServiceError) metrics.limitRefusal(error.code);
    if (project !== undefined && route?.access.context === 'project') usage.request(project, caller, status);
    if (error !== undefined && (status >= 500 || isDefect(error))) {
      metrics.failure(operation);
      log.error({ requestId: call.requestId, operation, err: error }, 'request failed');
    }
    lines.info(membersOf(call, progress, status, durationMs), 'request');
  };
}

/** Returns the members of the line. The logger removes secrets from the path, which the caller chose. */
function membersOf(call: ServerCall, { route, caller, project }: Progress, status: number, durationMs: number): object {
  const { requestId, verb, path, address } = call;
  return {
    requestId,
    method: verb,
    path,
    operation: route?.operationId ?? 'none',
    status,
    durationMs: Math.round(durationMs * 100) / 100,
    caller: callerOf(caller),
    project: project?.id,
    address,
  };
}

function callerOf(caller: Progress['caller']): string | undefined {
  if (caller === undefined) return undefined;
  if (caller.kind === 'user') return caller.userId;
  return 'keyId' in caller ? caller.keyId : caller.kind;
}
