// The cost of model calls in billionths of a US dollar. Prices are per million tokens, so a price of 0.001 dollar is 1
// billionth a token. So all costs are integers, which databases sum exactly.

import type { ModelCall, ModelCallEnd, Tokens } from '../model-calls.ts';

const billionthsPerDollar = 1e9;
const billionthsPerCent = 1e7;
const tokensOfPrice = 1e6;
/**
 * The maximum cost of one call, 10,000 dollars. An upstream reports the usage, and must not be able to overflow the
 * column that holds all sums.
 */
const maxCost = 1e13;

/** Returns the cost of the tokens at the upstream's price, in billionths of a US dollar; 0 if it has no price. */
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

/** Converts US cents to billionths of a US dollar. */
export function fromCents(cents: number): number {
  return cents * billionthsPerCent;
}

/** Converts billionths of a US dollar to US dollars. */
export function toDollars(cost: number): number {
  return cost / billionthsPerDollar;
}
