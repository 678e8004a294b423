// Divides text into list items, sentences, lines, words and characters. The parts of a text, joined, are the text: white
// space between two parts stands at the beginning of the second.

import { segmentsOf } from './tokens.ts';

/** Ends of sentences in other scripts than Chinese and Japanese are followed by white space. */
const ends = '.!?…।؟۔';
const wideEnds = '。！？｡';
const closers = `"'”’»›)\\]}*_\`」』）】〉》`;
/** Words whose full stop ends no sentence, as the one of a single letter. */
const abbreviations = 'Mr|Mrs|Ms|Dr|Prof|St|Mt|Nr|vs|cf|ca|bzw|Fig|Sr|Jr|Inc';
// The lengths within are bounded, so that no text takes more than linear time.
const sentenceStart = new RegExp(
  `(?<=[${ends}][${closers}]{0,3})(?<!(?<!\\p{L})(?:\\p{L}|${abbreviations})\\.)(?=\\s)(?!\\s{1,8}\\p{Ll})` +
    `|(?<=[${wideEnds}][${closers}]{0,3})(?![${ends}${wideEnds}${closers}])`,
  'u',
);
const listMarker = /^\s*(?:[-*+•‣◦–]|\(?(?:\d{1,3}|\p{L})[.)])\s/u;
/** Longer lines are not broken by their width. */
const maxWrapWidth = 120;
const minWrapWidth = 40;
/** A line may be so much shorter than the longest one, because the characters of a page differ in width. */
const wrapSlack = 0.85;
const minWrappedShare = 2 / 3;
/** Scripts without blanks between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const maxWordCharacters = 24;

const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

export function sentencesOf(text: string): string[] {
  return text.split(sentenceStart);
}

/** Returns the end of the last sentence that ends within the text, or 0. */
export function lastSentenceEnd(text: string): number {
  const sentences = sentencesOf(text);
  return sentences.length === 1 ? 0 : text.length - (sentences.at(-1) as string).length;
}

export function linesOf(text: string): string[] {
  return text.split(/(?<=[^\n])(?=\n)/);
}

/**
 * Returns the list items of a paragraph, and its lines that end where their writer wanted. Lines that end because the
 * page is not wider are one text.
 */
export function itemsOf(paragraph: string): string[] {
  const lines = linesOf(paragraph);
  const width = wrapWidth(lines);
  const items: string[] = [];
  for (const [index, line] of lines.entries()) {
    const isWrapped = index > 0 && !isListItem(line) && isFull(lines[index - 1] as string, line, width);
    if (isWrapped) items.push(`${items.pop()}${line}`);
    else items.push(line);
  }
  return items;
}

export function isListItem(text: string): boolean {
  return listMarker.test(text);
}

/** Returns the width at which the lines of a paragraph are broken; infinity if they are not. */
function wrapWidth(lines: readonly string[]): number {
  const width = lines.reduce((most, { length }) => (length <= maxWrapWidth ? Math.max(most, length) : most), 0);
  if (width < minWrapWidth) return Number.POSITIVE_INFINITY;
  const followed = lines.slice(0, -1).map((line, index): [string, string] => [line, lines[index + 1] as string]);
  const free = followed.filter(([, next]) => !isListItem(next));
  const full = free.filter(([line, next]) => isFull(line, next, width));
  return full.length < free.length * minWrappedShare ? Number.POSITIVE_INFINITY : width;
}

/** Returns true if the first word of the next line had no room in the line. */
function isFull(line: string, next: string, width: number): boolean {
  const word = segmentsOf(next.slice(0, 2 * maxWordCharacters).trimStart())[0] ?? '';
  return line.length + (unspaced.test(word) ? 1 : word.length) > width * wrapSlack;
}

/** Returns words, each with the white space before it. Words without end are cut. */
export function wordsOf(text: string): string[] {
  if (!unspaced.test(text)) return segmentsOf(text);
  const words: string[] = [];
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) {
    const last = words.at(-1);
    if (last === undefined || isWordLike === true || last.length > maxWordCharacters) words.push(segment);
    else words.push(`${words.pop()}${segment}`);
  }
  return words.flatMap((word) => (word.length > maxWordCharacters ? segmentsOf(word) : word));
}

export function charactersOf(text: string): string[] {
  return [...text];
}
