// The public interface of this room: other rooms import only this file.

export { BackgroundAnswers } from './background.ts';
export {
  addItems,
  createConversation,
  deleteConversation,
  deleteItem,
  getConversation,
  getItem,
  listItems,
  updateConversation,
} from './conversations.ts';
export { showsResults, toItem } from './items.ts';
export { cancelResponse, createResponse, deleteResponse, getResponse, listInputItems } from './route.ts';
export { ResponseStore } from './store.ts';
