// Custom endpoints: configured paths that pass through to an upstream with query and body unchanged.
//
// If a project may use only some models, or if the endpoint has prices for models, the server looks for model names in
// the request, so that the allow list and the prices also hold here. See named-models.ts.

import {
  callUpstreams,
  describe,
  type ForwardedResponse,
  forward,
  forwarded,
  forwardResponse,
  type Incoming,
  type InferenceServices,
  keyLimitsOf,
  modelNotAllowed,
  traced,
  type Upstream,
} from '../../gateway/index.ts';
import { quantitiesOfRequest } from '../../limits/index.ts';
import { ServiceError } from '../../platform/index.ts';
import { isAllowedEndpoint, isAllowedModel, limitsOf, restrictsModels } from '../../tenancy/index.ts';
import { modelsNamedIn, readFields } from './named-models.ts';

/** Idempotent methods, which may be retried. */
const safeMethods = ['GET', 'HEAD', 'PUT', 'DELETE'];

/** The maximum length of a model's id. */
const maxShownLength = 255;

/**
 * Forwards the request to the upstreams that have the path. Throws `endpoint_not_allowed`, `model_has_no_price`, and the
 * errors of `modelsNamedIn`.
 */
export async function callEndpoint(
  call: Incoming,
  { upstreams, modelCalls }: InferenceServices,
): Promise<ForwardedResponse> {
  const { project, path, verb, queryText, bytes, caller } = call;
  if (!isAllowedEndpoint(project, path)) {
    throw new ServiceError('endpoint_not_allowed', `The project may not use the custom endpoint ${path}.`);
  }
  const answering = upstreams.answering(path);
  const [limits, keyLimits] = [limitsOf(project), keyLimitsOf(caller)];
  const { hasModels, hasUnits } = pricesAt(path, answering);
  const restricted = restrictsModels(project);
  const mustKnow = restricted || (hasModels && modelCalls.needsPrice(limits, keyLimits));
  const models = mustKnow || hasModels ? await modelsIn(call, mustKnow) : [];
  if (restricted) checkModels(call, models);
  const priced = { kind: 'custom_endpoint', target: path, models: hasModels ? models : [] } as const;
  const offering = modelCalls.affordableProviders(answering, priced, limits, keyLimits);
  const asks = hasUnits ? quantitiesOfRequest(await readFields(call, modelCalls.needsPrice(limits, keyLimits))) : {};
  const described = {
    ...describe(call, 'custom_endpoint', path, { providers: offering }),
    models: priced.models,
    asks,
  };
  const end = await modelCalls.begin(described);
  const headers = forward(traced(call.headers, described), forwarded.endpoints, ['x-request-id', call.requestId]);
  const request = { method: verb, path: queryText === undefined ? path : `${path}?${queryText}`, headers, body: bytes };
  const question = {
    repeatable: safeMethods.includes(verb),
    at: (upstream: Upstream) => ({ target: upstream.root, request }),
  };
  const response = await callUpstreams(offering, question, call, end);
  const options = {
    form: 'endpoint',
    hidesUsage: false,
    isHead: verb === 'HEAD',
    readsQuantities: hasUnits,
    end,
  } as const;
  return forwardResponse(response, options);
}

/** Returns whether an upstream has prices for models at the endpoint, and whether a price there is for quantities. */
function pricesAt(path: string, answering: readonly Upstream[]): { hasModels: boolean; hasUnits: boolean } {
  const prices = answering.flatMap(({ settings }) => settings.prices[path] ?? []);
  const all = prices.flatMap(({ models = {}, ...own }) => [own, ...Object.values(models)]);
  const isForUnits = (name: string): boolean => name.startsWith('per_') && name !== 'per_call';
  return {
    hasModels: prices.some(({ models }) => models !== undefined),
    hasUnits: all.some((price) => Object.keys(price).some(isForUnits)),
  };
}

/** Returns the models that the request names. If it cannot be read, throws if they must be known, and else returns none. */
async function modelsIn(call: Incoming, mustKnow: boolean): Promise<string[]> {
  try {
    return await modelsNamedIn(call);
  } catch (error) {
    if (mustKnow) throw error;
    return [];
  }
}

function checkModels({ project }: Incoming, models: readonly string[]): void {
  const stranger = models.find((model) => !isAllowedModel(project, model));
  if (stranger !== undefined) throw modelNotAllowed(stranger.slice(0, maxShownLength), project);
}
