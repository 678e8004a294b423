// The span of a call, which ends when the call is logged. It names the route and not the path, which may hold ids.

import type { Progress, ServerCall } from '../calls/index.ts';
import type { RequestLog } from './request-log.ts';

const serverError = 500;

/** Returns a request log that also ends the span of the call, if it has one. */
export function endingSpans(log: RequestLog): RequestLog {
  return (call, progress, status, error) => {
    log(call, progress, status, error);
    if (call.trace?.span !== undefined) endSpan(call, progress, status);
  };
}

function endSpan(
  { trace, verb, requestId }: ServerCall,
  { route, organization, project }: Progress,
  status: number,
): void {
  trace?.span?.end({
    name: route === undefined ? verb : `${verb} ${route.path}`,
    attributes: {
      'http.request.method': verb,
      'http.route': route?.path,
      'http.response.status_code': status,
      'error.type': status >= serverError ? String(status) : undefined,
      'svc.operation': route?.operationId,
      'svc.request_id': requestId,
      'svc.organization': organization?.id,
      'svc.project': project?.id,
    },
    error: status >= serverError ? String(status) : undefined,
  });
}
