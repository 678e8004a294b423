// The rounds of a response that this server makes. With the tool `file_search` the model searches vector stores of the
// project between the rounds, and answers from them with citations.

export { EventBody, type EventSource } from './event-body.ts';
export { failureOf } from './failure.ts';
export { itemIdFor } from './item-ids.ts';
export {
  type FileSearchRequest,
  fileSearchRequest,
  hasFileSearch,
  inputItems,
  type ResponseRequest,
} from './request.ts';
export type { OutputItem, ResponseEvent } from './response.ts';
export { asInput } from './round.ts';
export { type AnswerServices, type Progress, Rounds, type RoundsOptions } from './rounds.ts';
export { checkSearches } from './search.ts';
