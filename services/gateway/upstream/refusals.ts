// Reads in refusals what an upstream does not take. Servers of chat completions differ in the members, the limits and the
// orders that they take, and coding agents send the same ones with each request. Only what this server wrote is changed:
// the requests that it translates, and what it adds to the callers' own.

import { isDeepStrictEqual } from 'node:util';
import type { UpstreamResponse } from './call-upstreams.ts';
import { maxRefusalBytes } from './error-responses.ts';
import type { Refused } from './upstream.ts';
import { dispensableInMessages, withoutRefused } from './without-refused.ts';

/** The member that asks for the usage of a stream. This server adds it to the callers' own requests too. */
export const usageMember = 'stream_options';
/** Members that an answer can do without. */
const dispensable = [
  usageMember,
  'reasoning_effort',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'parallel_tool_calls',
  'service_tier',
  'verbosity',
  'user',
  'temperature',
  'top_p',
  'top_k',
  ...dispensableInMessages,
];

/** The words of OpenAI for a limit of the output by its older name. */
const newerNameWords = /max_completion_tokens\W+instead/;
/** The words of OpenAI, Groq, and DeepSeek and Alibaba for the greatest limit of the output. */
const mostWords = /at most (\d+) completion|less than or equal to \W?(\d+)|range of max_tokens\D{1,20}1, ?(\d+)\]/i;
/** The words of Mistral, and of the chat templates of its models, for a user who speaks directly behind a result. */
const turnWords = /unexpected role .?user.? after role .?tool|roles must alternate/i;
/** Google's words for a keyword of a function's schema. The quotes may be escaped. */
const keywordWords = /Unknown name \\*"([^"\\]+)\\*" at '(?:request\.)?tools\[/g;

/**
 * Returns true if the upstream refuses something that the request can do without, and was not known to. Requests to the
 * model are then sent there without that, for a while.
 * @param body what this server wrote of the request.
 */
export async function isRefusalOfPart(
  { upstream, exchange, head: { status } }: UpstreamResponse,
  model: string,
  body: Record<string, unknown>,
): Promise<boolean> {
  if ((status !== 400 && status !== 422) || Object.keys(body).length === 0) return false;
  const text = String(await exchange.collect(maxRefusalBytes).catch(() => ''));
  const known = upstream.refusedFor(model);
  const refused = refusedIn(text.replace(/did you mean [^)]*/gi, ''));
  const now = {
    members: [...known.members, ...refused.members],
    keywords: [...known.keywords, ...refused.keywords],
    mostTokens: Math.min(known.mostTokens, refused.mostTokens),
    wantsTurn: known.wantsTurn || refused.wantsTurn,
  };
  if (isDeepStrictEqual(withoutRefused(body, now), withoutRefused(body, known))) return false;
  upstream.noteRefused(model, now);
  return true;
}

/** Returns what a refusal names. */
function refusedIn(text: string): Refused {
  const members = dispensable.filter((name) => isNamed(name, text));
  const limit = text.includes('max_tokens') || text.includes('max_completion_tokens') ? mostWords.exec(text) : null;
  return {
    members: newerNameWords.test(text) ? [...members, 'max_tokens'] : members,
    keywords: Array.from(text.matchAll(keywordWords), ([, keyword = '']) => keyword),
    mostTokens: Number(limit?.slice(1).find(Boolean) ?? Number.POSITIVE_INFINITY),
    wantsTurn: turnWords.test(text),
  };
}

/**
 * Returns true if the text of a refusal has the name of the member. A name that is also a word, such as `user`, counts only
 * in quotes or at the end of a path. The quotes may be escaped, because some servers send JSON within JSON.
 */
function isNamed(name: string, text: string): boolean {
  return new RegExp(name.includes('_') ? `\\b${name}\\b` : `["'\`.]${name}(?:\\\\?["'\`]|:)`).test(text);
}
