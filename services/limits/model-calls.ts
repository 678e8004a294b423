// The types of a call to a model, a custom endpoint or an MCP server, as watchers see it before it is sent and after it
// has ended.

import type { Trace } from '../platform/index.ts';
import type { Price } from '../settings/index.ts';
import type { Limits } from '../tenancy/index.ts';
import type { Rates } from './rates.ts';
import type { Quantities } from './usage/quantities.ts';

/** A call that is about to be sent. */
export interface ModelCall {
  kind:
    | 'chat'
    | 'completion'
    | 'response'
    | 'message'
    | 'embedding'
    | 'rerank'
    | 'custom_endpoint'
    | 'mcp'
    | 'kept_response';
  projectId: string;
  limits: Limits;
  /** The limits of the calling key; undefined if it has none of its own. */
  keyLimits: Limits | undefined;
  /** Receives the remaining limits for the response headers. */
  rates: Rates;
  organizationId: string;
  /** The id of the calling key or user. */
  callerId: string;
  /**
   * The model, the custom endpoint's path, or the MCP server's prefix. Empty for a stored response whose model is
   * unknown.
   */
  target: string;
  /** The upstreams that may answer. */
  providers: readonly Provider[];
  request: ModelRequest;
  /** True if the caller requests a stream. */
  streams: boolean;
  /** The caller's limit for output tokens of all answers together; undefined for none. */
  maxOutputTokens: number | undefined;
  /** The tools that the request calls at an MCP server, one name for each call. */
  tools?: readonly string[];
  /** The number of answers that the caller asks for; undefined: one. */
  answers?: number;
  /** The models that the request names at a custom endpoint, if it has prices for models. */
  models?: readonly string[];
  /** The quantities that the request asks for at a custom endpoint. */
  asks?: Quantities;
  /** The tools that run at the upstream, and the service tier, which are billed beside tokens. */
  hosted?: readonly HostedTool[];
  /** The trace that requests to upstreams carry on; set by the watcher that traces the call. */
  trace?: Trace;
}

/** A tool that runs at the upstream, or a service tier. */
export interface HostedTool {
  name: string;
  /** The path of the member that asks for it: `tools[0].type`. */
  param: string;
  /** True if answers tell how often the tool was used. */
  isTold: boolean;
}

/** The known size of a request in tokens. */
export interface ModelRequest {
  bytes: number;
  /**
   * The body of a model request. Undefined for other calls, and for bodies that are too large to keep until the call
   * ends.
   */
  body: Record<string, unknown> | undefined;
  /** The estimated input tokens, if `body` is not kept. */
  estimate: number | undefined;
  /** The tokens of the previous response that this request continues, which the model reads again. */
  continued?: number;
}

/** An upstream or this server, as the one who answers a call. */
export interface Provider {
  readonly name: string;
  /**
   * Returns the price of a model, of a custom endpoint (its path, or its path, a space and a model), or of an MCP server
   * (`mcp:PREFIX`, `mcp:PREFIX/TOOL`). Undefined if none is configured.
   */
  priceOf(key: string): Price | undefined;
}

/** The tokens that a call has used. The parts below are disjoint, and are included in `input` or `output`. */
export interface Tokens {
  input: number;
  output: number;
  /** Input tokens that were read from the upstream's prompt cache. */
  cachedInput: number;
  /** Input tokens that were written to the upstream's prompt cache. */
  cacheWrite?: number;
  audioInput?: number;
  /** Reasoning tokens of the output. */
  reasoning?: number;
  audioOutput?: number;
}

/** The result of a call. */
export interface ModelCallEnd {
  /** The status of the response. 499: the caller disconnected before the response. 0: the call was not sent. */
  status: number;
  /** True if the response was sent completely. */
  complete: boolean;
  /**
   * The upstream that answered, or that was called when the caller disconnected. Undefined for this server, or if there
   * is none.
   */
  upstream: Provider | undefined;
  /** The tokens that the upstream reports; undefined if it reports none. */
  tokens: Tokens | undefined;
  /** The use beside tokens that the answer tells. */
  quantities?: Quantities;
  /** True if another call already counts this usage. */
  isCountedElsewhere?: boolean;
  /** True if `writeUsage` has written this usage. It still counts for the limits. */
  isWritten?: boolean;
  /** The lease id that takes over the reservation of a response that continues in the background. */
  continuesAs?: string;
  /** The id of the lease that ends with this call, because its reservation has been used. */
  endsLease?: string;
  answerBytes: number;
  /** The time of the first text of a stream, by `performance.now()`. */
  firstTokenAt?: number | undefined;
  /** The text of an event stream, for counting its tokens if no usage follows. */
  written?: string;
}

/** A call that has ended. */
export interface EndedCall {
  call: ModelCall;
  end: ModelCallEnd;
}

/** Receives the result of the call, exactly once. */
export type EndOfCall = (end: ModelCallEnd) => void;

export interface ModelCallWatcher {
  /** Called before the call is sent. Throws to refuse the call. */
  begin(call: ModelCall): EndOfCall | undefined | Promise<EndOfCall | undefined>;
}

/** The result of a call that was refused before it was sent. */
export const notSent: ModelCallEnd = {
  status: 0,
  complete: false,
  upstream: undefined,
  tokens: undefined,
  answerBytes: 0,
};
