// Reads plain text: notes, Markdown, CSV, JSON, code. The encoding is UTF-8 or that of the byte order mark. Other files
// without NUL are read as Windows-1252, as browsers do for pages without a declared encoding.

import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { FileProblem, invalid } from '../problem.ts';

const pieceBytes = 256 * 1024;

export async function* extractText(path: string): AsyncIterable<string> {
  const decoder = new TextDecoder(await encodingOf(path), { fatal: true });
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
      yield decoder.decode(bytes as Buffer, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError)
      throw invalid('The file is not valid text in the encoding of its byte order mark.', error);
    throw error;
  }
}

/** Returns the encoding. Throws `unsupported_file` if the file is not text. */
async function encodingOf(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
    const bytes = chunk as Buffer;
    if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
    if (isFirst && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
    isFirst = false;
    if (bytes.includes(0))
      throw new FileProblem('unsupported_file', 'The file is neither text nor of a supported kind.');
    isUtf8 &&= decodes(decoder, bytes, true);
  }
  return isUtf8 && decodes(decoder, Buffer.alloc(0), false) ? 'utf-8' : 'windows-1252';
}

function decodes(decoder: TextDecoder, bytes: Buffer, stream: boolean): boolean {
  try {
    decoder.decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}
