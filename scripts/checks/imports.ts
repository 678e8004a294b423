// What a source file of the repository loads, by itself and through what it imports. Types are left out: they are gone
// when the code runs.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const importing = /^\s*(?:import|export)\s(?!type\s)[^'";]*?from '(\.[^']+)'|import\(?\s*'(\.[^']+)'/gm;

const known = new Map<string, string[]>();

/** The paths of the files of the repository that the file loads, itself included. */
export function importsOf(path: string): Set<string> {
  const found = new Set([path]);
  // A set that grows while it is visited is visited to its end.
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
