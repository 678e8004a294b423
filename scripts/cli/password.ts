// Reads passwords: from the flag, else from SVC_PASSWORD, else from a prompt without echo, else from a line of stdin.
// Other users of the machine can see the first two. Other secrets therefore come from the prompt or stdin only.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Failure, wrongUsage } from './failure.ts';

const maxBytes = 4096;

/**
 * Reads a password.
 * @param twice whether the prompt asks a second time, because the input is not visible.
 */
export async function readPassword(flag: string | undefined, { twice }: { twice: boolean }): Promise<string> {
  const given = flag ?? process.env.SVC_PASSWORD;
  if (given !== undefined) return given;
  return process.stdin.isTTY
    ? prompt('Password', twice)
    : firstLine('Missing password: pass it on stdin, type it in a terminal, or set SVC_PASSWORD.');
}

/**
 * Reads a secret other than a password. `what` is the label of the prompt, which `twice` repeats. `variable` is the
 * environment variable that the caller has read before.
 */
export function readSecret(what: string, { twice = false, variable = '' } = {}): Promise<string> {
  const ways = variable === '' ? ', or type it in a terminal' : `, type it in a terminal, or set ${variable}`;
  return process.stdin.isTTY
    ? prompt(what, twice)
    : firstLine(`Missing ${what.toLowerCase()}: pass it on stdin${ways}.`);
}

async function prompt(what: string, twice: boolean): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true, historySize: 0 });
  const ended = new AbortController();
  lines.on('SIGINT', () => lines.close());
  lines.on('close', () => ended.abort());
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    try {
      return await lines.question('', { signal: ended.signal });
    } catch {
      throw new Failure(`No ${what.toLowerCase()} was given.`);
    } finally {
      process.stderr.write('\n');
    }
  };
  try {
    const password = await ask(`${what}: `);
    if (twice && (await ask('Repeat: ')) !== password) throw new Failure(`The two ${what.toLowerCase()}s differ.`);
    return password;
  } finally {
    lines.close();
  }
}

async function firstLine(missing: string): Promise<string> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    if (bytes.includes(0x0a) || bytes.length > maxBytes) break;
  }
  const [line = ''] = bytes.toString('utf8').split(/\r?\n/);
  if (line === '') throw wrongUsage(missing);
  return line;
}
