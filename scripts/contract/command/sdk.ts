// The command `sdk`: makes a client of a language with the pinned generator.

import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { printJson, printLine } from '../report/print.ts';
import { type Generator, generators } from '../sdk/generators.ts';
import { type Client, compile, generate, hasProgram, install, isInstalled, isOnPath } from '../sdk/make.ts';
import { readmeOf } from '../sdk/readme.ts';
import { publishedDocument } from './document.ts';
import { cannot } from './failure.ts';
import type { RawFlags } from './options.ts';
import { languages } from './sdk-options.ts';

/** Runs the command. Throws a KitFailure for wrong usage, and if the generator or the compiler fails. */
export async function sdkCommand(language: string, flags: RawFlags): Promise<void> {
  if (flags.list === true) return printList(flags.json === true);
  const [name, generator] = chosen(language, flags.generator as string | undefined);
  const client: Client = {
    name,
    generator,
    package: packageOf(flags, generator),
    folder: folderOf(flags),
    programs: process.env.SVC_SDK_HOME ?? join(homedir(), '.cache/svc-contract'),
  };
  await needPrograms(generator);
  const again = `svc-contract sdk ${language} --generator ${name} --out ${flags.out} --install`;
  if (!isInstalled(client) && !(await isOnPath(client))) {
    if (flags.install !== true)
      throw cannot(`${name} ${generator.version} is not installed. Install it with: ${again}`);
    await failing(install(client));
  }
  const document = publishedDocument(generator.form);
  await failing(generate(client, document));
  const lacked = await failing(compile(client));
  const url = (flags.url as string | undefined) ?? 'http://127.0.0.1:8080';
  await writeFile(join(client.folder, 'README.md'), await readmeOf(client, url));
  printLine(`${client.folder}: a client for ${language}, by ${name} ${generator.version}`);
  if (generator.compile.length === 0) printLine(`Not compiled: it was ${generator.tested}.`);
  else if (lacked !== undefined) printLine(`Not compiled: this machine has no ${lacked}.`);
}

function chosen(language: string, name: string | undefined): [string, Generator] {
  const ofLanguage = Object.entries(generators).filter(([, generator]) => generator.language === language);
  const [usual] = ofLanguage;
  if (usual === undefined) throw cannot(`There is no language '${language}'. sdk takes ${languages.join(', ')}.`);
  if (name === undefined) return usual;
  const found = ofLanguage.find(([other]) => other === name);
  const names = ofLanguage.map(([other]) => other).join(', ');
  if (found === undefined) throw cannot(`There is no generator '${name}' of ${language}. --generator takes ${names}.`);
  return found;
}

function packageOf(flags: RawFlags, generator: Generator): string {
  const given = (flags.package as string | undefined) ?? generator.package;
  if (/^[A-Za-z][\w.-]*$/.test(given)) return given;
  throw cannot(`--package '${given}' is not a name: it takes letters, digits, '_', '.' and '-'.`);
}

function folderOf(flags: RawFlags): string {
  if (flags.out === undefined) throw cannot('Missing --out DIR, the folder of the client.');
  const folder = resolve(flags.out as string);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw cannot(`${folder} is not empty. Choose another --out.`);
  return folder;
}

async function needPrograms({ needs }: Generator): Promise<void> {
  for (const program of needs)
    if (!(await hasProgram(program))) throw cannot(`This machine has no ${program}, which the generator needs.`);
}

async function failing<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error: Error) => {
    throw cannot(error.message);
  });
}

function printList(isJson: boolean): void {
  const rows = Object.entries(generators).map(([name, { language, version, form, options, tested, testedOn }]) => ({
    language,
    generator: name,
    version,
    form: form ?? 'as published',
    options,
    tested,
    date: testedOn,
  }));
  if (isJson) {
    printJson(rows);
    return;
  }
  const names = ['language', 'generator', 'version', 'form', 'tested', 'date', 'options'] as const;
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name].length)));
  const line = (cells: readonly string[]) => cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ');
  printLine(line(names).trimEnd());
  for (const row of rows) printLine(line(names.map((name) => row[name])).trimEnd());
}
