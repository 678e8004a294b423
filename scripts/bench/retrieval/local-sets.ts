// Retrieval sets built from the texts of the installed packages. Everybody who ran `npm ci` has the same sets, and the
// repository contains no third-party texts. In each set, a question is a part cut out of the text that answers it.

import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RetrievalSet } from './set.ts';

const modules = new URL('../../../node_modules/', import.meta.url).pathname;
const maxDocumentWords = 300;

/** Builds the three sets. The same packages give the same sets. */
export async function localSets(): Promise<RetrievalSet[]> {
  const packages = await readPackages();
  return [descriptions(packages), longQuestions(packages), await interfaces()];
}

interface InstalledPackage {
  name: string;
  description: string;
  /** The text without code blocks, badges and markup. */
  sections: string[];
}

/** Short questions: the description of a package is the question, and its README is the answer. */
function descriptions(packages: InstalledPackage[]): RetrievalSet {
  const set = emptySet('package descriptions');
  const described = packages.filter(({ description }) => wordsOf(description).length >= 5);
  for (const { name, description, sections } of described) {
    const text = sections.join('\n\n').replaceAll(description, '');
    if (wordsOf(text).length < 40) continue;
    set.documents.set(name, firstWords(text, maxDocumentWords));
    if (isChosen(name, 1)) ask(set, name, description, [name]);
  }
  return set;
}

/**
 * Long questions: a README section of at least 60 words is the question, and the README's other sections are the
 * answer.
 */
function longQuestions(packages: InstalledPackage[]): RetrievalSet {
  const set = emptySet('README sections, long questions');
  for (const { name, sections } of packages) {
    const long = sections.filter((section) => wordsOf(section).length >= 40).slice(0, 12);
    const question = long.find((section) => wordsOf(section).length >= 60);
    const others = long.filter((section) => section !== question);
    const ids = others.map((section, index) => {
      set.documents.set(`${name} ${index}`, firstWords(section, maxDocumentWords));
      return `${name} ${index}`;
    });
    if (question !== undefined && ids.length >= 2) ask(set, name, firstWords(question, 150), ids);
  }
  return set;
}

/**
 * One-sentence questions: the first sentence of a declaration's comment is the question, and the rest is the answer.
 */
async function interfaces(): Promise<RetrievalSet> {
  const set = emptySet('comments of declarations');
  const files = ['playwright-core/types/types.d.ts', 'typescript/lib/lib.dom.d.ts'];
  const folder = join(modules, '@types/node');
  const declarations = (await readdir(folder)).filter((name) => name.endsWith('.d.ts')).sort();
  for (const file of [...files.map((name) => join(modules, name)), ...declarations.map((name) => join(folder, name))]) {
    const text = await readFile(file, 'utf8');
    for (const [, comment = ''] of text.matchAll(/\/\*\*([\s\S]*?)\*\//g)) {
      const prose = plainText(comment.replaceAll(/^\s*\* ?/gm, '').replaceAll(/^@\w+/gm, ''));
      const end = prose.search(/\.\s/);
      const rest = firstWords(prose.slice(end + 1), maxDocumentWords);
      const question = prose.slice(0, end);
      if (end < 0 || wordsOf(question).length < 5 || wordsOf(rest).length < 40) continue;
      const id = `${set.documents.size}`;
      if ([...set.documents.values()].includes(rest)) continue;
      set.documents.set(id, rest);
      if (isChosen(`${id}`, 2)) ask(set, id, question, [id]);
    }
  }
  return set;
}

function emptySet(name: string): RetrievalSet {
  return { name, documents: new Map(), questions: new Map(), judgements: new Map() };
}

function ask({ questions, judgements }: RetrievalSet, id: string, question: string, relevant: string[]): void {
  questions.set(id, question);
  judgements.set(id, new Map(relevant.map((document) => [document, 1])));
}

/** Selects about one of `oneIn` names, by a hash of the name. */
function isChosen(name: string, oneIn: number): boolean {
  return [...name].reduce((sum, character) => (31 * sum + character.charCodeAt(0)) % 65_521, 7) % oneIn === 0;
}

async function readPackages(): Promise<InstalledPackage[]> {
  const folders = await Promise.all(
    (await readdir(modules)).map(async (name) =>
      name.startsWith('@') ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`) : [name],
    ),
  );
  const seen = new Set<string>();
  return folders
    .flat()
    .sort()
    .flatMap((name): InstalledPackage[] => {
      try {
        const { description = '' } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
        const text = readFileSync(join(modules, name, 'README.md'), 'utf8');
        if (seen.has(description)) return [];
        seen.add(description);
        const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
        const sections = prose.split(/^#+ .*$|^.*\n[=-]{3,}$/m).map(plainText);
        return [{ name, description, sections: sections.filter((section) => section !== '') }];
      } catch {
        return [];
      }
    });
}

/** Returns the prose without markup, addresses and code. */
function plainText(text: string): string {
  return text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]{1,300}>|https?:\/\/\S+|^\[[^\]]+\]:.*$|[`*|]/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}+/gu) ?? [];
}

function firstWords(text: string, count: number): string {
  return text.split(' ').slice(0, count).join(' ');
}
