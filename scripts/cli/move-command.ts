// `svc collections move`: moves vector stores to another search engine, and waits until they are there; or cancels moves.

import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { plain } from '../text/index.ts';
import { wrongUsage } from './failure.ts';
import { ask } from './file-transfer.ts';
import { printJson, printLine, printNote } from './output.ts';
import type { Globals } from './session.ts';

const path = '/admin/collections/moves';
const lookMs = 1000;

interface Flags extends Globals {
  store?: string;
  from?: string;
  to?: string;
  background?: boolean;
  cancel?: boolean;
}

interface Move {
  vector_store_id: string;
  from: string;
  copied: number;
  chunks: number;
  problem: string | null;
}

interface Moves {
  data: Move[];
  has_more: boolean;
}

export function moveCommand(): Command {
  const command = new Command('move')
    .summary('Move vector stores to another search engine')
    .description(
      'Moves a vector store, or all of an engine, in the background. They are searched and filled meanwhile. Ctrl-C ends the wait, not the move.',
    )
    .option('--store <id>', 'a vector store')
    .option('--from <engine>', 'takes all vector stores of this engine')
    .option('--to <engine>', 'the engine to move to')
    .option('--background', 'returns at once')
    .option('--cancel', 'ends the move: the stores stay where they are');
  return command.action(async () => {
    const flags = command.optsWithGlobals<Flags>();
    const { store, from, to } = flags;
    if ((to === undefined) !== (flags.cancel === true))
      throw wrongUsage('Give either --to <engine> or --cancel. --help shows an example.');
    if ((store === undefined) === (from === undefined))
      throw wrongUsage('Give either --store <id> or --from <engine>.');
    const stores = store === undefined ? { from } : { vector_store_id: store };
    const answer = await (to === undefined
      ? ask<{ cancelled?: number }>(flags, 'POST', `${path}/cancel`, stores)
      : ask<{ cancelled?: number }>(flags, 'POST', path, { ...stores, to }));
    if (to !== undefined && flags.background !== true) await follow(flags);
    if (flags.json) printJson(answer);
    else if (to === undefined) printLine(`${answer.cancelled} cancelled`);
    else printLine(`${flags.background === true ? 'moving' : 'moved'} to ${plain(to)}`);
  });
}

/** Waits until no such store is left to move. */
async function follow(flags: Flags): Promise<void> {
  const { store, from } = flags;
  const query = store === undefined ? '?limit=100' : `?vector_store_id=${encodeURIComponent(store)}`;
  for (let shown = ''; ; ) {
    const { data, has_more: hasMore } = await ask<Moves>(flags, 'GET', `${path}${query}`);
    const own = data.filter((move) => store !== undefined || move.from === from);
    if (own.length === 0 && !hasMore) return;
    const text = textOf(own, hasMore);
    if (text !== shown) printNote(text);
    shown = text;
    await wait(lookMs);
  }
}

/** Returns how far the moves are. */
function textOf(moves: Move[], hasMore: boolean): string {
  const count = `${moves.length}${hasMore ? ' or more' : ''} to move`;
  const first = moves.find(({ copied }) => copied > 0) ?? moves[0];
  if (first === undefined) return count;
  const { vector_store_id: id, copied, chunks, problem } = first;
  const why = problem === null ? '' : ` (${plain(problem)})`;
  return `${count}; ${plain(id)}: ${copied} of ${chunks} chunks copied${why}`;
}
