// The whole server as one thing to open and to close: configuration, database, services and routes. What serves, and
// what every API test starts, is this.

import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Document } from 'openapi-backend';
import { handlers } from '../generated/handlers.ts';
import type { Handlers } from '../handlers/handler.ts';
import { newRequestId } from '../models/ids.ts';
import { closeDatabase } from '../models/index.ts';
import { openDatabaseWhenThere } from '../services/database.ts';
import { closeServices, createServices, type Services, startServices } from '../services/index.ts';
import { warmUpPasswords } from '../services/people/passwords.ts';
import { ByteStream } from '../services/platform/byte-stream.ts';
import { ServiceError, ValidationError } from '../services/platform/errors.ts';
import { hideSecrets, type Log } from '../services/platform/log.ts';
import { atTurnsEnd } from '../services/platform/turn.ts';
import { type Config, publicUrl, secretsOf } from '../services/settings/config.ts';
import { authenticate } from './authenticate.ts';
import { authorize, type Bodies, mayGoOn } from './authorize.ts';
import { type Admit, type Backend, createBackend } from './backend.ts';
import { BodyRoom } from './body.ts';
import { type Answer, ServerCall } from './call.ts';
import { clientAddress, throttleAddress } from './client-address.ts';
import { unlessKnown } from './conditional.ts';
import { type Cors, createCors } from './cors.ts';
import { drain, hasUnreadBody } from './drain.ts';
import { errorAnswer } from './error-bodies.ts';
import { checkFraming, givenRequestId } from './framing.ts';
import { withRates } from './limited.ts';
import { listenForMetrics } from './metrics.ts';
import { loadPanel } from './panel.ts';
import { createRequestLog } from './request-log.ts';
import { respond, type Sending } from './respond.ts';
import { HttpServer } from './server.ts';
import { OpenStreams } from './stream.ts';

/** What the log says of a request whose caller did not wait for the answer. */
const callerLeft = 499;
const requestTimeout = 408;
const internalError = 500;
/** What anyone may send: twice what the longest of it takes, written in escapes. */
const smallBodyBytes = 16 * 1024;

export interface App {
  services: Services;
  /** The port it listens on. */
  port: number;
  /** Where the metrics are, if they have an address of their own. */
  metricsUrl: string | undefined;
  /** Lets whoever sends calls here know that it is about to stop, for as long as is configured. They are still taken. */
  giveNotice(): Promise<void>;
  /** Finishes what is in flight, and closes everything. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** What answers; the benchmark puts answers from memory here, to measure all that stands before them. */
  operations?: Handlers;
  /** The last thing before calls are taken. */
  beforeListening?: () => Promise<void>;
}

/** Opens the database, migrates it, and listens. */
export async function startApp(
  config: Config,
  log: Log,
  { operations = handlers, beforeListening }: StartOptions = {},
): Promise<App> {
  hideSecrets(secretsOf(config));
  await openDatabaseWhenThere(config, log);
  const services = createServices(config, log, loadPanel(config));
  await services.configuration.start();
  const backend = await createBackend(runtimeDocument(), operations, services, admission(services));
  void warmUpPasswords();
  const streams = new OpenStreams();
  const server = new HttpServer(config.server, requestListener(backend, services, streams), services.lifecycle);
  await beforeListening?.();
  const port = await server.listen();
  const metrics = await listenForMetrics(services);
  services.site.url = publicUrl(config, port);
  await startServices(services);
  return {
    services,
    port,
    metricsUrl: metrics?.url,
    async giveNotice() {
      services.lifecycle.leaving = true;
      await wait(config.server.notice_seconds * 1000);
    },
    async close() {
      services.lifecycle.leaving = true;
      services.lifecycle.stopping = true;
      // At once: neither waits for the other, and background work may take as long as requests.
      await Promise.all([
        server.close(config.server.drain_seconds * 1000, () => streams.cutShort()),
        services.queue.stop(),
      ]);
      await metrics?.close();
      await closeServices(services);
      await closeDatabase();
    },
  };
}

/** Who calls, and whether they may: at once when both are in memory. */
function admission(services: Services): Admit {
  const bodies = bodiesOf(services.config);
  return (call) => {
    const pending = authenticate(call, services);
    return pending instanceof Promise
      ? pending.then(() => authorize(call, services, bodies))
      : authorize(call, services, bodies);
  };
}

function requestListener(
  backend: Backend,
  services: Services,
  streams: OpenStreams,
): (request: IncomingMessage, response: ServerResponse) => void {
  const addressOf = clientAddress(services.config.server.trusted_proxies);
  const requestLog = createRequestLog(services);
  const cors = createCors(services.config.server.cors_origins, backend);
  const sendingOf = (call: ServerCall, close: boolean): Sending => ({
    head: call.request.method === 'HEAD',
    close,
    streams,
    mayGoOn: () => mayGoOn(call, services),
  });
  /** After the answers: nobody waits for it. */
  const note = atTurnsEnd(({ call, status, error }: Noted) => requestLog(call, status, error));
  const deliver = ({ call, reply, error }: Found): void => {
    const { request, response } = call;
    // Who has been waited for in vain is not waited for again.
    const close = services.lifecycle.stopping || reply.status === requestTimeout;
    if (!close && hasUnreadBody(request)) drain(request);
    if (response.destroyed) {
      if (reply.body instanceof ByteStream) reply.body.abort();
      note({ call, status: callerLeft, error: undefined });
      return;
    }
    // A stream may take minutes: what was asked is not needed for so long.
    call.forgetBody({ isHeld: reply.body instanceof ByteStream });
    const sent = unlessKnown(reply, request);
    respond(response, cors.permit(call, withRates(sent, call.rates)), call.requestId, sendingOf(call, close));
    if (sent.body instanceof ByteStream) call.onClosed(() => requestLog(call, sent.status, error));
    else note({ call, status: sent.status, error });
  };
  const send = atTurnsEnd((found: Found): void => {
    try {
      deliver(found);
    } catch (defect) {
      // It ends this answer, and no other one.
      const { call, reply } = found;
      if (reply.body instanceof ByteStream) reply.body.abort();
      if (call.response.headersSent) call.response.destroy();
      else respond(call.response, errorAnswer(defect), call.requestId, sendingOf(call, true));
      requestLog(call, internalError, defect);
    }
  });
  const answering = { addressOf, backend, cors, files: services.files, send };
  return (request, response) => {
    void answer(new ServerCall(request, response, givenRequestId(request) ?? newRequestId()), answering);
  };
}

function bodiesOf({ limits }: Config): Bodies {
  const maxBytes = {
    // They may change while the server runs.
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
  return { maxBytes, room: new BodyRoom(limits.max_buffered_bytes) };
}

/** What a call is answered with; where that is no success, why. */
interface Found {
  call: ServerCall;
  reply: Answer;
  error: unknown;
}

/** An answer that was sent. */
interface Noted {
  call: ServerCall;
  status: number;
  error: unknown;
}

/** What answers calls, and where the answers go. */
interface Answering {
  addressOf: (request: IncomingMessage) => string;
  backend: Backend;
  cors: Cors;
  files: Services['files'];
  send: (found: Found) => void;
}

async function answer(call: ServerCall, { addressOf, backend, cors, files, send }: Answering): Promise<void> {
  try {
    call.address = throttleAddress(addressOf(call.request));
    checkFraming(call.request);
    send({ call, reply: cors.preflight(call) ?? (await backend.handle(call)), error: undefined });
  } catch (error) {
    // After any other failure it may be that the file was taken: what nobody has is found by the sweep.
    const isRefused = error instanceof ServiceError || error instanceof ValidationError;
    if (isRefused) await files.discard(call.received);
    send({ call, reply: errorAnswer(error), error });
  }
}

function runtimeDocument(): Document {
  return JSON.parse(readFileSync(new URL('../generated/openapi.runtime.json', import.meta.url), 'utf8')) as Document;
}
