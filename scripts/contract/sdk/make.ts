// Makes a client: writes the document, runs the pinned generator, and compiles the output if the machine can.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '../../document/index.ts';
import type { Command, Generator } from './generators.ts';

export interface Client {
  name: string;
  generator: Generator;
  package: string;
  /** The folder of the client. */
  folder: string;
  /** The folder of installed generators. */
  programs: string;
}

const journeys = new URL('./journeys/', import.meta.url);

/** Returns the folder of the generator's programs. The version is part of its name, so an old one is never used. */
function programsOf({ name, generator, programs }: Client): string {
  return join(programs, `${name.replace(/^openapi-generator-.*/, 'openapi-generator')}-${generator.version}`);
}

/** Returns the file that stands in the generator's folder until the installation has ended. */
function unfinishedOf(client: Client): string {
  return join(programsOf(client), '.unfinished');
}

/** Tells whether the generator is installed. `npx` fetches those of TypeScript. */
export function isInstalled(client: Client): boolean {
  const [program = ''] = client.generator.generate;
  return !program.startsWith('$BIN') || (existsSync(filled(client, program)) && !existsSync(unfinishedOf(client)));
}

/** Tells whether the PATH has the generator in the pinned version. */
export async function isOnPath({ generator }: Client): Promise<boolean> {
  const [program = ''] = generator.generate;
  const told = await promisify(execFile)(basename(program), ['--version']).catch(() => ({ stdout: '' }));
  return told.stdout.split(/\s+/).some((word) => word.replace(/^v/, '') === generator.version);
}

/** Installs the generator. */
export async function install(client: Client): Promise<void> {
  const folder = programsOf(client);
  await mkdir(folder, { recursive: true });
  await writeFile(unfinishedOf(client), '');
  for (const command of client.generator.install) await runIn(client, folder, command);
  await rm(unfinishedOf(client));
}

/** Generates the client into its folder, which must be empty or missing. The generator is installed or on the PATH. */
export async function generate(client: Client, document: Json): Promise<void> {
  const { generator, folder } = client;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  for (const [path, text] of Object.entries(generator.files ?? {})) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), filled(client, text));
  }
  const [program = '', ...args] = generator.generate;
  await runIn(client, folder, [isInstalled(client) ? program : basename(program), ...args]);
}

/** Compiles the client. Returns the program that the machine lacks, if any. */
export async function compile(client: Client): Promise<string | undefined> {
  const [first] = client.generator.compile;
  const [program = ''] = first ?? [];
  if (first !== undefined && !(await hasProgram(filled(client, program)))) return basename(program);
  for (const command of client.generator.compile) await runIn(client, client.folder, command);
  return undefined;
}

/** Returns the file name and the text of the journey with this client, if there is one. */
export async function journeyOf(name: string): Promise<{ file: string; text: string } | undefined> {
  const file = (await readdir(journeys)).find((entry) => entry.replace(/\.\w+$/, '') === basename(name));
  return file === undefined ? undefined : { file, text: await readFile(new URL(file, journeys), 'utf8') };
}

/** Runs a command in a folder, and returns its output. Throws with the output if it fails. */
export async function runIn(client: Client, folder: string, command: Command, env = {}): Promise<string> {
  const [program = '', ...args] = command.map((word) => filled(client, word));
  const bin = programsOf(client);
  const ran = promisify(execFile)(program, args, {
    cwd: folder,
    // Programs of Python packages call each other by name: openapi-python-client formats its code with ruff.
    env: { ...process.env, PATH: [join(bin, 'bin'), process.env.PATH].join(delimiter), GOBIN: bin, ...env },
    maxBuffer: 1 << 26,
  });
  const { stdout } = await ran.catch((error: Error & { stdout?: string; stderr?: string }) => {
    const output = [error.stdout, error.stderr].map((text) => (text ?? error.message).slice(-4000)).join('\n');
    throw new Error(`${program} ${args.join(' ')}\n${output}`);
  });
  return stdout;
}

/** Tells whether the machine has a program. */
export async function hasProgram(program: string): Promise<boolean> {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  const found = await Promise.allSettled(folders.map((folder) => access(join(folder, program))));
  return found.some(({ status }) => status === 'fulfilled');
}

function filled(client: Client, text: string): string {
  return text.replaceAll('$BIN', programsOf(client)).replaceAll('$PACKAGE', client.package);
}
