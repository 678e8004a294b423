// One call of one upstream: choice, retries, circuit breaker, streams, usage. Embedding models are here too.
// The public interface of this room: other rooms import only this file.

export { askForText, offeringForServer } from './chat-text.ts';
export { builtInEmbedder, builtInModel } from './embeddings/built-in.ts';
export { openModelFile } from './embeddings/file.ts';
export { type Embedder, Embedders, type EmbeddingModel, type LocalModel } from './embeddings/index.ts';
export { upstreamSource } from './embeddings/upstream.ts';
export { finish } from './embeddings/words.ts';
export { hostedToolsIn } from './hosted-tools.ts';
export {
  CannotStoreResponse,
  callModel,
  checkModel,
  describe,
  type Incoming,
  type InferenceServices,
  keyLimitsOf,
  type ModelQuestion,
  mayHaveOnlyChat,
  modelNotAllowed,
  offeringOf,
  type PathCheck,
  withBody,
} from './inference.ts';
export type { Payer } from './internal-calls.ts';
export { modelCallMetrics, upstreamMetrics } from './metrics.ts';
export { modelCallSpans } from './model-call-spans.ts';
export { ModelProblem } from './model-problem.ts';
export { getModel, listModels, pageOfModels, toMessageModel, toResource } from './models.ts';
export { listRateLimits, updateRateLimit } from './rate-limits.ts';
export { type Reranker, rerank } from './rerank.ts';
export {
  type FilePart,
  filePartsIn,
  isItemReference,
  refuseIdsInChat,
  refuseIdsInConversation,
  refuseIdsInMessage,
  refuseIdsInResponse,
} from './shared-account.ts';
export type { ErrorForm, StreamTranslation, Translation } from './upstream/answer-form.ts';
export { isUnknownPath, maxRefusalBytes, refusesImages, tooLongForModel } from './upstream/error-responses.ts';
export { type EventData, EventStream } from './upstream/event-stream.ts';
export { type ForwardedResponse, forwardResponse, isModelAnswer } from './upstream/forward-response.ts';
export { forward, forwarded, traced } from './upstream/headers.ts';
export {
  callUpstreams,
  refuseOwnPaths,
  tryUpstream,
  type Upstream,
  type UpstreamCall,
  UpstreamFault,
  type UpstreamResponse,
  Upstreams,
} from './upstream/index.ts';
export { forwardable, otherModels } from './upstream/request-body.ts';
export { upstreamFailed } from './upstream/upstream-errors.ts';
export { tokensOfBody } from './upstream/usage.ts';
export { toTokens } from './upstream/usage-counts.ts';
