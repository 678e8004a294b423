// Answers that this server makes itself: rounds of file_search, stored responses, conversations, background responses.
// The public interface of this room: other rooms import only this file.

export { BackgroundAnswers } from './stored/background.ts';
export { compactResponse } from './stored/compaction.ts';
export {
  addItems,
  createConversation,
  deleteConversation,
  deleteItem,
  getItem,
  listItems,
  updateConversation,
} from './stored/conversations.ts';
export { countInputTokens } from './stored/input-tokens.ts';
export { showsResults, toItem } from './stored/items.ts';
export { cancelResponse, createResponse, deleteResponse, getResponse, listInputItems } from './stored/route.ts';
export { ResponseStore } from './stored/store.ts';
