import { callModel } from '../services/inference/index.ts';
import type { Handler } from './handler.ts';

export const createCompletion: Handler<'createCompletion'> = (call, services) => {
  return callModel(call, { kind: 'completion', path: '/completions', body: call.body }, services);
};
