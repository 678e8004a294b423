// Spans of model calls, with the attributes of OpenTelemetry's conventions for generative AI. They never hold prompts or
// answers.

import type { ModelCall, ModelCallEnd, ModelCallWatcher } from '../limits/index.ts';
import type { Attributes, Tracing } from '../platform/index.ts';

const operationNames: Record<ModelCall['kind'], string> = {
  chat: 'chat',
  completion: 'text_completion',
  response: 'chat',
  message: 'chat',
  embedding: 'embeddings',
  rerank: 'rerank',
  custom_endpoint: 'custom_endpoint',
  mcp: 'mcp',
  kept_response: 'kept_response',
};

/** Returns a watcher that adds a span to each call that belongs to a sampled trace. */
export function modelCallSpans(tracing: Tracing): ModelCallWatcher {
  return {
    begin(call) {
      const operation = operationNames[call.kind];
      const isModel = call.kind !== 'custom_endpoint' && call.kind !== 'mcp';
      const trace = tracing.toServer(`${operation} ${call.target}`.trim(), {
        'gen_ai.operation.name': operation,
        'gen_ai.request.model': isModel && call.target !== '' ? call.target : undefined,
        'gen_ai.request.max_tokens': call.maxOutputTokens,
        'gen_ai.request.stream': call.streams || undefined,
        'svc.organization': call.organizationId,
        'svc.project': call.projectId,
      });
      if (trace === undefined) return undefined;
      call.trace = trace;
      const begunAt = performance.now();
      return (end) => trace.span.end({ attributes: attributesOf(end, begunAt), error: errorOf(end) });
    },
  };
}

function attributesOf({ upstream, tokens, status, firstTokenAt }: ModelCallEnd, begunAt: number): Attributes {
  return {
    'gen_ai.provider.name': upstream?.name,
    'gen_ai.usage.input_tokens': tokens?.input,
    'gen_ai.usage.output_tokens': tokens?.output,
    'gen_ai.usage.cache_read.input_tokens': tokens?.cachedInput || undefined,
    'gen_ai.response.time_to_first_chunk': firstTokenAt === undefined ? undefined : (firstTokenAt - begunAt) / 1000,
    'http.response.status_code': status === 0 ? undefined : status,
    'error.type': errorType(status),
  };
}

function errorType(status: number): string | undefined {
  if (status === 0) return 'refused';
  return status >= 400 ? String(status) : undefined;
}

function errorOf({ status, complete }: ModelCallEnd): string | undefined {
  return errorType(status) ?? (complete ? undefined : 'cut');
}
