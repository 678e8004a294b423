// Asking before what cannot be undone.

import { createInterface } from 'node:readline/promises';
import { Failure, wrongUsage } from './failure.ts';

/** Resolves once the person has typed the word. Throws where it is another, and where nobody can be asked. */
export async function confirm(word: string): Promise<void> {
  if (!process.stdin.isTTY) throw wrongUsage('Nothing was changed: say --yes, or run it at a terminal.');
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = new AbortController();
  lines.on('close', () => ended.abort());
  try {
    const answer = await lines.question(`Type '${word}' to go on: `, { signal: ended.signal }).catch(() => '');
    if (answer.trim() !== word) throw new Failure('Nothing was changed.');
  } finally {
    lines.close();
  }
}
