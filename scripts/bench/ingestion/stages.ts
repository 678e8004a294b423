// Measures the CPU time of each ingestion stage separately, in one process, over several rounds with all documents.
// Prints the results of each round as one line of JSON.

import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { transaction } from '../../../models/connection.ts';
import { closeDatabase } from '../../../models/index.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { builtInEmbedder } from '../../../services/gateway/embeddings/built-in.ts';
import { Chunker, type TextChunk } from '../../../services/ingestion/chunker.ts';
import { extract, type Piece } from '../../../services/ingestion/extract/index.ts';
import { createLog } from '../../../services/platform/log.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import type { Chunk } from '../../../services/vectors/collections.ts';
import { openCollections } from '../../../services/vectors/open.ts';

/** The result of one stage for one document. */
export interface Step {
  stage: 'extract' | 'chunk' | 'embed' | 'write';
  /** The file extension of the document. */
  kind: string;
  cpuSeconds: number;
  /** The size of the extracted text, and of the file. */
  textBytes: number;
  fileBytes: number;
}

const folder = process.env.DOCUMENTS ?? '';
const rounds = Number(process.env.ROUNDS ?? 1);
const limits = { maxTokens: 800, overlapTokens: 400 };
const chunksPerPiece = 32;

const config = loadConfig();
const log = await createLog('warn');
await openDatabaseWithRetries(config, log);
const collections = openCollections(config, log);
const store = await VectorStore.findOne({ raw: true, rejectOnEmpty: true });

async function timed<Result>(work: () => Promise<Result>): Promise<[result: Result, cpuSeconds: number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

async function steps(name: string, id: string): Promise<Step[]> {
  const path = join(folder, name);
  const [extracted, extracting] = await timed(() => piecesOf(path, name));
  const [chunks, chunking] = await timed(async () => chunksOf(extracted));
  const [vectors, embedding] = await timed(() =>
    builtInEmbedder.answer(
      chunks.map((chunk) => chunk.text),
      undefined,
    ),
  );
  const [, writing] = await timed(() =>
    write(
      id,
      chunks.map((chunk, index) => ({ ...chunk, index, vector: vectors[index] as Float32Array })),
    ),
  );
  const about = {
    kind: extname(name).slice(1),
    textBytes: Buffer.byteLength(extracted.map(textOf).join('')),
    fileBytes: statSync(path).size,
  };
  const seconds = { extract: extracting, chunk: chunking, embed: embedding, write: writing };
  return Object.entries(seconds).map(([stage, cpuSeconds]) => ({
    stage: stage as Step['stage'],
    cpuSeconds,
    ...about,
  }));
}

async function piecesOf(path: string, name: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of extract(path, name)) pieces.push(piece);
  return pieces;
}

function chunksOf(pieces: readonly Piece[]): TextChunk[] {
  const chunker = new Chunker(limits);
  return [...pieces.flatMap((piece) => [...chunker.push(piece)]), ...chunker.end()];
}

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  return piece.type === 'row' ? piece.cells.join('') : piece.text;
}

async function write(id: string, chunks: Chunk[]): Promise<void> {
  const pieces = async function* (): AsyncGenerator<Chunk[]> {
    for (let first = 0; first < chunks.length; first += chunksPerPiece)
      yield chunks.slice(first, first + chunksPerPiece);
  };
  const staged = await collections.stage(store.id, id, pieces());
  await transaction((tx) => collections.publish(staged, {}, tx));
}

const names = (await readdir(folder)).sort();
// Round 0 warms up and does not count.
for (let round = 0; round <= rounds; round += 1) {
  const done: Step[] = [];
  for (const name of names) done.push(...(await steps(name, `file-${round}-${name}`)));
  if (round > 0) console.log(JSON.stringify(done));
}
await collections.close();
await closeDatabase();
