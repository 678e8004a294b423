// The public interface of this room: other rooms import only this file.

export { BackgroundResponses } from './background-responses.ts';
export { askForText, offeringForServer } from './chat-text.ts';
export { newResponse, type ResponseIdentity } from './chat-translation/index.ts';
export { callEndpoint } from './custom-endpoints.ts';
export { builtInEmbedder, builtInModel } from './embeddings/built-in.ts';
export { openModelFile } from './embeddings/file.ts';
export { type Embedder, Embedders, type EmbeddingModel, type LocalModel } from './embeddings/index.ts';
export { embedLocally } from './embeddings/local-embeddings.ts';
export { upstreamSource } from './embeddings/upstream.ts';
export { finish } from './embeddings/words.ts';
export { announceFineTuningWorker, listFineTuningWorkers } from './fine-tuning-workers.ts';
export {
  CannotStoreResponse,
  callModel,
  checkModel,
  type Incoming,
  type InferenceServices,
  keyLimitsOf,
  type ModelQuestion,
  mayHaveOnlyChat,
  offeringOf,
} from './inference.ts';
export type { Payer } from './internal-calls.ts';
export { callMcpServer } from './mcp.ts';
export { messagesErrorBody } from './messages/errors.ts';
export { countMessageTokens, createMessage } from './messages/index.ts';
export { modelCallMetrics, upstreamMetrics } from './metrics.ts';
export { modelCallSpans } from './model-call-spans.ts';
export { ModelProblem } from './model-problem.ts';
export {
  callerLeft,
  type ModelEvent,
  type ModelRound,
  RoundRefused,
  sendModelRound,
} from './model-round.ts';
export { getModel, listModels, toResource } from './models.ts';
export { type Reranker, rerank } from './rerank.ts';
export {
  askForResponse,
  createResponse,
  deleteResponse,
  findPrevious,
  KeptResponses,
  type ResponseServices,
} from './responses.ts';
export type { ForwardedResponse } from './upstream/forward-response.ts';
export { tryUpstream, Upstreams } from './upstream/index.ts';
export { upstreamFailed } from './upstream/upstream-errors.ts';
