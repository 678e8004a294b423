// The cost of calls in billionths of a US dollar. Prices are per million tokens, so a price of 0.001 dollar is 1
// billionth a token. So all costs are integers, which databases sum exactly.

import type { Price } from '../../settings/index.ts';
import type { HostedTool, ModelCall, ModelCallEnd, Provider, Tokens } from '../model-calls.ts';
import type { Quantities, Unit } from './quantities.ts';

const billionthsPerDollar = 1e9;
const billionthsPerCent = 1e7;
const tokensOfPrice = 1e6;
/**
 * The maximum cost of one call, 10,000 dollars. An upstream reports the usage, and must not be able to overflow the
 * column that holds all sums.
 */
const maxCost = 1e13;

/** The target of a call, and what its price depends on. */
export type Priced = Pick<ModelCall, 'kind' | 'target' | 'tools' | 'models' | 'hosted'>;
type Ended = Pick<ModelCallEnd, 'upstream' | 'status' | 'quantities' | 'isCountedElsewhere'>;

const unitPrices: readonly [unit: Unit, price: 'per_second' | 'per_image' | 'per_character' | 'per_page'][] = [
  ['seconds', 'per_second'],
  ['images', 'per_image'],
  ['characters', 'per_character'],
  ['pages', 'per_page'],
];

/**
 * Returns the prices of a call at a provider: at an MCP server one for each `tools/call`, at a custom endpoint one for
 * each model that the request names, else one. Undefined: no price.
 */
export function pricesOf({ kind, target, tools = [], models = [] }: Priced, provider: Provider): (Price | undefined)[] {
  if (kind === 'mcp') {
    const ofServer = provider.priceOf(`mcp:${target}`);
    return tools.map((tool) => provider.priceOf(`mcp:${target}/${tool}`) ?? ofServer);
  }
  const own = provider.priceOf(target);
  if (kind !== 'custom_endpoint' || models.length === 0) return [own];
  return models.map((model) => provider.priceOf(`${target} ${model}`) ?? own);
}

export function unpricedTools(call: Priced, provider: Provider): HostedTool[] {
  const prices = pricesOf(call, provider);
  return (call.hosted ?? []).filter((tool) => prices.some((price) => toolPrice(price, tool) === undefined));
}

/**
 * Returns the cost of the call at the upstream's price, in billionths of a US dollar; 0 if it has no price. A call that
 * names several models at a custom endpoint costs the price of the most expensive one.
 */
export function costOf(call: ModelCall, end: Ended, tokens: Tokens | undefined): number {
  const { upstream } = end;
  if (upstream === undefined || end.isCountedElsewhere === true) return 0;
  // Nothing was used, or it is not known yet.
  if (call.kind === 'kept_response' && tokens === undefined) return 0;
  const costs = pricesOf(call, upstream).map((price) => {
    if (price === undefined) return 0;
    const ofUnits = isBilled(end) ? unitDollars(price, call, end) : 0;
    return (tokens === undefined ? 0 : tokenDollars(price, tokens)) / tokensOfPrice + ofUnits;
  });
  const dollars = call.kind === 'mcp' ? costs.reduce((sum, cost) => sum + cost, 0) : Math.max(0, ...costs);
  return Math.min(Math.round(dollars * billionthsPerDollar), maxCost);
}

/** Returns the units with a price of which neither the request nor the answer tells the quantity. */
export function untoldUnits(call: ModelCall, end: ModelCallEnd): Unit[] {
  const { upstream, quantities = {} } = end;
  if (upstream === undefined || call.kind !== 'custom_endpoint' || !isBilled(end)) return [];
  const prices = pricesOf(call, upstream);
  return unitPrices
    .filter(
      ([unit, name]) =>
        prices.some((price) => price?.[name] !== undefined) && known(call, quantities, unit) === undefined,
    )
    .map(([unit]) => unit);
}

/** Returns true if an upstream answered with success, or if the caller left after the call was sent. */
function isBilled({ status }: Ended): boolean {
  return (status >= 200 && status < 300) || status === 499;
}

function unitDollars(price: Price, call: ModelCall, { quantities = {} }: Ended): number {
  const ofUnits = unitPrices.map(([unit, name]) => (price[name] ?? 0) * (known(call, quantities, unit) ?? 1));
  const ofTools = (call.hosted ?? []).map((tool) => (toolPrice(price, tool) ?? 0) * usesOf(tool, quantities));
  return [price.per_call ?? 0, ...ofUnits, ...ofTools].reduce((sum, one) => sum + one, 0);
}

function known({ asks = {} }: ModelCall, told: Quantities, unit: Unit): number | undefined {
  return told[unit] ?? asks[unit];
}

/** Returns how often the tool was used. Without word of it, once. */
function usesOf({ name, isTold }: HostedTool, { tools }: Quantities): number {
  if (!isTold || tools === undefined) return 1;
  return Object.entries(tools).reduce((sum, [used, count]) => (isVersionOf(name, used) ? sum + count : sum), 0);
}

/** Returns the price of one use. A price for `web_search` also holds for `web_search_preview` and dated versions. */
function toolPrice(price: Price | undefined, { name }: HostedTool): number | undefined {
  const { tools = {} } = price ?? {};
  if (Object.hasOwn(tools, name)) return tools[name];
  const longest = Object.keys(tools)
    .filter((one) => isVersionOf(name, one))
    .sort((one, other) => other.length - one.length)[0];
  return longest === undefined ? undefined : tools[longest];
}

function isVersionOf(name: string, plain: string): boolean {
  return name === plain || name.startsWith(`${plain}_`);
}

function tokenDollars(price: Price, tokens: Tokens): number {
  const { input, output, cachedInput, cacheWrite = 0, audioInput = 0, reasoning = 0, audioOutput = 0 } = tokens;
  return (
    (input - cachedInput - cacheWrite - audioInput) * price.input +
    cachedInput * (price.cached_input ?? price.input) +
    cacheWrite * (price.cache_write ?? price.input) +
    audioInput * (price.audio_input ?? price.input) +
    (output - reasoning - audioOutput) * price.output +
    reasoning * (price.reasoning ?? price.output) +
    audioOutput * (price.audio_output ?? price.output)
  );
}

/** Converts US cents to billionths of a US dollar. */
export function fromCents(cents: number): number {
  return cents * billionthsPerCent;
}

/** Converts billionths of a US dollar to US dollars. */
export function toDollars(cost: number): number {
  return cost / billionthsPerDollar;
}
