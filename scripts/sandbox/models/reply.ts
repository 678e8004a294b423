// Decides what a model answers: from its name, the last message and the script. The same request always gets the same
// answer. A token is a word.

import { hash } from 'node:crypto';
import { type Script, scriptOf, withoutScript } from './script.ts';

export const echoModel = 'sandbox-echo';
export const visionModel = 'sandbox-vision';
const refusingModel = 'sandbox-refusing';
export const chatModels = [echoModel, visionModel, refusingModel];
export const embeddingModel = 'sandbox-embedding';
export const rerankingModel = 'sandbox-reranking';
export const models = [...chatModels, embeddingModel, rerankingModel];

/** A message of a request, in the form that chat completions and responses share. */
export interface Message {
  text: string;
  /** The URLs of its images: data URLs or others. */
  images: string[];
}

export interface Question {
  model: string;
  messages: Message[];
  metadata: unknown;
  /** The most words of the answer. */
  maxTokens: number | undefined;
}

export interface Reply {
  /** The words of the text, each with the space before it. */
  words: string[];
  toolCalls: { name: string; arguments: string }[];
  refusal: string | null;
  finishReason: NonNullable<Script['finish_reason']>;
  inputTokens: number;
  outputTokens: number;
  delayMs: number;
}

/** Throws a ScriptError. */
export function replyTo({ model, messages, metadata, maxTokens }: Question): Reply {
  const last = messages.at(-1) ?? { text: '', images: [] };
  const script = scriptOf(metadata, last.text);
  const refusal = script.refuse ?? (model === refusingModel ? 'I refuse every request.' : null);
  const toolCalls = (script.tool_calls ?? []).map((call) => ({
    name: call.name,
    arguments: JSON.stringify(call.arguments ?? {}),
  }));
  const isText = refusal === null && (toolCalls.length === 0 || script.say !== undefined);
  const all = isText ? wordsOf(script.say ?? textFor(model, last)) : [];
  const words = all.slice(0, maxTokens);
  const whole = words.length === all.length ? (toolCalls.length > 0 ? 'tool_calls' : 'stop') : 'length';
  const output = words.length + wordsOf(refusal ?? '').length + toolCalls.length;
  const input = messages.reduce((sum, { text, images }) => sum + wordsOf(text).length + images.length, 0);
  return {
    words,
    toolCalls,
    refusal,
    finishReason: script.finish_reason ?? whole,
    inputTokens: script.usage?.input_tokens ?? input,
    outputTokens: script.usage?.output_tokens ?? output,
    delayMs: script.delay_ms ?? 0,
  };
}

/** Returns a name for an object that depends on the request alone. */
export function digestOf(request: unknown): string {
  return hash('sha256', JSON.stringify(request)).slice(0, 24);
}

function textFor(model: string, last: Message): string {
  if (model !== visionModel) return withoutScript(last.text);
  return last.images.length === 0 ? 'There is no image.' : last.images.map(describe).join(' ');
}

/** Describes the bytes of an image, not its picture. */
function describe(url: string): string {
  const [, type = 'unknown', data] = /^data:([^;,]+)[^,]*;base64,(.*)$/s.exec(url) ?? [];
  if (data === undefined) return `An image at ${url.slice(0, 200)}.`;
  const bytes = Buffer.from(data, 'base64');
  return `An image of the type ${type} with ${bytes.length} bytes and the digest ${hash('sha256', bytes).slice(0, 8)}.`;
}

function wordsOf(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [];
}
