// What the sandbox's own calls do. They are declared in spec/sandbox/main.tsp.

import type { components } from '../../generated/sandbox.ts';
import type { Services } from '../../services/index.ts';
import { controlDocument, type Operations } from './api.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { ModelServer } from './models/index.ts';
import type { State } from './state.ts';

export interface Parts {
  read(): components['schemas']['SandboxState'];
  state: State;
  faults: Faults;
  clock: Clock;
  modelServer: ModelServer;
  services: Services;
}

const done = { status: 'ok' };

/** Returns the operations by their ids. */
export function operationsOf({ read, state, faults, clock, modelServer, services }: Parts): Operations {
  return {
    readSandbox: read,
    readSandboxDocument: controlDocument,
    prepareOrganization: ({ body }) => state.prepareTenant(body.name),
    async resetSandbox({ tenant }) {
      faults.remove(tenant?.organization_id);
      if (tenant === undefined) {
        modelServer.forget();
        clock.reset();
        await state.reset();
      } else await state.prepareTenant(tenant.name);
      return done;
    },
    createFault: ({ body, tenant }) => faults.add(body, tenant?.organization_id),
    listFaults: ({ tenant }) => ({ data: faults.list(tenant?.organization_id) }),
    deleteFaults({ tenant }) {
      faults.remove(tenant?.organization_id);
      return done;
    },
    async moveClock({ body }) {
      await clock.advance(body.advance_seconds);
      services.queue.kick();
      return { now: clock.now };
    },
  };
}
