// Custom endpoints: configured paths that pass through to an upstream with query and body unchanged.
//
// If a project may use only some models, the server looks for model names in the request, so that the allow list also
// holds here. See named-models.ts.

import { ServiceError } from '../platform/index.ts';
import { isAllowedEndpoint, isAllowedModel, restrictsModels } from '../tenancy/index.ts';
import { describe, type Incoming, type InferenceServices, modelNotAllowed } from './inference.ts';
import { modelsNamedIn } from './named-models.ts';
import { type ForwardedResponse, forwardResponse } from './upstream/forward-response.ts';
import { forward, forwarded, traced } from './upstream/headers.ts';
import { callUpstreams, type Upstream } from './upstream/index.ts';

/** Idempotent methods, which may be retried. */
const safeMethods = ['GET', 'HEAD', 'PUT', 'DELETE'];

/** The maximum length of a model's id. */
const maxShownLength = 255;

/**
 * Forwards the request to the upstreams that have the path. Throws `endpoint_not_allowed`, and the errors of
 * `modelsNamedIn`.
 */
export async function callEndpoint(
  call: Incoming,
  { upstreams, modelCalls }: InferenceServices,
): Promise<ForwardedResponse> {
  const { project, path, verb, queryText, bytes } = call;
  if (!isAllowedEndpoint(project, path)) {
    throw new ServiceError('endpoint_not_allowed', `The project may not use the custom endpoint ${path}.`);
  }
  if (restrictsModels(project)) await checkModels(call);
  const described = describe(call, 'custom_endpoint', path);
  const end = await modelCalls.begin(described);
  const headers = forward(traced(call.headers, described), forwarded.endpoints, ['x-request-id', call.requestId]);
  const request = { method: verb, path: queryText === undefined ? path : `${path}?${queryText}`, headers, body: bytes };
  const question = {
    repeatable: safeMethods.includes(verb),
    at: (upstream: Upstream) => ({ target: upstream.root, request }),
  };
  const response = await callUpstreams(upstreams.answering(path), question, call, end);
  return forwardResponse(response, { form: 'endpoint', hidesUsage: false, isHead: verb === 'HEAD', end });
}

async function checkModels(call: Incoming): Promise<void> {
  const stranger = (await modelsNamedIn(call)).find((model) => !isAllowedModel(call.project, model));
  if (stranger !== undefined) throw modelNotAllowed(stranger.slice(0, maxShownLength));
}
