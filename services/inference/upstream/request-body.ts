// The body of a call as an upstream gets it. See services/inference/inference.ts for why it is not always the caller's bytes.

import { endOfString, foldName } from '../../platform/index.ts';

/** Members that have a gateway ask other models than the one that is named: LiteLLM, and the last one OpenRouter. */
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
 * Members that would tell an upstream whom to ask, or with which credential: some gateways believe them. None of them is
 * the public API's. In the order of who does: LiteLLM, then those of its routing, OpenRouter's, Azure's.
 */
const notTheCallers = [
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

/** Names that this server reads and goes by. Each with a bit of its own. */
const readNames = ['model', 'stream', 'stream_options', 'store', 'background', 'previous_response_id', 'conversation'];
const bits = new Map(readNames.map((name, index) => [name, 1 << index]));
/** All of the above, as those write them who do not look at the case. */
const watched = new Set([...readNames, ...notTheCallers]);
/** Whether a watched name is that long and begins so: nearly no other string does. */
const beginnings = new Uint8Array(64 << 7);
for (const name of watched) {
  const [first = ''] = name;
  // The low bits of ſ are those of no letter.
  for (const sign of [first, first.toUpperCase(), ...(first === 's' ? ['\u017f'] : [])])
    beginnings[(name.length << 7) | (sign.charCodeAt(0) & 0x7f)] = 1;
}
/** Could spell such a name unseen: by ASCII, by ſ or by the sign of kelvin. */
const escapedLetter = /\\u(?:00[2-7]|017f|212a)/i;

const usageOption = '"stream_options":{"include_usage":true},';

interface Body {
  model: string;
  stream_options?: unknown;
  [name: string]: unknown;
}

export class RequestBody {
  readonly #bytes: Buffer;
  readonly #body: Body;
  readonly #isPlain: boolean;
  /** Whether the caller asked for the usage of a stream. */
  readonly wantsUsage: boolean;

  /** @param text the same bytes as a text. */
  constructor(bytes: Buffer, text: string, body: Body) {
    this.#bytes = bytes;
    this.#body = body;
    this.#isPlain = isUnambiguous(text, body);
    const { stream_options: options } = body;
    this.wantsUsage =
      typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true;
  }

  /** The bytes to send. `model`: what the upstream calls it. */
  for({ asksForUsage, model }: { asksForUsage: boolean; model: string }): Buffer | string {
    const adds = asksForUsage && !this.wantsUsage;
    if (this.#isPlain && (!adds || !Object.hasOwn(this.#body, 'stream_options'))) {
      const bytes = model === this.#body.model ? this.#bytes : withModel(this.#bytes, model);
      return adds ? withUsageOption(bytes) : bytes;
    }
    const body = Object.fromEntries(Object.entries(this.#body).filter(([name]) => mayPass(name)));
    body.model = model;
    if (adds) body.stream_options = { ...(body.stream_options as object | null), include_usage: true };
    return JSON.stringify(body);
  }
}

/** Servers in Go take a name in any case for the name: of `model` and `Model`, what comes last. */
function mayPass(name: string): boolean {
  return bits.has(name) || !watched.has(foldName(name));
}

/**
 * Whether every name that the server goes by stands in the text at most once, and no other that could be taken for one or
 * is not the caller's to give: as a name, or as a text, which costs a writing and no more. The text is the body's JSON.
 */
function isUnambiguous(text: string, body: Body): boolean {
  if (text.includes('\\u') && escapedLetter.test(text)) return false;
  let seen = 0;
  // From one string to the next: what is long in a body is inside of one, and is not looked at.
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    const length = end - start - 1;
    if (length < 64 && beginnings[(length << 7) | (text.charCodeAt(start + 1) & 0x7f)] === 1) {
      const name = text.slice(start + 1, end);
      const bit = bits.get(name);
      if (bit === undefined ? isAmiss(name, body) : (seen & bit) !== 0) return false;
      seen |= bit ?? 0;
    }
    start = text.indexOf('"', end + 1);
  }
  return true;
}

/** The caller's own tools may well have such names, further in. */
function isAmiss(name: string, body: Body): boolean {
  return Object.hasOwn(body, name) && !mayPass(name);
}

/** A member more, in front of the others, for which nothing else has to be read or written. */
function withUsageOption(bytes: Buffer): Buffer {
  const start = bytes.indexOf('{') + 1;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(usageOption), bytes.subarray(start)]);
}

/** Another name in the place of the model's: in such a text there is one string that says `model`, its name. */
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
