// The body of a call as an upstream gets it. See services/inference.ts for why it is not always the caller's bytes.

import { endOfString } from '../json-text.ts';

/** Members that would tell an upstream whom to ask, or with which credential: some gateways believe them. */
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
];

/** Names that this server reads and goes by. Each with a bit of its own. */
const readNames = ['model', 'stream', 'stream_options', 'store', 'previous_response_id', 'conversation'];
const bits = new Map(readNames.map((name, index) => [name, 1 << index]));
const lengths = new Set(readNames.map(({ length }) => length));
/** Could spell such a name unseen. */
const escapedAscii = /\\u00[2-7]/;

const usageOption = '"stream_options":{"include_usage":true},';

interface Body {
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
    this.#isPlain = isUnambiguous(text) && !notTheCallers.some((name) => Object.hasOwn(body, name));
    const { stream_options: options } = body;
    this.wantsUsage =
      typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true;
  }

  /** The bytes to send. */
  for({ asksForUsage }: { asksForUsage: boolean }): Buffer | string {
    const adds = asksForUsage && !this.wantsUsage;
    if (this.#isPlain && !adds) return this.#bytes;
    if (this.#isPlain && !Object.hasOwn(this.#body, 'stream_options')) return withUsageOption(this.#bytes);
    const body = Object.fromEntries(Object.entries(this.#body).filter(([name]) => !notTheCallers.includes(name)));
    if (adds) body.stream_options = { ...(body.stream_options as object | null), include_usage: true };
    return JSON.stringify(body);
  }
}

/**
 * Whether every name that the server goes by stands in the text at most once: as a name, or as a text, which costs a
 * writing and no more. The text is JSON.
 */
function isUnambiguous(text: string): boolean {
  if (text.includes('\\u00') && escapedAscii.test(text)) return false;
  let seen = 0;
  // From one string to the next: what is long in a body is inside of one, and is not looked at.
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    if (lengths.has(end - start - 1)) {
      const bit = bits.get(text.slice(start + 1, end)) ?? 0;
      if ((seen & bit) !== 0) return false;
      seen |= bit;
    }
    start = text.indexOf('"', end + 1);
  }
  return true;
}

/** A member more, in front of the others, for which nothing else has to be read or written. */
function withUsageOption(bytes: Buffer): Buffer {
  const start = bytes.indexOf('{') + 1;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(usageOption), bytes.subarray(start)]);
}
