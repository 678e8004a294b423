// `svc vector-store search STORE QUERY…`: prints the hits, the best first.

import { Command, InvalidArgumentError } from 'commander';
import { plain } from '../text/index.ts';
import { ask, idOf } from './file-transfer.ts';
import { toNumber } from './flags.ts';
import { vectorStoreId } from './named-ids.ts';
import { printJson, printLine, printNote } from './output.ts';
import { type RankingFlags, rankerOption, rankingOptions, textWeightOption, thresholdOption } from './ranking.ts';
import type { Globals } from './session.ts';

/** The number of characters shown of a chunk; --json shows all. */
const shownLength = 400;

interface Flags extends Globals, RankingFlags {
  maxNumResults?: number;
  rewriteQuery?: boolean;
  filter?: Pair[];
}

type Pair = [key: string, value: string];

type Filter = { type: 'eq'; key: string; value: string | number | boolean } | { type: 'and' | 'or'; filters: Filter[] };

interface Found {
  search_query: string[];
  data: { file_id: string; filename: string; score: number; content: { text: string }[] }[];
}

export function searchCommand(): Command {
  const command = new Command('search')
    .summary('Search a vector store')
    .description('Searches a vector store, and prints the chunks with their scores, the best first.')
    .argument('<vector_store>', 'the name or the id of the vector store')
    .argument('<query...>', 'the query; several words need no quotes')
    .option('--max-num-results <number>', 'the maximum number of results (1 to 50; default: 10)', toNumber)
    .addOption(rankerOption())
    .addOption(textWeightOption())
    .addOption(thresholdOption())
    .option('--rewrite-query', "lets the server's model rewrite the query first")
    .option(
      '--filter <key=value>',
      'searches only files with this attribute; may be repeated, and all must match',
      addPair,
    );
  return command.action(async (store: string, words: string[]) => {
    const flags = command.optsWithGlobals<Flags>();
    const id = (await vectorStoreId(flags, store)) ?? store;
    const path = `/v1/vector_stores/${idOf(id, 'vector_store')}/search`;
    const found = await ask<Found>(flags, 'POST', path, requestOf(words.join(' '), flags));
    if (flags.json) return printJson(found);
    if (flags.rewriteQuery === true) printNote(`searched for: ${plain(found.search_query.join(', '))}`);
    if (found.data.length === 0)
      printNote(
        flags.filter === undefined
          ? 'No results. "svc vector-store-file list VECTOR_STORE" shows whether the files are processed.'
          : 'No results match this filter.',
      );
    else for (const result of found.data) printResult(result);
  });
}

function requestOf(query: string, { maxNumResults, rewriteQuery, filter = [], ...ranking }: Flags): object {
  const filters = filter.map(filterOf);
  return {
    query,
    ...(maxNumResults === undefined ? {} : { max_num_results: maxNumResults }),
    ...(rewriteQuery === true ? { rewrite_query: true } : {}),
    ...rankingOptions(ranking),
    ...(filters.length === 0 ? {} : { filters: filters.length === 1 ? filters[0] : { type: 'and', filters } }),
  };
}

/**
 * Returns the filter for an attribute. Attributes are strings, numbers or booleans, so a text such as `5` or `true`
 * matches either type.
 */
function filterOf([key, value]: Pair): Filter {
  const asText: Filter = { type: 'eq', key, value };
  const other = ['true', 'false'].includes(value) ? value === 'true' : isNumber(value) ? Number(value) : undefined;
  return other === undefined ? asText : { type: 'or', filters: [asText, { type: 'eq', key, value: other }] };
}

function printResult({ file_id: fileId, filename, score, content }: Found['data'][number]): void {
  printLine(`${score.toFixed(3)}  ${plain(filename)}  ${plain(fileId)}`);
  const text = plain(content.map((part) => part.text).join(' '));
  printLine(`  ${text.length > shownLength ? `${text.slice(0, shownLength)}…` : text}`);
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

function addPair(text: string, pairs: Pair[] = []): Pair[] {
  const [, key, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError('It must have the form KEY=VALUE.');
  return [...pairs, [key, value]];
}
