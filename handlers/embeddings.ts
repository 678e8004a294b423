import { callModel } from '../services/inference.ts';
import type { Handler } from './handler.ts';

export const createEmbedding: Handler<'createEmbedding'> = (call, services) => {
  return callModel(call, { kind: 'embedding', path: '/embeddings', body: call.body }, services);
};
