// Translates the Responses API to chat completions and back, for upstreams that have only chat completions. Nothing here
// does I/O: a request becomes a body, an answer a response, and the events of a stream become other events.

export { ChatToResponseEvents, chatCompletionToResponse } from './events.ts';
export { wrongItem } from './input.ts';
export { isPackedReasoning } from './reasoning.ts';
export { responsesRequestToChat, type TranslatedRequest } from './request.ts';
export { newResponse, type ResponseIdentity, type ResponseRequest } from './response.ts';
export { Tools } from './tools.ts';
