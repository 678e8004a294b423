// The request body that is sent to an upstream. services/gateway/inference.ts explains why it is not always the
// caller's bytes.

import { endOfString, foldName } from '../../platform/index.ts';

/** Fields that make a gateway call other models than the named one: LiteLLM, and for the last one OpenRouter. */
export const otherModels = [
  'fallbacks',
  'context_window_fallbacks',
  'content_policy_fallbacks',
  'model_list',
  'user_config',
  'router_settings_override',
  'models',
];

/**
 * Fields that could tell a gateway which server to call or which credential to use. None of them belongs to the public
 * API. In order: those of LiteLLM, of its routing, of OpenRouter and of Azure.
 */
const reservedFields = [
  'api_base',
  'base_url',
  'api_key',
  'api_version',
  'api_type',
  'organization',
  'custom_llm_provider',
  'headers',
  'extra_headers',
  'extra_body',
  'extra_query',
  ...otherModels,
  'mock_testing_fallbacks',
  'mock_testing_context_fallbacks',
  'mock_testing_content_policy_fallbacks',
  'route',
  'deployment_id',
  'azure_endpoint',
];

/** Fields that this server reads. Each has a bit. */
const readNames = [
  'model',
  'stream',
  'stream_options',
  'store',
  'background',
  'previous_response_id',
  'conversation',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'n',
  'best_of',
  'tools',
  'service_tier',
];
const bits = new Map(readNames.map((name, index) => [name, 1 << index]));
/** All of the fields above; compared in lower case, because some servers ignore case. */
const watched = new Set([...readNames, ...reservedFields]);
/** A lookup table by length and first character, which excludes nearly all other strings. */
const nameTable = new Uint8Array(64 << 7);
for (const name of watched) {
  const [first = ''] = name;
  // The low 7 bits of ſ are those of no letter, so it needs an entry of its own.
  for (const sign of [first, first.toUpperCase(), ...(first === 's' ? ['\u017f'] : [])])
    nameTable[(name.length << 7) | (sign.charCodeAt(0) & 0x7f)] = 1;
}
/** Matches escapes of ASCII letters, of ſ and of the Kelvin sign, which could hide such a name. */
const escapedLetter = /\\u(?:00[2-7]|017f|212a)/i;

const usageOption = '"stream_options":{"include_usage":true},';
const noStream = '"stream":false,';

interface Body {
  model: string;
  stream_options?: unknown;
  [name: string]: unknown;
}

interface Sent {
  model: string;
  asksForUsage: boolean;
  saysNoStream?: boolean;
}

export class RequestBody {
  readonly #bytes: Buffer;
  readonly #body: Body;
  readonly #isPlain: boolean;
  /** True if the caller requested the usage of a stream. */
  readonly wantsUsage: boolean;

  /** @param text the bytes as text. */
  constructor(bytes: Buffer, text: string, body: Body) {
    this.#bytes = bytes;
    this.#body = body;
    this.#isPlain = isUnambiguous(text, body);
    const { stream_options: options } = body;
    this.wantsUsage =
      typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true;
  }

  /**
   * Returns the bytes to send. `model` is the upstream's id of the model. `saysNoStream` adds `stream: false` to a body
   * without `stream`, or with null.
   */
  for({ asksForUsage, model, saysNoStream = false }: Sent): Buffer | string {
    const adds = asksForUsage && !this.wantsUsage;
    const isWhole = saysNoStream && (this.#body.stream ?? null) === null;
    const replaces =
      (adds && Object.hasOwn(this.#body, 'stream_options')) || (isWhole && Object.hasOwn(this.#body, 'stream'));
    if (this.#isPlain && !replaces) {
      const bytes = model === this.#body.model ? this.#bytes : withModel(this.#bytes, model);
      if (adds) return withMember(bytes, usageOption);
      return isWhole ? withMember(bytes, noStream) : bytes;
    }
    const body = forwardable(this.#body);
    body.model = model;
    if (adds) body.stream_options = { ...(body.stream_options as object | null), include_usage: true };
    if (isWhole) body.stream = false;
    return JSON.stringify(body);
  }
}

/** Returns the fields that may be forwarded. */
export function forwardable(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => mayForward(name)));
}

/**
 * Returns true if a field may be forwarded. Servers in Go ignore the case of field names: of `model` and `Model`, the
 * last one wins.
 */
function mayForward(name: string): boolean {
  return bits.has(name) || !watched.has(foldName(name));
}

/**
 * Returns true if each field that this server reads occurs in the JSON text at most once, and no forbidden or similar
 * name occurs. A string value with such a name also returns false, which only costs a new serialization.
 */
function isUnambiguous(text: string, body: Body): boolean {
  if (text.includes('\\u') && escapedLetter.test(text)) return false;
  let seen = 0;
  // Jumps from string to string, so that the content of long strings is not inspected.
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    const length = end - start - 1;
    if (length < 64 && nameTable[(length << 7) | (text.charCodeAt(start + 1) & 0x7f)] === 1) {
      const name = text.slice(start + 1, end);
      const bit = bits.get(name);
      if (bit === undefined ? isForbiddenField(name, body) : (seen & bit) !== 0) return false;
      seen |= bit ?? 0;
    }
    start = text.indexOf('"', end + 1);
  }
  return true;
}

/** Only top-level fields count: the parameters of a caller's tools may have such names. */
function isForbiddenField(name: string, body: Body): boolean {
  return Object.hasOwn(body, name) && !mayForward(name);
}

/** Inserts the member as the first one, without parsing the body. */
function withMember(bytes: Buffer, member: string): Buffer {
  const start = bytes.indexOf('{') + 1;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(member), bytes.subarray(start)]);
}

/** Replaces the model's name. The text was checked before: it contains the string `model` once, as the field name. */
function withModel(bytes: Buffer, model: string): Buffer {
  const text = bytes.toString();
  let start = text.indexOf('"');
  let end = endOfString(text, start);
  while (text.slice(start + 1, end) !== 'model') {
    start = text.indexOf('"', end + 1);
    end = endOfString(text, start);
  }
  const value = text.indexOf('"', end + 1);
  return Buffer.from(text.slice(0, value) + JSON.stringify(model) + text.slice(endOfString(text, value) + 1));
}
