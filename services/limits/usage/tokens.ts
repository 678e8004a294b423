// The tokens of an ended call: those that the upstream reports, or else counted or estimated here.
//
// A call that reached an upstream is charged even if its caller disconnects. A stream is then charged with its input
// and the text that was streamed so far, both counted by the tokenizer. A response that is not a stream is charged with
// the reservation: the estimated input, and the caller's output limit or else the mean output of recent calls. A call
// that the upstream rejected or that did not reach it is free.

import type { ModelCall, ModelCallEnd, Tokens } from '../model-calls.ts';
import { countInput, countTexts, estimateInput } from './estimate.ts';
import type { RecentOutput } from './recent-output.ts';

/** Bytes for each token of a response from an upstream that never reports usage. */
const bytesPerToken = 4;

/** The kinds whose calls are counted and priced. */
export const countedKinds = [
  'chat',
  'completion',
  'response',
  'message',
  'embedding',
  'rerank',
  'custom_endpoint',
  'mcp',
] as const satisfies ModelCall['kind'][];

/** Model calls. Custom endpoints and MCP servers may report usage; if they do not, none is estimated. */
export const kindsWithTokens = [
  'chat',
  'completion',
  'response',
  'message',
  'embedding',
  'rerank',
] as const satisfies ModelCall['kind'][];

/** Returns the tokens to reserve for a model call. */
export function reservationOf(call: ModelCall, recent: RecentOutput): Tokens {
  const { maxOutputTokens, answers = 1 } = call;
  const input = estimateOf(call);
  const output = writesNothing(call) ? 0 : (maxOutputTokens ?? recent.of(call) * answers);
  return { input, output, cachedInput: 0 };
}

/**
 * Returns the tokens of a call, or undefined if none are known. Returns a promise only if the tokenizer must count,
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
  if (!end.complete || writesNothing(call)) return reserved;
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

/** Returns true for calls whose answer has no tokens. */
function writesNothing({ kind }: ModelCall): boolean {
  return kind === 'embedding' || kind === 'rerank';
}

function hasTokens({ kind }: ModelCall): boolean {
  return kindsWithTokens.some((one) => one === kind);
}
