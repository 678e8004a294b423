// The main program of a reader process: converts files to chunks of text, and computes their terms and vectors. Files
// are untrusted. A malicious file can affect only this process, which may read only the file storage, and which the
// server kills if it takes too long or too much memory.

import { Socket } from 'node:net';
import { Chunker, type ChunkLimits, textOf } from './chunker.ts';
import { extract, ImageFound, type Piece } from './extract/index.ts';
import { FileProblem, invalid } from './problem.ts';
import {
  computed,
  embedFunction,
  type FromReader,
  pipeFd,
  type ReadChunk,
  type ReadRequest,
  type ToReader,
  toFrame,
} from './protocol.ts';

const chunksPerPiece = 32;
const charactersPerPart = 64 * 1024;

let pieces: AsyncGenerator<ReadChunk[]> | undefined;

const pipe = new Socket({ fd: pipeFd, readable: false, writable: true });
// Exits when the server is gone.
pipe.on('error', () => process.exit());
process.on('message', (message: ToReader) => {
  void answer(message).then((reply) => pipe.write(toFrame(reply)));
});
process.on('disconnect', () => process.exit());
// The time limit of a file starts only now.
process.send?.('ready');

async function answer(message: ToReader): Promise<FromReader> {
  try {
    if (message.type === 'begin') {
      await pieces?.return(undefined);
      pieces = read(message.request);
    }
    const piece = await pieces?.next();
    const done = piece === undefined || piece.done === true;
    return { type: 'chunks', chunks: done ? [] : piece.value, done };
  } catch (error) {
    pieces = undefined;
    if (error instanceof ImageFound) return { type: 'image', mediaType: error.mediaType };
    if (error instanceof FileProblem) return { type: 'problem', code: error.code, message: error.message };
    // A string, array or stack beyond V8's limits, which happens again at every retry.
    if (error instanceof RangeError)
      return {
        type: 'problem',
        code: 'invalid_file',
        message: 'The file has too much text to be read. Split the file.',
      };
    return { type: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Yields the chunks or the text of a file, a few at a time. Throws a FileProblem or an ImageFound. */
function read(request: ReadRequest): AsyncGenerator<ReadChunk[]> {
  return request.chunks === undefined ? readText(request) : readChunks(request, request.chunks);
}

async function* readChunks(request: ReadRequest, limits: ChunkLimits): AsyncGenerator<ReadChunk[]> {
  const vectorOf = embedFunction(request.embed);
  const chunker = new Chunker(limits);
  let piece: ReadChunk[] = [];
  let count = 0;
  for await (const part of piecesOf(request)) {
    for (const chunk of chunker.push(part)) {
      piece.push(computed(chunk, vectorOf));
      if (piece.length < chunksPerPiece) continue;
      yield piece;
      count += piece.length;
      piece = [];
    }
    if (chunker.total > request.maxTokens) throw invalid(`The file has more than ${request.maxTokens} tokens.`);
  }
  for (const chunk of chunker.end()) piece.push(computed(chunk, vectorOf));
  if (chunker.total > request.maxTokens) throw invalid(`The file has more than ${request.maxTokens} tokens.`);
  if (count + piece.length === 0) throw invalid('The file has no text.');
  if (piece.length > 0) yield piece;
}

async function* readText(request: ReadRequest): AsyncGenerator<ReadChunk[]> {
  let text = '';
  for await (const piece of piecesOf(request)) {
    text += textOf(piece);
    if (text.length < charactersPerPart) continue;
    yield [computed({ text, tokens: 0 }, undefined)];
    text = '';
  }
  yield [computed({ text, tokens: 0 }, undefined)];
}

async function* piecesOf({ path, filename, charset, description }: ReadRequest): AsyncIterable<Piece> {
  if (description === undefined) yield* extract(path, filename, charset);
  else yield description;
}
