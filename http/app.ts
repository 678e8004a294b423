// The whole server: configuration, database, services and routes. `svc serve` and every API test start it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { handlers } from '../generated/handlers.ts';
import type { Handlers } from '../handlers/handler.ts';
import { closeDatabase } from '../models/index.ts';
import { openDatabaseWithRetries } from '../services/database.ts';
import { closeServices, createServices, type Replacements, type Services, startServices } from '../services/index.ts';
import { checkSettings } from '../services/maintenance/index.ts';
import { warmUpPasswords } from '../services/people/index.ts';
import { hideSecrets, type Log } from '../services/platform/index.ts';
import { type Config, publicUrl, secretsOf } from '../services/settings/index.ts';
import { createCors } from './access/index.ts';
import { type Bodies, BodyMemory } from './bodies/index.ts';
import { createDispatch, Routes, readDefinition } from './dispatch/index.ts';
import { createListener } from './listener.ts';
import { listenForMetrics } from './metrics.ts';
import { loadPanel } from './panel/index.ts';
import { createPipeline } from './pipeline.ts';
import { OpenStreams } from './replies/index.ts';
import { HttpServer } from './server.ts';
import { formatRules, RequestValidator } from './validation/index.ts';

/** Enough for the longest body of an operation without a credential, even if every character is escaped. */
const smallBodyBytes = 16 * 1024;

export interface App {
  services: Services;
  port: number;
  /** The URL of the metrics if they have a separate listener. */
  metricsUrl: string | undefined;
  /**
   * Tells load balancers that the server is about to stop, and waits `notice_seconds`. Requests are still accepted
   * meanwhile. Does nothing if another process has taken the place of this one, because the server does not stop then.
   */
  giveNotice(): Promise<void>;
  /** Finishes the requests in flight, and closes everything. */
  close(): Promise<void>;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface StartOptions {
  /** The handlers. The benchmark replaces them with constant answers to measure everything before the handlers. */
  operations?: Handlers;
  /** Middleware around the listener: `svc sandbox` uses it for its own operations and for injected faults. */
  front?: (listener: RequestListener) => RequestListener;
  replacements?: Replacements;
}

/** Opens the database, migrates it, and starts to listen. */
export async function startApp(
  config: Config,
  log: Log,
  { operations = handlers, front = (listener) => listener, replacements = {} }: StartOptions = {},
): Promise<App> {
  hideSecrets(secretsOf(config));
  await openDatabaseWithRetries(config, log, async () => {
    const routes = new Routes(readDefinition());
    await checkSettings(config, (path) => routes.isOwnPath(path));
  });
  const services = createServices(config, log, loadPanel(config), replacements);
  await services.configuration.start();
  const streams = new OpenStreams(services.config.server.stream_keepalive_seconds);
  const listener = await createRequestListener(operations, services, streams);
  void warmUpPasswords();
  const server = new HttpServer(config.server, front(listener), services.lifecycle);
  const port = await server.listen();
  const metrics = await listenForMetrics(services);
  services.site.url = publicUrl(config, port);
  await startServices(services);
  return {
    services,
    port,
    metricsUrl: metrics?.url,
    async giveNotice() {
      if (services.lifecycle.replaced) return;
      services.lifecycle.leaving = true;
      await wait(config.server.notice_seconds * 1000);
    },
    async close() {
      services.lifecycle.leaving = true;
      services.lifecycle.stopping = true;
      // In parallel: neither waits for the other, and background work may take as long as the requests.
      await Promise.all([
        server.close(config.server.drain_seconds * 1000, () => streams.endAll()),
        services.queue.stop(),
      ]);
      await metrics?.close();
      await closeServices(services);
      await closeDatabase();
    },
  };
}

/** Builds the request pipeline over the runtime document, and the listener that feeds it. */
async function createRequestListener(
  handlers: Handlers,
  services: Services,
  streams: OpenStreams,
): Promise<RequestListener> {
  const definition = readDefinition();
  const routes = new Routes(definition, (path) => services.upstreams.isEndpoint(path));
  services.upstreams.reserve((path) => routes.isOwnPath(path));
  const cors = createCors(services.config.server.cors_origins, routes);
  const validator = new RequestValidator(definition, formatRules(services.webhookAddresses));
  const dispatch = await createDispatch(definition, handlers, services);
  const pipeline = createPipeline({ services, cors, routes, validator, dispatch, bodies: bodiesOf(services.config) });
  return createListener(pipeline, { cors, routes }, services, streams);
}

function bodiesOf({ limits }: Config): Bodies {
  const maxBytes = {
    // A getter, because the limits may change while the server runs.
    get small() {
      return Math.min(smallBodyBytes, limits.max_body_bytes);
    },
    get usual() {
      return limits.max_body_bytes;
    },
    get inference() {
      return limits.max_inference_body_bytes;
    },
  };
  return { maxBytes, memory: new BodyMemory(limits.max_buffered_bytes) };
}
