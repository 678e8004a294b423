// A call of a model, an endpoint or an MCP server, as its watchers see it before it is sent and when it has ended.

import type { Price } from '../settings/index.ts';
import type { Limits } from '../tenancy/index.ts';
import type { Rates } from './rates.ts';

/** A call that is about to be sent. */
export interface ModelCall {
  kind: 'chat' | 'completion' | 'response' | 'embedding' | 'custom_endpoint' | 'mcp' | 'kept_response';
  projectId: string;
  limits: Limits;
  /** Those of the key that calls; undefined: it has none of its own. */
  keyLimits: Limits | undefined;
  /** Is told what is left of the limits. */
  rates: Rates;
  organizationId: string;
  /** The key that calls, or the user's id where it is a user. */
  callerId: string;
  /** The model, or the endpoint's path, or the MCP server's prefix; empty for a kept response of which nobody knows who made it. */
  target: string;
  /** The upstreams that may answer. */
  answerers: readonly Answerer[];
  request: ModelRequest;
  /** Whether the answer is to come as a stream. */
  streams: boolean;
  /** The most tokens that the caller lets the model write; undefined: as many as it wants. */
  maxOutputTokens: number | undefined;
}

/** What is known of a request's size in tokens. */
export interface ModelRequest {
  bytes: number;
  /** What a model is asked; undefined for other calls, and if it is too large to be kept until the call ends. */
  body: Record<string, unknown> | undefined;
  /** The tokens of the input, as estimated for a reservation. */
  estimate: number | undefined;
  /** The tokens of the response that it continues, which the model reads again. */
  continued?: number;
}

/** Who answers calls. */
export interface Answerer {
  readonly name: string;
  /** What it takes for a model; undefined: nobody has said. */
  priceOf(model: string): Price | undefined;
}

/** What a model read and wrote. Each token of the input or the output is in one of the parts below at most. */
export interface Tokens {
  input: number;
  output: number;
  /** Those of the input that it had kept from an earlier call. */
  cachedInput: number;
  /** Those of the input that it kept for later calls. */
  cacheWrite?: number;
  /** Those of the input that were sound. */
  audioInput?: number;
  /** Those of the output that were reasoning. */
  reasoning?: number;
  /** Those of the output that were sound. */
  audioOutput?: number;
}

/** How a call ended. */
export interface ModelCallEnd {
  /** The answer's status; 499: the caller left before the answer; 0: the call was not sent after all. */
  status: number;
  /** Whether the answer came to its end. */
  complete: boolean;
  /** Who answered, or was asked when the caller left; undefined: the server itself, or nobody. */
  upstream: Answerer | undefined;
  /** As the upstream counts them; undefined where it does not say. */
  tokens: Tokens | undefined;
  /** What it used is counted with another call: with the one that was the first to be told. */
  isCountedElsewhere?: boolean;
  /** A response goes on in the background: its reservation becomes a lease of this id. */
  goesOnAs?: string;
  /** The id of the lease that ends with this call: what it had reserved has been used. */
  settles?: string;
  answerBytes: number;
  /** When the first text of a stream came, by `performance.now()`. */
  firstTokenAt?: number | undefined;
  /** The text that a stream of events has brought, for counting it where no usage follows. */
  written?: string;
}

/** Is told how the call ended: once, whatever happened. */
export type EndOfCall = (end: ModelCallEnd) => void;

export interface ModelCallWatcher {
  /** Before anything is sent. Throws to refuse the call. */
  begin(call: ModelCall): EndOfCall | undefined | Promise<EndOfCall | undefined>;
}

/** How a call ended that was refused before it was sent. */
export const notSent: ModelCallEnd = {
  status: 0,
  complete: false,
  upstream: undefined,
  tokens: undefined,
  answerBytes: 0,
};
