// The command `coverage`: a proxy between a client's own tests and a server. Reports which operations and statuses the
// tests covered.

import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { readDocument } from '../../document/index.ts';
import { safeJson } from '../../text/index.ts';
import { type CoverageProxy, startCoverageProxy } from '../coverage/proxy.ts';
import { CoverageRecord } from '../coverage/record.ts';
import { coverageLines, totalsOf } from '../coverage/report.ts';
import { printLine } from '../report/print.ts';
import { unreachable } from './address.ts';
import { documentAt } from './document-file.ts';
import { cannot, KitFailure } from './failure.ts';
import type { RawFlags } from './options.ts';

/** After SIGTERM, the command has this time to end. */
const gracePeriodMs = 4000;

/** Runs the command of the client's tests, or waits for a signal. Throws a KitFailure below `--fail-under`. */
export async function coverageCommand(words: string[], flags: RawFlags): Promise<void> {
  const to = targetOf(flags.to as string | undefined);
  const least = percentOf((flags['fail-under'] as string | undefined) ?? '0');
  const document =
    flags.document === undefined
      ? readDocument(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'))
      : documentAt(String(flags.document));
  const record = new CoverageRecord(document, (flags.path ?? []) as string[]);
  if (record.size === 0) throw cannot('No operation of the document has a path that begins with --path.');
  const file = flags.json === undefined ? undefined : opened(String(flags.json));
  const proxy = await started(String(flags.listen ?? '127.0.0.1:0'), to, record);
  printLine(`svc-contract: listening on ${proxy.url}, passing on to ${to}`);
  // An open proxy would keep the process alive.
  const code = await (words.length === 0 ? signalled() : exitOf(words, proxy.url)).finally(() => proxy.close());
  const result = record.result();
  const totals = totalsOf(result);
  printLine(['', ...coverageLines(result)].join('\n'));
  if (file !== undefined) {
    writeSync(file, `${safeJson({ totals, ...result })}\n`);
    closeSync(file);
  }
  process.exitCode = code;
  if (code === 0 && totals.percent < least)
    throw new KitFailure(`${totals.percent} % of the operations were called, fewer than ${least} %.`);
}

async function started(listen: string, to: string, record: CoverageRecord): Promise<CoverageProxy> {
  const [, address = '', host = address, port = ''] = /^(\[([0-9a-f:]+)\]|[^:]+):(\d{1,5})$/i.exec(listen) ?? [];
  if (port === '' || Number(port) > 65_535) throw cannot(`--listen takes ADDRESS:PORT, not '${listen}'.`);
  let isTold = false;
  const onSilence = (error: Error): void => {
    record.addSilence();
    if (isTold) return;
    isTold = true;
    console.error(`svc-contract: a call got no answer. ${unreachable(to, { cause: error })}`);
  };
  return startCoverageProxy({ to, host, port: Number(port), onAnswer: (call) => record.add(call), onSilence }).catch(
    (error: Error) => {
      throw cannot(`the proxy cannot listen on ${listen}: ${error.message}`);
    },
  );
}

function targetOf(text: string | undefined): string {
  if (text === undefined) throw cannot('Missing server: use --to URL.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.username !== '')
    throw cannot("--to takes the server's address in the form https://host[:port].");
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function percentOf(text: string): number {
  const percent = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 101;
  if (percent > 100) throw cannot(`--fail-under takes a number from 0 to 100, not '${text}'.`);
  return percent;
}

/** Opens the file before the tests run, so that they do not run in vain. */
function opened(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw cannot(`${path} cannot be written: ${(error as Error).message}`);
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

function signalled(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve(0));
  });
}

/** Runs the command with the address of the proxy. Resolves to its exit code as a shell has it. */
function exitOf([command = '', ...args]: string[], url: string): Promise<number> {
  const env = { ...process.env, SVC_URL: url, OPENAI_BASE_URL: `${url}/v1`, ANTHROPIC_BASE_URL: url };
  const child = spawn(command, args, { stdio: 'inherit', env });
  // The terminal sends Ctrl-C to the command too.
  const stop = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGTERM') child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), gracePeriodMs).unref();
  };
  for (const signal of signals) process.on(signal, stop);
  return new Promise<number>((resolve, reject) => {
    child.once('error', ({ message, code }: NodeJS.ErrnoException) => {
      const isMissing = code === 'ENOENT';
      reject(
        cannot(isMissing ? `There is no program '${command}' to run.` : `${command} cannot be started: ${message}`),
      );
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0)));
  }).finally(() => {
    for (const signal of signals) process.off(signal, stop);
  });
}
