// `svc sandbox`: the server on a database in memory, with prepared organizations and scripted models, for the tests of
// clients. The product's code runs unchanged; the sandbox's own calls are answered in front of it.

import { type RequestListener, startApp } from '../../http/app.ts';
import { nowSeconds } from '../../models/clock.ts';
import type { Services } from '../../services/index.ts';
import { createLog, type Log } from '../../services/platform/index.ts';
import { loadConfig } from '../../services/settings/index.ts';
import { ControlApi, controlDocument, type Operations } from './api.ts';
import { createFolder } from './folder.ts';
import { loopbackNetworks, stayOnLoopback } from './loopback.ts';
import { models, startModels, visionModel } from './models/index.ts';
import { State } from './state.ts';
import { adminOf } from './tenants.ts';

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

export type SandboxState = ReturnType<typeof stateOf>;

/** Starts a sandbox. A process has one at most, because it has one database and one clock. */
export async function openSandbox({ port, logLevel }: SandboxOptions): Promise<Sandbox> {
  stayOnLoopback();
  const folder = createFolder();
  const modelServer = await startModels();
  const config = loadConfig({
    SVC_PORT: String(port),
    SVC_DATA_DIR: folder,
    SVC_LOG_LEVEL: logLevel,
    SVC_UPSTREAMS: JSON.stringify([modelServer.settings]),
    SVC_VISION_MODEL: visionModel,
    SVC_WEBHOOK_ALLOWED_CIDRS: loopbackNetworks.join(','),
    SVC_UPSTREAM_ALLOWED_CIDRS: loopbackNetworks.join(','),
    SVC_MAX_CONNECTIONS_PER_ADDRESS: '2000',
    SVC_DRAIN_SECONDS: '1',
  });
  const log = await createLog(config.log.level);
  let control: ControlApi | undefined;
  const app = await startApp(config, log, { front: (listener) => inFront(listener, () => control) });
  const state = await State.prepare(app.services);
  const url = app.services.site.url;
  control = new ControlApi(
    operationsOf({ url, state, services: app.services, forget: modelServer.forget }),
    (credential) => state.tenantOf(credential),
  );
  return {
    url,
    log,
    state: () => stateOf(url, state),
    async close() {
      state.close();
      await app.close();
      await modelServer.close();
    },
  };
}

interface Parts {
  url: string;
  state: State;
  services: Services;
  forget(): void;
}

function operationsOf({ url, state, forget }: Parts): Operations {
  return {
    readSandbox: () => stateOf(url, state),
    readSandboxDocument: () => controlDocument(),
    prepareOrganization: ({ body }) => state.prepareTenant(body.name),
    async resetSandbox({ tenant }) {
      if (tenant === undefined) {
        forget();
        await state.reset();
      } else await state.prepareTenant(tenant.name);
      return { status: 'ok' };
    },
  };
}

function stateOf(url: string, state: State) {
  return { url, admin: adminOf(), organizations: state.tenants, models, now: nowSeconds() };
}

/** Answers the calls under /sandbox, and passes the others on. */
function inFront(listener: RequestListener, control: () => ControlApi | undefined): RequestListener {
  return (request, response) => {
    const { url = '' } = request;
    const api = control();
    if (api !== undefined && /^\/sandbox(?:[/?]|$)/.test(url)) void api.answer(request, response);
    else listener(request, response);
  };
}
