// The W3C trace context (https://www.w3.org/TR/trace-context/) of the work in progress. A request brings its trace, or
// begins one. Jobs store the trace in their row. Requests to upstreams and webhooks pass the trace on. Without a trace
// nothing is stored or copied.

import { AsyncLocalStorage } from 'node:async_hooks';

export type Attributes = Record<string, string | number | boolean | undefined>;

/** A part of a trace that is recorded. It must be ended once. */
export interface Span {
  readonly traceparent: string;
  /** The same as `traceparent`, for the spans below this one. */
  readonly parent: Parent;
  /** Ends the span. `error` is the reason of a failure. */
  end(result: { name?: string; attributes: Attributes; error?: string | undefined }): void;
}

/** The place of some work in a trace. */
export interface Trace {
  /** The header of requests that this work sends. */
  traceparent: string;
  /** The data of other tracing systems, which is passed on unchanged. */
  tracestate: string | undefined;
  /** The span of this work. Undefined: no span is recorded, and only the headers are passed on. */
  span: Span | undefined;
}

const current = new AsyncLocalStorage<Trace | undefined>();

/** Returns the trace of the work in progress; undefined if it belongs to none. */
export function currentTrace(): Trace | undefined {
  return current.getStore();
}

/** Does the work as a part of the trace, or of none: the work that calls this may be another trace's. */
export function withinTrace<Result>(trace: Trace | undefined, work: () => Result): Result {
  return current.run(trace, work);
}

/** Returns the headers that pass the trace on. */
export function traceHeaders({ traceparent, tracestate }: Trace): Record<string, string> {
  return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
}

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The parts of a `traceparent`. */
export interface Parent {
  traceId: string;
  spanId: string;
  /** True if the sender records the trace. */
  isSampled: boolean;
}

/** Parses a `traceparent`. Returns undefined for one that the standard does not allow, which counts as none. */
export function parseTraceparent(value: string | undefined): Parent | undefined {
  const [, traceId, spanId, flags] = (value === undefined ? null : form.exec(value)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
