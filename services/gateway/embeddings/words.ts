// Splits texts into words. The built-in embedding model and the keyword index share this tokenizer, so that both see
// the same words.
//
// Words are normalized (compatibility forms, case, accents), split at connectors and stemmed by English rules. The
// result is a 32-bit hash, because the word itself is not needed again. `ERR-4031` becomes `err`, `4031` and `err4031`,
// so that a search finds every spelling. Scripts without spaces are read as overlapping pairs of characters.
//
// The code allocates no string for each word: it copies the text's code units once, and words are ranges of them. The
// buffers are reused, so an analysis is valid only until the next one.

import { englishStem } from './english-stem.ts';

/**
 * `light`: the few endings that the built-in embedding model removes. It must never change, because stored vectors
 * depend on it. `english`: Porter2, for the keyword index.
 */
export type Stemmer = 'light' | 'english';

const maxParts = 8;
const maxCompoundUnits = 64;

/** The words in text order, as parallel arrays. Valid until the next call of `analyze`. */
export interface Analysis {
  count: number;
  /** The hash of the stemmed word. */
  hashes: Uint32Array;
  /** The range of the word in `units`, normalized but not stemmed. */
  starts: Uint32Array;
  ends: Uint32Array;
  /** Bit 1: stop word, such as `the`. Bit 2: has a digit. Bit 4: compound of the words before it. */
  flags: Uint8Array;
  units: Uint16Array;
}

export const isStopWord = 1;
export const hasDigit = 2;
export const isCompound = 4;

const other = 0;
const letter = 1;
const digit = 2;
const ideograph = 3;
const mark = 4;
const connector = 5;
const apostrophe = 6;
const unknown = 255;

const classes = new Uint8Array(65_536).fill(unknown);
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

let analysis: Analysis = {
  count: 0,
  hashes: new Uint32Array(4096),
  starts: new Uint32Array(4096),
  ends: new Uint32Array(4096),
  flags: new Uint8Array(4096),
  units: new Uint16Array(32_768),
};

/** Splits a text into words. */
export function analyze(text: string, stemmer: Stemmer): Analysis {
  const length = fold(text);
  cached = caches[stemmer];
  analysis.count = 0;
  let at = 0;
  while (at < length) {
    const kind = classOf(analysis.units[at] as number);
    if (kind === letter || kind === digit) at = readWord(at, length);
    else if (kind === ideograph) at = readPairs(at, length);
    else at += 1;
  }
  return analysis;
}

/** Copies the normalized text into `units` without combining marks. Returns its length. */
function fold(text: string): number {
  const plain = /[^\0-\x7f]/.test(text) ? text.normalize('NFKD').toLowerCase() : text.toLowerCase();
  if (analysis.units.length < plain.length) analysis.units = new Uint16Array(2 * plain.length);
  const { units } = analysis;
  let length = 0;
  for (let index = 0; index < plain.length; index += 1) {
    const unit = plain.charCodeAt(index);
    if (unit < 0x300 || classOf(unit) !== mark) units[length++] = unit;
  }
  return length;
}

/** Reads a run of letters, digits and connectors. Returns the index of its end. */
function readWord(from: number, length: number): number {
  const { units } = analysis;
  const first = analysis.count;
  let at = from;
  for (;;) {
    const start = at;
    let digits = 0;
    let hash = seed;
    let check = 0;
    let kind = other;
    for (; at < length; at += 1) {
      const unit = units[at] as number;
      kind = classOf(unit);
      if (kind !== letter && kind !== digit) break;
      if (kind === digit) digits = hasDigit;
      hash = Math.imul(hash ^ unit, prime);
      check = Math.imul(check, 31) + unit;
    }
    if (digits === 0) addWord(hash, check | 0, start, at);
    else add(finish(hash), start, at, digits);
    if (at >= length) break;
    // Skips English suffixes after an apostrophe ('s, 't, 're).
    if (kind === apostrophe) {
      do at += 1;
      while (at < length && classOf(units[at] as number) === letter);
      break;
    }
    if (kind !== connector || at + 1 >= length) break;
    const next = classOf(units[at + 1] as number);
    if (next !== letter && next !== digit) break;
    at += 1;
  }
  if (analysis.count > first + 1) addCompound(first, from);
  return at;
}

// Caches the stems of recent words by two hashes of the word, because most words of a text repeat.
const cacheSize = 1 << 15;

interface StemCache {
  hashes: Int32Array;
  checks: Int32Array;
  stems: Uint32Array;
  flags: Uint8Array;
  hashStem(start: number, end: number): number;
}

function stemCache(hashStem: StemCache['hashStem']): StemCache {
  return {
    hashes: new Int32Array(cacheSize),
    checks: new Int32Array(cacheSize),
    stems: new Uint32Array(cacheSize),
    flags: new Uint8Array(cacheSize),
    hashStem,
  };
}

const caches: Record<Stemmer, StemCache> = { light: stemCache(stemHash), english: stemCache(englishStemHash) };
let cached = caches.light;

function addWord(hash: number, check: number, start: number, end: number): void {
  const slot = (hash ^ (hash >>> 15)) & (cacheSize - 1);
  if (cached.hashes[slot] !== hash || cached.checks[slot] !== check) {
    const whole = finish(hash);
    const stop = stopWords.has(whole);
    cached.hashes[slot] = hash;
    cached.checks[slot] = check;
    cached.stems[slot] = stop ? whole : cached.hashStem(start, end);
    cached.flags[slot] = stop ? isStopWord : 0;
  }
  add(cached.stems[slot] as number, start, end, cached.flags[slot] as number);
}

/** Adds the parts of a run as one compound word without the connectors. */
function addCompound(first: number, from: number): void {
  const parts = analysis.count - first;
  const end = analysis.ends[analysis.count - 1] as number;
  if (parts > maxParts || end - from > maxCompoundUnits) return;
  let hash = seed;
  let flags = isCompound;
  for (let part = first; part < first + parts; part += 1) {
    hash = extend(hash, analysis.starts[part] as number, analysis.ends[part] as number);
    flags |= (analysis.flags[part] as number) & hasDigit;
  }
  add(finish(hash), from, end, flags);
}

/** Reads a run of a script without spaces. Each pair of adjacent characters is a word, and so is a single character. */
function readPairs(from: number, length: number): number {
  let at = from + 1;
  while (at < length && classOf(analysis.units[at] as number) === ideograph) {
    add(hashOf(at - 1, at + 1, 0), at - 1, at + 1, 0);
    at += 1;
  }
  if (at === from + 1) add(hashOf(from, at, 0), from, at, 0);
  return at;
}

function add(hash: number, start: number, end: number, flags: number): void {
  const { count } = analysis;
  if (count === analysis.hashes.length) grow();
  analysis.hashes[count] = hash;
  analysis.starts[count] = start;
  analysis.ends[count] = end;
  analysis.flags[count] = flags;
  analysis.count = count + 1;
}

function grow(): void {
  const { count, units } = analysis;
  const wide = (from: Uint32Array): Uint32Array => {
    const to = new Uint32Array(2 * count);
    to.set(from);
    return to;
  };
  const flags = new Uint8Array(2 * count);
  flags.set(analysis.flags);
  const { hashes, starts, ends } = analysis;
  analysis = { count, units, flags, hashes: wide(hashes), starts: wide(starts), ends: wide(ends) };
}

function classOf(unit: number): number {
  const known = classes[unit] as number;
  return known === unknown ? classify(unit) : known;
}

function classify(unit: number): number {
  const character = String.fromCharCode(unit);
  let kind = other;
  if ((unit >= 0x300 && unit <= 0x36f) || unit === 0x3099 || unit === 0x309a) kind = mark;
  else if (unspaced.test(character)) kind = ideograph;
  // Halves of a surrogate pair count as letters, so an emoji or a rare ideograph is a word too.
  else if (/[\p{L}\p{M}]/u.test(character) || (unit >= 0xd800 && unit <= 0xdfff)) kind = letter;
  else if (/\p{N}/u.test(character)) kind = digit;
  else if ("'\u2019".includes(character)) kind = apostrophe;
  else if ('-_./:@+#\\'.includes(character)) kind = connector;
  classes[unit] = kind;
  return kind;
}

// FNV-1a over code units, with the final mixing step of MurmurHash3.
const seed = 0x811c9dc5 | 0;
const prime = 0x01000193;

function extend(hash: number, start: number, end: number): number {
  const { units } = analysis;
  let value = hash;
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ (units[at] as number), prime);
  return value;
}

/** Mixes the bits of a hash (the final step of MurmurHash3). */
export function finish(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Returns the hash of a range of `units`. Appends the code unit `last` unless it is 0. */
function hashOf(start: number, end: number, last: number): number {
  const hash = extend(seed, start, end);
  return finish(last === 0 ? hash : Math.imul(hash ^ last, prime));
}

/** Returns the hash of a text, equal to the hash that `analyze` gives to the unstemmed word. */
function hashOfText(text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), prime);
  return finish(hash);
}

const [a, e, i, o, u, y, l, z, doubledS] = [...'aeiouylzs'].map((one) => one.charCodeAt(0));

/**
 * Returns the hash of a word without its English endings. Words of other languages lose similar endings, but texts and
 * queries lose them alike.
 */
function stemHash(start: number, end: number): number {
  if (end - start < 4) return hashOf(start, end, 0);
  let cut = withoutPlural(start, end);
  const ends = (ending: string, atLeast: number): boolean => cut - start >= atLeast && endsWith(start, cut, ending);
  if (ends('ing', 6) && hasVowel(start, cut - 3)) cut = undouble(start, cut - 3);
  else if (ends('ied', 5)) cut -= 2;
  else if (ends('ed', 5) && !ends('eed', 5) && hasVowel(start, cut - 2)) cut = undouble(start, cut - 2);
  if (ends('ly', 6)) cut -= 2;
  if (ends('ment', 7) || ends('ness', 7) || ends('able', 8) || ends('ible', 8)) cut -= 4;
  if (ends('tion', 6) || ends('sion', 6)) cut -= 3;
  if (ends('e', 4)) cut -= 1;
  if (ends('at', 7)) cut -= 2;
  const toI = ends('y', 3) && !isVowel(analysis.units[cut - 2]);
  return toI ? hashOf(start, cut - 1, i as number) : hashOf(start, cut, 0);
}

/** The longest word that is stemmed. Longer ones are data, and the time of the rules grows with the length. */
const maxStemmedUnits = 32;

/** Returns the hash of a word's English stem. Words with letters other than a to z are not stemmed. */
function englishStemHash(start: number, end: number): number {
  if (end - start > maxStemmedUnits) return hashOf(start, end, 0);
  for (let at = start; at < end; at += 1) {
    const unit = analysis.units[at] as number;
    if (unit < (a as number) || unit > (z as number)) return hashOf(start, end, 0);
  }
  return hashOfText(englishStem(String.fromCharCode(...analysis.units.subarray(start, end))));
}

function withoutPlural(start: number, end: number): number {
  const ends = (ending: string): boolean => endsWith(start, end, ending);
  if (!ends('s') || ends('ss') || ends('us') || ends('is')) return end;
  const two = ends('ies') || ends('sses') || ends('xes') || ends('ches') || ends('shes') || ends('oes');
  return end - (two ? 2 : 1);
}

function endsWith(start: number, end: number, ending: string): boolean {
  if (end - start < ending.length) return false;
  for (let index = 0; index < ending.length; index += 1) {
    if (analysis.units[end - ending.length + index] !== ending.charCodeAt(index)) return false;
  }
  return true;
}

/** `stopp` → `stop`, but `fill`, `pass` and `buzz` stay. */
function undouble(start: number, cut: number): number {
  const { units } = analysis;
  const last = units[cut - 1];
  const doubled = cut - start > 3 && units[cut - 2] === last && !isVowel(last);
  return doubled && last !== l && last !== doubledS && last !== z ? cut - 1 : cut;
}

function hasVowel(start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (isVowel(analysis.units[at] as number) || analysis.units[at] === y) return end - start >= 3;
  }
  return false;
}

function isVowel(unit: number | undefined): boolean {
  return unit === a || unit === e || unit === i || unit === o || unit === u;
}

/** English stop words. */
export const stopWordList = (
  'a about after all also am an and any are as at be because been before being both but by can could did do does ' +
  'doing done down each for from had has have having he her here hers him his how i if in into is it its itself just me ' +
  'more most must my no nor not of off on once only or other our ours out over own same shall she should so some such ' +
  'than that the their theirs them then there these they this those through to too under until up upon us very was we ' +
  'were what when where which while who whom whose why will with within without would you your yours don doesn didn isn'
).split(' ');
const stopWords = new Set(stopWordList.map(hashOfText));
