// Measures how many words of other people's documents the readers find: `node scripts/bench/documents/recall.ts FOLDER`.
// The words of a PDF are those that pdftotext prints (of poppler-utils, which must be installed); the words of Word
// documents and presentations are the texts in their XML parts. Prints the mean share by kind, and each file below 0.9.

import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { ReaderPool } from '../../../services/ingestion/pool.ts';
import { partWords } from './parts.ts';
import { pdfWords } from './pdftotext.ts';
import { countWords, type Words } from './words.ts';

const lowShare = 0.9;
/** The limits of a server with the default settings. */
const limits = { processes: 2, timeoutMs: 120_000, memoryBytes: 512 * 1024 ** 2 };

const references: Record<string, (path: string) => Promise<string | undefined>> = {
  '.pdf': pdfWords,
  '.docx': partWords,
  '.pptx': partWords,
};

interface Outcome {
  file: string;
  kind: string;
  share: number;
  note: string;
}

async function main(folder: string): Promise<void> {
  const pool = new ReaderPool(limits, [folder]);
  const outcomes: Outcome[] = [];
  const files = (await readdir(folder, { recursive: true })).filter((name) => extname(name) in references).sort();
  const next = files.values();
  const measureAll = async (): Promise<void> => {
    for (const name of next) outcomes.push(...(await measure(pool, folder, join(folder, name))));
  };
  await Promise.all(Array.from({ length: limits.processes }, measureAll));
  await pool.close();
  print(outcomes);
}

/** Returns nothing for a file in which the reference finds no words. */
async function measure(pool: ReaderPool, folder: string, path: string): Promise<Outcome[]> {
  const kind = extname(path);
  if ((await stat(path)).size === 0) return [];
  const reference = await references[kind]?.(path);
  const wanted = countWords(reference ?? '');
  const total = sum(wanted);
  if (total === 0) return [];
  const { text, problem } = await read(pool, path);
  const found = countWords(text);
  let shared = 0;
  for (const [word, count] of wanted) shared += Math.min(count, found.get(word) ?? 0);
  const note = problem ?? `${shared} of ${total} words, ${sum(found)} read`;
  return [{ file: relative(folder, path), kind, share: shared / total, note }];
}

async function read(pool: ReaderPool, path: string): Promise<{ text: string; problem?: string }> {
  const request = {
    path,
    filename: path,
    charset: undefined,
    chunks: { maxTokens: 4096, overlapTokens: 0 },
    maxTokens: 5_000_000,
    embed: undefined,
  };
  let text = '';
  try {
    for await (const piece of pool.read(request, new AbortController().signal))
      text += piece.map((chunk) => `${chunk.text}\n`).join('');
    return { text };
  } catch (error) {
    return { text, problem: error instanceof Error ? error.message : String(error) };
  }
}

function sum(words: Words): number {
  return [...words.values()].reduce((total, count) => total + count, 0);
}

function print(outcomes: readonly Outcome[]): void {
  for (const { file, share, note } of outcomes
    .filter(({ share }) => share < lowShare)
    .sort((a, b) => a.share - b.share))
    console.log(`${share.toFixed(3)}  ${file}  ${note}`);
  for (const kind of Object.keys(references)) {
    const shares = outcomes.filter((one) => one.kind === kind).map(({ share }) => share);
    const mean = shares.reduce((total, share) => total + share, 0) / shares.length;
    const low = shares.filter((share) => share < lowShare).length;
    if (shares.length > 0)
      console.log(`${kind}: ${mean.toFixed(4)} in ${shares.length} files, ${low} below ${lowShare}`);
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) console.error('Use: node scripts/bench/documents/recall.ts FOLDER');
else await main(resolve(folder));
