// Changes requests by what an upstream refused before. Servers of chat completions differ in the members and the limits that
// they take, and coding agents send the same ones with each request. Only what this server wrote is changed: the requests
// that it translates, and what it adds to the callers' own.

import type { UpstreamResponse } from './call-upstreams.ts';
import { maxRefusalBytes } from './error-responses.ts';
import type { Refused } from './upstream.ts';

type Json = Record<string, unknown>;

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
];
/** Those of the model's own messages. */
const dispensableInMessages = ['reasoning_content', 'reasoning', 'refusal'];

/** The words of OpenAI, Groq, and DeepSeek and Alibaba for the greatest limit of the output. */
const mostWords = /at most (\d+) completion|less than or equal to \W?(\d+)|range of max_tokens\D{1,20}1, ?(\d+)\]/i;

/** The words of Mistral, and of the chat templates of its models, for a user who speaks directly behind a result. */
const turnWords = /unexpected role .?user.? after role .?tool|roles must alternate/i;

/** Returns the request without what the upstream refused. Models that refuse `max_tokens` take its newer name. */
export function withoutRefused(body: Json, { members, mostTokens, wantsTurn }: Refused): Json {
  const { max_tokens: limit, ...others } = without(body, members);
  if (dispensableInMessages.some((name) => members.includes(name)))
    others.messages = messagesIn(others).map((message) => without(message, members));
  if (wantsTurn) others.messages = withTurns(messagesIn(others));
  if (limit === undefined) return others;
  const most = typeof limit === 'number' ? Math.min(limit, mostTokens) : limit;
  return { ...others, [members.includes('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: most };
}

/**
 * Returns true if the upstream refuses a member by its name, the limit of the output, or a user behind a result, for the
 * first time. Requests to the model are then sent there without that, for a while.
 * @param body what this server wrote of the request.
 */
export async function isRefusalOfMember(
  { upstream, exchange, head: { status } }: UpstreamResponse,
  model: string,
  body: Json,
): Promise<boolean> {
  if ((status !== 400 && status !== 422) || Object.keys(body).length === 0) return false;
  const text = String(await exchange.collect(maxRefusalBytes).catch(() => '')).replace(/did you mean [^)]*/gi, '');
  const known = upstream.refusedFor(model);
  const isNews = (name: string): boolean => isNamed(name, text) && !known.members.includes(name);
  const members = [
    ...dispensable.filter((name) => body[name] !== undefined && isNews(name)),
    ...dispensableInMessages.filter((name) => isNews(name) && messagesIn(body).some((message) => name in message)),
  ];
  if (body.max_tokens !== undefined && /max_completion_tokens\W+instead/.test(text) && isNews('max_tokens'))
    members.push('max_tokens');
  const mostTokens = Math.min(mostIn(text), known.mostTokens);
  const isTooMuch = mostTokens < Math.min(Number(body.max_tokens), known.mostTokens);
  const messages = messagesIn(body);
  const isTurnWanted = !known.wantsTurn && turnWords.test(text) && withTurns(messages).length > messages.length;
  if (members.length === 0 && !isTooMuch && !isTurnWanted) return false;
  const wantsTurn = known.wantsTurn || isTurnWanted;
  upstream.noteRefused(model, { members: [...known.members, ...members], mostTokens, wantsTurn });
  return true;
}

/** Puts a turn of the model between the results of tools and a message of the user. */
function withTurns(messages: Json[]): Json[] {
  return messages.flatMap((message, at) => {
    const isBehind = message.role === 'user' && messages[at - 1]?.role === 'tool';
    return isBehind ? [{ role: 'assistant', content: 'OK.' }, message] : [message];
  });
}

function without(given: Json, members: readonly string[]): Json {
  const rest = { ...given };
  for (const name of members) if (name !== 'max_tokens') delete rest[name];
  return rest;
}

function messagesIn({ messages }: Json): Json[] {
  return Array.isArray(messages) ? (messages as Json[]) : [];
}

/**
 * Returns true if the text of a refusal has the name of the member. A name that is also a word, such as `user`, counts only
 * in quotes or at the end of a path. The quotes may be escaped, because some servers send JSON within JSON.
 */
function isNamed(name: string, text: string): boolean {
  return new RegExp(name.includes('_') ? `\\b${name}\\b` : `["'\`.]${name}(?:\\\\?["'\`]|:)`).test(text);
}

/** Returns the greatest limit of the output that the refusal names; infinite without one. */
function mostIn(text: string): number {
  const most = text.includes('max_tokens') || text.includes('max_completion_tokens') ? mostWords.exec(text) : null;
  return Number(most?.slice(1).find(Boolean) ?? Number.POSITIVE_INFINITY);
}
