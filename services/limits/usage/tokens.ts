// The tokens of a call that has ended: as its upstream counts them, else as far as they are known here.
//
// A call that reached an upstream is paid for, even if its caller leaves. A stream then costs its input and the text that
// was streamed until then, both counted by the tokenizer. An answer in one piece costs what was reserved for the call: the
// input as estimated, and the output as the caller bounds it, else as calls of the model used lately. An upstream that
// refused the call, or that was never reached, costs nothing.

import type { ModelCall, ModelCallEnd, Tokens } from '../model-calls.ts';
import { countInput, countTexts, estimateInput } from './estimate.ts';
import type { RecentOutput } from './recent-output.ts';

/** Bytes of an answer in one piece from an upstream that never says what it used. */
const bytesPerToken = 4;

/** Calls of models. Endpoints and MCP servers may say what they used; limits do not count it. */
export const kindsWithTokens = ['chat', 'completion', 'response', 'embedding'] as const satisfies ModelCall['kind'][];

/** Returns the tokens to reserve for a call of a model. */
export function reservationOf(call: ModelCall, recent: RecentOutput): Tokens {
  const { kind, maxOutputTokens } = call;
  const input = estimateOf(call);
  const output = kind === 'embedding' ? 0 : (maxOutputTokens ?? recent.of(call));
  return { input, output, cachedInput: 0 };
}

/**
 * Returns what the call used; undefined if nothing, as far as is known. A promise only where the tokenizer has to count:
 * after a stream without usage.
 */
export function usedTokens(
  call: ModelCall,
  end: ModelCallEnd,
  recent: RecentOutput,
): Tokens | undefined | Promise<Tokens> {
  if (end.isCountedElsewhere === true) return undefined;
  if (end.tokens !== undefined || !hasTokens(call)) return end.tokens;
  const hasLeft = end.status === 499 && end.upstream !== undefined;
  const isAnswer = end.status >= 200 && end.status < 300 && (end.answerBytes > 0 || !end.complete);
  if (!hasLeft && !isAnswer) return undefined;
  if (call.streams) return countStream(call, end.written ?? '');
  const reserved = reservationOf(call, recent);
  if (!end.complete || call.kind === 'embedding') return reserved;
  return { ...reserved, output: Math.ceil(end.answerBytes / bytesPerToken) };
}

async function countStream(call: ModelCall, written: string): Promise<Tokens> {
  const { body, continued = 0 } = call.request;
  const input = body === undefined ? estimateOf(call) : (await countInput(body)) + continued;
  return { input, output: await countTexts([written]), cachedInput: 0 };
}

function estimateOf({ request }: ModelCall): number {
  const { body, bytes, continued = 0 } = request;
  request.estimate ??= body === undefined ? Math.ceil(bytes / bytesPerToken) : estimateInput(body, bytes);
  return request.estimate + continued;
}

function hasTokens({ kind }: ModelCall): boolean {
  return kindsWithTokens.some((one) => one === kind);
}
