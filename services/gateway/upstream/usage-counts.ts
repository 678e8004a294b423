// Reads the tokens from a `usage` object in the forms of OpenAI, Anthropic-compatible servers, vLLM, llama.cpp, Ollama
// and LiteLLM. They name the same counts differently, and some totals exclude parts:
// - Anthropic's `input_tokens` excludes the tokens that were read from or written to the cache. LiteLLM's
//   `prompt_tokens` includes both, next to fields with Anthropic's names.
// - On a few servers `completion_tokens` excludes the reasoning. There `total_tokens` is the sum of all three.

import type { Tokens } from '../../limits/index.ts';

type Json = Record<string, unknown>;

/** The maximum for one call, far above that of any model. Larger counts are ignored, so that sums stay exact. */
const mostTokens = 1e9;

/**
 * Returns the tokens, or undefined if the object has no input count, an invalid count, or nothing but 0: each event of a
 * completion of Ollama but the last one says so, and its answers that broke off.
 */
export function toTokens(usage: unknown): Tokens | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const counts = usage as Json;
  const { prompt_tokens, completion_tokens, input_tokens, output_tokens, total_tokens } = counts;
  // Reranking servers tell the total only.
  const input = prompt_tokens ?? input_tokens ?? total_tokens;
  const output = completion_tokens ?? output_tokens ?? 0;
  if (!isCount(input) || !isCount(output)) return undefined;
  const tokens = { ...inputOf(counts, input), ...outputOf(counts, input, output) };
  return tokens.input === 0 && tokens.output === 0 ? undefined : tokens;
}

function inputOf(counts: Json, given: number): Pick<Tokens, 'input' | 'cachedInput' | 'cacheWrite' | 'audioInput'> {
  const details = objectIn(counts, 'prompt_tokens_details', 'input_tokens_details', 'input_token_details');
  const cached =
    countIn(details, 'cached_tokens') ?? countIn(counts, 'cache_read_input_tokens', 'prompt_cache_hit_tokens');
  const written =
    countIn(details, 'cache_creation_tokens', 'cache_write_tokens') ?? countIn(counts, 'cache_creation_input_tokens');
  const sound = countIn(details, 'audio_tokens') ?? 0;
  const cachedSound = countIn(objectIn(details, 'cached_tokens_details'), 'audio_tokens') ?? 0;
  // Only Anthropic's own form has neither details nor prompt_tokens.
  const leavesOut = counts.prompt_tokens === undefined && details === noObject;
  const input = leavesOut ? given + (cached ?? 0) + (written ?? 0) : given;
  const cachedInput = Math.min(cached ?? 0, input);
  const cacheWrite = Math.min(written ?? 0, input - cachedInput);
  const audioInput = Math.min(Math.max(sound - cachedSound, 0), input - cachedInput - cacheWrite);
  return { input, cachedInput, cacheWrite, audioInput };
}

function outputOf(counts: Json, input: number, given: number): Pick<Tokens, 'output' | 'reasoning' | 'audioOutput'> {
  const details = objectIn(counts, 'completion_tokens_details', 'output_tokens_details', 'output_token_details');
  const thought = countIn(details, 'reasoning_tokens') ?? 0;
  const leavesOut = thought > 0 && counts.total_tokens === input + given + thought;
  const output = leavesOut ? given + thought : given;
  const reasoning = Math.min(thought, output);
  const audioOutput = Math.min(countIn(details, 'audio_tokens') ?? 0, output - reasoning);
  return { output, reasoning, audioOutput };
}

const noObject: Json = {};

/** Returns the first of the members that is an object; `noObject` if none is. */
function objectIn(from: Json, ...names: string[]): Json {
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'object' && value !== null) return value as Json;
  }
  return noObject;
}

/** Returns the first of the members that is a count. Few upstreams name them all. */
function countIn(from: Json, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = from[name];
    if (isCount(value)) return value;
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= mostTokens;
}
