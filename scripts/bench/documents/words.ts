export type Words = Map<string, number>;

/** Scripts without blanks between words: each character counts. */
const character = '\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana}|\\p{Script=Hangul}|\\p{Script=Thai}';
const word = new RegExp(`${character}|(?:(?!${character})[\\p{L}\\p{N}])+`, 'gu');

/** Counts the words of a text, in lower case and without the forms of letters that stand for others, such as ligatures. */
export function countWords(text: string): Words {
  const words: Words = new Map();
  for (const [one] of text.normalize('NFKC').toLowerCase().matchAll(word)) words.set(one, (words.get(one) ?? 0) + 1);
  return words;
}
