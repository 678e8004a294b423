import { embedBuiltIn } from '../services/inference/embeddings/answer.ts';
import { builtInModel } from '../services/inference/embeddings/built-in.ts';
import { callModel } from '../services/inference/inference.ts';
import type { Handler } from './handler.ts';

export const createEmbedding: Handler<'createEmbedding'> = (call, services) => {
  if (call.body.model === builtInModel) return embedBuiltIn(call, services);
  return callModel(call, { kind: 'embedding', path: '/embeddings', body: call.body }, services);
};
