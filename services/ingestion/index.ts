// The entrance of this room: what other rooms may use.

export { registerIngestion } from './ingest.ts';
export { ingestionLimits, readerLimits } from './limits.ts';
export { ReaderPool } from './pool.ts';
export { imageDescriber } from './vision.ts';
