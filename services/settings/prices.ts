// The prices of an upstream: of models, of custom endpoints, and of MCP servers and their tools.

import { isMapping } from './config-tree.ts';

/** The prices of a model, a custom endpoint or an MCP server, in US dollars. */
export interface Price {
  /** The price of a million tokens of input, and of output. */
  input: number;
  output: number;
  /**
   * Input tokens from the prompt cache. If this price or one below is undefined, the price of input or output applies.
   */
  cached_input?: number;
  /** Input tokens that are written to the prompt cache. */
  cache_write?: number;
  audio_input?: number;
  /** Reasoning output tokens. */
  reasoning?: number;
  audio_output?: number;
  /** The price of one call, second, image, character and page. */
  per_call?: number;
  per_second?: number;
  per_image?: number;
  per_character?: number;
  per_page?: number;
  /** The price of one use of a hosted tool, or of one call at a service tier, by name. */
  tools?: Readonly<Record<string, number>>;
}

/** The price of a custom endpoint, and of models there. */
export interface EndpointPrice extends Partial<Price> {
  models?: Readonly<Record<string, Price>>;
}

export type Prices = Readonly<Record<string, EndpointPrice>>;

const tokenPrices = ['input', 'output', 'cached_input', 'cache_write', 'audio_input', 'reasoning', 'audio_output'];
const unitPrices = ['per_call', 'per_second', 'per_image', 'per_character', 'per_page'];
const mcpKey = /^mcp:[A-Za-z0-9._-]{1,64}(?:\/.{1,190})?$/s;

/** The maximum price of a million tokens (one cent for each token), and of one unit. */
const maxPrice = 10_000;
const maxNameLength = 255;

/** Parses prices by model, by path of a custom endpoint (`/v1/ocr`), and by `mcp:PREFIX` and `mcp:PREFIX/TOOL`. */
export function readPrices(value: unknown): Prices {
  if (!isMapping(value))
    throw new Error('must be a mapping from models, paths of custom endpoints and MCP servers to prices.');
  return Object.fromEntries(
    Object.entries(value).map(([key, price]): [string, EndpointPrice] => {
      if (!isName(key))
        throw new Error(`has a price under '${shown(key)}', which is not a name of 1 to ${maxNameLength} characters.`);
      if (key.startsWith('mcp:')) return [key, mcpPrice(key, price)];
      return [key, key.startsWith('/v1/') ? endpointPrice(key, price) : modelPrice(`'${shown(key)}'`, price)];
    }),
  );
}

/** Returns the prices by key. The key of a model at a custom endpoint is the path, a space and the model. */
export function flatPrices(prices: Prices): Map<string, Price> {
  return new Map(
    Object.entries(prices).flatMap(([key, { models = {}, ...own }]): [string, Price][] => [
      ...(Object.keys(own).length === 0 ? [] : [[key, { input: 0, output: 0, ...own }] as [string, Price]]),
      ...Object.entries(models).map(([model, price]): [string, Price] => [`${key} ${model}`, price]),
    ]),
  );
}

function mcpPrice(key: string, price: unknown): EndpointPrice {
  if (!mcpKey.test(key))
    throw new Error(`has a price under '${shown(key)}', which is not mcp:PREFIX or mcp:PREFIX/TOOL.`);
  const { per_call, ...others } = isMapping(price) ? price : {};
  if (isPrice(per_call) && Object.keys(others).length === 0) return { per_call };
  throw new Error(
    `has a price under '${shown(key)}' that is not {per_call}, a number of US dollars from 0 to ${maxPrice}.`,
  );
}

function endpointPrice(path: string, price: unknown): EndpointPrice {
  if (!isMapping(price) || price.models === undefined) return modelPrice(`'${path}'`, price);
  const { models, ...own } = price;
  if (!isMapping(models)) throw new Error(`has models under '${path}' that are not a mapping from models to prices.`);
  const ofModels = Object.entries(models).map(([model, one]): [string, Price] => {
    if (!isName(model)) throw new Error(`has a price under '${path}' of a model without a name.`);
    return [model, modelPrice(`'${path}' of the model '${shown(model)}'`, one)];
  });
  const ofPath = Object.keys(own).length === 0 ? {} : modelPrice(`'${path}'`, own);
  return { ...ofPath, models: Object.fromEntries(ofModels) };
}

function modelPrice(where: string, price: unknown): Price {
  const { input = 0, output = 0, tools, ...others } = isMapping(price) ? price : { price };
  const stranger = Object.keys(others).find((name) => ![...tokenPrices, ...unitPrices].includes(name));
  if (stranger !== undefined || ![input, output, ...Object.values(others)].every(isPrice)) {
    const form = `{${[...tokenPrices, ...unitPrices].join(', ')}, tools}, each but tools a number of US dollars from 0 to ${maxPrice}`;
    throw new Error(`has a price under ${where} that is not ${form}.`);
  }
  const known = { ...others, input, output } as Price;
  if (tools === undefined) return known;
  if (!isMapping(tools) || !Object.entries(tools).every(([name, one]) => isName(name) && isPrice(one)))
    throw new Error(`has tools under ${where} that are not a mapping from tools to US dollars from 0 to ${maxPrice}.`);
  return { ...known, tools: tools as Record<string, number> };
}

function isName(name: string): boolean {
  return name !== '' && name.length <= maxNameLength;
}

function shown(name: string): string {
  return name.slice(0, maxNameLength);
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= maxPrice;
}
