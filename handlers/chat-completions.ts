import { callModel } from '../services/inference/inference.ts';
import type { Handler } from './handler.ts';

export const createChatCompletion: Handler<'createChatCompletion'> = (call, services) => {
  return callModel(call, { kind: 'chat', path: '/chat/completions', body: call.body }, services);
};
