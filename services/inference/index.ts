// The public interface of this room: other rooms import only this file.

export { BackgroundResponses } from './background-responses.ts';
export { callEndpoint } from './custom-endpoints.ts';
export { embedLocally } from './embeddings/answer.ts';
export { builtInEmbedder, builtInModel } from './embeddings/built-in.ts';
export { openModelFile } from './embeddings/file.ts';
export { type Embedder, Embedders, type EmbeddingModel, type LocalModel } from './embeddings/index.ts';
export { upstreamSource } from './embeddings/upstream.ts';
export { finish } from './embeddings/words.ts';
export { announceFineTuningWorker, listFineTuningWorkers } from './fine-tuning-workers.ts';
export { callModel, type Incoming, type InferenceServices } from './inference.ts';
export { askModel, type InternalCall, type Payer } from './internal-calls.ts';
export { callMcpServer } from './mcp.ts';
export { modelCallMetrics, upstreamMetrics } from './metrics.ts';
export { ModelProblem } from './model-problem.ts';
export { getModel, listModels, toResource } from './models.ts';
export { askForResponse, createResponse, deleteResponse, KeptResponses } from './responses.ts';
export type { ForwardedResponse } from './upstream/answer.ts';
export { upstreamFailed } from './upstream/faults.ts';
export { tryUpstream, type Upstream, Upstreams } from './upstream/index.ts';
