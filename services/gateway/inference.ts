// Calls models: applies the project's rules, selects the upstreams that offer the model, and returns the response.
//
// The caller's bytes are forwarded unchanged if possible. The body is serialized again if it contains a field that only
// this server may set, or if it is ambiguous: in JSON with a duplicate key, the project's rules could see one value and
// the upstream the other.

import type { ProjectRow } from '../../models/project.ts';
import {
  callerIdOf,
  type EndOfCall,
  type ModelCall,
  type ModelCalls,
  notSent,
  type Rates,
  requestOf,
} from '../limits/index.ts';
import { ServiceError, UnknownModelError } from '../platform/index.ts';
import { isAllowedModel, limitsOf, modelRefuser, type Principal } from '../tenancy/index.ts';
import { hostedToolsIn } from './hosted-tools.ts';
import type { InferenceServices } from './services.ts';
import type { ErrorForm, Translation } from './upstream/answer-form.ts';
import { type ForwardedResponse, forwardResponse, isModelAnswer } from './upstream/forward-response.ts';
import { forward, forwarded, traced } from './upstream/headers.ts';
import {
  callUpstreams,
  type Speaking,
  type Upstream,
  type UpstreamCall,
  type UpstreamResponse,
  type Upstreams,
} from './upstream/index.ts';
import { Refusals, usageMember } from './upstream/refusals.ts';
import { forwardable, RequestBody } from './upstream/request-body.ts';
import type { Refused } from './upstream/upstream.ts';
import { upstreamFailed } from './upstream/upstream-errors.ts';
import { withoutRefused } from './upstream/without-refused.ts';

export type { InferenceServices } from './services.ts';

export function withBody(call: Incoming, body: object): Incoming {
  const bodyText = JSON.stringify(body);
  return { ...call, bytes: Buffer.from(bodyText), bodyText };
}

/** A request to forward to an upstream. */
export interface Incoming {
  requestId: string;
  verb: string;
  path: string;
  queryText: string | undefined;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer | undefined;
  /** The body as text if it is JSON. */
  bodyText: string | undefined;
  project: ProjectRow;
  caller: Principal;
  rates: Rates;
  onGone(listener: () => void): void;
}

/** The operation that is called. `path` is the path of the public API without /v1. */
export interface ModelQuestion {
  kind: ModelCall['kind'];
  path: string;
  body: { model: string; stream?: boolean | null } & Record<string, unknown>;
  /** The only upstream that can answer. */
  only?: Upstream;
  /** The upstreams that can answer, as `offeringOf` returned them. */
  among?: readonly Upstream[];
  /** Returns the request translated to the API of the upstream; undefined: the request is sent as it is. */
  translate?: (upstream: Upstream) => Translation | undefined;
  /**
   * Detects that an upstream does not have the path. The call then starts again, and sends that upstream the
   * translation.
   */
  pathCheck?: PathCheck;
  /** Returns the events of an answer that an upstream gave as a whole although a stream was asked for. */
  asStream?: (answer: Record<string, unknown>) => string | undefined;
  /** The form of errors, if it is not that of the public API. */
  errors?: ErrorForm;
  /** The tokens of the previous response that this request continues. */
  continued?: number;
  /** Called with the id of the response, which the upstream stores. */
  onResponse?: (id: string, upstream: Upstream) => Promise<void>;
  /** Wraps the function that reports the end of the call. */
  around?: (end: EndOfCall, call: ModelCall) => EndOfCall;
}

/**
 * Thrown if a response is to be stored, and an upstream of the call has only chat completions and so stores nothing.
 */
export class CannotStoreResponse extends Error {}

export interface PathCheck {
  /**
   * Returns the upstreams that can answer the request, as it is or translated. Throws a ValidationError if there are
   * none, or CannotStoreResponse.
   */
  capable(upstreams: readonly Upstream[]): readonly Upstream[];
  /** Returns true if the response shows that its upstream is not to be asked at the path, and remembers that. */
  lacksPath(response: UpstreamResponse): Promise<boolean>;
}

/** Throws an error if the project may not use the model, or if no upstream offers it. */
export async function checkModel(
  project: ProjectRow,
  model: string,
  { upstreams }: Pick<InferenceServices, 'upstreams'>,
): Promise<void> {
  if (!isAllowedModel(project, model)) throw modelNotAllowed(model, project);
  if (upstreams.catalogue.upstreamsOf(model).length === 0) await findOffering(model, upstreams);
}

/** Returns true if an upstream that offers the model is known to have only chat completions, so that it keeps nothing. */
export function mayHaveOnlyChat(model: string, { upstreams }: Pick<InferenceServices, 'upstreams'>): boolean {
  return upstreams.catalogue.upstreamsOf(model).some(({ hasResponses }) => !hasResponses);
}

/** Sends the call to an upstream that offers the model, and returns the response. */
export async function callModel(
  call: Incoming,
  question: ModelQuestion,
  { upstreams, modelCalls }: InferenceServices,
): Promise<ForwardedResponse> {
  const { body, only, among } = question;
  if (!isAllowedModel(call.project, body.model)) throw modelNotAllowed(body.model, call.project);
  const known = among ?? (only === undefined ? upstreams.catalogue.offering(body.model) : [only]);
  const offering = known ?? (await findOffering(body.model, upstreams));
  return await callOneOf(offering, call, question, modelCalls);
}

/**
 * Returns the upstreams that offer the model to the project. Throws `model_not_found`, and the errors of
 * `findOffering`.
 */
export async function offeringOf(
  project: ProjectRow,
  model: string,
  speaking: Speaking,
  { upstreams }: Pick<InferenceServices, 'upstreams'>,
): Promise<readonly Upstream[]> {
  if (!isAllowedModel(project, model)) throw modelNotAllowed(model, project);
  return upstreams.catalogue.offering(model, speaking) ?? (await findOffering(model, upstreams, speaking));
}

async function callOneOf(
  known: readonly Upstream[],
  call: Incoming,
  { kind, path, body, continued, translate, pathCheck, errors, onResponse, around, asStream }: ModelQuestion,
  modelCalls: ModelCalls,
): Promise<ForwardedResponse> {
  const able = pathCheck?.capable(known) ?? known;
  // Tools that are left out cost nothing.
  const isLeftOut = (name: string): boolean =>
    able.every((upstream) => translate?.(upstream)?.ignoredTools?.includes(name) === true);
  const hosted = hostedToolsIn(kind, body).filter(({ name }) => !isLeftOut(name));
  const priced = { kind, target: body.model, hosted };
  const offering = modelCalls.affordableProviders(able, priced, limitsOf(call.project), keyLimitsOf(call.caller));
  const bytes = new RequestBody(call.bytes as Buffer, call.bodyText as string, body);
  const own = ['x-request-id', call.requestId, 'content-type', 'application/json'];
  const streams = body.stream === true;
  const refusals = new Refusals(call.project.id, body.model);
  const asksForUsage = (at: string, upstream: Upstream): boolean =>
    streams &&
    upstream.settings.stream_usage &&
    (at === '/chat/completions' || at === '/completions') &&
    !refusals.of(upstream).members.includes(usageMember);
  const shape = { providers: offering, streams, body, continued, ...outputOf(body) };
  const described = { ...describe(call, kind, body.model, shape), hosted };
  const told = await modelCalls.begin(described);
  const end = around === undefined ? told : around(told, described);
  const names = kind === 'message' ? forwarded.messages : forwarded.models;
  const headers = forward(traced(call.headers, described), names, own);
  const question: UpstreamCall = {
    repeatable: true,
    model: body.model,
    accepts: (head) => isModelAnswer(head, streams),
    at: (upstream) => {
      const translation = translate?.(upstream);
      const at = translation?.path ?? path;
      // `transformers serve` streams responses by default.
      const saysNoStream = at === '/responses';
      const options = { asksForUsage: asksForUsage(at, upstream), model: upstream.nameOf(body.model), saysNoStream };
      const sent =
        translation === undefined ? bytes.for(options) : translatedBody(translation, refusals.of(upstream), options);
      return { target: upstream.api, request: { method: 'POST', path: at, headers, body: sent } };
    },
  };
  const isWithoutRefused = async (response: UpstreamResponse): Promise<boolean> => {
    const translation = translate?.(response.upstream);
    const isUsageAdded = translation !== undefined || !bytes.wantsUsage;
    const addsUsage = isUsageAdded && asksForUsage(translation?.path ?? path, response.upstream);
    const own = { ...translation?.body, ...(addsUsage ? { [usageMember]: true } : {}) };
    return await refusals.learn(response, own);
  };
  const response = await callAndCheck({ pathCheck, isWithoutRefused }, offering, question, call, end);
  if (response.head.status < 400) refusals.keep(response.upstream);
  const translation = translate?.(response.upstream);
  const hidesUsage = translation === undefined && asksForUsage(path, response.upstream) && !bytes.wantsUsage;
  const { requestId } = call;
  const readsQuantities = hosted.length > 0;
  const options = {
    form: 'model',
    hidesUsage,
    readsQuantities,
    streams,
    asStream,
    translation,
    errors,
    requestId,
    end,
    onResponse,
  } as const;
  return forwardResponse(response, options);
}

interface Checks {
  pathCheck: PathCheck | undefined;
  /** Returns true if the upstream refused a member that this server wrote. The next request to it is without that. */
  isWithoutRefused: (response: UpstreamResponse) => Promise<boolean>;
}

/** Starts the call again each time that an upstream turns out not to have the path, or not to take a member. */
async function callAndCheck(
  { pathCheck, isWithoutRefused }: Checks,
  offering: readonly Upstream[],
  question: UpstreamCall,
  call: Incoming,
  end: EndOfCall,
): Promise<UpstreamResponse> {
  for (let able = offering; ; ) {
    const response = await callUpstreams(able, question, call, end);
    if (response.head.status >= 400 && (await isWithoutRefused(response))) continue;
    if (pathCheck === undefined || !(await pathCheck.lacksPath(response))) return response;
    try {
      able = pathCheck.capable(offering);
    } catch (error) {
      end(error instanceof CannotStoreResponse ? notSent : { ...notSent, status: 422, complete: true });
      throw error;
    }
  }
}

function translatedBody(
  { body }: Translation,
  refused: Refused,
  { asksForUsage, model, saysNoStream }: Parameters<RequestBody['for']>[0],
): string {
  return JSON.stringify({
    ...(saysNoStream ? { stream: false } : {}),
    ...withoutRefused(forwardable(body), refused),
    model,
    ...(asksForUsage ? { stream_options: { include_usage: true } } : {}),
  });
}

interface CallShape {
  providers?: readonly Upstream[];
  streams?: boolean;
  body?: Record<string, unknown>;
  continued?: number | undefined;
  maxOutputTokens?: number | undefined;
  answers?: number;
  tools?: readonly string[];
}

/** Describes the call for the watchers. */
export function describe(
  { project, caller, bytes, rates }: Incoming,
  kind: ModelCall['kind'],
  target: string,
  { providers = [], streams = false, body, continued = 0, maxOutputTokens, answers = 1, tools = [] }: CallShape = {},
): ModelCall {
  return {
    kind,
    projectId: project.id,
    limits: limitsOf(project),
    keyLimits: keyLimitsOf(caller),
    rates,
    organizationId: project.organizationId,
    callerId: callerIdOf(caller),
    target,
    providers,
    request: { ...requestOf(body, bytes?.length ?? 0), continued },
    streams,
    maxOutputTokens,
    answers,
    tools,
  };
}

/** Returns the limits of the caller's key; undefined for other callers. */
export function keyLimitsOf(caller: Principal): ModelCall['keyLimits'] {
  return caller.kind === 'project_key' ? caller.limits : undefined;
}

export function modelNotAllowed(model: string, project: ProjectRow): ServiceError {
  const refuser = modelRefuser(project, model);
  return new ServiceError(
    'model_not_found',
    `The ${refuser} may not use the model '${model}'. GET /v1/models lists the allowed ones.`,
    { param: 'model' },
  );
}

/**
 * Returns the upstreams that offer the model. Throws an UnknownModelError if none does, and `upstream_failed` if an
 * upstream that may offer it cannot be asked.
 */
async function findOffering(
  model: string,
  { catalogue, localModels }: Upstreams,
  speaking?: Speaking,
): Promise<readonly Upstream[]> {
  const offering = await catalogue.findOffering(model, speaking);
  if (offering !== undefined) return offering;
  // GET /v1/models lists these.
  if (localModels.has(model)) throw new UnknownModelError(model, 'is an embedding model. Call POST /v1/embeddings.');
  if (catalogue.model(model) !== undefined)
    throw new UnknownModelError(model, 'is offered only in the form of Messages. Call POST /v1/messages.');
  if (catalogue.isIncomplete) throw upstreamFailed('could not list the models of an upstream');
  throw new UnknownModelError(model);
}

/** The names of output limits: of the public API, of llama.cpp, Ollama and Text Generation Inference. */
const outputLimits = [
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'n_predict',
  'num_predict',
  'max_new_tokens',
];

/**
 * Returns the number of answers and the limit of their output. Servers differ in which of several limits they take, so
 * the greatest counts. A completion answers each prompt.
 */
function outputOf(body: Record<string, unknown>): Pick<CallShape, 'maxOutputTokens' | 'answers'> {
  const { n, best_of, prompt } = body;
  const prompts = Array.isArray(prompt) && typeof prompt[0] !== 'number' ? prompt.length : 1;
  const answers = Math.max(countIn(n) ?? 1, countIn(best_of) ?? 1, 1) * Math.max(prompts, 1);
  const limits = outputLimits.map((name) => countIn(body[name])).filter((limit) => limit !== undefined);
  const most = limits.length === 0 ? undefined : Math.max(...limits) * answers;
  return { answers, maxOutputTokens: most === undefined ? undefined : Math.min(most, Number.MAX_SAFE_INTEGER) };
}

/** Returns the count of a member; undefined if it has none. Some servers also take a number in a string. */
function countIn(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
