// Spans, on the OpenTelemetry packages. These are optional peers, so this file declares the few types of them that it uses.

import type { Attributes, Parent, Span } from './trace.ts';

export type SpanKind = 'server' | 'client' | 'consumer';

interface OtelSpan {
  spanContext(): { traceId: string; spanId: string };
  updateName(name: string): void;
  setAttributes(attributes: Attributes): void;
  setStatus(status: { code: number; message: string }): void;
  end(): void;
}

export interface OtelTracer {
  startSpan(name: string, options: { kind: number; attributes: Attributes }, context: unknown): OtelSpan;
}

/** The parts of `@opentelemetry/api` that are used. */
export interface OtelApi {
  ROOT_CONTEXT: unknown;
  trace: {
    setSpanContext(
      context: unknown,
      parent: { traceId: string; spanId: string; traceFlags: number; isRemote: boolean },
    ): unknown;
  };
  diag: { setLogger(logger: Record<'error' | 'warn' | 'info' | 'debug' | 'verbose', (message: string) => void>): void };
}

/** SpanKind and SpanStatusCode of `@opentelemetry/api`. */
const kinds: Record<SpanKind, number> = { server: 1, client: 2, consumer: 4 };
const errorStatus = 2;

/** Begins a span under the parent, or else as the first of a trace. */
export function beginSpan(
  { api, tracer }: { api: OtelApi; tracer: OtelTracer },
  { name, kind, parent, attributes = {} }: SpanStart,
): Span {
  const context =
    parent === undefined
      ? api.ROOT_CONTEXT
      : api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, traceFlags: 1, isRemote: true });
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    end({ name: lastName, attributes: found, error }) {
      if (lastName !== undefined) span.updateName(lastName);
      span.setAttributes(found);
      if (error !== undefined) span.setStatus({ code: errorStatus, message: error });
      span.end();
    },
  };
}

export interface SpanStart {
  name: string;
  kind: SpanKind;
  parent: Parent | undefined;
  attributes?: Attributes;
}
