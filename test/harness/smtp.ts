// A real mail server on loopback. It records all emails, and can be slow, refuse recipients or stop.

import { createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Test } from 'tap';
import { listenOnLoopback } from './loopback.ts';
import { until } from './process.ts';

/** A received email. */
export interface ReceivedMail {
  /** The recipients in the envelope, who actually get the email. */
  from: string;
  to: string[];
  /** The raw message. */
  raw: string;
  /** Header names are in lower case; encoded words are decoded. */
  headers: Map<string, string>;
  text: string;
  html: string;
}

export interface TestSmtp {
  /** The value for SVC_SMTP_URL. */
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Waits for the nth email to the address (the first by default) and returns it. */
  mailTo(address: string, nth?: number): Promise<ReceivedMail>;
  /** Refuses all further recipients with this reply code. */
  refuse(code: number): void;
  stop(): Promise<void>;
}

/** Starts a mail server, with authentication if a user is given. `port`: the port of an earlier server. */
export async function startSmtp(
  t: Pick<Test, 'teardown'>,
  { port = 0, user, password }: { port?: number; user?: string; password?: string } = {},
): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  let refusal = 0;
  const server = new SMTPServer({
    logger: false,
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => {
      if (auth.username === user && auth.password === password) done(null, { user: auth.username });
      else done(Object.assign(new Error('No'), { responseCode: 535 }));
    },
    onRcptTo: (_address, _session, done) => {
      done(refusal === 0 ? null : Object.assign(new Error('Refused'), { responseCode: refusal }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parse(Buffer.concat(chunks)) });
        done();
      });
    },
  });
  const listening = await new Promise<number>((resolve, reject) => {
    server.on('error', reject);
    const listener = server.listen(port, '127.0.0.1', () => resolve((listener.address() as { port: number }).port));
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= new Promise((resolve) => server.close(() => resolve()));
    return stopped;
  };
  t.teardown(stop);
  const credentials = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
  return {
    url: `smtp://${credentials}127.0.0.1:${listening}`,
    port: listening,
    mails,
    mailTo: (address, nth = 1) => until(() => mails.filter(({ to }) => to.includes(address))[nth - 1]),
    refuse: (code) => {
      refusal = code;
    },
    stop,
  };
}

/** Starts a server that accepts connections and never sends anything. */
export async function startSilentSmtp(
  t: Test,
): Promise<{ url: string; connections(): number /** Ends every connection, and accepts no more. */; hangUp(): void }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined));
  });
  const port = await listenOnLoopback(server);
  const hangUp = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  t.teardown(hangUp);
  return { url: `smtp://127.0.0.1:${port}`, connections: () => connections, hangUp };
}

/** Returns the link in an email to a page of the panel. */
export function linkIn({ text }: ReceivedMail, serverUrl: string): string {
  return new RegExp(`${serverUrl}/panel/\\S+`).exec(text)?.[0] ?? '';
}

/** Returns the token of the link in an email. */
export function tokenIn({ text }: ReceivedMail): string {
  const token = /#token=(\S+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`No link in the mail:\n${text}`);
  return token;
}

function parse(message: Buffer): Pick<ReceivedMail, 'raw' | 'headers' | 'text' | 'html'> {
  const raw = message.toString('latin1');
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1);
  const contentOf = (type: string): string => {
    const part = parts
      .map((text) => split(text.replace(/^\r\n/, '')))
      .find((one) => one.headers.get('content-type')?.startsWith(type));
    return part === undefined ? '' : decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '');
  };
  return { raw, headers, text: contentOf('text/plain'), html: contentOf('text/html') };
}

function split(text: string): { headers: Map<string, string>; body: string } {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s);
    return [name.toLowerCase(), decodeWords(value)];
  });
  return { headers: new Map(headers), body };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body;
}

/** Decodes encoded words (RFC 2047): `=?utf-8?Q?…?=`. White space between two encoded words is not part of the text. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
