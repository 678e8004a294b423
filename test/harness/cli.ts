// Runs the CLI with a home directory of its own and only the given settings. Commands that run to their end share one
// child process for each test file. `start` and `type` use a process of their own for each command.

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import type { CliReply, CliRequest } from './cli-process.ts';
import type { TestDatabase } from './database.ts';

const root = join(import.meta.dirname, '../..');
const command = [process.execPath, join(root, 'scripts/cli.ts')];

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Parses standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: it is what the test is about.
  json(): any;
}

export interface Started {
  child: ChildProcess;
  /** Resolves when the command ends. */
  result: Promise<CliResult>;
}

export interface Cli {
  /** The folder in which the CLI keeps its files. */
  folder: string;
  /** Runs a command to its end. Uses a process of its own only if another command is running. */
  run(args: string[], options?: { input?: string; env?: Record<string, string> }): Promise<CliResult>;
  /** Starts a command. `byNpm`: starts it with npm as in the README, in a process group of its own. */
  start(args: string[], options?: { input?: string; env?: Record<string, string>; byNpm?: boolean }): Started;
  /** Runs a command with --json, which must succeed, and returns the parsed output. */
  // biome-ignore lint/suspicious/noExplicitAny: it is what the test is about.
  json(...args: string[]): Promise<any>;
  /**
   * Runs a command at a terminal: types each line when its prompt appears. Returns everything that the screen showed.
   */
  type(args: string[], lines: [prompt: string, line: string][]): Promise<{ code: number | null; screen: string }>;
}

/** Returns a CLI with the server's settings and URL. */
export async function createCli(t: Test, app: { url: string; database: Pick<TestDatabase, 'settings'> }): Promise<Cli> {
  const home = await mkdtemp(join(tmpdir(), 'svc-cli-'));
  t.teardown(() => removeFolder(home));
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TERM: 'xterm',
    XDG_CONFIG_HOME: join(home, 'config'),
    SVC_URL: app.url,
    ...app.database.settings,
  };
  const start: Cli['start'] = (args, { input = '', env = {}, byNpm = false } = {}) => {
    const [program = '', ...before] = byNpm ? ['npm', 'run', '--silent', 'svc', '--'] : command;
    const surroundings = { cwd: root, env: { ...environment, ...env }, detached: byNpm };
    const child = spawn(program, [...before, ...args], surroundings);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const outcome = Promise.all([textOf(child.stdout), textOf(child.stderr), exitOf(child)]);
    const result = outcome.then(([stdout, stderr, code]) => ({ code, stdout, stderr, json: () => JSON.parse(stdout) }));
    return { child, result };
  };
  const run: Cli['run'] = async (args, options = {}) => {
    if (isBusy) return start(args, options).result;
    const { input = '', env = {} } = options;
    const reply = await runShared({ args, input, env: { ...environment, ...env } });
    return { ...reply, json: () => JSON.parse(reply.stdout) };
  };
  return {
    folder: join(home, 'config/svc'),
    run,
    start,
    async json(...args) {
      const result = await run([...args, '--json']);
      if (result.code !== 0) throw new Error(`svc ${args.join(' ')}: ${result.stderr}`);
      return result.json();
    },
    async type(args, lines) {
      await ensurePackages(['/usr/bin/script'], ['bsdutils']);
      const line = [...command, ...args].map((word) => `'${word}'`).join(' ');
      const child = spawn('/usr/bin/script', ['--quiet', '--return', '--command', line, '/dev/null'], {
        cwd: root,
        env: environment,
      });
      let screen = '';
      const waiting = [...lines];
      child.stdout.on('data', (chunk: Buffer) => {
        screen += chunk.toString();
        const [next] = waiting;
        if (next === undefined || !screen.endsWith(next[0])) return;
        waiting.shift();
        child.stdin.write(`${next[1]}\r`);
      });
      const code = await exitOf(child);
      return { code, screen };
    },
  };
}

let shared: ChildProcess | undefined;
let isBusy = false;

/** Runs the command in the shared process of this test file. */
export async function runShared(request: CliRequest): Promise<CliReply> {
  shared ??= fork(join(import.meta.dirname, 'cli-process.ts'), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const child = shared;
  isBusy = true;
  child.ref();
  child.channel?.ref();
  try {
    return await new Promise<CliReply>((resolve, reject) => {
      child.once('message', (reply) => resolve(reply as CliReply));
      child.once('exit', (code) => reject(new Error(`svc ${request.args.join(' ')} ended its process: ${code}`)));
      child.send(request);
    });
  } finally {
    child.removeAllListeners('message').removeAllListeners('exit');
    // An idle process must not keep the test file alive.
    child.unref();
    child.channel?.unref();
    isBusy = false;
  }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += (chunk as Buffer).toString();
  return text;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
