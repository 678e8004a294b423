// The layer in front of the server: the sandbox's own operations, and the faults.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from '../../http/app.ts';
import { type ControlApi, sendFailure } from './api.ts';
import { type Faults, faultHeader, faultIn } from './faults.ts';
import { makeFault } from './make-fault.ts';
import type { State } from './state.ts';

export interface Front {
  control: ControlApi;
  faults: Faults;
  state: State;
}

const ownPath = /^\/sandbox(?:[/?]|$)/;

/**
 * Wraps the listener of the server.
 * @param front returns undefined while the sandbox starts.
 */
export function inFront(listener: RequestListener, front: () => Front | undefined): RequestListener {
  return (request, response) => {
    const ready = front();
    if (ready === undefined) listener(request, response);
    else if (ownPath.test(request.url ?? '')) void ready.control.answer(request, response);
    else void pass(request, response, listener, ready);
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  listener: RequestListener,
  { faults, state }: Front,
): Promise<void> {
  const header = request.headers[faultHeader];
  if (typeof header === 'string') {
    const fault = faultIn(header);
    if (fault !== undefined) return makeFault(fault, request, response, listener);
    const names = `"${header}" is not a fault. See the table of faults in GET /sandbox/openapi.json.`;
    return sendFailure(response, 422, 'unknown_fault', names);
  }
  if (faults.isEmpty) return listener(request, response);
  const credential = request.headers.authorization?.replace(/^bearer /i, '');
  const tenant = credential === undefined ? undefined : await state.tenantOf(credential);
  const fault = faults.take(request, typeof tenant === 'object' ? tenant.organization_id : undefined);
  if (fault === undefined) listener(request, response);
  else makeFault(fault, request, response, listener);
}
