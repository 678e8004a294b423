import { callModel } from '../services/gateway/index.ts';
import type { Handler } from './handler.ts';

export const createRerank: Handler<'createRerank'> = (call, services) => {
  return callModel(call, { kind: 'rerank', path: '/rerank', body: call.body }, services);
};
