// The sandbox's own operations. They are declared in spec/sandbox/main.tsp.

import type { components } from '../../generated/sandbox.ts';
import type { Services } from '../../services/index.ts';
import { controlDocument, type Operations, Refusal } from './api.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Mailbox } from './mailbox.ts';
import type { ModelServer } from './models/index.ts';
import type { State } from './state.ts';
import type { WebhookLog } from './webhooks.ts';

export interface Parts {
  read(): components['schemas']['SandboxState'];
  state: State;
  faults: Faults;
  clock: Clock;
  modelServer: ModelServer;
  webhooks: WebhookLog;
  mailbox: Mailbox;
  services: Services;
}

const done = { status: 'ok' };

/** Returns the operations by their ids. */
export function operationsOf(parts: Parts): Operations {
  const { read, state, faults, clock, modelServer, webhooks, mailbox, services } = parts;
  return {
    readSandbox: read,
    readSandboxDocument: controlDocument,
    prepareOrganization: ({ body }) => state.prepareTenant(body.name),
    async resetSandbox({ tenant }) {
      faults.remove(tenant?.organization_id);
      await webhooks.forget(tenant?.organization_id);
      if (tenant === undefined) {
        modelServer.forget();
        mailbox.mails = [];
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
    setWebhookRules: ({ body, tenant }) => webhooks.setRules(body, tenant?.organization_id),
    listWebhooks: ({ tenant }) => ({ data: webhooks.list(tenant?.organization_id) }),
    async replayWebhook({ body, params: { id = '' }, tenant }) {
      const sent = await webhooks.replay(id, body, tenant?.organization_id);
      if (sent === undefined) throw new Refusal(404, 'not_found', `There is no sent webhook ${id}.`);
      return sent;
    },
    releaseWebhooks: async ({ body, tenant }) => ({ data: await webhooks.release(body, tenant?.organization_id) }),
    listMails: () => ({ data: mailbox.mails }),
  };
}
