// The public interface of this room: other rooms import only this file.

export { rewritesQueries } from './query-rewriting.ts';
export { rankingOf } from './ranking-options.ts';
export { recordUsesOfStores, type StoreActivity } from './store-files/activity.ts';
export { cancelBatch, createBatch, listBatchMembers } from './store-files/batches.ts';
export { attachFile, detachFile, listMembers, readTexts, setAttributes } from './store-files/index.ts';
export {
  type Ingestion,
  ingestFile,
  ingestLongFile,
  lockMember,
  type MembershipServices,
  removeFileEverywhere,
  settle,
} from './store-files/membership.ts';
export { type Reread, rereadFile, rereadState, rereadStore, type Same, settleReread } from './store-files/reread.ts';
export { chunkerVersion, readerVersion } from './store-files/versions.ts';
export {
  type NamedHit,
  type SearchServices,
  type StepListener,
  searchVectorStores,
} from './vector-store-search.ts';
export {
  createVectorStore,
  deleteVectorStore,
  getVectorStore,
  listVectorStores,
  modifyVectorStore,
  registerStoreExpiry,
  storePlaces,
  storeWarnings,
} from './vector-stores.ts';
