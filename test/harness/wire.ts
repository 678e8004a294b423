// Sends requests that no HTTP client would send, as bytes on a socket, and reads the first response.

import { connect } from 'node:net';
import type { Test } from 'tap';
import { violations } from '../../scripts/contract/answers.ts';
import type { Answer } from './app.ts';

const timeoutMs = 60_000;

/** Sends the head line by line, and then the body. Fails the test if the response violates the contract. */
export async function sendRaw(t: Test, url: string, head: string[], body: string | Uint8Array = ''): Promise<Answer> {
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
  const answer = parseAnswer(await exchange(url, bytes));
  const [method = '', path = ''] = (head[0] ?? '').split(' ');
  const broken = violations({ method, path, ...answer });
  if (broken.length > 0) t.fail(broken.join('\n'));
  return answer;
}

/** Sends the bytes. Returns the received bytes up to the end of the response or of the connection. */
function exchange(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    const finish = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(timeoutMs, () => reject(new Error(`No answer within ${timeoutMs} ms; until then: ${received}`)));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
      if (isWhole(received)) finish();
    });
    socket.on('close', finish);
    socket.on('error', (error) => (received === '' ? reject(error) : finish()));
  });
}

function isWhole(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length);
}

function parseAnswer(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text: body,
    bytes: Buffer.from(body),
    body: body.startsWith('{') ? JSON.parse(body) : body,
  };
}
