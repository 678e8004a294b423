// Finds the files that a source file loads, directly and indirectly. Type imports do not count, because they do not
// exist at run time.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const importing = /^\s*(?:import|export)\s(?!type\s)[^'";]*?from '(\.[^']+)'|import\(?\s*'(\.[^']+)'/gm;

const known = new Map<string, string[]>();

/** Returns the paths of all files of the repository that the file loads, itself included. */
export function importsOf(path: string): Set<string> {
  const found = new Set([path]);
  // Iterating a Set also visits the items that are added meanwhile.
  for (const one of found) for (const other of directImports(one)) found.add(other);
  return found;
}

function directImports(path: string): string[] {
  let paths = known.get(path);
  if (paths === undefined) {
    const text = path.endsWith('.ts') ? readFileSync(path, 'utf8') : '';
    const matches = [...text.matchAll(importing)].map(([, named, bare]) => named ?? bare ?? '');
    paths = matches.map((name) => join(dirname(path), name));
    known.set(path, paths);
  }
  return paths;
}
