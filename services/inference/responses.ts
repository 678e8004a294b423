// Responses that upstreams keep. To an upstream all projects are one customer, so whose a response is has to be known
// here: it is noted when the upstream names it, and asked before anybody reads it, goes on from it, or ends it.

import { nowSeconds } from '../../models/clock.ts';
import { ModelResponse, type ModelResponseRow } from '../../models/model-response.ts';
import type { ProjectRow } from '../../models/project.ts';
import type { EndOfCall } from '../limits/index.ts';
import { type Log, notFound, ServiceError, valueError } from '../platform/index.ts';
import { callModel, describe, type Incoming, type InferenceServices } from './inference.ts';
import { isModelAnswer, type PassedOn, passBack } from './upstream/answer.ts';
import { forward, forwarded } from './upstream/headers.ts';
import { ask, type Question, type Upstream, type Upstreams } from './upstream/index.ts';

/** Longer than upstreams keep responses. */
const keptSeconds = 60 * 86_400;

/** Whose the responses are. */
export class KeptResponses {
  readonly #log: Log;
  /** Notes on their way to the database: a caller may be quicker. */
  readonly #pending = new Set<Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Notes that the project may ask for the response. Resolves when it is noted, or cannot be. */
  remember(
    project: ProjectRow,
    id: string,
    { upstream, model, counted }: { upstream: Upstream; model: string; counted: boolean },
  ): Promise<void> {
    const fields = { upstream: upstream.name, model, counted, expiresAt: nowSeconds() + keptSeconds };
    const note = ModelResponse.remember(project.id, id, fields)
      // The caller has the answer, and loses only that it can be read again.
      .catch((error: unknown) => this.#log.warn({ err: error }, 'a response was not noted'))
      .finally(() => this.#pending.delete(note));
    this.#pending.add(note);
    return note;
  }

  /** Who keeps the project's response, and what made it. Throws `not_found` where there is none of that id. */
  async find(
    project: ProjectRow,
    id: string,
    upstreams: Upstreams,
  ): Promise<{ upstream: Upstream; model: string | null }> {
    const kept = (await ModelResponse.find(project.id, id)) ?? (await this.#afterPending(project, id));
    const upstream = kept === undefined ? undefined : upstreams.named(kept.upstream);
    if (kept === undefined || upstream === undefined) throw notFound('response', id.slice(0, 100));
    return { upstream, model: kept.model };
  }

  /**
   * The end of a call that shows what a response used: it counts once, however often it is shown. Where it is not shown yet,
   * a later call will.
   */
  countingOnce(project: ProjectRow, id: () => string | undefined, end: EndOfCall): EndOfCall {
    return (ended) => {
      const shown = id();
      if (shown === undefined) return end(ended);
      const elsewhere = { ...ended, tokens: undefined, isCountedElsewhere: true };
      if (ended.tokens === undefined) return end(ended.complete ? elsewhere : ended);
      Promise.all(this.#pending)
        .then(() => ModelResponse.countOnce(project.id, shown))
        .then((isFirst) => end(isFirst ? ended : elsewhere))
        .catch((error: unknown) => {
          this.#log.warn({ err: error }, 'the usage of a response was not noted');
          end(ended);
        });
    };
  }

  async #afterPending(project: ProjectRow, id: string): Promise<ModelResponseRow | undefined> {
    if (this.#pending.size === 0) return undefined;
    await Promise.all(this.#pending);
    return ModelResponse.find(project.id, id);
  }
}

export interface ResponseServices extends InferenceServices {
  keptResponses: KeptResponses;
}

interface ResponseRequest {
  model: string;
  store?: boolean | null;
  previous_response_id?: string | null;
  conversation?: unknown;
  [name: string]: unknown;
}

/** Asks a model for a response; to go on from one, the upstream that keeps it. */
export async function createResponse(
  call: Incoming,
  body: ResponseRequest,
  services: ResponseServices,
): Promise<PassedOn> {
  const { keptResponses, upstreams } = services;
  if (body.conversation !== undefined && body.conversation !== null) {
    throw valueError(['body', 'conversation'], 'conversations are not offered here: send previous_response_id', null);
  }
  const { previous_response_id: previous, store } = body;
  const only =
    typeof previous === 'string'
      ? (await keptResponses.find(call.project, previous, upstreams).catch(asParameter)).upstream
      : undefined;
  let id: string | undefined;
  // One that is made in the background says what it used when it is done, to whoever asks first.
  const inBackground = body.background === true;
  const onResponse = (seen: string, upstream: Upstream): Promise<void> => {
    id = seen;
    return keptResponses.remember(call.project, seen, { upstream, model: body.model, counted: !inBackground });
  };
  return callModel(
    call,
    {
      kind: 'response',
      path: '/responses',
      body,
      ...(only === undefined ? {} : { only }),
      ...(store === false ? {} : { onResponse }),
      ...(inBackground ? { around: (end: EndOfCall) => keptResponses.countingOnce(call.project, () => id, end) } : {}),
    },
    services,
  );
}

/** What is asked of a response that an upstream keeps. */
export interface KeptQuestion {
  id: string;
  /** What stands behind the id in the path: `/cancel`. */
  below?: string;
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
}

/** Asks the upstream that keeps the project's response. Throws `not_found`. */
export async function askForResponse(
  call: Incoming,
  { id, below = '', query = {} }: KeptQuestion,
  { upstreams, modelCalls, keptResponses }: ResponseServices,
): Promise<PassedOn> {
  const { upstream, model } = await keptResponses.find(call.project, id, upstreams);
  const path = `/responses/${encodeURIComponent(id)}${below}${queryText(query)}`;
  const headers = forward(call.headers, forwarded.models, ['x-request-id', call.requestId]);
  const end = await modelCalls.begin(describe(call, 'kept_response', model ?? ''));
  const question: Question = {
    repeatable: true,
    accepts: (head) => isModelAnswer(head, query.stream === true),
    at: () => ({
      target: upstream.api,
      request: { method: call.verb === 'HEAD' ? 'GET' : call.verb, path, headers, body: undefined },
    }),
  };
  const asked = await ask([upstream], question, call, end);
  return passBack(asked, {
    form: 'model',
    hidesUsage: false,
    end: keptResponses.countingOnce(call.project, () => id, end),
  });
}

/** The parameters that were given, as the public API's clients write them: a list's name with brackets, once for each item. */
function queryText(query: NonNullable<KeptQuestion['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return typeof value === 'object' ? value.map((item) => [`${name}[]`, item]) : [[name, String(value)]];
  });
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Has the upstream forget the project's response. Throws `not_found`. */
export async function deleteResponse(call: Incoming, id: string, services: ResponseServices): Promise<PassedOn> {
  const answer = await askForResponse(call, { id }, services);
  if (answer.status < 300 || answer.status === 404) await ModelResponse.forget(call.project.id, id);
  return answer;
}

/** Says which part of the request names what is not there. */
function asParameter(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new ServiceError(error.code, error.message, { cause: error, param: 'previous_response_id' });
}
