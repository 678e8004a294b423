import { embedAtUpstream, embedLocally } from '../services/apis/index.ts';
import type { Handler } from './handler.ts';

export const createEmbedding: Handler<'createEmbedding'> = (call, services) => {
  const local = services.embedders.findLocal(call.body.model);
  return local === undefined ? embedAtUpstream(call, services) : embedLocally(call, local, services);
};
