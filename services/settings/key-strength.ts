// Estimates how hard a configured key is to guess. A text does not tell how it was chosen, so this is a lower bound:
// random keys in the usual alphabets get their full entropy, and texts that people make up get little.

/** The minimum length and entropy of a key. */
const minKeyLength = 32;
const minKeyBits = 128;

/** Returns what is wrong with a key for a new database and what to do, or undefined if it is strong enough. */
export function weaknessOf(key: string): string | undefined {
  if (key.length < minKeyLength) return `has ${key.length} characters, and needs at least ${minKeyLength}. ${advice}`;
  const bits = Math.floor(estimatedBits(key));
  return bits < minKeyBits
    ? `is too easy to guess: about ${bits} bits, and ${minKeyBits} are needed. ${advice}`
    : undefined;
}

const advice = 'Make one with: openssl rand -base64 32';

/** Returns a lower bound of the entropy of a text in bits. */
function estimatedBits(text: string): number {
  const perCharacter = Math.log2(alphabetOf(text));
  const hasWords = wordsIn(text) >= text.length * 0.6;
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const pattern = Math.max(repeatAt(text, at), sequenceAt(text, at));
    const word = pattern > 0 || !hasWords ? 0 : wordAt(text, at);
    // A repetition or a sequence needs no more than its position or direction, which is worth up to two characters.
    bits += pattern > 0 ? 2 * perCharacter : word > 0 ? word * wordBitsPerCharacter : perCharacter;
    at += pattern || word || 1;
  }
  // A text of few distinct characters has little entropy in each, whatever its alphabet.
  return Math.min(bits, text.length * Math.log2(2 * new Set(text).size));
}

/** Long enough that random keys hardly ever contain such a pattern. */
const minPattern = 6;
/** A word from a list of 7,776 has 12.9 bits and about 6 characters, including the space. */
const wordBitsPerCharacter = 2;

/** Returns the size of the smallest usual alphabet that contains the text. */
function alphabetOf(text: string): number {
  if (/^[0-9]+$/.test(text)) return 10;
  if (/^(?:[0-9a-f]+|[0-9A-F]+)$/.test(text)) return 16;
  if (/^(?:[a-z2-7]+|[A-Z2-7]+)=*$/.test(text)) return 32;
  if (/^(?:[0-9a-z]+|[0-9A-Z]+)$/.test(text)) return 36;
  if (/^[0-9A-Za-z]+$/.test(text)) return 62;
  if (/^[0-9A-Za-z+/_-]+=*$/.test(text)) return 64;
  return 95;
}

/** Returns how many characters from `at` repeat an earlier part of the text; 0 if too few. */
function repeatAt(text: string, at: number): number {
  let longest = 0;
  while (at + longest < text.length && text.indexOf(text.slice(at, at + longest + 1)) < at) longest += 1;
  return longest >= minPattern ? longest : 0;
}

/** Returns how many characters from `at` ascend, descend or stay the same step by step; 0 if too few. */
function sequenceAt(text: string, at: number): number {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
  if (!(Math.abs(step) <= 1)) return 0;
  let length = 2;
  while (text.charCodeAt(at + length) - text.charCodeAt(at + length - 1) === step) length += 1;
  return length >= minPattern ? length : 0;
}

/** Returns how many characters of the text belong to words. */
function wordsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const word = wordAt(text, at);
    count += word;
    at += word || 1;
  }
  return count;
}

/** Returns how many characters from `at` look like a natural-language word with its separator; 0 for none. */
function wordAt(text: string, at: number): number {
  const [all = '', word = ''] = /^([A-Z]?[a-z]{3,11}|[A-Z]{4,12})[ ._-]?/.exec(text.slice(at)) ?? [];
  // Hexadecimal digits are not words.
  if (!/[g-z]/i.test(word) || /[^aeiouy]{4}|[aeiou]{4}/i.test(word)) return 0;
  const share = word.replace(/[^aeiouy]/gi, '').length / word.length;
  return share >= 0.2 && share <= 0.7 ? all.length : 0;
}
