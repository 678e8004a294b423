// Custom endpoints: paths that the configuration names, passed on with their query and body untouched.
//
// A project that may use some models only could name another here: so where its models are restricted, what a body says
// of a model is read, in the two forms that such bodies have.

import { ServiceError } from './errors.ts';
import { describe, type Incoming, type InferenceServices, modelNotAllowed } from './inference.ts';
import { isAllowedEndpoint, isAllowedModel, restrictsModels } from './project-rules.ts';
import { type PassedOn, passBack } from './upstream/answer.ts';
import { forward, forwarded } from './upstream/headers.ts';
import { ask, type Upstream } from './upstream/index.ts';

/** Asking twice does no more than asking once. */
const safeMethods = ['GET', 'HEAD', 'PUT', 'DELETE'];

/** Passes the call on to the upstreams that answer its path. Throws `endpoint_not_allowed` or `model_not_found`. */
export async function callEndpoint(call: Incoming, { upstreams, modelCalls }: InferenceServices): Promise<PassedOn> {
  const { project, path, verb, queryText, bytes } = call;
  if (!isAllowedEndpoint(project, path)) {
    throw new ServiceError('endpoint_not_allowed', `The project may not use the custom endpoint ${path}.`);
  }
  if (restrictsModels(project)) await checkModels(call);
  const headers = forward(call.headers, forwarded.endpoints, ['x-request-id', call.requestId]);
  const request = { method: verb, path: queryText === undefined ? path : `${path}?${queryText}`, headers, body: bytes };
  const question = {
    repeatable: safeMethods.includes(verb),
    at: (upstream: Upstream) => ({ target: upstream.root, request }),
  };
  const end = await modelCalls.begin(describe(call, 'custom_endpoint', path));
  const asked = await ask(upstreams.answering(path), question, call, end);
  return passBack(asked, { form: 'endpoint', hidesUsage: false, isHead: verb === 'HEAD', end });
}

async function checkModels({ project, headers, bytes }: Incoming): Promise<void> {
  const named = bytes === undefined ? [] : await modelsNamedIn(headers['content-type'] ?? '', bytes);
  const stranger = named.find((model) => !isAllowedModel(project, model));
  if (stranger !== undefined) throw modelNotAllowed(stranger);
}

/** The models that a body names: every one, where it has the name twice. */
async function modelsNamedIn(contentType: string, bytes: Buffer): Promise<string[]> {
  if (/^multipart\/form-data/i.test(contentType)) {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
      .formData()
      .catch((cause: unknown) => {
        throw new ServiceError('malformed_request', 'The form cannot be read.', { cause });
      });
    return form.getAll('model').map(String);
  }
  const text = bytes.toString();
  // Written with escapes a name could hide: what JSON makes of the whole says what it is at last.
  const spelled = [...text.matchAll(/"model"\s*:\s*("(?:[^"\\]|\\.)*")/g)].map(([, value]) => parse(value ?? ''));
  const parsed = parse(text);
  const last = typeof parsed === 'object' && parsed !== null && 'model' in parsed ? parsed.model : undefined;
  return [...spelled, last].filter((model) => typeof model === 'string');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
