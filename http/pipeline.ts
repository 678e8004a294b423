// The request pipeline: all checks before a handler. Their order decides which error a request gets if it breaks
// several rules at once. The numbers are the statuses that a step may answer with (http/responses/error-bodies.ts).

import type { Services } from '../services/index.ts';
import {
  authenticate,
  type Cors,
  checkCaller,
  checkHasTenant,
  enterContext,
  enterContextOfBody,
  resolveContext,
} from './access/index.ts';
import { type Bodies, parseBody, receiveBody } from './bodies/index.ts';
import { type Answer, checkFraming, type ServerCall } from './calls/index.ts';
import type { Dispatch, Routes } from './operations/index.ts';
import { enforceRateLimit, withAuditLog, withIdempotency } from './records/index.ts';
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

/** Runs a call through all steps and its handler, and returns the answer. */
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
