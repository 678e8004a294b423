// What the server and its reader processes say to each other: the server asks for one piece after the other, so that
// neither has more than a piece in memory.

import type { ChunkLimits, TextChunk } from './chunker.ts';

/** A file to read. */
export interface ReadRequest {
  path: string;
  filename: string;
  chunks: ChunkLimits;
  /** Tokens that a file may have. */
  maxTokens: number;
  /** What an image shows: chunked in its place. */
  description?: string;
}

export type ToReader = { type: 'begin'; request: ReadRequest } | { type: 'next' };

export type FromReader =
  | { type: 'ready' }
  | { type: 'chunks'; chunks: TextChunk[]; done: boolean }
  /** The file is an image, and needs a description. */
  | { type: 'image'; mediaType: string }
  | { type: 'problem'; code: 'unsupported_file' | 'invalid_file'; message: string }
  | { type: 'defect'; message: string };
