// One line for every answered request, and the private cause of every failure. Query strings are left out: they are the
// caller's, and nobody looks for secrets in them.

import type { Services } from '../services/index.ts';
import { lineWriter, quoted, scrub } from '../services/platform/log.ts';
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

/**
 * The members of the line. Callers choose the path, and the id, of which http/framing.ts knows that it breaks no line; the
 * address is one, whoever named it, and the rest is the server's.
 */
function membersOf(call: ServerCall, operation: string, status: number, durationMs: number): string {
  const { route, path, project } = call;
  const caller = callerOf(call);
  const who = caller === undefined ? '' : `"caller":"${caller}",`;
  const whose = project === undefined ? '' : `"project":"${project.id}",`;
  // Of many operations there is one path only, which is the spec's.
  const where = path === route?.path ? `"${path}"` : quoted(path);
  const what = `"method":"${call.verb}","path":${where},"operation":"${operation}","status":${status}`;
  return `"requestId":"${scrub(call.requestId)}",${what},"durationMs":${inHundredths(durationMs)},${who}${whose}"address":"${call.address}","msg":"request"`;
}

/** With two decimals: put together from two small integers, whose texts are at hand. */
function inHundredths(ms: number): string {
  const hundredths = Math.round(ms * 100);
  const rest = hundredths % 100;
  return `${(hundredths - rest) / 100}${rest < 10 ? '.0' : '.'}${rest}`;
}

function callerOf({ caller }: ServerCall): string | undefined {
  if (caller === undefined) return undefined;
  if (caller.kind === 'user') return caller.userId;
  return 'keyId' in caller ? caller.keyId : caller.kind;
}
