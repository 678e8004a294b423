// Tests the search quality of the built-in model and the rankers: everyday questions over short passages on thirty
// subjects. The weights of hybrid search were tuned with these questions. So the test shows that they work in both
// engines, and not how well they work on other data.

import { readFileSync } from 'node:fs';
import t from 'tap';
import { createLog } from '../../../services/platform/log.ts';
import type { Ranker } from '../../../services/vectors/collections.ts';
import { engines } from '../../harness/collections.ts';
import { createTenant, startWithAdmin } from '../../harness/world.ts';

interface Quality {
  /** The share of questions whose passage is among the first five hits. */
  recallAt5: number;
  /** 1 if each question's passage is the first hit; less for lower ranks, and 0 from rank 11 on. */
  ndcgAt10: number;
}

const { app, admin } = await startWithAdmin(t);
const passages = pairsOf('passages.txt');
const questions = pairsOf('questions.txt');

/** Returns the id and the text of each line `id | text`. */
function pairsOf(name: string): [id: string, text: string][] {
  const lines = readFileSync(new URL(`retrieval/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [id = '', ...text] = line.split(' | ');
    return [id, text.join(' | ')];
  });
}

t.test('there are enough questions, each about an existing passage', async (t) => {
  t.ok(questions.length >= 60, `${questions.length} questions`);
  t.ok(passages.length >= 200, `${passages.length} passages`);
  const ids = new Set(passages.map(([id]) => id));
  t.equal(ids.size, passages.length);
  t.strictSame(
    questions.filter(([id]) => !ids.has(id)),
    [],
  );
});

for (const { name, open } of engines(app, await createLog('silent'))) {
  t.test(`${name} finds with hybrid search what keyword or vector search finds alone`, async (t) => {
    const engine = await open(t);
    const { project } = await createTenant(app, admin);
    const { body } = await app.request('POST', '/v1/vector_stores', { token: project.key, body: {} });
    const texts = passages.map(([, text]) => text);
    await engine.put(body.id, 'passages', texts);
    const measure = async (ranker: Ranker): Promise<Quality> => {
      const places: number[] = [];
      for (const [id, question] of questions) {
        const hits = await engine.search(body.id, question, { ranker, maxResults: 10 });
        places.push(hits.findIndex(({ chunkIndex }) => passages[chunkIndex]?.[0] === id));
      }
      return qualityOf(places);
    };
    const [keyword, vector, hybrid] = [await measure('keyword'), await measure('vector'), await measure('hybrid')];
    for (const [ranker, { recallAt5, ndcgAt10 }] of Object.entries({ keyword, vector, hybrid }))
      t.comment(`${ranker}: recall@5 ${recallAt5.toFixed(3)}, nDCG@10 ${ndcgAt10.toFixed(3)}`);
    t.ok(hybrid.recallAt5 >= Math.max(keyword.recallAt5, vector.recallAt5), 'hybrid has the best recall@5');
    t.ok(hybrid.ndcgAt10 >= Math.max(keyword.ndcgAt10, vector.ndcgAt10), 'hybrid has the best nDCG@10');
  });
}

/** `places`: the rank of each question's passage, from 0; -1 if it was not found. */
function qualityOf(places: number[]): Quality {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    recallAt5: mean(places.map((place) => (place >= 0 && place < 5 ? 1 : 0))),
    ndcgAt10: mean(places.map((place) => (place >= 0 && place < 10 ? 1 / Math.log2(place + 2) : 0))),
  };
}
