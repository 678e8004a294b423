// How hard a configured key is to guess. Nobody can tell from a text how it was chosen, so this is an estimate from below:
// random keys of the usual alphabets get what they have, and texts that people make up get little.

/** What a key must have at least. */
export const minKeyLength = 32;
export const minKeyBits = 128;

/** What is wrong with a key for a new database, and what to do; undefined: it is strong enough. */
export function weaknessOf(key: string): string | undefined {
  if (key.length < minKeyLength) return `has ${key.length} characters, and needs at least ${minKeyLength}. ${advice}`;
  const bits = Math.floor(estimatedBits(key));
  return bits < minKeyBits
    ? `is too easy to guess: about ${bits} bits, and ${minKeyBits} are needed. ${advice}`
    : undefined;
}

const advice = 'Make one with: openssl rand -base64 32';

/** Estimates the entropy of a text in bits, from below. */
export function estimatedBits(text: string): number {
  const perCharacter = Math.log2(alphabetOf(text));
  const hasWords = wordsIn(text) >= text.length * 0.6;
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const pattern = Math.max(repeatAt(text, at), sequenceAt(text, at));
    const word = pattern > 0 || !hasWords ? 0 : wordAt(text, at);
    // Once its place or its direction is known, a repeat or a sequence costs no more than a character or two.
    bits += pattern > 0 ? 2 * perCharacter : word > 0 ? word * wordBitsPerCharacter : perCharacter;
    at += pattern || word || 1;
  }
  // A text of few different characters has little in each, whatever alphabet they come from.
  return Math.min(bits, text.length * Math.log2(2 * new Set(text).size));
}

/** Long enough that a random key hardly ever has one. */
const minPattern = 6;
/** A word of a list of 7,776 has 12.9 bits, at about 6 characters with the space behind it. */
const wordBitsPerCharacter = 2;

/** How many characters the smallest usual alphabet has that the text is of. */
function alphabetOf(text: string): number {
  if (/^[0-9]+$/.test(text)) return 10;
  if (/^(?:[0-9a-f]+|[0-9A-F]+)$/.test(text)) return 16;
  if (/^(?:[a-z2-7]+|[A-Z2-7]+)=*$/.test(text)) return 32;
  if (/^(?:[0-9a-z]+|[0-9A-Z]+)$/.test(text)) return 36;
  if (/^[0-9A-Za-z]+$/.test(text)) return 62;
  if (/^[0-9A-Za-z+/_-]+=*$/.test(text)) return 64;
  return 95;
}

/** How many characters from here on stood in the text before; 0: too few to tell. */
function repeatAt(text: string, at: number): number {
  let longest = 0;
  while (at + longest < text.length && text.indexOf(text.slice(at, at + longest + 1)) < at) longest += 1;
  return longest >= minPattern ? longest : 0;
}

/** How many characters from here on go up or down one by one, or stay the same; 0: too few to tell. */
function sequenceAt(text: string, at: number): number {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
  if (!(Math.abs(step) <= 1)) return 0;
  let length = 2;
  while (text.charCodeAt(at + length) - text.charCodeAt(at + length - 1) === step) length += 1;
  return length >= minPattern ? length : 0;
}

/** How many characters of the text are in words. */
function wordsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const word = wordAt(text, at);
    count += word;
    at += word || 1;
  }
  return count;
}

/** How many characters from here on look like a word of a language and what parts it from the next; 0: none. */
function wordAt(text: string, at: number): number {
  const [all = '', word = ''] = /^([A-Z]?[a-z]{3,11}|[A-Z]{4,12})[ ._-]?/.exec(text.slice(at)) ?? [];
  // Hexadecimal digits make no words.
  if (!/[g-z]/i.test(word) || /[^aeiouy]{4}|[aeiou]{4}/i.test(word)) return 0;
  const share = word.replace(/[^aeiouy]/gi, '').length / word.length;
  return share >= 0.2 && share <= 0.7 ? all.length : 0;
}
