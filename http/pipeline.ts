// The request pipeline: all checks before a handler. Their order decides which error a request gets if it breaks
// several rules at once. The numbers are the statuses that a step may answer with (http/replies/error-bodies.ts).
//
// Each step takes what the steps before it returned, and returns the next stage of the call (http/calls/stages.ts).

import type { Services } from '../services/index.ts';
import {
  authenticate,
  type Cors,
  checkCaller,
  checkHasTenant,
  enterContext,
  enterContextOfBody,
  loadRows,
  resolveContext,
} from './access/index.ts';
import { type Bodies, parseBody, receiveBody } from './bodies/index.ts';
import { type Answer, checkFraming, type Progress, type ServerCall } from './calls/index.ts';
import type { Dispatch, Routes } from './dispatch/index.ts';
import { enforceRateLimit, withAuditLog, withIdempotency } from './records/index.ts';
import { withPageLimit } from './replies/index.ts';
import type { RequestValidator } from './validation/index.ts';

/** The dependencies of the steps. */
export interface PipelineParts {
  services: Services;
  cors: Cors;
  routes: Routes;
  bodies: Bodies;
  validator: RequestValidator;
  dispatch: Dispatch;
}

/**
 * Runs a call through all steps and its handler, and returns the answer.
 * @param reached is told what is known of the call, whenever that is more: a refused call is logged too.
 */
export type Pipeline = (call: ServerCall, reached: (progress: Progress) => void) => Promise<Answer>;

export function createPipeline({ services, cors, routes, bodies, validator, dispatch }: PipelineParts): Pipeline {
  return async (call, reached) => {
    checkFraming(call.request); //                                                           400, 431
    const preflight = cors.preflight(call);
    if (preflight !== undefined) return preflight;
    const { route, params } = routes.match(call); //                                         404, 405
    reached({ route });
    const caller = await authenticate(call, { route, params }, services); //                 401
    const authenticated = { route, params, caller };
    reached(authenticated);
    checkCaller(call, authenticated, services); //                                           403 kind
    const context = await resolveContext(call, authenticated, services); //                  403 role
    const bytes = await receiveBody(call, authenticated, context, bodies, services); //      413, 415
    const entered = enterContext(authenticated, context); //                                 422, 403 context headers
    reached(entered);
    const sent = await parseBody(call, entered, bytes, services); //                      422
    const authorized = await enterContextOfBody(call, entered, sent.body, services); //   403
    reached(authorized);
    const { content, query, ignoredFields } = validator.validate(call, authorized, sent); //       422
    const rates = await enforceRateLimit(authorized, services); //                           429
    reached({ ...authorized, ignoredFields, rates });
    checkHasTenant(authorized); //                                                           500
    const validated = { ...authorized, content, query, ignoredFields, rates };
    const answer = await withIdempotency(call, validated, services, (finish) =>
      withAuditLog(
        call,
        validated,
        services,
        finish,
        async () => dispatch(call, await loadRows(validated)), //                                      404, 409, 429
      ),
    );
    return withPageLimit(answer, query, services.config.limits.max_page_bytes);
  };
}
