// The settings of upstreams, the servers that models run on. See services/gateway/README.md.

import { isMapping, list, setting, type Values } from './config-tree.ts';
import { modelPathIn, modelPathOf } from './model-paths.ts';
import { type Prices, readPrices } from './prices.ts';
import { oneOf, type Read } from './setting-values.ts';

const modelKinds = ['chat', 'embedding', 'rerank', 'unknown'] as const;
type ModelKind = (typeof modelKinds)[number];

/** A model that is listed in an upstream's settings. */
export interface ConfiguredModel {
  /** The id that callers use. */
  id: string;
  /** The id that the upstream uses; null if it is the same. */
  upstreamId: string | null;
  kind: ModelKind;
  contextLength: number | null;
  dimensions: number | null;
  /** The number of inputs that one request for embeddings may have; null: not known. */
  maxInputs: number | null;
}

const maxModelIdLength = 255;

const items = {
  name: setting(undefined, name, '', { required: true }).about(
    'The name in logs, metrics and GET /v1/models?additional_data=true.',
  ),
  base_url: setting(undefined, baseUrl, '', { required: true }).about('The URL of its API, including /v1.'),
  api: setting<'openai' | 'anthropic'>(undefined, oneOf('openai', 'anthropic'), 'openai').about(
    'The API of the upstream: openai, also for compatible servers, or anthropic. Models of an anthropic upstream answer POST /v1/messages only, and api_key is sent as x-api-key.',
  ),
  api_key: setting(undefined, apiKey, '', { secret: true }).about(
    'The credential, sent to the host of base_url and to no other; empty: none.',
  ),
  models: setting<ConfiguredModel[] | null>(undefined, models, null, { written: toFileForm }).about(
    "The models to offer, each an id or {id, upstream_id, kind, context_length, dimensions, max_inputs}; left out: the models that the upstream lists. upstream_id: the model's name at the upstream, if the names differ. Of an embedding model: dimensions: vector stores request vectors of this length. context_length: the tokens of one input; chunks of new vector stores are not larger, and longer inputs are refused or cut. max_inputs: the inputs of one request, 2048 by default; more are sent in several.",
  ),
  custom_endpoints: setting<string[]>(undefined, endpoints, [], { validPart: validEndpoints }).about(
    'Further paths that the upstream answers, such as /v1/ocr. Paths that call models here, such as /v1/responses/x or /v1/Chat/Completions, are refused: their calls would not have the price of the model.',
  ),
  mcp_servers: setting<Record<string, string>>(undefined, mcpServers, {}).about(
    'MCP servers, each a prefix under /mcp and its address. api_key is sent to them only on the host of base_url.',
  ),
  prices: setting<Prices>(undefined, readPrices, {}).about(
    'The prices in US dollars. By model: {input, output, cached_input, cache_write, audio_input, reasoning, audio_output} for a million tokens, where input and output that are left out are 0, cached_input, cache_write and audio_input cost the price of input, and reasoning and audio_output that of output; {per_call, per_second, per_image, per_character, per_page} for one; tools: {web_search: 0.01} for one use of a hosted tool or one call at a service tier (priority). By path of a custom endpoint (/v1/ocr): the same, and models: {NAME: {…}} for models there. By mcp:PREFIX and mcp:PREFIX/TOOL: {per_call} for one tools/call. The most special price holds.',
  ),
  weight: setting(undefined, wholeNumber(0, 1000), 0).about(
    'The share of calls, if several upstreams offer a model. If the first of them has weight 0, it is asked first.',
  ),
  timeout_seconds: setting(undefined, wholeNumber(0, 3600), 0).about(
    'The maximum seconds until the first byte of a response; 0: SVC_UPSTREAM_TIMEOUT_SECONDS. An answer that is not streamed has its first byte when it is whole. A server that loads models on demand, such as Ollama, needs the time of its largest one: it stops loading when svc hangs up, and begins anew at the next call.',
  ),
  max_connections: setting(undefined, wholeNumber(1, 65_535), 512).about(
    'The maximum number of concurrent calls; further calls wait.',
  ),
  responses: setting(undefined, yesOrNo, true).about(
    'Whether the upstream has /v1/responses. false: svc translates responses to chat completions for it. true: svc does so only for llama.cpp, whose own takes little, for Ollama, whose own keeps no responses, and for 10 minutes after the upstream has answered 404 or 405. Set false for an Ollama whose models are configured: svc knows it by its list.',
  ),
  stream_usage: setting(undefined, yesOrNo, true).about(
    'Whether svc asks for the usage of a stream if the caller did not. A server that refuses stream_options by its name is not asked again for 10 minutes.',
  ),
};

export type UpstreamSettings = Values<typeof items>;

export const upstreams = list(
  'SVC_UPSTREAMS',
  items,
  problemsBetween,
  'The servers that models run on. If several offer a model, the first is asked first.',
  { live: true, keepsSecrets: isSameHost },
);

/** Returns true if an item keeps its API key: a key is only sent to the host that it was entered for. */
function isSameHost(before: UpstreamSettings, now: Record<string, unknown>): boolean {
  return before.name === now.name && URL.parse(before.base_url)?.origin === URL.parse(String(now.base_url))?.origin;
}

function problemsBetween(given: readonly UpstreamSettings[]): string[] {
  const names = given.map((upstream) => upstream.name);
  const prefixes = given.flatMap((upstream) => Object.keys(upstream.mcp_servers));
  return [
    ...repeated(names).map((twice) => `has two upstreams named '${twice}'.`),
    ...repeated(prefixes).map((twice) => `has two MCP servers under '${twice}'.`),
  ];
}

function repeated(texts: string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))];
}

function name(value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(value)) return value;
  throw new Error('must be 1 to 64 letters, digits, dots, hyphens or underscores.');
}

function baseUrl(value: unknown): string {
  return address(value).replace(/\/+$/, '');
}

function address(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hash !== '' || url.search !== '')
    throw new Error('must be an address that begins http:// or https://, without a query.');
  // A credential in the URL would appear in logs, and nobody would look for it there.
  if (url.username !== '' || url.password !== '') throw new Error('must not contain a credential: use api_key.');
  return url.href;
}

function apiKey(value: unknown): string {
  // Does not show the value, because it is a secret.
  if (typeof value === 'string' && /^[\x21-\x7e]*$/.test(value)) return value;
  throw new Error('must be a text of printable ASCII characters without spaces.');
}

function models(value: unknown): ConfiguredModel[] {
  if (!Array.isArray(value)) throw new Error('must be a list of models.');
  return value.map((item: unknown) => {
    const {
      id,
      upstream_id = null,
      kind = 'unknown',
      context_length = null,
      dimensions = null,
      max_inputs = null,
      ...others
    } = modelObject(item);
    if (!isModelId(id)) throw new Error('has a model without an id of 1 to 255 characters.');
    if (upstream_id !== null && !isModelId(upstream_id))
      throw new Error(`says of the model '${id}' an upstream_id that is not a text of 1 to 255 characters.`);
    const stranger = Object.keys(others)[0];
    if (stranger !== undefined) throw new Error(`says '${stranger}' of the model '${id}', which is not a setting.`);
    if (!isModelKind(kind))
      throw new Error(`says of the model '${id}' a kind that is not chat, embedding, rerank or unknown.`);
    return {
      id,
      upstreamId: upstream_id,
      kind,
      contextLength: sizeOf(context_length, id),
      dimensions: sizeOf(dimensions, id),
      maxInputs: sizeOf(max_inputs, id),
    };
  });
}

function isModelKind(value: unknown): value is ModelKind {
  return modelKinds.some((kind) => kind === value);
}

function isModelId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxModelIdLength;
}

function toFileForm(given: ConfiguredModel[] | null): Record<string, unknown>[] | null {
  if (given === null) return null;
  return given.map(({ id, upstreamId, kind, contextLength, dimensions, maxInputs }) => {
    return { id, upstream_id: upstreamId, kind, context_length: contextLength, dimensions, max_inputs: maxInputs };
  });
}

function modelObject(item: unknown): Record<string, unknown> {
  return typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : { id: item };
}

function sizeOf(value: unknown, model: string): number | null {
  if (value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`says of the model '${model}' a size that is not a whole number from 1.`);
}

/** Parses paths. They are compared byte for byte, so paths that have several spellings are rejected. */
function endpoints(value: unknown): string[] {
  if (!Array.isArray(value)) throw new Error('must be a list of paths such as /v1/ocr.');
  const paths = value.map((path: unknown) => {
    if (isPlainPath(path)) return path;
    throw new Error(`must be a list of paths such as /v1/ocr; '${String(path)}' is none.`);
  });
  const taken = paths.flatMap((path) => {
    const modelPath = modelPathOf(path);
    return modelPath === undefined ? [] : [`'${path}' (it leads to ${modelPath})`];
  });
  if (taken.length === 0) return paths;
  throw new Error(`must not contain ${taken.join(', ')}: a call there would not have the price of its model.`);
}

function isPlainPath(path: unknown): path is string {
  const isPath = typeof path === 'string' && path.length <= 255 && /^\/v1(\/[A-Za-z0-9._~-]+)+$/.test(path);
  return isPath && !path.split('/').some((segment) => segment === '.' || segment === '..');
}

function validEndpoints(value: unknown): unknown[] {
  const paths: unknown[] = Array.isArray(value) ? value : [];
  return paths.filter((path) => isPlainPath(path) && modelPathOf(path) === undefined);
}

function mcpServers(value: unknown): Record<string, string> {
  if (!isMapping(value)) throw new Error('must be a mapping from prefixes to addresses.');
  return Object.fromEntries(
    Object.entries(value).map(([prefix, url]): [string, string] => {
      if (!/^[A-Za-z0-9._-]{1,64}$/.test(prefix) || prefix === '.' || prefix === '..')
        throw new Error(
          `has the prefix '${prefix}', which is not 1 to 64 letters, digits, dots, hyphens or underscores.`,
        );
      try {
        return [prefix, mcpAddress(url)];
      } catch (error) {
        throw new Error(`has an address under '${prefix}' that ${(error as Error).message}`);
      }
    }),
  );
}

function mcpAddress(value: unknown): string {
  const url = address(value);
  const modelPath = modelPathIn(new URL(url).pathname);
  if (modelPath === undefined) return url;
  throw new Error(`leads to ${modelPath}: its calls would not have the price of the model.`);
}

function wholeNumber(minimum: number, maximum: number): Read<number> {
  return (value) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    throw new Error(`must be a whole number from ${minimum} to ${maximum}, not '${String(value)}'.`);
  };
}

function yesOrNo(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error(`must be true or false, not '${String(value)}'.`);
}
