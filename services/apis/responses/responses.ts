// Responses that upstreams store. An upstream cannot tell projects apart, so this server records the project of each
// response when the upstream sends its id, and checks it before a project reads, continues, cancels or deletes a
// response.

import { nowSeconds } from '../../../models/clock.ts';
import { transaction } from '../../../models/connection.ts';
import { ModelResponse, type ModelResponseRow, type NewResponse } from '../../../models/model-response.ts';
import type { ProjectRow } from '../../../models/project.ts';
import {
  callModel,
  callUpstreams,
  describe,
  type ForwardedResponse,
  forward,
  forwarded,
  forwardResponse,
  type Incoming,
  type InferenceServices,
  isModelAnswer,
  type ModelQuestion,
  traced,
  type Upstream,
  type UpstreamCall,
  type Upstreams,
  withBody,
} from '../../gateway/index.ts';
import { callerIdOf, type Tokens } from '../../limits/index.ts';
import { type Log, notFound, type Queue, ServiceError } from '../../platform/index.ts';
import { type FileServices, withFileBytes } from '../files-by-id.ts';
import { type BackgroundResponses, backgroundJob, leaseIdOf } from './background-responses.ts';
import { type SummaryServices, withSummaries } from './compaction.ts';
import { responseQuestion, withoutPackedReasoning } from './response-question.ts';

/** Longer than upstreams store responses. */
const keptSeconds = 60 * 86_400;

/** The delay before a background response is first retrieved. Few end sooner. */
const firstRetrievalMs = 1000;

/** The origin of a response. */
interface Kept {
  upstream: Upstream;
  model: string;
}

/** The caller of a background response, and the tokens reserved for it. */
interface Background {
  callerId: string;
  expected: Tokens;
}

/** A response whose project is being recorded. */
interface Noted {
  id: string;
  /** False: the write failed. */
  isNoted: Promise<boolean>;
}

/** The owners of stored responses. */
export class KeptResponses {
  readonly #log: Log;
  readonly #queue: Queue;

  constructor(log: Log, queue: Queue) {
    this.#log = log;
    this.#queue = queue;
  }

  /** Records the project of a response. Resolves to false if the write failed. */
  remember(project: ProjectRow, id: string, kept: Kept, background?: Background): Promise<boolean> {
    const fields: NewResponse = {
      upstream: kept.upstream.name,
      model: kept.model,
      counted: background === undefined,
      expiresAt: nowSeconds() + keptSeconds,
      callerId: background?.callerId ?? null,
      expectedInput: background?.expected.input ?? 0,
      expectedOutput: background?.expected.output ?? 0,
    };
    const written =
      background === undefined ? ModelResponse.remember(project.id, id, fields) : this.#follow(project, id, fields);
    return written.then(
      () => true,
      (error: unknown) => {
        // A failed write must not fail the call: the caller has the response, and only cannot read it again.
        this.#log.warn({ err: error }, 'could not store the project of a response');
        return false;
      },
    );
  }

  /**
   * Records the response's tokens after its project is recorded. A call that continues the response reads these tokens
   * again.
   */
  recordTokens(project: ProjectRow, { id, isNoted }: Noted, tokens: Tokens): void {
    isNoted
      .then(async (is) => is && (await ModelResponse.recordTokens(project.id, id, sumOf(tokens))))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'could not store the tokens of a response'));
  }

  /** Returns the upstream and the row of the project's response. Throws `not_found`. */
  async find(
    project: ProjectRow,
    id: string,
    upstreams: Upstreams,
  ): Promise<{ upstream: Upstream; row: ModelResponseRow }> {
    const row = await ModelResponse.find(project.id, id);
    const upstream = row === undefined ? undefined : upstreams.named(row.upstream);
    if (row === undefined || upstream === undefined) throw notFound('response', id.slice(0, 100));
    return { upstream, row };
  }

  /** Records the response and adds the job that retrieves it when it has ended. */
  async #follow(project: ProjectRow, id: string, fields: NewResponse): Promise<void> {
    const uniqueKey = `${backgroundJob.name} ${ModelResponse.digestOf(project.id, id).toString('hex')}`;
    await transaction(async (tx) => {
      await ModelResponse.remember(project.id, id, fields, tx);
      const followed = { projectId: project.id, id, since: nowSeconds() };
      await this.#queue.add(backgroundJob, followed, { transaction: tx, uniqueKey, delayMs: firstRetrievalMs });
    });
  }
}

export interface ResponseServices extends InferenceServices, FileServices, SummaryServices {
  keptResponses: KeptResponses;
  backgroundResponses: BackgroundResponses;
}

interface ResponseRequest {
  model: string;
  store?: boolean | null;
  previous_response_id?: string | null;
  [name: string]: unknown;
}

/** Creates a response. With `previous_response_id` the call goes to the upstream that stores the previous response. */
export async function createResponse(
  given: Incoming,
  asked: ResponseRequest,
  services: ResponseServices,
): Promise<ForwardedResponse> {
  const taken = withSummaries(given.project, withoutPackedReasoning(asked, services), services);
  const body = await withFileBytes(given.project, taken, services);
  const call = body === asked ? given : withBody(given, body);
  const { store } = body;
  const question = { ...responseQuestion(body), ...(await findPrevious(call, body, services)) };
  if (store === false) return callModel(call, question, services);
  const own = body.background === true ? inBackground(call, body, services) : keeping(call, body, services);
  return callModel(call, { ...question, ...own }, services);
}

/**
 * Returns the upstream that stores the previous response, and its tokens; nothing if the request continues none. Throws
 * `not_found` if the project has no such response.
 */
export async function findPrevious(
  { project }: Pick<Incoming, 'project'>,
  body: Pick<ResponseRequest, 'previous_response_id'>,
  { keptResponses, upstreams }: Pick<ResponseServices, 'keptResponses' | 'upstreams'>,
): Promise<Pick<ModelQuestion, 'only' | 'continued'>> {
  const { previous_response_id: previous } = body;
  if (typeof previous !== 'string') return {};
  const { upstream, row } = await keptResponses.find(project, previous, upstreams).catch(asParameter);
  return { only: upstream, continued: Number(row.tokens) };
}

type Rules = Pick<ModelQuestion, 'onResponse' | 'around'>;

/** Records the project of the response and its tokens. */
function keeping({ project }: Incoming, { model }: ResponseRequest, { keptResponses }: ResponseServices): Rules {
  let noted: Noted | undefined;
  return {
    onResponse: async (id, upstream) => {
      noted = { id, isNoted: keptResponses.remember(project, id, { upstream, model }) };
      await noted.isNoted;
    },
    around: (end) => (ended) => {
      end(ended);
      if (noted !== undefined && ended.tokens !== undefined) keptResponses.recordTokens(project, noted, ended.tokens);
    },
  };
}

/**
 * Also records the reservation of a background response, which is charged when the response has ended, not when this
 * call has.
 */
function inBackground(
  { project, caller }: Incoming,
  { model }: ResponseRequest,
  { keptResponses, modelCalls }: ResponseServices,
): Rules {
  let expected: Tokens = { input: 0, output: 0, cachedInput: 0 };
  let noted: Noted | undefined;
  return {
    onResponse: async (id, upstream) => {
      const background = { callerId: callerIdOf(caller), expected };
      noted = { id, isNoted: keptResponses.remember(project, id, { upstream, model }, background) };
      await noted.isNoted;
    },
    around: (end, described) => {
      expected = modelCalls.expectedOf(described);
      return (ended) => {
        if (noted === undefined) return end(ended);
        const { id, isNoted } = noted;
        const continuesAs = leaseIdOf(project.id, id);
        const later = { ...ended, tokens: undefined, isCountedElsewhere: true, continuesAs };
        isNoted
          // A stream that was read to its end contains the usage.
          .then(async (is) => {
            if (!is || ended.tokens === undefined) return is;
            return !(await ModelResponse.countOnce(project.id, id, sumOf(ended.tokens)));
          })
          .then(
            (isLater) => end(isLater ? later : ended),
            () => end(later),
          );
      };
    },
  };
}

function sumOf({ input, output }: Tokens): number {
  return input + output;
}

/** A request about a stored response. */
export interface KeptQuestion {
  id: string;
  /** The path after the id, such as `/cancel`. */
  below?: string;
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
}

/** Sends a request to the upstream that stores the project's response. Throws `not_found`. */
export async function askForResponse(
  call: Incoming,
  { id, below = '', query = {} }: KeptQuestion,
  { upstreams, modelCalls, keptResponses, backgroundResponses }: ResponseServices,
): Promise<ForwardedResponse> {
  const { upstream, row } = await keptResponses.find(call.project, id, upstreams);
  const path = `/responses/${encodeURIComponent(id)}${below}${queryText(query)}`;
  const described = describe(call, 'kept_response', row.model ?? '');
  const end = await modelCalls.begin(described);
  const headers = forward(traced(call.headers, described), forwarded.models, ['x-request-id', call.requestId]);
  const question: UpstreamCall = {
    repeatable: true,
    accepts: (head) => isModelAnswer(head, query.stream === true),
    at: () => ({
      target: upstream.api,
      request: { method: call.verb === 'HEAD' ? 'GET' : call.verb, path, headers, body: undefined },
    }),
  };
  const response = await callUpstreams([upstream], question, call, end);
  return forwardResponse(response, {
    form: 'model',
    hidesUsage: false,
    end: (ended) => {
      // Reading a response is free. What it used is charged to the caller who asked for it.
      end({ ...ended, tokens: undefined, isCountedElsewhere: true });
      if (ended.tokens !== undefined) void backgroundResponses.settle(call.project, id, row, ended.tokens);
    },
  });
}

/** Returns the query in the form of the public API's clients: lists as repeated `name[]` parameters. */
function queryText(query: NonNullable<KeptQuestion['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return typeof value === 'object' ? value.map((item) => [`${name}[]`, item]) : [[name, String(value)]];
  });
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Deletes the project's response at the upstream. Throws `not_found`. */
export async function deleteResponse(
  call: Incoming,
  id: string,
  services: ResponseServices,
): Promise<ForwardedResponse> {
  const { row } = await services.keptResponses.find(call.project, id, services.upstreams);
  // Charges the usage first, because the upstream does not report it after the deletion.
  await services.backgroundResponses.settle(call.project, id, row);
  const answer = await askForResponse(call, { id }, services);
  if (answer.status < 300 || answer.status === 404) await ModelResponse.forget(call.project.id, id);
  return answer;
}

/** Adds the parameter to a `not_found` error. */
function asParameter(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new ServiceError(error.code, error.message, { cause: error, param: 'previous_response_id' });
}
