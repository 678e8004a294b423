// Measures the quality of search: nDCG@10 of a server with default settings, through its API, compared with plain BM25.
//
//   node scripts/bench/retrieval.ts              use three sets built from the installed packages
//   node scripts/bench/retrieval.ts FOLDER…      use the sets in these folders; formats: retrieval/folder.ts
//
// p: the paired randomization test against stemmed BM25. Exit code 1: on a set, `auto` is worse by more than .005 than its
// better part or than stemmed BM25; or `auto` is not better than stemmed BM25 on the mean of the sets.

import { type Api, fill, withServer } from './retrieval/filled-store.ts';
import { readFolder } from './retrieval/folder.ts';
import { localSets } from './retrieval/local-sets.ts';
import { mean, ndcgAt10, pairedRandomization } from './retrieval/measures.ts';
import { plainBm25 } from './retrieval/plain-bm25.ts';
import type { RetrievalSet } from './retrieval/set.ts';

const slack = 0.005;
const rankers = ['auto', 'keyword', 'vector'] as const;
const reference = 'stemmed BM25';

/** The nDCG@10 of each question, by ranking name. */
type Scores = Record<string, number[]>;

/** Returns the documents as files, by id. */
function textFiles({ documents }: RetrievalSet): Map<string, { name: string; text: string }> {
  return new Map([...documents].map(([id, text]) => [id, { name: 'document.txt', text }]));
}

async function measure(api: Api, set: RetrievalSet): Promise<Scores> {
  const { store, ids } = await fill(api, textFiles(set));
  const search = async (query: string, ranker: string): Promise<string[]> => {
    const body = { query, max_num_results: 50, ranking_options: { ranker } };
    const { data } = (await api('POST', `${store}/search`, body)) as { data: { file_id: string }[] };
    // A document may have several hits, one for each matching chunk.
    return [...new Set(data.map((hit) => ids.get(hit.file_id) ?? ''))].slice(0, 10);
  };
  const rankings: Record<string, (question: string) => string[] | Promise<string[]>> = {
    ...Object.fromEntries(rankers.map((ranker) => [ranker, (question: string) => search(question, ranker)])),
    'plain BM25': plainBm25(set, false),
    [reference]: plainBm25(set, true),
  };
  const scores: Scores = {};
  for (const [name, rank] of Object.entries(rankings)) {
    scores[name] = [];
    for (const [question, grades] of set.judgements) {
      const text = set.questions.get(question);
      if (text !== undefined) scores[name].push(ndcgAt10(await rank(text), grades));
    }
  }
  return scores;
}

function print({ name, documents }: RetrievalSet, scores: Scores): void {
  console.log(`\n${name}: ${documents.size} documents, ${scores[reference]?.length} questions`);
  for (const [ranking, values] of Object.entries(scores)) {
    const p = ranking === reference ? '' : `  p ${pairedRandomization(values, scores[reference] ?? []).toFixed(4)}`;
    console.log(`  ${ranking.padEnd(14)} ${mean(values).toFixed(4)}${p}`);
  }
}

/** Returns a text for each condition that fails. */
function failings(all: [set: RetrievalSet, means: Record<string, number>][]): string[] {
  const found = all.flatMap(([{ name }, { auto = 0, keyword = 0, vector = 0, [reference]: stemmed = 0 }]) => [
    ...(auto < Math.max(keyword, vector) - slack ? [`${name}: auto is worse than the better of its parts`] : []),
    ...(auto < stemmed - slack ? [`${name}: auto is worse than ${reference}`] : []),
  ]);
  const [auto, stemmed] = ['auto', reference].map((name) => mean(all.map(([, means]) => means[name] ?? 0)));
  console.log(`\nmean of the sets: auto ${auto?.toFixed(4)}, ${reference} ${stemmed?.toFixed(4)}`);
  return (auto ?? 0) > (stemmed ?? 0) ? found : [...found, `auto is not better than ${reference} on the mean`];
}

const folders = process.argv.slice(2);
const sets = folders.length === 0 ? await localSets() : await Promise.all(folders.map(readFolder));
const measured = await withServer(async (api) => {
  const all: [RetrievalSet, Record<string, number>][] = [];
  for (const set of sets) {
    const scores = await measure(api, set);
    print(set, scores);
    all.push([set, Object.fromEntries(Object.entries(scores).map(([name, values]) => [name, mean(values)]))]);
  }
  return all;
});
const failed = failings(measured);
for (const line of failed) console.error(line);
process.exitCode = failed.length === 0 ? 0 : 1;
