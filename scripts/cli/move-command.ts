// `svc collections move`: moves vector stores to another search engine, and waits until they are there.

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
}

interface Moves {
  stores: number;
  moves: {
    vector_store_id: string;
    to: string;
    chunks: number;
    copied: number;
    problem: string | null;
  }[];
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
    .option('--background', 'returns at once');
  return command.action(async () => {
    const flags = command.optsWithGlobals<Flags>();
    const { store, from, to } = flags;
    if (to === undefined) throw wrongUsage('Missing --to <engine>. --help shows an example.');
    if ((store === undefined) === (from === undefined))
      throw wrongUsage('Give either --store <id> or --from <engine>.');
    const request = store === undefined ? { from, to } : { vector_store_id: store, to };
    const begun = await ask<Moves>(flags, 'POST', path, request);
    const isOwn = (move: Moves['moves'][number]): boolean => store === undefined || move.vector_store_id === store;
    const ended = flags.background === true ? begun : await follow(begun, flags, isOwn);
    if (flags.json) printJson(ended);
    else printLine(textOf(ended, isOwn) ?? `moved to ${plain(to)}`);
  });
}

/** Waits until no such store is left to move. */
async function follow(begun: Moves, flags: Flags, isOwn: (move: Moves['moves'][number]) => boolean): Promise<Moves> {
  let [state, shown] = [begun, ''];
  for (;;) {
    const text = textOf(state, isOwn);
    if (text === undefined) return state;
    if (text !== shown) printNote(text);
    shown = text;
    await wait(lookMs);
    state = await ask<Moves>(flags, 'GET', path);
  }
}

/** Returns how far the moves are, or undefined if there are none. */
function textOf({ stores, moves }: Moves, isOwn: (move: Moves['moves'][number]) => boolean): string | undefined {
  const [first] = moves.filter(isOwn);
  if (first === undefined) return undefined;
  const { vector_store_id: id, copied, chunks, problem } = first;
  const why = problem === null ? '' : ` (${plain(problem)})`;
  return `${stores} to move; ${plain(id)}: ${copied} of ${chunks} chunks copied${why}`;
}
