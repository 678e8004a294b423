// Decodes the bytes of texts: notes, pages, tables, code. Every extractor that meets the bytes of a text uses it. A wrong
// guess stores garbage that looks like a success, so a file whose encoding is not clear is refused.

import { FileProblem, invalid } from '../../problem.ts';
import { bytesContent, type Source } from '../source.ts';
import { declaredEncoding, decoderOf, labelOf, markedEncoding, type TextDecoding } from './declared.ts';
import { commonIn, count, detectEncoding } from './detect.ts';
import { type Scan, scan } from './scan.ts';

/** A text is UTF-8 if it has so many valid sequences for each broken one. */
const validPerBroken = 10;
/** Words in Chinese or Japanese encodings can be valid UTF-8 by chance: at most about so many characters. */
const chanceSequences = 20;
/** The share of printable ASCII in words of two bytes. A text of single bytes that has a few zeros has more. */
const maxPrintable = 0.8;
/** The share of words of two bytes whose zero byte stands on the wrong side, such as 一. Texts have at most 0.17. */
const maxWrongZeros = 0.25;
/** Words of two bytes can be valid UTF-8 by chance: at most so many characters. */
const chanceInWords = 2;
/** Zero bytes of words of two bytes: at least so many, and so many for each one on the wrong side, tell them alone. */
const minZeros = 3;
const minZerosPerWrong = 4;
/** Kana, Hangul and the marks of sentences, which stand among the Han characters of a text. */
const besideHan = /[\u3040-\u30ff\uac00-\ud7a3、。，：（「]/g;
const noText = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|(?!\s)\p{Cc}/u;
const severalBytes = /^(?:gb|big5|shift_jis|euc|iso-2022)/i;

export type { TextDecoding } from './declared.ts';

/** Yields the text of a file. Throws a FileProblem if it is no text, or if its encoding is not clear. */
export async function* extractText({ content, charset, kind }: Source): AsyncIterable<string> {
  const decoder = decoderOf(encodingOfText(await scan(content.read()), charset, kind === 'html')) as TextDecoding;
  let isFirst = true;
  for await (const bytes of content.read()) {
    const text = readable(decoder.write(bytes));
    // A decoder that was chosen by name may keep the mark.
    yield isFirst ? text.replace(/^\ufeff/, '') : text;
    isFirst = false;
  }
  yield readable(decoder.end());
}

/** Returns the decoder of a part of XML, whose encoding is that of its mark or declaration, or else UTF-8. */
export function xmlDecoder(head: Buffer): TextDecoding {
  const encoding = markedEncoding(head) ?? wideEncoding(head) ?? declaredEncoding(head, head, false);
  return decoderOf(encoding ?? 'utf-8') ?? (decoderOf('utf-8') as TextDecoding);
}

/**
 * Returns the encoding of bytes that are no file, such as the texts of a message. Takes the one that is declared for them
 * if they agree with it. Throws a FileProblem if it is not clear.
 */
export async function encodingOfBytes(bytes: Buffer, declared: string | undefined, isHtml = false): Promise<string> {
  return encodingOfText(await scan(bytesContent(bytes).read()), declared, isHtml);
}

/** Returns bytes of a known encoding in UTF-8. */
export function decoded(bytes: Buffer, encoding: string): Buffer {
  const decoder = decoderOf(encoding) as TextDecoding;
  return Buffer.from(decoder.write(bytes) + decoder.end());
}

function encodingOfText(found: Scan, charset: string | undefined, isHtml: boolean): string {
  const { head, tail } = found;
  const marked = markedEncoding(head);
  if (marked !== undefined) return marked;
  if (found.switches && found.high === 0) return japanese(found);
  const declared = [charset, declaredEncoding(head, tail, isHtml)].find(
    (name) => name !== undefined && agrees(name, found),
  );
  const encoding = declared ?? encodingOf(found);
  if (encoding === undefined) throw unclearEncoding();
  return encoding;
}

/** The refusal of a text whose encoding nobody declares and the detector does not find. */
function unclearEncoding(): FileProblem {
  return invalid(
    'The encoding of the text is not clear. Save the file as UTF-8, or declare its charset: as `charset` in the ' +
      "`Content-Type` of the uploaded part, or as the attribute `charset` of the vector store's file.",
  );
}

/**
 * Returns true if the bytes agree with a declared encoding. Programs write declarations without looking at the text, and
 * a text of another encoding is hardly ever valid UTF-8 by chance.
 */
function agrees(name: string, found: Scan): boolean {
  const label = labelOf(name);
  if (label === 'utf-8') return false;
  if (found.broken === 0 && found.valid > (severalBytes.test(label ?? name) ? chanceSequences : 0)) return false;
  const decoder = decoderOf(name);
  if (decoder === undefined) return false;
  const text = decoder.write(label?.startsWith('utf-16') ? found.head : found.sample);
  const strange = text.match(/\ufffd|(?!\p{ASCII})\p{Cc}/gu)?.length ?? 0;
  const above = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return strange * validPerBroken <= above;
}

function encodingOf(found: Scan): string | undefined {
  const { zeros, controls, bytes, sample, high } = found;
  const allZeros = zeros[0] + zeros[1];
  const isValid = found.broken === 0 && found.valid > chanceInWords;
  const wide = allZeros > 0 && !isValid ? wideEncoding(found.head) : undefined;
  if (wide !== undefined) return wide;
  // A log that was cut while it was written has zeros, but no other controls.
  const isBinary = controls * 100 > bytes - allZeros || (controls > 0 && !isUtf8(found));
  if (allZeros > 0 && isBinary)
    throw new FileProblem('unsupported_file', 'The file is neither text nor of a supported kind.');
  return isUtf8(found) ? 'utf-8' : detectEncoding(sample, high);
}

function isUtf8({ valid, broken }: Scan): boolean {
  return broken === 0 || (valid > 0 && valid >= validPerBroken * broken);
}

/**
 * Returns the encoding of words of two bytes without a mark: line breaks, spaces and Latin characters have a zero byte.
 * With the bytes of each word swapped, a text has characters that no text has, or its zero bytes on the wrong side.
 */
function wideEncoding(head: Buffer): string | undefined {
  const bytes = head.subarray(0, head.length - (head.length % 2));
  const zeros = [0, 0];
  let printable = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    else if ((byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09) printable += 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (even + odd < bytes.length / 50 || printable > bytes.length * maxPrintable) return undefined;
  const isText = (name: string, right: number, wrong: number): boolean => {
    const text = new TextDecoder(name).decode(bytes, { stream: true });
    if (wrong > (bytes.length / 2) * maxWrongZeros || noText.test(text)) return false;
    return (right >= minZeros && right >= minZerosPerWrong * wrong) || isHanOfText(text);
  };
  const [encoding, other] = ['utf-16le', 'utf-16be'].filter((name) =>
    name === 'utf-16le' ? isText(name, odd, even) : isText(name, even, odd),
  );
  if (other === undefined) return encoding;
  if (Math.min(even, odd) * 2 > Math.max(even, odd)) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Returns false for Han characters that stand alone and are rare ones, as bytes of something else make them. */
function isHanOfText(text: string): boolean {
  return (commonIn(text) + count(text, besideHan)) * 10 >= count(text, /\p{Script=Han}/gu);
}

/** Returns ISO-2022-JP. The other encodings with escape sequences have no decoder. */
function japanese({ head }: Scan): string {
  const isOther = ['\x1b$)', '\x1b$*', '\x1b$+', '\x1b$A'].some((sequence) => head.includes(sequence));
  if (!isOther) return 'iso-2022-jp';
  throw invalid('The text is in an encoding that is not supported. Save the file as UTF-8.');
}

/** NUL bytes are white space: a log that was cut while it was written has thousands in a row. */
function readable(text: string): string {
  return text.replaceAll(/\0+/g, ' ');
}
