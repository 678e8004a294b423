// The files of a run, and the order in which processes take them.

import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseKind } from '../harness/database.ts';

/** Test files of one database. The processes that run them claim each with a folder, named by its place in the list. */
export interface Lane {
  files: string[];
  /** Undefined if the files use no database. */
  kind: DatabaseKind | undefined;
  /** The folder of the claims. */
  claims: string;
}

const root = join(import.meta.dirname, '../..');
/** Files that end the processes of others, and of a whole machine: each of them has a process of its own. */
const single = /^test\/faults\//;
/** Files that mostly wait for the processes that they start. */
const waiting = /^test\/(cli|panel|sdk|server)\//;

/** Returns the lanes of the files on this database: one for all that share processes, and one for each other file. */
export function lanesOf(files: string[], kind: DatabaseKind | undefined): Lane[] {
  const shared = files.filter((file) => !single.test(file));
  return [inOrder(shared), ...files.filter((file) => single.test(file)).map((file) => [file])]
    .filter(({ length }) => length > 0)
    .map((own) => ({ files: own, kind, claims: mkdtempSync(join(tmpdir(), 'svc-claims-')) }));
}

/** Returns the longest files first, and those that mostly wait evenly among those that compute, so that no core is idle. */
function inOrder(files: string[]): string[] {
  const bySize = files.toSorted((a, b) => statSync(join(root, b)).size - statSync(join(root, a)).size);
  return [...Map.groupBy(bySize, (file) => waiting.test(file)).values()]
    .flatMap((alike) => alike.map((file, index) => ({ file, place: index / alike.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file }) => file);
}

/** Returns the number of files that no process has claimed. */
export function leftIn({ files, claims }: Lane): number {
  return files.length - readdirSync(claims).length;
}
