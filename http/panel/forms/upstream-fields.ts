// The form controls of an upstream, and the conversion from and to the configuration.

import type { Field } from '../api/index.ts';
import { allOrSomeField, linesField } from './field-lists.tsx';
import { choiceField, numberField, textField } from './fields.tsx';
import type { Price } from './price-fields.tsx';
import { pricesField } from './price-fields.tsx';

interface Model {
  id: string;
  /** The upstream's name for it; null: the same. */
  upstream_id: string | null;
  context_length: number | null;
  dimensions: number | null;
  max_inputs: number | null;
}

/** An upstream in the format of the configuration. */
export interface Upstream {
  name: string;
  base_url: string;
  api: string;
  /** Masked; null where there is none. */
  api_key: string | null;
  /** Null: those that it lists itself. */
  models: Model[] | null;
  custom_endpoints: string[];
  mcp_servers: Record<string, string>;
  /** US dollars, by model, custom endpoint and MCP server. */
  prices: Record<string, Price>;
  weight: number;
  timeout_seconds: number;
  max_connections: number;
  responses: boolean;
  stream_usage: boolean;
}

/**
 * @param before undefined: it is to be added.
 * @param unpriced models that it offers without a price.
 * @returns `more`: what most can do without.
 */
export function upstreamFields(before: Upstream | undefined, unpriced: string[]): { first: Field[]; more: Field[] } {
  return { first: firstFields(before), more: moreFields(before, unpriced) };
}

function firstFields(before: Upstream | undefined): Field[] {
  const hasKey = typeof before?.api_key === 'string';
  return [
    textField({
      name: 'name',
      label: 'Name',
      hint: 'Letters, digits, dots, hyphens and underscores. Logs, metrics and the model list show it.',
      value: before?.name ?? '',
    }),
    textField({
      name: 'base_url',
      label: 'Address',
      hint: 'The base URL of the API, including /v1.',
      type: 'url',
      value: before?.base_url ?? '',
    }),
    textField({
      name: 'api_key',
      label: 'API key',
      hint: hasKey
        ? 'Leave empty to keep the current key. A new name or host needs the key again.'
        : 'Sent only to this host.',
      type: 'password',
      optional: true,
    }),
    allOrSomeField({
      name: 'models',
      legend: 'Models',
      all: 'All models that the upstream lists',
      some: 'These',
      hint: 'The names that callers use. To map a name to another name at the upstream: large = openai/gpt-oss-120b. Of an embedding model, what it takes: bge-m3; context_length 8192; max_inputs 32',
      value: before?.models?.map(lineOf) ?? 'all',
      wholeValue: 'all',
    }),
  ];
}

function moreFields(before: Upstream | undefined, unpriced: string[]): Field[] {
  return [
    linesField({
      name: 'custom_endpoints',
      label: 'Custom endpoints, one per line',
      hint: 'Further paths of the upstream, such as /v1/ocr.',
      value: before?.custom_endpoints ?? [],
    }),
    linesField({
      name: 'mcp_servers',
      label: 'MCP servers, one per line',
      hint: 'The prefix under /mcp, a space, and the address: docs https://llm.example.com/mcp',
      value: Object.entries(before?.mcp_servers ?? {}).map(([prefix, url]) => `${prefix} ${url}`),
    }),
    pricesField(before?.prices ?? {}, unpriced),
    number(
      'weight',
      'Weight',
      'The share of calls if several upstreams offer a model. 0: the first in the list gets all calls.',
      before,
    ),
    number(
      'timeout_seconds',
      'Timeout in seconds',
      'Until the first byte of the response. 0: the default of the server.',
      before,
    ),
    number('max_connections', 'Maximum concurrent calls', 'Further calls wait.', before),
    choiceField({
      name: 'api',
      label: 'API',
      hint: 'Models of an Anthropic upstream answer /v1/messages only.',
      value: before?.api ?? 'openai',
      texts: { openai: 'OpenAI-compatible', anthropic: 'Anthropic' },
    }),
    choiceField({
      name: 'responses',
      label: 'Responses API',
      hint: 'Choose translated for servers without /v1/responses.',
      value: String(before?.responses ?? true),
      texts: { true: 'native', false: 'translated to chat completions' },
    }),
    choiceField({
      name: 'stream_usage',
      label: 'Request the usage of streams',
      hint: 'Choose no for servers that refuse stream_options.',
      value: String(before?.stream_usage ?? true),
      texts: { true: 'yes', false: 'no' },
    }),
  ];
}

const sizes = ['context_length', 'dimensions', 'max_inputs'] as const;

/** Returns the line of a model in the form: `large = openai/gpt-oss-120b; context_length 8192`. */
function lineOf(model: Model) {
  const { id, upstream_id: there } = model;
  const own = sizes.filter((name) => model[name] !== null).map((name) => `; ${name} ${model[name]}`);
  return (there === null ? id : `${id} = ${there}`) + own.join('');
}

/** Converts the form's values into the configuration's format. */
export function upstreamOf(
  { models, mcp_servers: servers, api_key: key, responses, stream_usage: asks, ...others }: Record<string, unknown>,
  before: Upstream | undefined,
): Record<string, unknown> {
  // The kind of a model may be known, which the form does not show.
  const known = new Map((before?.models ?? []).map((model) => [model.id, model]));
  const modelOf = (line: string) => {
    const [names = '', ...told] = line.split(/;\s+/);
    const [id = '', there = null] = names.split(/ = (.*)/s, 2);
    const own = told.map((one) => one.split(/\s+/, 2)).map(([name, size]) => [name, Number(size) || size]);
    const none = Object.fromEntries(sizes.map((name) => [name, null]));
    return { ...known.get(id), ...none, ...Object.fromEntries(own), id, upstream_id: there };
  };
  const lines = servers as string[];
  return {
    ...others,
    api_key: key === '' ? (before?.api_key ?? null) : key,
    models: Array.isArray(models) ? models.map(modelOf) : null,
    mcp_servers: Object.fromEntries(lines.map((line) => [line.split(/\s/, 1)[0], line.replace(/^\S+\s*/, '')])),
    responses: responses === 'true',
    stream_usage: asks === 'true',
  };
}

function number(
  name: 'weight' | 'timeout_seconds' | 'max_connections',
  label: string,
  hint: string,
  before: Upstream | undefined,
) {
  return numberField({ name, label, hint, value: before?.[name] ?? null, whenEmpty: 'null' });
}
