// Runs the commands of the guides in spec/guides/ as a reader does: one guide after the other in the same shell, with the
// files that the guides tell to save, and with `svc` as a command. Each shell block that has an output block below it
// must print that.

import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type GuideName, guideSource } from '../../scripts/generate/docs/guides.ts';
import { type Block, blocksOf } from '../../scripts/generate/docs/markdown.ts';
import { runShared } from './cli.ts';

const root = join(import.meta.dirname, '../..');

type Code = Extract<Block, { kind: 'code' }>;

/** A shell block of a guide, with what it must print. */
export interface Step {
  commands: string;
  expected: Code | undefined;
}

export interface Shell {
  /** Runs the shell blocks of a guide. Returns the output of each. `replace` changes addresses of examples. */
  run(guide: GuideName, replace?: [from: string, to: string][]): Promise<{ step: Step; output: string }[]>;
  close(): void;
}

/** Creates the shell of a reader with an empty home folder. */
export async function createShell(folder: string, environment: Record<string, string>): Promise<Shell> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const commands = await serveCommands(join(folder, 'svc.sock'));
  await writeFile(join(bin, 'svc'), svcScript(join(folder, 'svc.sock')), { mode: 0o755 });
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'svc-server'), { recursive: true });
  await symlink(join(root, 'test/node_modules/openai'), join(modules, 'openai'));
  // The sources of the client, under the name that the built package exports.
  await symlink(join(root, 'scripts/client'), join(modules, 'svc-server/client'));
  await writeFile(join(modules, 'svc-server/package.json'), '{"exports": {"./client": "./client/index.ts"}}');
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'cache'),
    ...environment,
  };
  return {
    async run(guide, replace = []) {
      const source = replace.reduce((text, [from, to]) => text.replaceAll(from, to), guideSource(guide));
      const codes = blocksOf(source).filter((block) => block.kind === 'code');
      for (const { title, text } of codes) if (title !== '') await writeFile(join(folder, title), `${text}\n`);
      const steps = stepsOf(codes);
      const script = [
        'set -eua',
        '[ ! -e state ] || . ./state',
        ...steps.map(({ commands }) => `${commands}\nprintf '\\n${mark}\\n'`),
        '(declare -f; export -p) > state',
      ].join('\n');
      await writeFile(join(folder, `${guide}.sh`), script);
      const { stdout } = await promisify(execFile)('bash', [`${guide}.sh`], { cwd: folder, env });
      const outputs = stdout.split(`\n${mark}\n`);
      return steps.map((step, index) => ({ step, output: (outputs[index] ?? '').trim() }));
    },
    close: () => commands.close(),
  };
}

/**
 * The command `svc`, which lets one process run all commands one after the other: to load the command line for each would
 * take most of the time. A command that runs until it is stopped has a process of its own.
 */
function svcScript(socket: string): string {
  return `#!/bin/bash
[ "$1 $2" != 'webhook listen' ] || exec '${process.execPath}' '${join(root, 'scripts/cli.ts')}' "$@"
output=$(mktemp)
code=$({ printf '%s\\0' "$PWD" "$#" "$@"; env -0; } |
  curl -sS --unix-socket '${socket}' --data-binary @- -o "$output" -w '%header{x-code} %header{x-error}' http://svc/)
cat "$output"; rm "$output"
error="\${code#* }"; printf '%b' "\${error//%/\\\\x}" >&2; exit "\${code%% *}"
`;
}

/** Runs the commands that arrive at the socket. Answers with the output, and with exit code and standard error in headers. */
async function serveCommands(socket: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const [cwd = '', count = '', ...rest] = (await text(request)).split('\0').slice(0, -1);
    const [args, variables] = [rest.slice(0, Number(count)), rest.slice(Number(count))];
    const env = Object.fromEntries(
      variables.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const { code, stdout, stderr } = await runShared({ args, env, input: '', cwd });
    response.writeHead(200, { 'x-code': String(code), 'x-error': encodeURIComponent(stderr) }).end(stdout);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  server.unref();
  return server;
}

const mark = '-----8<-----';

function stepsOf(codes: Code[]): Step[] {
  return codes.flatMap((code, index) => {
    if (code.language !== 'sh') return [];
    const next = codes[index + 1];
    const isOutput = next !== undefined && ['text', 'json'].includes(next.language);
    return { commands: code.text, expected: isOutput ? next : undefined };
  });
}

/** Returns an output without what differs in each run: the random part of ids, numbers, and the width of gaps. */
export function comparable(text: string): string {
  return text
    .replace(/[0-9A-HJKMNP-TV-Z]{26}/g, 'ID')
    .replace(/\d+/g, '0')
    .replace(/ +/g, ' ')
    .trim();
}

/** Returns the scores of search results in an output, as JSON or as the command line prints them. */
export function scoresIn(text: string): number[] {
  const found = text.matchAll(/"score": ?([0-9.e-]+)|^([0-9.]+) {2}\S+ {2}file-/gm);
  return [...found].map(([, json, printed]) => Number(json ?? printed));
}

/** Returns the structure of a JSON value: names and types without texts and numbers. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]));
}
