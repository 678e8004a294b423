// The public interface of this room: other rooms import only this file.

export { registerIngestion } from './ingest.ts';
export { ingestionLimits, readerLimits } from './limits.ts';
export { ReaderPool } from './pool.ts';
export { imageDescriber } from './vision.ts';
