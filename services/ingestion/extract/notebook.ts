// Extracts Jupyter notebooks (nbformat 3 and 4): the cells, and their outputs as text. Pictures and metadata are left out.

import { invalid } from '../problem.ts';
import { MarkdownLines } from './markdown.ts';
import type { Piece } from './piece.ts';
import type { Source } from './source.ts';
import { extractText } from './text/index.ts';

/** Most of a large notebook are pictures. */
const maxCharacters = 64 * 1024 ** 2;
const maxOutputCharacters = 200_000;
/** The colours of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const escapes = /\u001b\[[0-9;?]*[A-Za-z]/g;

export async function* extractNotebook(source: Source): AsyncIterable<Piece> {
  let text = '';
  for await (const piece of extractText(source)) {
    text += piece;
    if (text.length > maxCharacters)
      throw invalid('The notebook is too large. Clear its outputs, and attach it again.');
  }
  const notebook = objectOf(parsed(text));
  const sheets = listOf(notebook.worksheets).map(objectOf);
  const language = languageOf(notebook);
  for (const cell of [...listOf(notebook.cells), ...sheets.flatMap((sheet) => listOf(sheet.cells))].map(objectOf))
    yield* cellPieces(cell, language);
}

function* cellPieces(cell: Members, language: string): Generator<Piece> {
  const text = textOf(cell.source ?? cell.input);
  if (cell.cell_type === 'markdown') yield* markdownPieces(text);
  else if (cell.cell_type === 'heading') yield* markdownPieces(`${'#'.repeat(Number(cell.level) || 1)} ${text}`);
  else if (cell.cell_type !== 'code') yield `${text}\n`;
  else if (text.trim() !== '') yield `\`\`\`${language}\n${text}\n\`\`\`\n`;
  for (const output of listOf(cell.outputs).map(objectOf)) yield* outputPieces(output);
  yield '\n';
}

function* markdownPieces(text: string): Generator<Piece> {
  const lines = new MarkdownLines();
  for (const line of text.split(/\r?\n/)) yield* lines.push(line);
  yield* lines.end();
}

/** Yields the text of a stream, a result or an error. A result has the same value in several formats. */
function* outputPieces(output: Members): Generator<Piece> {
  const data = objectOf(output.data);
  const formats = [output.text, data['text/markdown'], data['text/plain'], data['text/latex'], output.traceback];
  const shown = formats.map(textOf).find((text) => text.trim() !== '') ?? '';
  const text = shown.replaceAll(escapes, '').slice(0, maxOutputCharacters);
  if (text !== '') yield `${text.trimEnd()}\n`;
}

type Members = Record<string, unknown>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid('The notebook is no valid JSON.', error);
  }
}

function languageOf({ metadata }: Members): string {
  const { kernelspec, language_info: info } = objectOf(metadata);
  const name = objectOf(info).name ?? objectOf(kernelspec).language;
  return typeof name === 'string' && /^[\w+#.-]{1,30}$/.test(name) ? name : '';
}

function objectOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text that may be written as its lines. A traceback's lines have no line ends. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const lines = listOf(value).filter((line) => typeof line === 'string');
  return lines.every((line) => !line.endsWith('\n')) ? lines.join('\n') : lines.join('');
}
