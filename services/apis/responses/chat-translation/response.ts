// The responses that this server makes, before they have any output.

import { createdAt, newId } from '../../../../models/ids.ts';

type Json = Record<string, unknown>;

/** A request of the Responses API. */
export interface ResponseRequest extends Json {
  model: string;
}

/** A response of the public API, with all members that its clients count on. */
export interface ResponseObject extends Json {
  id: string;
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  output: Json[];
}

/** The values that this server chooses for a response. */
export interface ResponseIdentity {
  id: string;
  background: boolean;
  isStored: boolean;
  conversationId: string | null;
}

/** Returns a response that has just begun, with the settings of its request. By default it is not stored. */
export function newResponse(request: ResponseRequest, identity?: ResponseIdentity): ResponseObject {
  const { id = newId('response'), background = false, isStored = false, conversationId = null } = identity ?? {};
  const { max_output_tokens, max_tool_calls, reasoning, temperature, top_p, top_logprobs, ...others } = request;
  return {
    id,
    object: 'response',
    access_programs: null,
    created_at: createdAt(id),
    completed_at: null,
    status: 'in_progress',
    background,
    ...(conversationId === null ? {} : { conversation: { id: conversationId } }),
    error: null,
    incomplete_details: null,
    instructions: others.instructions ?? null,
    max_output_tokens: max_output_tokens ?? null,
    max_tool_calls: max_tool_calls ?? null,
    metadata: others.metadata ?? {},
    model: request.model,
    output: [],
    parallel_tool_calls: others.parallel_tool_calls ?? true,
    previous_response_id: others.previous_response_id ?? null,
    prompt_cache_key: others.prompt_cache_key ?? null,
    reasoning: reasoning ?? { effort: null, summary: null },
    safety_identifier: others.safety_identifier ?? null,
    service_tier: others.service_tier ?? null,
    store: isStored,
    temperature: temperature ?? null,
    text: { format: { type: 'text' }, ...(others.text as Json | null) },
    tool_choice: others.tool_choice ?? 'auto',
    tools: others.tools ?? [],
    top_logprobs: top_logprobs ?? 0,
    top_p: top_p ?? null,
    truncation: 'disabled',
    usage: null,
    user: others.user ?? null,
  };
}
