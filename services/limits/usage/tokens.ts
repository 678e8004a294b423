// The tokens of a call: as the upstream counts them, else guessed from the bytes: where an answer was cut off before its
// upstream said, and where an upstream never says. Whoever leaves a stream early has used what came until then.

import type { ModelCall, ModelCallEnd, Tokens } from '../model-calls.ts';

/** Characters of ordinary text in a token, and bytes of a streamed event that brings one. */
const bytesPerToken = 4;
const bytesPerStreamedToken = 200;

/** Calls of models. Endpoints and MCP servers may say what they used; limits do not count it. */
export const kindsWithTokens = ['chat', 'completion', 'response', 'embedding'] as const satisfies ModelCall['kind'][];

/** Undefined: the call used no tokens, as far as anybody knows. */
export function usedTokens(call: ModelCall, end: ModelCallEnd): Tokens | undefined {
  if (end.isCountedElsewhere === true) return undefined;
  if (end.tokens !== undefined) return end.tokens;
  const wasAnswered = end.status >= 200 && end.status < 300 && end.answerBytes > 0;
  if (!wasAnswered || !hasTokens(call)) return undefined;
  const input = Math.ceil(call.requestBytes / bytesPerToken);
  // Numbers are nothing that a model writes.
  if (call.kind === 'embedding') return { input, output: 0, cachedInput: 0 };
  const output = Math.ceil(end.answerBytes / (call.streams ? bytesPerStreamedToken : bytesPerToken));
  return { input, output, cachedInput: 0 };
}

function hasTokens({ kind }: ModelCall): boolean {
  return kindsWithTokens.some((one) => one === kind);
}
