// Traces of requests, model calls and jobs. Without SVC_TRACES_URL the server only passes the W3C headers on, and loads
// no package.

import { createRequire } from 'node:module';
import type { Log } from '../log.ts';
import { beginSpan, type SpanKind, type SpanSink } from './span.ts';
import { type Attributes, currentTrace, type Parent, parseTraceparent, type Trace, withinTrace } from './trace.ts';

export { type Attributes, currentTrace, type Trace, traceHeaders, withinTrace } from './trace.ts';

/** The optional packages that export needs. */
export const tracingPackages = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-trace-otlp-http',
];

export interface TracingSettings {
  /** The OTLP endpoint without /v1/traces; empty: nothing is exported. */
  url: string;
  headers: Record<string, string>;
  sample_percent: number;
}

interface Exporting extends SpanSink {
  close(): Promise<void>;
}

/** The headers of a request that name its trace. */
interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | string[] | undefined;
}

export class Tracing {
  readonly #exporting: Exporting | undefined;
  readonly #share: number;

  constructor(settings: TracingSettings, log: Log) {
    this.#exporting = settings.url === '' ? undefined : startExport(settings, log);
    this.#share = settings.sample_percent / 100;
  }

  /** Sends the spans that have ended. */
  async close(): Promise<void> {
    await this.#exporting?.close();
  }

  /**
   * Returns the trace of a request, with a span if it is sampled; undefined if it has none. The caller's own decision to
   * sample counts, so that traces are whole.
   */
  ofRequest({ traceparent, tracestate }: TraceHeaders): Trace | undefined {
    if (traceparent === undefined && this.#exporting === undefined) return undefined;
    const parent = parseTraceparent(traceparent);
    const state = typeof tracestate === 'string' ? tracestate : undefined;
    return parent === undefined
      ? this.#sampled(undefined, 'request', 'server', undefined)
      : this.#continued(parent, traceparent as string, state, 'request', 'server');
  }

  /** Returns the trace of a job that was added by work of the trace. */
  ofJob(traceparent: string, name: string): Trace | undefined {
    const parent = parseTraceparent(traceparent);
    return parent === undefined ? undefined : this.#continued(parent, traceparent, undefined, name, 'consumer');
  }

  /** Begins a span for a request to another server, if the work in progress is sampled. */
  toServer(name: string, attributes: Attributes): (Trace & { span: NonNullable<Trace['span']> }) | undefined {
    const trace = currentTrace();
    if (trace?.span === undefined || this.#exporting === undefined) return undefined;
    const span = beginSpan(this.#exporting, { name, kind: 'client', parent: trace.span.parent, attributes });
    return { traceparent: span.traceparent, tracestate: trace.tracestate, span };
  }

  #continued(
    parent: Parent,
    traceparent: string,
    tracestate: string | undefined,
    name: string,
    kind: SpanKind,
  ): Trace | undefined {
    if (this.#exporting !== undefined && parent.isSampled) return this.#sampled(parent, name, kind, tracestate);
    return { traceparent, tracestate, span: undefined };
  }

  /** Begins a span under the parent, or the first one of a trace for a share of the requests. */
  #sampled(
    parent: Parent | undefined,
    name: string,
    kind: SpanKind,
    tracestate: string | undefined,
  ): Trace | undefined {
    if (this.#exporting === undefined || (parent === undefined && Math.random() >= this.#share)) return undefined;
    const span = beginSpan(this.#exporting, { name, kind, parent });
    return { traceparent: span.traceparent, tracestate, span };
  }
}

/** Runs the work of a job within its trace, and ends its span. */
export async function tracedJob(
  tracing: Tracing | undefined,
  job: TracedJob,
  work: () => Promise<void>,
): Promise<void> {
  if (job.traceparent === null || tracing === undefined) return await work();
  const trace = tracing.ofJob(job.traceparent, `job ${job.kind}`);
  const attributes = { 'svc.job.kind': job.kind, 'svc.job.attempt': job.attempts };
  try {
    await withinTrace(trace, work);
    trace?.span?.end({ attributes });
  } catch (error) {
    trace?.span?.end({ attributes, error: (error as Error).name });
    throw error;
  }
}

export interface TracedJob {
  kind: string;
  attempts: number;
  traceparent: string | null;
}

/** Loads the packages and starts the export in batches. */
function startExport({ url, headers }: TracingSettings, log: Log): Exporting {
  const require = createRequire(import.meta.url);
  const { version } = require('svc-server/package.json') as { version: string };
  const { diag } = require('@opentelemetry/api');
  const { BatchSpanProcessor, RandomIdGenerator } = require('@opentelemetry/sdk-trace');
  const { resourceFromAttributes } = require('@opentelemetry/resources');
  const { OTLPTraceExporter } = require('@opentelemetry/exporter-trace-otlp-http');
  const warn = (message: string): void => log.warn({ reason: message }, 'traces were not exported');
  const nothing = (): void => undefined;
  diag.setLogger({ error: warn, warn, info: nothing, debug: nothing, verbose: nothing });
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces`, headers });
  const processor = new BatchSpanProcessor({ exporter: withFailureLog(exporter, warn) });
  return {
    ids: new RandomIdGenerator(),
    processor,
    resource: resourceFromAttributes({ 'service.name': 'svc', 'service.version': version }),
    scope: { name: 'svc', version },
    close: () => processor.shutdown().catch((error: Error) => warn(error.message)),
  };
}

/** The members of an exporter of OpenTelemetry that a span processor calls. */
interface Exporter {
  export(spans: unknown, done: (result: ExportResult) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** ExportResult of `@opentelemetry/core`. */
interface ExportResult {
  code: number;
  error?: Error;
}

/**
 * Wraps the exporter. Failed exports go to `warn`, and the span processor is told of a success: it would log the failure
 * of a timed export with its stack.
 */
function withFailureLog(exporter: Exporter, warn: (message: string) => void): Exporter {
  const success = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        if (code !== success) warn(error?.message ?? 'the export failed');
        done({ code: success });
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
