// Changes requests by what an upstream refused before.

import type { Refused } from './upstream.ts';

type Json = Record<string, unknown>;

/** Members of the model's own messages that an answer can do without. */
export const dispensableInMessages = ['reasoning_content', 'reasoning', 'refusal'];

const unseen = '[An image was left out: this model cannot see images.]';

/** Returns the request without what the upstream refused. Models that refuse `max_tokens` take its newer name. */
export function withoutRefused(body: Json, refused: Refused): Json {
  const { members, keywords, mostTokens } = refused;
  const { max_tokens: limit, ...others } = without(body, members);
  if (keywords.length > 0 && others.tools !== undefined) others.tools = withoutKeywords(others.tools, keywords);
  if (Array.isArray(others.messages)) others.messages = messagesAsTaken(others.messages as Json[], refused);
  if (limit === undefined) return others;
  const most = typeof limit === 'number' ? Math.min(limit, mostTokens) : limit;
  return { ...others, [members.includes('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: most };
}

function messagesAsTaken(messages: Json[], { members, seesNoImages, wantsTurn }: Refused): Json[] {
  const isLess = dispensableInMessages.some((name) => members.includes(name));
  const seen = seesNoImages ? withoutImagesOfTools(messages) : messages;
  const taken = isLess ? seen.map((message) => without(message, members)) : seen;
  return wantsTurn ? withTurns(taken) : taken;
}

/**
 * Tells the model of the images that its tools returned, which stand first in the user's message behind the results. A
 * coding agent sends them again with each request, so that a refusal would end its session.
 */
function withoutImagesOfTools(messages: Json[]): Json[] {
  return messages.map((message, at) => {
    const { role, content } = message;
    if (role !== 'user' || messages[at - 1]?.role !== 'tool' || !Array.isArray(content)) return message;
    const words = content.findIndex(({ type }) => type === 'text');
    const parts = content.map((part: Json, index) =>
      part.type === 'image_url' && (words === -1 || index < words) ? { type: 'text', text: unseen } : part,
    );
    const isText = parts.every(({ type }) => type === 'text');
    return { ...message, content: isText ? parts.map(({ text }) => text).join('\n\n') : parts };
  });
}

function without(given: Json, members: readonly string[]): Json {
  const rest = { ...given };
  for (const name of members) if (name !== 'max_tokens') delete rest[name];
  return rest;
}

/** Returns tools, or a part of their schemas, without the keywords. Properties may have the same names, and values any. */
function withoutKeywords(given: unknown, keywords: readonly string[]): unknown {
  if (Array.isArray(given)) return given.map((one) => withoutKeywords(one, keywords));
  if (typeof given !== 'object' || given === null) return given;
  const kept = Object.entries(given).filter(([name]) => !keywords.includes(name));
  const each = (part: unknown): Json =>
    Object.fromEntries(Object.entries(Object(part)).map(([name, value]) => [name, withoutKeywords(value, keywords)]));
  const cleaned = ([name, value]: [string, unknown]): [string, unknown] => {
    if (name === 'default' || name === 'enum' || name === 'const') return [name, value];
    return [name, name === 'properties' ? each(value) : withoutKeywords(value, keywords)];
  };
  return Object.fromEntries(kept.map(cleaned));
}

/** Puts a turn of the model between the results of tools and a message of the user. */
function withTurns(messages: Json[]): Json[] {
  return messages.flatMap((message, at) => {
    const isBehind = message.role === 'user' && messages[at - 1]?.role === 'tool';
    return isBehind ? [{ role: 'assistant', content: 'OK.' }, message] : [message];
  });
}
