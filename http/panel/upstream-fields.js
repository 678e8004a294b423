// The form controls of an upstream, and the conversion from and to the configuration.

/** @import { Field } from './types.ts' */

import { allOrSomeField, linesField } from './field-lists.js';
import { choiceField, numberField, textField } from './fields.js';
import { pricesField } from './price-fields.js';

/**
 * @typedef {object} Model
 * @property {string} id
 * @property {string | null} upstream_id what the upstream calls it; null: the same.
 * @property {number | null} context_length
 * @property {number | null} dimensions
 * @property {number | null} max_inputs
 */

/**
 * An upstream in the format of the configuration.
 * @typedef {object} Upstream
 * @property {string} name
 * @property {string} base_url
 * @property {string} api
 * @property {string | null} api_key masked; null where there is none.
 * @property {Model[] | null} models null: those that it lists itself.
 * @property {string[]} custom_endpoints
 * @property {Record<string, string>} mcp_servers
 * @property {Record<string, import('./price-fields.js').Price>} prices US dollars, by model, custom endpoint and MCP server.
 * @property {number} weight
 * @property {number} timeout_seconds
 * @property {number} max_connections
 * @property {boolean} responses
 * @property {boolean} stream_usage
 */

/**
 * @param {Upstream | undefined} before undefined: it is to be added.
 * @param {string[]} unpriced models that it offers without a price.
 * @returns {{ first: Field[], more: Field[] }} `more`: what most can do without.
 */
export function upstreamFields(before, unpriced) {
  const hasKey = typeof before?.api_key === 'string';
  return {
    first: [
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
    ],
    more: [
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
        choices: [
          ['openai', 'OpenAI-compatible'],
          ['anthropic', 'Anthropic'],
        ],
      }),
      choiceField({
        name: 'responses',
        label: 'Responses API',
        hint: 'Choose translated for servers without /v1/responses.',
        value: String(before?.responses ?? true),
        choices: [
          ['true', 'native'],
          ['false', 'translated to chat completions'],
        ],
      }),
      choiceField({
        name: 'stream_usage',
        label: 'Request the usage of streams',
        hint: 'Choose no for servers that refuse stream_options.',
        value: String(before?.stream_usage ?? true),
        choices: [
          ['true', 'yes'],
          ['false', 'no'],
        ],
      }),
    ],
  };
}

const sizes = /** @type {const} */ (['context_length', 'dimensions', 'max_inputs']);

/**
 * Returns the line of a model in the form: `large = openai/gpt-oss-120b; context_length 8192`.
 * @param {Model} model
 */
function lineOf(model) {
  const { id, upstream_id: there } = model;
  const own = sizes.filter((name) => model[name] !== null).map((name) => `; ${name} ${model[name]}`);
  return (there === null ? id : `${id} = ${there}`) + own.join('');
}

/**
 * Converts the form's values into the configuration's format.
 * @param {Record<string, unknown>} body
 * @param {Upstream | undefined} before
 * @returns {Record<string, unknown>}
 */
export function upstreamOf(
  { models, mcp_servers: servers, api_key: key, responses, stream_usage: asks, ...others },
  before,
) {
  // The kind of a model may be known, which the form does not show.
  const known = new Map((before?.models ?? []).map((model) => [model.id, model]));
  const modelOf = (/** @type {string} */ line) => {
    const [names = '', ...told] = line.split(/;\s+/);
    const [id = '', there = null] = names.split(/ = (.*)/s, 2);
    const own = told.map((one) => one.split(/\s+/, 2)).map(([name, size]) => [name, Number(size) || size]);
    const none = Object.fromEntries(sizes.map((name) => [name, null]));
    return { ...known.get(id), ...none, ...Object.fromEntries(own), id, upstream_id: there };
  };
  const lines = /** @type {string[]} */ (servers);
  return {
    ...others,
    api_key: key === '' ? (before?.api_key ?? null) : key,
    models: Array.isArray(models) ? models.map(modelOf) : null,
    mcp_servers: Object.fromEntries(lines.map((line) => [line.split(/\s/, 1)[0], line.replace(/^\S+\s*/, '')])),
    responses: responses === 'true',
    stream_usage: asks === 'true',
  };
}

/**
 * @param {'weight' | 'timeout_seconds' | 'max_connections'} name
 * @param {string} label
 * @param {string} hint
 * @param {Upstream | undefined} before
 */
function number(name, label, hint, before) {
  return numberField({ name, label, hint, value: before?.[name] ?? null, whenEmpty: 'null' });
}
