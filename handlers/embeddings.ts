import { callModel, embedLocally } from '../services/inference/index.ts';
import type { Handler } from './handler.ts';

export const createEmbedding: Handler<'createEmbedding'> = (call, services) => {
  const local = services.embedders.findLocal(call.body.model);
  if (local !== undefined) return embedLocally(call, local, services);
  return callModel(call, { kind: 'embedding', path: '/embeddings', body: call.body }, services);
};
