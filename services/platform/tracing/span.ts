// Creates spans in the form of `ReadableSpan` of `@opentelemetry/sdk-trace`, which span processors and exporters
// accept. A span is created when its work ends, because live span objects check and copy each attribute, and cost
// several times as much. The packages are optional peer dependencies, so this file declares the few types that it uses.

import { nowMs } from '../../../models/clock.ts';
import type { Attributes, Parent, Span } from './trace.ts';

export type SpanKind = 'server' | 'client' | 'consumer';

/** A second and the nanoseconds after it. */
type Time = [seconds: number, nanoseconds: number];

interface SpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote?: boolean;
}

/** The parts of OpenTelemetry that spans need. */
export interface SpanSink {
  ids: { generateTraceId(): string; generateSpanId(): string };
  /** Sends spans in batches. */
  processor: { onEnd(span: EndedSpan): void };
  resource: unknown;
  scope: { name: string; version: string };
}

/** SpanKind and SpanStatusCode of `@opentelemetry/api`. */
const kinds: Record<SpanKind, number> = { server: 1, client: 2, consumer: 4 };
const [unsetStatus, errorStatus] = [0, 2];
const sampledFlag = 1;
const none: never[] = [];

/** Begins a span under the parent, or else as the first of a trace. */
export function beginSpan(sink: SpanSink, { name, kind, parent, attributes }: SpanStart): Span {
  const traceId = parent === undefined ? sink.ids.generateTraceId() : parent.traceId;
  const spanId = sink.ids.generateSpanId();
  const startMs = nowMs();
  const begunAt = performance.now();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    parent: { traceId, spanId, isSampled: true },
    end({ name: lastName, attributes: found, error }) {
      const span = new EndedSpan(sink, { traceId, spanId, traceFlags: sampledFlag }, lastName ?? name, kinds[kind]);
      if (parent !== undefined) {
        const { traceId, spanId } = parent;
        span.parentSpanContext = { traceId, spanId, traceFlags: sampledFlag, isRemote: true };
      }
      const tookMs = performance.now() - begunAt;
      span.startTime = timeOf(startMs);
      span.endTime = timeOf(startMs + tookMs);
      span.duration = timeOf(tookMs);
      if (attributes !== undefined) span.add(attributes);
      span.add(found);
      if (error !== undefined) span.status = { code: errorStatus, message: error };
      sink.processor.onEnd(span);
    },
  };
}

export interface SpanStart {
  name: string;
  kind: SpanKind;
  parent: Parent | undefined;
  attributes?: Attributes;
}

class EndedSpan {
  readonly name: string;
  readonly kind: number;
  readonly resource: unknown;
  readonly instrumentationScope: SpanSink['scope'];
  readonly attributes: Record<string, string | number | boolean> = {};
  readonly ended = true;
  readonly links = none;
  readonly events = none;
  readonly droppedAttributesCount = 0;
  readonly droppedEventsCount = 0;
  readonly droppedLinksCount = 0;
  parentSpanContext: SpanContext | undefined = undefined;
  startTime: Time = [0, 0];
  endTime: Time = [0, 0];
  duration: Time = [0, 0];
  status: { code: number; message?: string } = { code: unsetStatus };
  readonly #context: SpanContext;

  constructor({ resource, scope }: SpanSink, context: SpanContext, name: string, kind: number) {
    this.#context = context;
    this.name = name;
    this.kind = kind;
    this.resource = resource;
    this.instrumentationScope = scope;
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  add(attributes: Attributes): void {
    for (const name in attributes) {
      const value = attributes[name];
      if (value !== undefined) this.attributes[name] = value;
    }
  }
}

function timeOf(ms: number): Time {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.floor((ms - seconds * 1000) * 1e6)];
}
