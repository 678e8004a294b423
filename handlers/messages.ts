import * as messages from '../services/apis/index.ts';
import type { Handler } from './handler.ts';

export const createMessage: Handler<'createMessage'> = (call, services) => {
  return messages.createMessage(call, call.body, services);
};

export const countMessageTokens: Handler<'countMessageTokens'> = (call, services) => {
  return messages.countMessageTokens(call, call.body, services);
};
