// Reads in refusals what an upstream does not take. Servers of chat completions differ in the members, the limits and the
// orders that they take, and coding agents send the same ones with each request. Only what this server wrote is changed:
// the requests that it translates, and what it adds to the callers' own.

import { isDeepStrictEqual } from 'node:util';
import type { UpstreamResponse } from './call-upstreams.ts';
import { isRefusalInDisguise, maxRefusalBytes, refusesImages } from './error-responses.ts';
import type { Refused, Upstream } from './upstream.ts';
import { dispensableInMessages, withoutRefused } from './without-refused.ts';

/** The member that asks for the usage of a stream. This server adds it to the callers' own requests too. */
export const usageMember = 'stream_options';
/** Members that an answer can do without. */
const dispensable = [
  usageMember,
  'reasoning_effort',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'parallel_tool_calls',
  'service_tier',
  'verbosity',
  'user',
  'temperature',
  'top_p',
  'top_k',
  ...dispensableInMessages,
];

/** The statuses of refusals, also of those in disguise. */
const refusing = new Set([400, 404, 422, 500, 501]);
/** The words of OpenAI for a limit of the output by its older name. */
const newerNameWords = /max_completion_tokens\W+instead/;
/** The words of OpenAI, Groq, and DeepSeek and Alibaba for the greatest limit of the output. */
const mostWords =
  /max_(?:completion_)?tokens is too large: .{0,60}at most (\d+) completion|max_(?:completion_)?tokens\W[^{}]{0,60}less than or equal to \W?(\d+)|range of max_tokens\D{1,20}1, ?(\d+)\]/i;
/** The words of Mistral, and of the chat templates of its models, for a user who speaks directly behind a result. */
const turnWords = /unexpected role .?user.? after role .?tool|roles must alternate/i;
/** The words of Ollama for an effort of reasoning: that of a model that does not reason, or has no or other efforts. */
const effortWords = /does not support thinking|think value \W.{0,30} is not supported|invalid reasoning value/i;
/** Google's words for a keyword of a function's schema. The quotes may be escaped. */
const keywordWords = /Unknown name \\*"([^"\\]+)\\*" at '(?:request\.)?tools\[/g;

/**
 * What upstreams refused in requests of a project to a model, and in this call. A refusal may quote the request, so what it
 * seems to say counts for the caller's project alone, and for later calls only if the upstream then took the request. Other
 * calls cannot change it midway.
 */
export class Refusals {
  readonly #key: string;
  readonly #heeded = new Map<Upstream, Refused>();
  readonly #learners = new Set<Upstream>();

  constructor(projectId: string, model: string) {
    this.#key = `${projectId} ${model}`;
  }

  /** Returns what requests to the upstream are sent without. */
  of(upstream: Upstream): Refused {
    const heeded = this.#heeded.get(upstream) ?? upstream.refusedFor(this.#key);
    this.#heeded.set(upstream, heeded);
    return heeded;
  }

  /**
   * Returns true if the upstream refuses something that the request can do without. This call's next request is without it.
   * @param body what this server wrote of the request.
   */
  async learn(
    { upstream, exchange, head: { status } }: UpstreamResponse,
    body: Record<string, unknown>,
  ): Promise<boolean> {
    if (!refusing.has(status) || Object.keys(body).length === 0) return false;
    const text = String(await exchange.collect(maxRefusalBytes).catch(() => ''));
    if (status !== 400 && status !== 422 && !isRefusalInDisguise(text, status)) return false;
    const known = this.of(upstream);
    const now = both(known, refusedIn(text.replace(/did you mean [^)]*/gi, '')));
    if (isDeepStrictEqual(withoutRefused(body, now), withoutRefused(body, known))) return false;
    this.#heeded.set(upstream, now);
    this.#learners.add(upstream);
    return true;
  }

  /** Remembers for a while what this call learned of the upstream, which took the request. */
  keep(upstream: Upstream): void {
    if (!this.#learners.has(upstream)) return;
    upstream.noteRefused(this.#key, both(upstream.refusedFor(this.#key), this.of(upstream)));
  }
}

function both(one: Refused, other: Refused): Refused {
  return {
    members: [...new Set([...one.members, ...other.members])],
    keywords: [...new Set([...one.keywords, ...other.keywords])],
    mostTokens: Math.min(one.mostTokens, other.mostTokens),
    wantsTurn: one.wantsTurn || other.wantsTurn,
    seesNoImages: one.seesNoImages || other.seesNoImages,
  };
}

/** Returns what a refusal names. */
function refusedIn(text: string): Refused {
  const named = dispensable.filter((name) => isNamed(name, text));
  // The usage counts for the project's limits, so a refusal of something else must not end it.
  const members = named.length > 1 ? named.filter((name) => name !== usageMember) : named;
  const limit = mostWords.exec(text);
  return {
    members: newerNameWords.test(text) ? [...members, 'max_tokens'] : members,
    keywords: Array.from(text.matchAll(keywordWords), ([, keyword = '']) => keyword),
    mostTokens: Number(limit?.slice(1).find(Boolean) ?? Number.POSITIVE_INFINITY),
    wantsTurn: turnWords.test(text),
    seesNoImages: refusesImages(text),
  };
}

/**
 * Returns true if the text of a refusal has the name of the member. A name that is also a word, such as `user`, counts only
 * in quotes or at the end of a path. The quotes may be escaped, because some servers send JSON within JSON.
 */
function isNamed(name: string, text: string): boolean {
  if (name === 'reasoning_effort' && effortWords.test(text)) return true;
  return new RegExp(name.includes('_') ? `\\b${name}\\b` : `["'\`.]${name}(?:\\\\?["'\`]|:)`).test(text);
}
