// Members of a translated request that an answer can do without. Many servers of chat completions refuse members that they
// do not know, and coding agents send these with each request.

import type { UpstreamResponse } from './call-upstreams.ts';
import { maxRefusalBytes } from './error-responses.ts';

export const dispensable = [
  'reasoning_effort',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'parallel_tool_calls',
  'service_tier',
  'verbosity',
  'user',
];

/**
 * Returns true if the upstream refuses a dispensable member of the request by its name. Requests to the model are then
 * sent there without it, for a while.
 */
export async function refusesMember(
  { upstream, exchange, head: { status } }: UpstreamResponse,
  model: string,
  body: Record<string, unknown>,
): Promise<boolean> {
  if (status !== 400 && status !== 422) return false;
  const text = String(await exchange.collect(maxRefusalBytes).catch(() => ''));
  const refused = dispensable.filter(
    (name) => body[name] !== undefined && !upstream.refuses(model, name) && isNamed(name, text),
  );
  for (const name of refused) upstream.noteRefused(model, name);
  return refused.length > 0;
}

/**
 * Returns true if the text of a refusal has the name of the member. A name that is also a word, such as `user`, counts only
 * in quotes or at the end of a quoted path. The quotes may be escaped, because some servers send JSON within JSON.
 */
function isNamed(name: string, text: string): boolean {
  return new RegExp(name.includes('_') ? `\\b${name}\\b` : `["'\`.]${name}\\\\?["'\`]`).test(text);
}
