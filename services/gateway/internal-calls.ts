// Model calls that this server itself makes for a project: to embed files and queries, to describe images, to rewrite
// queries, and to rerank results. They count against the project's limits and usage. The project's model allow list
// does not apply here: the operator chooses these models, except a reranking model, which is checked before.

import type { ProjectRow } from '../../models/project.ts';
import { type EndOfCall, type ModelCall, type Rates, requestOf } from '../limits/index.ts';
import { currentTrace, traceHeaders } from '../platform/index.ts';
import { limitsOf } from '../tenancy/index.ts';
import { ModelProblem } from './model-problem.ts';
import type { InferenceServices } from './services.ts';
import {
  isRefusalInDisguise,
  maxRefusalBytes,
  plainRefusal,
  refusalBody,
  revealsInternals,
  tooLongForModel,
} from './upstream/error-responses.ts';
import { callUpstreams, type Upstream, UpstreamFault, type UpstreamResponse } from './upstream/index.ts';
import { upstreamError, upstreamFailed } from './upstream/upstream-errors.ts';
import { tokensOfBody } from './upstream/usage.ts';

/** The tenant and user that the call is billed to. */
export interface Payer {
  project: ProjectRow;
  /** Empty if no caller waits for the result. */
  callerId: string;
  requestId: string;
  rates: Rates;
  /** The limits of the caller's key, if they apply. */
  keyLimits?: ModelCall['keyLimits'];
}

export interface InternalCall {
  kind: ModelCall['kind'];
  /** The path of the public API without /v1. */
  path: string;
  model: string;
  /** The body without the model. */
  body: Record<string, unknown>;
  maxOutputTokens?: number;
  /** The maximum size of the response; a longer one counts as an error. */
  maxAnswerBytes: number;
}

const maxShownLength = 500;

/**
 * Calls one of the upstreams that offer the model and returns the parsed response. Throws a ModelProblem if an upstream
 * rejects the request, `upstream_failed` or `upstream_timeout` if none answers, and the errors of the project's limits.
 */
export async function askModel(
  known: readonly Upstream[],
  question: InternalCall,
  payer: Payer,
  modelCalls: InferenceServices['modelCalls'],
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted();
  const { model, path } = question;
  const offering = modelCalls.affordableProviders(
    known,
    { kind: question.kind, target: model },
    limitsOf(payer.project),
  );
  const bodyFor = (name: string): string => JSON.stringify({ model: name, ...question.body });
  const described = describeCall(question, payer, bodyFor(model), offering);
  const end = await modelCalls.begin(described);
  const headers = ['content-type', 'application/json', 'accept', 'application/json', 'x-request-id', payer.requestId];
  const trace = described.trace ?? currentTrace();
  if (trace !== undefined) headers.push(...Object.entries(traceHeaders(trace)).flat());
  const over = new AbortController();
  const waiting = {
    project: payer.project,
    onGone: (listener: () => void) => signal?.addEventListener('abort', listener, { signal: over.signal }),
  };
  try {
    const at = (upstream: Upstream) => {
      const body = bodyFor(upstream.nameOf(model));
      return { target: upstream.api, request: { method: 'POST', path, headers, body } };
    };
    const response = await callUpstreams(offering, { repeatable: true, at }, waiting, end);
    return await answerOf(response, question, end);
  } finally {
    over.abort();
  }
}

function describeCall(
  { kind, model, maxOutputTokens, body: response }: InternalCall,
  payer: Payer,
  body: string,
  providers: readonly Upstream[],
): ModelCall {
  const { project, callerId, rates, keyLimits } = payer;
  return {
    kind,
    projectId: project.id,
    limits: limitsOf(project),
    keyLimits,
    rates,
    organizationId: project.organizationId,
    callerId,
    target: model,
    providers,
    request: requestOf(response, Buffer.byteLength(body)),
    streams: false,
    maxOutputTokens,
  };
}

/** Reads and parses the whole response. */
async function answerOf(
  { exchange, head, upstream }: UpstreamResponse,
  question: InternalCall,
  end: EndOfCall,
): Promise<unknown> {
  const { status } = head;
  const ended = { upstream, tokens: undefined, answerBytes: 0 };
  try {
    const isGood = status >= 200 && status < 300;
    const bytes = await exchange.collect(isGood ? question.maxAnswerBytes : maxRefusalBytes);
    if (bytes === undefined) exchange.abort();
    const text = bytes?.toString() ?? '';
    if (!isGood && (isRefusal(status) || isRefusalInDisguise(text, status))) {
      end({ ...ended, status, complete: true });
      throw refused(text, status, question, upstream);
    }
    if (!isGood || bytes === undefined) throw upstreamFailed(new Error(`${status}: ${text.slice(0, maxShownLength)}`));
    const answer = parse(bytes);
    end({ ...ended, status, complete: true, tokens: tokensOfBody(bytes), answerBytes: bytes.length });
    return answer;
  } catch (error) {
    const isGone = error instanceof UpstreamFault && error.kind === 'gone';
    // A rejection costs nothing.
    const answerer = isGone && status >= 300 ? undefined : upstream;
    end({ ...ended, upstream: answerer, status: isGone ? 499 : 502, complete: false });
    throw error instanceof UpstreamFault && !isGone ? upstreamError(error, upstream.name) : error;
  }
}

/** Returns true if the request is at fault, and not the upstream, its load, or this server's credential. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 407, 408, 425, 429].includes(status);
}

function refused(text: string, status: number, { model, kind }: InternalCall, upstream: Upstream): ModelProblem {
  const isShown = text !== '' && !revealsInternals(text, upstream);
  const { message, code } = (isShown ? refusalBody(text, status) : plainRefusal(status)).error;
  const isTooLong = code === tooLongForModel;
  const remedy = kind === 'embedding' && isTooLong ? ` ${smallerChunks}` : '';
  const said = message.slice(0, maxShownLength).replace(/[.\s]*$/, '.');
  return new ModelProblem(`The model '${model}' refused the request: ${said}${remedy}`, { status, isTooLong });
}

const smallerChunks =
  "The operator can make the chunks of files smaller with the model's context_length, or let its server take longer texts.";

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw upstreamFailed(error);
  }
}
