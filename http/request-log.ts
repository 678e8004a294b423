// One line for every answered request, and the private cause of every failure. Query strings are left out: they are the
// caller's, and nobody looks for secrets in them.

import type { Services } from '../services/index.ts';
import { lineWriter, quoted } from '../services/log.ts';
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
    writeLine(membersOf(call, operation, status, durationMs));
  };
}

/** The members of the line. Callers choose the id, the path and, behind a proxy, the address; the rest is the server's. */
function membersOf(call: ServerCall, operation: string, status: number, durationMs: number): string {
  const caller = callerOf(call);
  const who = caller === undefined ? '' : `"caller":"${caller}",`;
  const whose = call.project === undefined ? '' : `"project":"${call.project.id}",`;
  const what = `"method":"${call.verb}","path":${quoted(call.path)},"operation":"${operation}","status":${status}`;
  const ms = Math.round(durationMs * 100) / 100;
  return `"requestId":${quoted(call.requestId)},${what},"durationMs":${ms},${who}${whose}"address":${quoted(call.address)},"msg":"request"`;
}

function callerOf({ caller }: ServerCall): string | undefined {
  if (caller === undefined) return undefined;
  if (caller.kind === 'user') return caller.userId;
  return 'keyId' in caller ? caller.keyId : caller.kind;
}
