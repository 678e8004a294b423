// Asks at the terminal: for confirmation before an irreversible action, and for a choice.

import { createInterface } from 'node:readline/promises';
import { Failure, wrongUsage } from './failure.ts';

/** Resolves when the person has typed the word. Throws if the person types another word, or if there is no terminal. */
export async function confirm(word: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw wrongUsage('Nothing was changed. Confirm with --yes, or run the command in a terminal.');
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = new AbortController();
  lines.on('close', () => ended.abort());
  try {
    const answer = await lines.question(`Type '${word}' to continue: `, { signal: ended.signal }).catch(() => '');
    if (answer.trim() !== word) throw new Failure('Nothing was changed.');
  } finally {
    lines.close();
  }
}

/** Resolves to the option that the person types. An empty line takes the first. Throws for any other word. */
export async function choose(what: string, options: readonly [string, ...string[]]): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = new AbortController();
  lines.on('close', () => ended.abort());
  try {
    const question = `${what}: ${options.join(', ')} [${options[0]}] `;
    const answer = (await lines.question(question, { signal: ended.signal }).catch(() => undefined))?.trim();
    if (answer === '') return options[0];
    if (answer === undefined || !options.includes(answer))
      throw new Failure(`Nothing was changed. ${what} is ${options.join(', ')}.`);
    return answer;
  } finally {
    lines.close();
  }
}
