// The request pipeline: every check that stands before a handler, in the order that decides which error a request gets
// that breaks several rules at once. Each step throws the errors at its right (http/error-bodies.ts makes them answers).

import type { Services } from '../services/index.ts';
import { withAuditLog } from './audit-log.ts';
import { authenticate } from './authenticate.ts';
import type { Dispatch } from './backend.ts';
import type { Answer, ServerCall } from './call.ts';
import { checkCaller } from './check-caller.ts';
import { checkHasTenant, enterContext, enterContextOfBody, resolveContext } from './context.ts';
import type { Cors } from './cors.ts';
import { checkFraming } from './framing.ts';
import { withIdempotency } from './idempotency.ts';
import { enforceRateLimit } from './rate-limit.ts';
import { type Bodies, parseBody, receiveBody } from './request-body.ts';
import type { RequestValidator } from './request-validator.ts';
import type { Routes } from './routes.ts';

/** The dependencies of the steps. */
export interface PipelineParts {
  services: Services;
  cors: Cors;
  routes: Routes;
  bodies: Bodies;
  validator: RequestValidator;
  dispatch: Dispatch;
}

/** Takes a call through all steps to its handler, and returns the answer. */
export type Pipeline = (call: ServerCall) => Promise<Answer>;

export function createPipeline({ services, cors, routes, bodies, validator, dispatch }: PipelineParts): Pipeline {
  return async (call) => {
    checkFraming(call.request); //                                  400, 431
    const preflight = cors.preflight(call);
    if (preflight !== undefined) return preflight;
    routes.match(call); //                                          404, 405
    await authenticate(call, services); //                          401
    checkCaller(call, services); //                                 403 kind
    const context = await resolveContext(call, services); //        403 role
    await receiveBody(call, context, bodies, services); //          413, 415
    enterContext(call, context); //                                 422, 403 context headers
    await parseBody(call, services); //                             422
    await enterContextOfBody(call, services); //                    403
    validator.validate(call); //                                    422
    await enforceRateLimit(call, services); //                      429
    checkHasTenant(call); //                                        500
    const handle = (): Promise<Answer> => dispatch(call); //        404, 409, 429
    return await withIdempotency(call, services, () => withAuditLog(call, services, handle));
  };
}
