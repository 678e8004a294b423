// The entrance of this room: what other rooms may use.

export type { Attributes, Chunk, Collections, Ranker, SearchHit, Staged } from './collections.ts';
export { openCollections, registerSweep } from './open.ts';
export { vectorWeights } from './ranking.ts';
