// The mail server of the sandbox: it takes every mail, and sends none on. Its only client is this process.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import type { components } from '../../generated/sandbox.ts';

type Mail = components['schemas']['SentMail'];

const maxKept = 1000;
const endOfLine = '\r\n';
const endOfData = '\r\n.\r\n';

export class Mailbox {
  mails: Mail[] = [];
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();

  /** Listens on a free port. Returns the value for SVC_SMTP_URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Speaks SMTP (RFC 5321), as far as nodemailer needs it. */
  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const say = (line: string): unknown => socket.write(line + endOfLine);
    let text = '';
    let isData = false;
    say('220 sandbox');
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += String(chunk);
      for (;;) {
        const end = text.indexOf(isData ? endOfData : endOfLine);
        if (end === -1) return;
        const part = text.slice(0, end);
        text = text.slice(end + (isData ? endOfData : endOfLine).length);
        if (isData) {
          this.#keep(part);
          isData = false;
          say('250 taken');
        } else if (/^data$/i.test(part)) {
          isData = true;
          say('354 go on');
        } else if (/^quit$/i.test(part)) {
          socket.end(`221 bye${endOfLine}`);
        } else say('250 ok');
      }
    });
  }

  #keep(raw: string): void {
    const [head = '', ...parts] = raw.replace(/^\.\./gm, '.').split('\r\n\r\n');
    const header = (name: string): string => new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1] ?? '';
    // The parts of the body begin with headers of their own; the text comes before the HTML.
    const at = parts.findIndex((part) => /content-type: text\/plain/i.test(part));
    const encoding = at === -1 ? head : (parts[at] ?? '');
    const rest = (at === -1 ? parts : parts.slice(at + 1)).join('\r\n\r\n').split(/\r\n--/)[0] ?? '';
    const text = decode(rest, encoding);
    this.mails.push({
      to: header('to').replace(/[<>]/g, ''),
      subject: header('subject').replace(/\r\n[ \t]/g, ' '),
      text,
      links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
    });
    if (this.mails.length > maxKept) this.mails.shift();
  }
}

function decode(text: string, head: string): string {
  if (/encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  if (!/encoding: quoted-printable/i.test(head)) return text.replaceAll('\r\n', '\n');
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}
