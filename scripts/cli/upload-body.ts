// The body of an upload: a form with one file, as a stream that says how far it is. FormData cannot: fetch does not tell
// how many bytes it has sent. The length is known before, so that a server refuses a file that is too large at once.

import { randomBytes } from 'node:crypto';

export interface UploadForm {
  /** The fields before the file. */
  fields: Record<string, string>;
  /** The name of the field with the file. */
  name: string;
  filename: string;
  content: Blob;
  /** Called with the number of bytes of each piece of the content that was read. */
  onBytes(count: number): void;
}

/** Returns the headers and the body of a request that sends the form. */
export function uploadBody(form: UploadForm): { headers: Record<string, string>; body: ReadableStream<Uint8Array> } {
  const boundary = `svc-${randomBytes(16).toString('hex')}`;
  const fields = Object.entries(form.fields).map(([name, value]) => `${partHead(boundary, name)}\r\n\r\n${value}\r\n`);
  const fileHead = `${partHead(boundary, form.name)}; filename="${escaped(form.filename)}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const before = Buffer.from(fields.join('') + fileHead);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(before.length + form.content.size + after.length),
    },
    body: ReadableStream.from(pieces(before, form, after)),
  };
}

async function* pieces(
  before: Uint8Array,
  { content, onBytes }: UploadForm,
  after: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield before;
  for await (const piece of content.stream()) {
    yield piece;
    onBytes(piece.length);
  }
  yield after;
}

function partHead(boundary: string, name: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`;
}

/** Returns the name as browsers write it in a form. */
function escaped(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
