// Translates the messages of the Messages API to those of a chat completion.

import { valueError } from '../../platform/index.ts';
import { untranslatable } from './errors.ts';

type Json = Record<string, unknown>;

/** A content block, and its path in the request. */
interface Block {
  block: Json;
  loc: string[];
}

/** Returns the chat messages. Throws a ValidationError that names the first part without an equivalent. */
export function chatMessages(messages: readonly { role: string; content?: unknown }[]): Json[] {
  return messages.flatMap(({ role, content }, index): Json[] => {
    const loc = ['messages', String(index), 'content'];
    if (typeof content === 'string') return [{ role, content }];
    if (role === 'system') return [{ role, content: textOf(content, loc) }];
    const blocks = blocksOf(content, loc);
    return role === 'assistant' ? [assistantMessage(blocks)] : userMessages(blocks);
  });
}

/** Returns a text, or the texts of text blocks. */
export function textOf(content: unknown, loc: string[]): string {
  if (typeof content === 'string') return content;
  const texts = blocksOf(content, loc).map((one) => {
    if (one.block.type !== 'text') throw unknownBlock(one);
    return textIn(one);
  });
  return texts.join('\n\n');
}

function blocksOf(content: unknown, loc: string[]): Block[] {
  if (!Array.isArray(content)) {
    throw valueError(['body', ...loc], 'must be a text or a list of content blocks', content ?? null);
  }
  return content.map((block: unknown, index) => ({ block: Object(block) as Json, loc: [...loc, String(index)] }));
}

function assistantMessage(blocks: Block[]): Json {
  const texts: string[] = [];
  const calls: Json[] = [];
  for (const one of blocks) {
    const { type, id, name, input } = one.block;
    if (type === 'text') texts.push(textIn(one));
    else if (type === 'tool_use')
      calls.push({ id, type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } });
    // Chat completions have no place for the reasoning of earlier turns.
    else if (type !== 'thinking' && type !== 'redacted_thinking') throw unknownBlock(one);
  }
  const content = texts.length === 0 ? null : texts.join('');
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

/**
 * Returns a message for each result of a tool, and one for the rest. Results of tools are texts, so their images follow in
 * the message of the user.
 */
function userMessages(blocks: Block[]): Json[] {
  const results: Json[] = [];
  const parts: Json[] = [];
  for (const one of blocks) {
    const { type, tool_use_id: id, content, is_error: isError } = one.block;
    if (type !== 'tool_result') {
      parts.push(partOf(one));
      continue;
    }
    const own = resultParts(content, [...one.loc, 'content']);
    const text = own.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
    results.push({ role: 'tool', tool_call_id: id, content: isError === true ? `Error: ${text}` : text });
    parts.push(...own.filter((part) => part.type !== 'text'));
  }
  return parts.length === 0 ? results : [...results, { role: 'user', content: parts }];
}

function resultParts(content: unknown, loc: string[]): Json[] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return blocksOf(content, loc).map(partOf);
}

function partOf(one: Block): Json {
  const { block, loc } = one;
  if (block.type === 'text') return { type: 'text', text: textIn(one) };
  const source = Object(block.source) as Json;
  if (block.type === 'document' && source.type === 'text') {
    const title = typeof block.title === 'string' ? `${block.title}\n\n` : '';
    return { type: 'text', text: `${title}${String(source.data)}` };
  }
  if (block.type !== 'image') throw unknownBlock(one);
  return { type: 'image_url', image_url: { url: imageUrl(source, [...loc, 'source']) } };
}

function imageUrl({ type, media_type: mediaType, data, url }: Json, loc: string[]): string {
  if (type === 'url' && typeof url === 'string') return url;
  if (type === 'base64' && typeof data === 'string') return `data:${String(mediaType)};base64,${data}`;
  throw untranslatable([...loc, 'type'], type, 'an image that is neither base64 nor a URL');
}

function textIn({ block: { text }, loc }: Block): string {
  if (typeof text === 'string') return text;
  throw valueError(['body', ...loc, 'text'], 'a text block must have a text', text ?? null);
}

function unknownBlock({ block: { type }, loc }: Block): Error {
  const what = typeof type === 'string' ? `a block of type '${type.slice(0, 100)}' here` : 'a block without a type';
  return untranslatable([...loc, 'type'], type, what);
}
