// The tokenizer of a Hugging Face tokenizer.json, as far as Model2Vec models need it: the BERT or simple normalizers
// and pre-tokenizers, followed by WordPiece. Special tokens in a text are read as plain text.

interface Part {
  type: string;
  [setting: string]: unknown;
}

export interface TokenizerFile {
  normalizer: Part | null;
  pre_tokenizer: Part | null;
  model: Part;
}

type Step<In, Out> = (text: In) => Out;

const punctuation = /[!-/:-@[-`{-~\p{P}]/u;
const isolatedPunctuation = /[!-/:-@[-`{-~\p{P}]|[^!-/:-@[-`{-~\p{P}]+/gu;
const ideographs =
  /[\u{4e00}-\u{9fff}\u{3400}-\u{4dbf}\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\u{f900}-\u{faff}\u{2f800}-\u{2fa1f}]/gu;
const maxKnownWords = 50_000;

/**
 * Returns the function that converts a text to the ids of its known tokens. Throws an Error for unsupported components.
 */
export function createTokenizer({
  normalizer,
  pre_tokenizer: preTokenizer,
  model,
}: TokenizerFile): Step<string, number[]> {
  const normalize = normalizerOf(normalizer);
  const split = preTokenizerOf(preTokenizer);
  const idsOf = wordPiece(model);
  const known = new Map<string, number[]>();
  return (text) =>
    split(normalize(text)).flatMap((word) => {
      let ids = known.get(word);
      if (ids === undefined) {
        ids = idsOf(word);
        if (known.size >= maxKnownWords) known.clear();
        known.set(word, ids);
      }
      return ids;
    });
}

function normalizerOf(part: Part | null): Step<string, string> {
  if (part === null) return (text) => text;
  switch (part.type) {
    case 'Sequence':
      return inOrder((part.normalizers as Part[]).map(normalizerOf));
    case 'BertNormalizer':
      return bertNormalizer(part);
    case 'Lowercase':
      return (text) => text.toLowerCase();
    case 'StripAccents':
      return withoutAccents;
    case 'NFC':
    case 'NFD':
    case 'NFKC':
    case 'NFKD':
      return (text) => text.normalize(part.type);
    default:
      throw new Error(
        `has the normalizer ${part.type}, and only BertNormalizer, Lowercase, StripAccents and NFx are supported`,
      );
  }
}

function bertNormalizer({ clean_text: clean, handle_chinese_chars: spaced, strip_accents, lowercase }: Part) {
  const isLowercase = lowercase !== false;
  return inOrder<string>([
    ...(clean === false ? [] : [cleanText]),
    ...(spaced === false ? [] : [(text: string) => text.replace(ideographs, ' $& ')]),
    ...((strip_accents ?? isLowercase) ? [(text: string) => withoutAccents(text.normalize('NFD'))] : []),
    ...(isLowercase ? [(text: string) => text.toLowerCase()] : []),
  ]);
}

/** Removes control characters, and replaces white space by spaces. */
function cleanText(text: string): string {
  return text.replace(/\s/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufffd]/gu, '');
}

function withoutAccents(text: string): string {
  return text.replace(/\p{Mn}/gu, '');
}

function preTokenizerOf(part: Part | null): Step<string, string[]> {
  if (part === null) return (text) => [text];
  switch (part.type) {
    case 'Sequence': {
      const steps = (part.pretokenizers as Part[]).map(preTokenizerOf);
      return (text) => steps.reduce((words, step) => words.flatMap(step), [text]);
    }
    case 'BertPreTokenizer':
      return (text) => spacedWords(text).flatMap((word) => (punctuation.test(word) ? isolated(word) : [word]));
    case 'Punctuation':
      return isolated;
    case 'WhitespaceSplit':
      return spacedWords;
    case 'Whitespace':
      return (text) => text.match(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s]+/gu) ?? [];
    default:
      throw new Error(
        `has the pre-tokenizer ${part.type}, and only BertPreTokenizer, Punctuation, Whitespace and WhitespaceSplit are supported`,
      );
  }
}

function spacedWords(text: string): string[] {
  return text.match(/\S+/gu) ?? [];
}

function isolated(word: string): string[] {
  return word.match(isolatedPunctuation) ?? [];
}

/** Splits a word into the longest known prefixes. A word with an unknown part has no tokens. */
function wordPiece(model: Part): Step<string, number[]> {
  if (model.type !== 'WordPiece')
    throw new Error(`has a model of type ${model.type}, and only WordPiece is supported, as in the potion-base models`);
  const vocabulary = new Map(Object.entries(model.vocab as Record<string, number>));
  const prefix = (model.continuing_subword_prefix as string | undefined) ?? '##';
  const maxCharacters = (model.max_input_chars_per_word as number | undefined) ?? 100;
  const unknown = vocabulary.get((model.unk_token as string | undefined) ?? '[UNK]');
  return (word) => {
    const characters = [...word];
    if (characters.length > maxCharacters) return [];
    const ids: number[] = [];
    for (let start = 0; start < characters.length; ) {
      let end = characters.length;
      let id: number | undefined;
      for (; end > start; end -= 1) {
        id = vocabulary.get((start === 0 ? '' : prefix) + characters.slice(start, end).join(''));
        if (id !== undefined) break;
      }
      if (id === undefined) return [];
      if (id !== unknown) ids.push(id);
      start = end;
    }
    return ids;
  };
}

function inOrder<Text>(steps: Step<Text, Text>[]): Step<Text, Text> {
  return (text) => steps.reduce((so, step) => step(so), text);
}
