// `svc sandbox`: the server on a database in memory, with prepared organizations and scripted models, for the tests of
// clients. The product's code runs unchanged; the sandbox's own calls are answered in front of it.

import type { components } from '../../generated/sandbox.ts';
import { startApp } from '../../http/app.ts';
import { setPasswordCost } from '../../services/people/index.ts';
import { createLog, type Log } from '../../services/platform/index.ts';
import { loadConfig } from '../../services/settings/index.ts';
import { ControlApi } from './api.ts';
import { Clock } from './clock.ts';
import { Faults } from './faults.ts';
import { createFolder } from './folder.ts';
import { type Front, inFront } from './front.ts';
import { loopbackNetworks, stayOnLoopback } from './loopback.ts';
import { Mailbox } from './mailbox.ts';
import { echoModel, models, startModels, visionModel } from './models/index.ts';
import { operationsOf } from './operations.ts';
import { State } from './state.ts';
import { adminOf, passwordCost } from './tenants.ts';
import { loopbackPolicy } from './webhook-addresses.ts';
import { WebhookLog } from './webhooks.ts';

export interface SandboxOptions {
  /** 0: a free one. */
  port: number;
  logLevel: string;
}

export interface Sandbox {
  url: string;
  log: Log;
  state(): SandboxState;
  close(): Promise<void>;
}

export type SandboxState = components['schemas']['SandboxState'];

/** Starts a sandbox. A process has one at most, because it has one database and one clock. */
export async function openSandbox({ port, logLevel }: SandboxOptions): Promise<Sandbox> {
  stayOnLoopback();
  // Its passwords protect nothing, and tests sign in often.
  setPasswordCost(passwordCost);
  const folder = createFolder('svc-sandbox-', 256 * 1024 ** 2);
  const modelServer = await startModels();
  const mailbox = new Mailbox();
  const webhooks = new WebhookLog();
  const config = loadConfig({
    SVC_PORT: String(port),
    SVC_DATA_DIR: folder,
    SVC_LOG_LEVEL: logLevel,
    SVC_UPSTREAMS: JSON.stringify([modelServer.settings]),
    SVC_VISION_MODEL: visionModel,
    SVC_SEARCH_REWRITE_MODEL: echoModel,
    SVC_SMTP_URL: await mailbox.listen(),
    SVC_UPSTREAM_ALLOWED_CIDRS: loopbackNetworks.join(','),
    SVC_MAX_CONNECTIONS_PER_ADDRESS: '2000',
    SVC_DRAIN_SECONDS: '1',
  });
  const log = await createLog(config.log.level);
  let front: Front | undefined;
  const app = await startApp(config, log, {
    front: (listener) => inFront(listener, () => front),
    replacements: {
      webhookAddresses: loopbackPolicy(),
      createSender: (settings) => webhooks.createSender(settings),
    },
  });
  const { services } = app;
  webhooks.signWith((sealed, place) => services.secrets.open(sealed, place));
  const state = await State.prepare(services);
  const { url } = services.site;
  const faults = new Faults();
  const clock = new Clock();
  const read = (): SandboxState => ({ url, admin: adminOf(), organizations: state.tenants, models, now: clock.now });
  const operations = operationsOf({ read, state, faults, clock, modelServer, webhooks, mailbox, services });
  front = { control: new ControlApi(operations, (credential) => state.tenantOf(credential)), faults, state };
  return {
    url,
    log,
    state: read,
    async close() {
      state.close();
      await app.close();
      await modelServer.close();
      await mailbox.close();
    },
  };
}
