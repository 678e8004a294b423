import type { UsageKind } from '../models/usage-rollup.ts';
import {
  reportLatency,
  reportRequests,
  reportStorage,
  reportUsage,
  type UsagePage,
  type UsageSum,
} from '../services/limits/index.ts';
import type { Call, Handler } from './handler.ts';
import { report } from './list.ts';

/** Calls that pass through to an upstream. */
const passedOn: UsageKind[] = ['custom_endpoint', 'mcp'];

export const getCompletionsUsage: Handler<'getCompletionsUsage'> = ({ query, organization }) => {
  const { batch, group_by: groups, ...window } = query;
  const group_by = groups?.filter((name) => name !== 'batch' && name !== 'service_tier' && name !== 'api_source');
  // This server has no batch jobs, so `batch=true` selects no usage.
  const kinds: UsageKind[] = batch === true ? [] : ['chat', 'completion', 'response', 'message', ...passedOn];
  return reportOf({ query: { ...window, group_by }, organization }, kinds, (sum) => ({
    object: 'organization.usage.completions.result' as const,
    input_tokens: sum.inputTokens,
    input_cached_tokens: sum.cachedTokens,
    output_tokens: sum.outputTokens,
    num_model_requests: sum.requests,
    num_failed_requests: sum.failed,
    batch: groups?.includes('batch') ? false : null,
    service_tier: null,
  }));
};

export const getEmbeddingsUsage: Handler<'getEmbeddingsUsage'> = (call) =>
  reportOf(call, ['embedding', 'rerank'], (sum) => ({
    object: 'organization.usage.embeddings.result' as const,
    input_tokens: sum.inputTokens,
    num_model_requests: sum.requests,
    num_failed_requests: sum.failed,
  }));

export const getFileSearchCallsUsage: Handler<'getFileSearchCallsUsage'> = (call) =>
  reportOf(call, ['file_search'], (sum) => ({
    object: 'organization.usage.file_searches.result' as const,
    num_requests: sum.requests,
    num_failed_requests: sum.failed,
  }));

export const getVectorStoresUsage: Handler<'getVectorStoresUsage'> = async ({ query, organization }) =>
  answerOf(await reportStorage(organization.id, 'vector_store_bytes', query), ({ bytes }) => ({
    object: 'organization.usage.vector_stores.result' as const,
    usage_bytes: bytes,
  }));

export const getFilesUsage: Handler<'getFilesUsage'> = async ({ query, organization }) =>
  answerOf(await reportStorage(organization.id, 'file_bytes', query), ({ bytes }) => ({
    object: 'organization.usage.files.result' as const,
    usage_bytes: bytes,
  }));

export const getRequestsUsage: Handler<'getRequestsUsage'> = async ({ query, organization }) => {
  const page = await reportRequests(organization.id, query);
  return {
    status: 200,
    body: report(page, (sum) => ({
      object: 'organization.usage.requests.result' as const,
      num_requests: sum.requests,
      num_failed_requests: sum.failed,
      ...groupOf(sum),
      mcp_tool: sum.mcp_tool,
    })),
  };
};

export const getCompletionsLatency: Handler<'getCompletionsLatency'> = async ({ query, organization }) => {
  const page = await reportLatency(organization.id, query);
  return {
    status: 200,
    body: report(page, ({ calls, medianMs, p95Ms }) => ({
      object: 'organization.usage.completions.latency.result' as const,
      num_model_requests: calls,
      median_ms: medianMs,
      p95_ms: p95Ms,
    })),
  };
};

export const getAudioSpeechesUsage: Handler<'getAudioSpeechesUsage'> = (call) => reportNone(call);
export const getAudioTranscriptionsUsage: Handler<'getAudioTranscriptionsUsage'> = (call) => reportNone(call);
export const getCodeInterpreterSessionsUsage: Handler<'getCodeInterpreterSessionsUsage'> = (call) => reportNone(call);
export const getImagesUsage: Handler<'getImagesUsage'> = (call) => reportNone(call);
export const getModerationsUsage: Handler<'getModerationsUsage'> = (call) => reportNone(call);
export const getWebSearchCallsUsage: Handler<'getWebSearchCallsUsage'> = (call) => reportNone(call);

/** Reports empty buckets, because no call is of the kind. */
function reportNone({ query, organization }: Pick<Call<'getModerationsUsage'>, 'query' | 'organization'>) {
  const { group_by: _groups, ...window } = query;
  const object = 'organization.usage.result' as const;
  return reportOf({ query: window, organization }, [], (sum) => ({ object, num_model_requests: sum.requests }));
}

/** Reports the usage of the kinds. Each result ends with the group that it counts. */
async function reportOf<Result extends object>(
  { query, organization }: { query: Parameters<typeof reportUsage>[2]; organization: { id: string } },
  kinds: UsageKind[],
  toResult: (sum: UsageSum) => Result,
) {
  return answerOf(await reportUsage(organization.id, kinds, query), toResult);
}

function answerOf<Result extends object>(page: UsagePage, toResult: (sum: UsageSum) => Result) {
  return { status: 200 as const, body: report(page, (sum) => ({ ...toResult(sum), ...groupOf(sum) })) };
}

function groupOf({
  project_id,
  user_id,
  api_key_id,
  model,
}: UsageSum): Pick<UsageSum, 'project_id' | 'user_id' | 'api_key_id' | 'model'> {
  return { project_id, user_id, api_key_id, model };
}
