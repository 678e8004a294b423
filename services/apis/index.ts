// A folder for each API of models: its requests and its rendering.
// The public interface of this room: other rooms import only this file.

export { createChatCompletion, createCompletion } from './chat/index.ts';
export { callEndpoint } from './custom/custom-endpoints.ts';
export { ignoredToolsHeaders } from './dialect/index.ts';
export { embedLocally } from './embeddings/local-embeddings.ts';
export { embedAtUpstream } from './embeddings/upstream-embeddings.ts';
export { type FileServices, withFileBytes, withoutFiles } from './files-by-id.ts';
export { callMcpServer, sendMcpMessage } from './mcp/mcp.ts';
export { messagesErrorBody } from './messages/errors.ts';
export { countMessageTokens, createMessage } from './messages/index.ts';
export { BackgroundResponses } from './responses/background-responses.ts';
export { newResponse, type ResponseIdentity, wrongItem } from './responses/chat-translation/index.ts';
export { compactionQuestion, type SummaryServices, withSummaries } from './responses/compaction.ts';
export { ignoredToolsOf, responseQuestion, withoutPackedReasoning } from './responses/response-question.ts';
export {
  askForResponse,
  createResponse,
  deleteResponse,
  findPrevious,
  KeptResponses,
  type ResponseServices,
} from './responses/responses.ts';
