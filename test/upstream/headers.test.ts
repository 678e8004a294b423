// Tests upstream headers that must not be forwarded: the response arrives without them, and the server keeps running.

import t from 'tap';
import { startInference } from '../harness/inference.ts';
import { type Answering, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const { app, project } = await startInference(t, [upstream.settings({ custom_endpoints: ['/v1/ocr'] })]);
const body = 'a document';

/** Answers with these raw header lines. */
function raw(lines: Buffer[], end = `Content-Length: ${body.length}\r\n\r\n${body}`) {
  return ({ response }: Answering): void => {
    const line = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from('\r\n')]);
    const head = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nConnection: close\r\n');
    response.socket?.end(Buffer.concat([head, ...lines.map(line), Buffer.from(end)]));
  };
}

/** Returns the headers of a complete response. */
async function headersOf(...answer: Parameters<typeof raw>): Promise<Headers> {
  upstream.next(raw(...answer));
  const response = await fetch(`${app.url}/v1/ocr`, { headers: { authorization: `Bearer ${project.key}` } });
  const text = await response.text();
  if (response.status !== 200 || text !== body) throw new Error(`${response.status} ${text}`);
  return response.headers;
}

t.test('a file name in any encoding is readable by every client', async (t) => {
  const name = (text: string, encoding: BufferEncoding, type = 'attachment') =>
    Buffer.from(`Content-Disposition: ${type}; filename="${text}"`, encoding);
  const cases: [Buffer, string][] = [
    [
      name('日本 €.pdf', 'utf8'),
      `attachment; filename="?? ?.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%E2%82%AC.pdf`,
    ],
    [name('é.pdf', 'latin1', 'inline'), `inline; filename="?.pdf"; filename*=UTF-8''%C3%A9.pdf`],
    [name('é.pdf', 'utf8'), `attachment; filename="?.pdf"; filename*=UTF-8''%C3%A9.pdf`],
    [name('\xff\x80.pdf', 'latin1'), `attachment; filename="??.pdf"; filename*=UTF-8''%C3%BF%C2%80.pdf`],
    [
      Buffer.from('Content-Disposition: "é"; filename=é', 'latin1'),
      `attachment; filename="?"; filename*=UTF-8''%C3%A9`,
    ],
    [Buffer.from('Content-Disposition: é', 'latin1'), 'attachment'],
    [name('plain.pdf', 'utf8'), 'attachment; filename="plain.pdf"'],
  ];
  for (const [line, expected] of cases) {
    for (const end of [undefined, `\r\n${body}`])
      t.equal((await headersOf([line], end)).get('content-disposition'), expected);
  }
  t.equal((await app.request('GET', '/healthz')).status, 200);
});

t.test('other headers in any bytes are forwarded unchanged', async (t) => {
  const line = Buffer.from('Last-Modified: \xe9', 'latin1');
  t.equal((await headersOf([line])).get('last-modified'), 'é');
});
