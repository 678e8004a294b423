// The public interface of this room: other rooms import only this file.

export type { Attributes, Chunk, Collections, Ranker, SearchHit, Staged, StoreIndex } from './collections.ts';
export { relationalName, splitName } from './engine.ts';
export { refusalsOfEngines } from './engine-set.ts';
export { type ExternalChunks, openExternalChunks, type StoredChunk } from './external-chunks.ts';
export {
  type EngineMetrics,
  engineMetrics,
  type IndexMetrics,
  indexMetrics,
  type SearchCacheMetrics,
  searchCacheMetrics,
} from './metrics.ts';
export type { Moves } from './moves.ts';
export {
  engineNames,
  findEngineProblems,
  findIndexes,
  openCollections,
  openSearch,
  registerSweep,
  targetNames,
} from './open.ts';
export type { EngineProblem } from './placement.ts';
export { type OldTablesSize, sizeOfOldTables } from './postgres.ts';
export { problemOfPostgres } from './postgres-client.ts';
export { vectorWeights } from './ranking.ts';
export { mebibytes, shareOf } from './relational.ts';
export type { Searcher } from './search-question.ts';
export { connectionsOfSearch } from './search-threads.ts';
export type { SearchAnswer, SearchQuestion } from './supervisor-search.ts';
