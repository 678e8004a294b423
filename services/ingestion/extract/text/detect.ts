// Guesses the encoding of a text that declares none. The detector compares the frequencies of letters, which says little
// about a short text, so that a guess counts only if the text that it makes looks like one: whole letters of one
// language's alphabet, small letters not followed by capitals, no symbols within words.

import { analyse } from 'chardet';
import { decoderOf, labelOf } from './declared.ts';

/** The lowest confidence of the detector, from 0 to 100, and its lead over every other guess that makes a text. */
const minConfidence = 15;
const minLead = 8;
/** The same for encodings whose characters have several bytes: the detector gives 10 to every text that is valid. */
const minWideConfidence = 55;
/** The share of a long text that may look wrong. In fewer than 50 characters it is none. */
const tolerated = 0.02;
/** A text with fewer bytes above 0x7F may be taken as windows-1252. */
const fewBytes = 64;

type Alphabets = Record<string, string>;

/** The letters beyond A-Z that texts of a language have, by the names that the detector gives to languages. */
const western: Alphabets = {
  de: 'äöüßé',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíñóúü',
  pt: 'áâãàçéêíóôõú',
  it: 'àèéìíîòóùú',
  nl: 'áäèéêëíïóöú',
  en: 'áàâçéèêëíïîñóöôüæœ',
  sv: 'åäöéü',
  da: 'æøåéèêóòôü',
  no: 'æøåéèêóòôü',
  is: 'áðéíóúýþæöø',
  et: 'äöõü',
  ca: 'àçèéíïòóúü',
  sq: 'ëç',
};
const central: Alphabets = {
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîşţșț',
  hr: 'čćđšž',
  de: 'äöüß',
};
const baltic: Alphabets = { lt: 'ąčęėįšųūž', lv: 'āčēģīķļņšūž', et: 'äöõüšž' };
const cyrillic: Alphabets = {
  ru: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґў',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџшѓѕќ',
};
const greek: Alphabets = { el: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ' };
const hebrew: Alphabets = { he: String.raw`\u05b0-\u05ea` };
const arabic: Alphabets = { ar: String.raw`\p{Script=Arabic}` };

/** The languages that a single-byte encoding is used for. */
const alphabets: Record<string, Alphabets> = {
  'windows-1252': western,
  'windows-1250': central,
  'iso-8859-2': central,
  'windows-1254': { tr: 'çğıİöşüâîû' },
  'windows-1257': baltic,
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  'koi8-u': cyrillic,
  'iso-8859-5': cyrillic,
  'windows-1253': greek,
  'iso-8859-7': greek,
  'windows-1255': hebrew,
  'iso-8859-8': hebrew,
  'windows-1256': arabic,
  'iso-8859-6': arabic,
};

/** Encodings that differ in few characters, which the detector does not tell apart. */
const siblings: Record<string, string> = {
  'windows-1250': 'iso-8859-2',
  'iso-8859-2': 'windows-1250',
  'windows-1253': 'iso-8859-7',
  'iso-8859-7': 'windows-1253',
  'windows-1255': 'iso-8859-8',
  'iso-8859-8': 'windows-1255',
  'koi8-r': 'koi8-u',
};

/** The characters of a text in an encoding of several bytes, and their least share of all above U+007F. */
const wideScripts: Record<string, [characters: RegExp, share: number]> = {
  shift_jis: [/[\u3040-\u30ff\u3005\p{Script=Han}\u3000-\u3020]/gu, 0.8],
  'euc-jp': [/[\u3040-\u30ff\u3005\p{Script=Han}\u3000-\u3020]/gu, 0.8],
  'iso-2022-jp': [/[\u3040-\u30ff\u3005\p{Script=Han}\u3000-\u3020]/gu, 0.8],
  'euc-kr': [/\p{Script=Hangul}/gu, 0.8],
  gb18030: [/[\p{Script=Han}\u3000-\u3020\uff00-\uff5e—…“”‘’·]/gu, 0.9],
  big5: [/[\p{Script=Han}\u3000-\u3020\uff00-\uff5e—…“”‘’·]/gu, 0.9],
};
/** Frequent in each Chinese text of some length, and in none that was read in a wrong encoding. */
const common = /[的一是不了在人有我他这這中大来來上国國个個到说說们們为為和子你地出道也时時年]/g;

interface Guess {
  encoding: string;
  confidence: number;
  text: string;
}

/** Returns the encoding of the text; undefined if no guess is good enough. `high` counts its bytes above 0x7F. */
export function detectEncoding(sample: Buffer, high: number): string | undefined {
  const guesses = analyse(sample)
    .flatMap(({ name, confidence, lang = '' }) => guessesOf(labelOf(name) ?? '', confidence, lang, sample))
    .sort((a, b) => b.confidence - a.confidence || commonIn(b.text) - commonIn(a.text));
  const [best, ...others] = guesses;
  if (best !== undefined) {
    const rival = others.find(({ text }) => text !== best.text);
    const lead = best.confidence - (rival?.confidence ?? 0);
    if (lead >= minLead || commonIn(best.text) > 4 * commonIn(rival?.text ?? '')) return best.encoding;
  }
  const isWestern = high < fewBytes && trustIn('windows-1252', decode('windows-1252', sample), '') > 0;
  return isWestern ? 'windows-1252' : undefined;
}

/** Returns the guess, if it makes a text; and its sibling, if that makes another text that is as good. */
function guessesOf(encoding: string, confidence: number, language: string, sample: Buffer): Guess[] {
  const wide = wideScripts[encoding];
  if (wide !== undefined) {
    const text = confidence < minWideConfidence ? undefined : wideText(encoding, sample, wide);
    return text === undefined ? [] : [{ encoding, confidence, text }];
  }
  if (confidence < minConfidence) return [];
  const names = [encoding, siblings[encoding] ?? ''].filter((name) => name in alphabets);
  // Prefers the sibling that makes fewer controls, then the one that makes letters of what the other takes for symbols.
  const order = (a: Guess, b: Guess): number =>
    b.confidence - a.confidence ||
    count(a.text, broken) - count(b.text, broken) ||
    lettersIn(b.text) - lettersIn(a.text);
  const guesses = names
    .map((name) => ({ encoding: name, text: decode(name, sample) }))
    .map((guess) => ({ ...guess, confidence: confidence * trustIn(guess.encoding, guess.text, language) }))
    .filter((guess) => guess.confidence > 0)
    .sort(order);
  return guesses.filter((guess) => order(guesses[0] as Guess, guess) === 0);
}

function wideText(encoding: string, sample: Buffer, [characters, share]: [RegExp, number]): string | undefined {
  const text = decode(encoding, sample);
  const above = count(text, /\P{ASCII}/gu);
  if (count(text, broken) > above * tolerated || count(text, inLatinWord) > above * alone) return undefined;
  return count(text, characters) >= above * share ? text : undefined;
}

/** A single wide character in a Latin word, which a text in Polish or German has many of if it is read wrongly. */
const inLatinWord = /(?<=[a-z])[\p{L}--\p{ASCII}](?!\P{ASCII})|(?<!\P{ASCII})[\p{L}--\p{ASCII}](?=[a-z])/giv;
const alone = 0.2;

/** Returns 1 if the text looks like one of the language, 0.5 if like one of another language of the encoding, else 0. */
function trustIn(encoding: string, text: string, language: string): number {
  const limit = Math.floor(count(text, /\P{ASCII}/gu) * tolerated);
  if (count(text, broken) + count(text, wrongShape) > limit) return 0;
  const languages = alphabets[encoding] ?? {};
  const isIn = (alphabet: string): boolean => count(text, foreignTo(alphabet)) <= limit;
  if (language in languages && isIn(languages[language] as string)) return 1;
  return Object.values(languages).some(isIn) ? 0.5 : 0;
}

/** Replacement characters, controls above 0x7F, characters of private use, and ¤, where ISO-8859-15 has the euro sign. */
const broken = /[\ufffd¤\p{Co}\p{Cn}]|(?!\p{ASCII})\p{Cc}/gu;
/**
 * Marks that no word has: a capital above U+007F behind a small letter, a symbol between letters, an opening mark behind a
 * letter, a fraction or a raised number at a word.
 */
const wrongShape =
  /\p{Ll}[\p{Lu}--\p{ASCII}]|[\p{L}--[ªº]][\P{ASCII}--[\p{L}\p{M}\s’·\u00ad–—…´\u200b-\u200f]](?=\p{L})|\p{L}[„‚¿¡¼½¾]|[¹²³¼½¾](?=\p{L})/gv;

function foreignTo(alphabet: string): RegExp {
  return new RegExp(
    String.raw`[\p{L}--[\p{ASCII}ªºµ${alphabet}${alphabet.startsWith('\\') ? '' : alphabet.toUpperCase()}]]`,
    'gv',
  );
}

function decode(encoding: string, sample: Buffer): string {
  // The sample may end within a character, so that the end is left out.
  return decoderOf(encoding)?.write(sample) ?? '';
}

/** Returns how often the pattern stands in the text. */
export function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function lettersIn(text: string): number {
  return count(text, /[\p{L}--\p{ASCII}]/gv);
}

/** Returns how many of the characters are frequent ones of Chinese. */
export function commonIn(text: string): number {
  return count(text, common);
}
