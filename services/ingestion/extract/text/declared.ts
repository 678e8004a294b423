// The encoding that a document declares for itself, and the decoders of declared encodings.

import iconv from 'iconv-lite';

/** Decodes text that arrives in pieces. */
export interface TextDecoding {
  write(bytes: Buffer): string;
  end(): string;
}

/** Returns the encoding of the byte order mark; undefined without one. */
export function markedEncoding(head: Buffer): string | undefined {
  if (head.subarray(0, 4).equals(Buffer.from([0xff, 0xfe, 0, 0]))) return 'utf-32le';
  if (head.subarray(0, 4).equals(Buffer.from([0, 0, 0xfe, 0xff]))) return 'utf-32be';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : undefined;
}

const xml = /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/;
const css = /^@charset "([\w.:-]{1,40})";/;
const meta = /<meta\s[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
/** A comment of a source file: `# -*- coding: X -*-`, `# encoding: X`, `// vim: set fileencoding=X`. */
const cookie = /^[ \t\f]*(?:#|\/\/|\/\*|\*|;|--|%|"|<!--).{0,200}?coding[:=][ \t]*([\w.-]{1,40})/;
const vim = /(?:^|\s)(?:vim?|ex):.{0,200}?\b(?:fenc|fileencoding)=([\w.-]{1,40})/;
const vimLines = 5;

/** Encodings with two bytes a character. A declaration that can be read in one byte a character is not in them. */
const wide = /^(?:utf-?16|ucs-?2|unicode|iso-10646)/i;

/** Returns the encoding that a document declares, as it is written there. */
export function declaredEncoding(head: Buffer, tail: Buffer, isHtml: boolean): string | undefined {
  const name = declaration(head, tail, isHtml);
  return name === undefined || wide.test(name) ? undefined : name;
}

function declaration(head: Buffer, tail: Buffer, isHtml: boolean): string | undefined {
  const text = head.toString('latin1');
  const declared = (xml.exec(text) ?? css.exec(text) ?? (isHtml ? meta.exec(text) : null))?.[1];
  if (declared !== undefined) return declared;
  const lines = text.split(/\r\n?|\n/, vimLines);
  const last = tail
    .toString('latin1')
    .trimEnd()
    .split(/\r\n?|\n/)
    .slice(-vimLines);
  const inCookie = lines.slice(0, 2).map((line) => cookie.exec(line)?.[1]);
  const inModeline = [...lines, ...last].map((line) => vim.exec(line)?.[1]);
  return [...inCookie, ...inModeline].find((name) => name !== undefined);
}

/** Returns a new decoder of an encoding; undefined if no such encoding is known. */
export function decoderOf(encoding: string): TextDecoding | undefined {
  const label = labelOf(encoding);
  if (label !== undefined) {
    const decoder = new TextDecoder(label);
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  }
  // Encodings that the web does not know, such as those of DOS.
  if (!iconv.encodingExists(encoding) || notText.test(encoding)) return undefined;
  const decoder = iconv.getDecoder(encoding);
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
}

/** Names that iconv-lite calls encodings although they are of no text. */
const notText = /^(?:base64|hex|binary|ucs-?2)$/i;

/** Returns the name that the decoder of the platform has for an encoding. */
export function labelOf(encoding: string): string | undefined {
  for (const name of [encoding, encoding.replaceAll('_', '-'), encoding.replaceAll('-', '_')]) {
    try {
      return new TextDecoder(name.toLowerCase()).encoding;
    } catch {
      // Not by this name.
    }
  }
  return undefined;
}
