// `svc vector-store reread STORE…`: reads the files of vector stores again, and waits until all are read.

import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { plain } from '../text/index.ts';
import { Failure, wrongUsage } from './failure.ts';
import { ask, contextHeaders, idOf } from './file-transfer.ts';
import { idByName, listAll } from './names.ts';
import { printJson, printLine, printNote } from './output.ts';
import type { Globals } from './session.ts';

const lookMs = 1000;

interface Flags extends Globals {
  all?: boolean;
  changed?: boolean;
  background?: boolean;
}

interface Reread {
  vector_store_id: string;
  older_files: number;
  older_chunks: number;
  in_progress: number;
  failed: number;
}

export function rereadCommand(): Command {
  const command = new Command('reread')
    .summary('Read the files of vector stores again')
    .description(
      'Reads the files of vector stores again, behind uploads. Searches find the old text of a file until its new one is complete.',
    )
    .argument('[vector_store_id...]', 'the vector stores, by id or name')
    .option('--all', 'takes all vector stores of the project')
    .option('--changed', 'leaves files as they are whose text comes out the same')
    .option('--background', 'returns at once');
  return command.action(async (stores: string[]) => {
    const flags = command.optsWithGlobals<Flags>();
    if ((stores.length === 0) === (flags.all !== true)) throw wrongUsage('Name vector stores, or give --all.');
    const ids = await idsOf(stores, flags);
    const body = { changed: flags.changed === true };
    const states: Reread[] = [];
    for (const id of ids) states.push(await ask<Reread>(flags, 'POST', `${pathOf(id)}/reread`, body));
    const ended = flags.background === true ? states : await follow(ids, flags);
    if (flags.json) printJson(ended);
    else for (const state of ended) printLine(sentenceOf(state));
    const failed = ended.reduce((sum, one) => sum + one.failed, 0);
    if (failed > 0)
      throw new Failure(
        `${failed} files could not be read again. "svc vector-store-file list VECTOR_STORE_ID --json" has the reasons.`,
      );
  });
}

async function idsOf(stores: string[], flags: Flags): Promise<string[]> {
  const list = () => listAll(flags, { path: '/v1/vector_stores', headers: contextHeaders(flags) });
  if (flags.all === true) return (await list()).map(({ id }) => id);
  return Promise.all(stores.map(async (store) => (await idByName('vector store', store, list)) ?? store));
}

/** Waits until no file of the stores is being read. */
async function follow(ids: string[], flags: Flags): Promise<Reread[]> {
  for (let shown = ''; ; await wait(lookMs)) {
    const states: Reread[] = [];
    for (const id of ids) states.push(await ask<Reread>(flags, 'GET', `${pathOf(id)}/reread`));
    const left = states.reduce((sum, one) => sum + one.in_progress, 0);
    if (left === 0) return states;
    const text = `${left} files are being read`;
    if (text !== shown) printNote(text);
    shown = text;
  }
}

function pathOf(id: string): string {
  return `/v1/vector_stores/${idOf(id, 'vector_store_id')}`;
}

function sentenceOf(state: Reread): string {
  const { vector_store_id: id, in_progress: running, older_files: older, older_chunks: chunks, failed } = state;
  if (running > 0) return `${plain(id)}: ${running} files are read again in the background`;
  const rest = [
    chunks > 0 && `${chunks} with the same text keep the chunks of an older version`,
    failed > 0 && `${failed} failed and keep their old text`,
  ].filter((one) => one !== false);
  return [`${plain(id)}: read again, ${older} files of older versions left`, ...rest].join(', ');
}
