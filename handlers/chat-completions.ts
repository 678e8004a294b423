import { callModel } from '../services/inference/index.ts';
import type { Handler } from './handler.ts';

export const createChatCompletion: Handler<'createChatCompletion'> = (call, services) => {
  return callModel(call, { kind: 'chat', path: '/chat/completions', body: call.body }, services);
};
