// Reads the types that a generator wrote, for languages whose compiler these tests do not have.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of types of each language, and the lines that show that a type has members or values. */
const types: Record<string, { files: string; member: RegExp }> = {
  csharp: { files: 'src/*/Model/*.cs', member: /public enum|(?<!AdditionalProperties) \{ get;/ },
  swift: {
    files: 'Sources/*/Models/*.swift',
    member: /^ +public (?:var|let) (?!additionalProperties)\S+:|^public enum|typealias/m,
  },
  dart: { files: 'lib/model/*.dart', member: /^ {2}(?:final )?[\w<][\w<>?, ]* \w+;|static const \w+ = \w+\._\(/m },
};
/** Files that have no type of the document. */
const helpers = /AbstractOpenAPISchema/;

/** Returns the files whose type has no member: a union that the generator cannot express becomes such a type. */
export function emptyTypesIn(folder: string, language: string): string[] {
  const { files, member } = types[language] ?? { files: '', member: /$^/ };
  const found = globSync(files, { cwd: folder }).filter((file) => !helpers.test(file));
  if (files !== '' && found.length === 0) throw new Error(`There are no types in ${folder}`);
  return found.filter((file) => !member.test(readFileSync(join(folder, file), 'utf8')));
}

/** Returns the names of the Python classes in the file that end with a number, because the generator made them up. */
export function numberedClassesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^class (\w+\d)\b/gm)].map(([, name = '']) => name);
}
