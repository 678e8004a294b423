// What calls of models cost, in billionths of a US dollar: prices are those of a million tokens, so that a price of a
// thousandth of a dollar is one for each token, and sums are whole numbers that databases add without losing any.

import type { ModelCall, ModelCallEnd, Tokens } from '../model-calls.ts';

const billionthsPerDollar = 1e9;
const billionthsPerCent = 1e7;
const tokensOfPrice = 1e6;
/** Of one call, ten thousand dollars: what an upstream says that it used must not fill the column that all sums are in. */
const maxCost = 1e13;

/** Billionths of a US dollar: of the tokens, at the price of who answered. 0 where nobody has said one. */
export function costOf(
  { target }: ModelCall,
  { upstream }: Pick<ModelCallEnd, 'upstream'>,
  tokens: Tokens | undefined,
): number {
  const price = tokens === undefined ? undefined : upstream?.priceOf(target);
  if (tokens === undefined || price === undefined) return 0;
  const { input, output, cachedInput, cacheWrite = 0, audioInput = 0, reasoning = 0, audioOutput = 0 } = tokens;
  const dollars =
    (input - cachedInput - cacheWrite - audioInput) * price.input +
    cachedInput * (price.cached_input ?? price.input) +
    cacheWrite * (price.cache_write ?? price.input) +
    audioInput * (price.audio_input ?? price.input) +
    (output - reasoning - audioOutput) * price.output +
    reasoning * (price.reasoning ?? price.output) +
    audioOutput * (price.audio_output ?? price.output);
  return Math.min(Math.round((dollars * billionthsPerDollar) / tokensOfPrice), maxCost);
}

/** Billionths of a US dollar. */
export function ofCents(cents: number): number {
  return cents * billionthsPerCent;
}

/** US dollars. */
export function inDollars(cost: number): number {
  return cost / billionthsPerDollar;
}
