// Measures what the division into chunks does to answers: structured documents that the project makes, with questions
// that name a heading, a row, an item, a line of code or a sentence.
//
// recall@5: the share of questions for which one of the five best chunks has the whole answer, under its heading.
// Tokens sent: those of the five chunks, which a model gets as the context of its answer.

import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { type Question, structuredDocuments } from '../chunks/documents.ts';
import type { Part } from '../part.ts';
import type { Findings, Table } from '../report.ts';
import { type Api, fill, withServer } from '../retrieval/filled-store.ts';
import { localSets } from '../retrieval/local-sets.ts';
import { mean, ndcgAt10 } from '../retrieval/measures.ts';

const best = 5;
const strategies = {
  auto: { type: 'auto' },
  '150 tokens': { type: 'static', static: { max_chunk_size_tokens: 150, chunk_overlap_tokens: 75 } },
} as const;
/** Enough plain texts for a difference of .005, and few enough for a minute. */
const plainTexts = 400;

interface Hit {
  file_id: string;
  content: { text: string }[];
}

interface Answered {
  names: Question['names'];
  isFound: boolean;
  tokens: number;
}

export const chunks: Part = {
  name: 'chunks',
  about: 'structured documents in chunks: is the answer among the five best, and how many tokens are sent for it',
  run: ({ note }) =>
    withServer(async (api) => {
      const answered = new Map<string, Answered[]>();
      const plain: number[] = [];
      for (const [name, strategy] of Object.entries(strategies)) {
        note(`structured documents, ${name}`);
        answered.set(name, await ask(api, strategy));
        note(`plain texts, ${name}`);
        plain.push(await plainNdcg(api, strategy));
      }
      return findings(answered, plain);
    }),
};

async function ask(api: Api, strategy: object): Promise<Answered[]> {
  const { documents, questions } = structuredDocuments();
  const files = new Map(documents.map(({ title, text }) => [title, { name: `${title}.md`, text }]));
  const { store, ids } = await fill(api, files, strategy);
  const answered: Answered[] = [];
  for (const { names, text, document, answer } of questions) {
    const hits = await search(api, store, text, best);
    const texts = hits.map(({ content }) => content.map((part) => part.text).join(''));
    const isFound = hits.some(
      ({ file_id }, place) => ids.get(file_id) === document && answer.every((part) => texts[place]?.includes(part)),
    );
    answered.push({ names, isFound, tokens: texts.reduce((sum, one) => sum + countTokens(one), 0) });
  }
  return answered;
}

/** Returns the nDCG@10 of the descriptions of packages as questions for their texts, which have no structure. */
async function plainNdcg(api: Api, strategy: object): Promise<number> {
  const [set] = await localSets();
  if (set === undefined) throw new Error('There are no plain texts.');
  const documents = [...set.documents].slice(0, plainTexts);
  const { store, ids } = await fill(
    api,
    new Map(documents.map(([id, text]) => [id, { name: 'document.txt', text }])),
    strategy,
  );
  const scores: number[] = [];
  for (const [id] of documents) {
    const question = set.questions.get(id);
    if (question === undefined) continue;
    const hits = await search(api, store, question, 50);
    const ranking = [...new Set(hits.map(({ file_id }) => ids.get(file_id) ?? ''))].slice(0, 10);
    scores.push(ndcgAt10(ranking, set.judgements.get(id) ?? new Map()));
  }
  return mean(scores);
}

async function search(api: Api, store: string, query: string, results: number): Promise<Hit[]> {
  const { data } = await api('POST', `${store}/search`, { query, max_num_results: results });
  return data as Hit[];
}

function findings(answered: Map<string, Answered[]>, plain: number[]): Findings {
  const names = [...new Set([...answered.values()].flat().map((one) => one.names))];
  const recall = (own: Answered[]): number => mean(own.map(({ isFound }) => (isFound ? 1 : 0)));
  const questions = answered.values().next().value?.length ?? 0;
  const table: Table = {
    head: [`${questions} questions`, ...answered.keys()],
    rows: [
      ...names.map((name): [string, ...number[]] => [
        `recall@5 of questions that name: ${name}`,
        ...[...answered.values()].map((own) => recall(own.filter((one) => one.names === name))),
      ]),
      ['recall@5', ...[...answered.values()].map((own) => recall(own).toFixed(3))],
      ['tokens sent per answer', ...[...answered.values()].map((own) => mean(own.map(({ tokens }) => tokens)))],
      ['nDCG@10 of plain texts', ...plain.map((value) => value.toFixed(4))],
    ],
  };
  return { tables: [table], goals: [] };
}
