// Finds the reader processes of ingestion that this process has started.

import { readFile } from 'node:fs/promises';

/** Returns the ids of the running reader processes. */
export async function readerPids(): Promise<number[]> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  const pids = children.trim().split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_pid, index) => commands[index]?.includes('ingestion/reader'));
}
