// Tests that a question of words which most chunks have finds the same in every engine: the one in PostgreSQL looks only
// at the chunks of some of the words.

import t from 'tap';
import { createLog } from '../../../services/platform/log.ts';
import type { SearchRequest } from '../../../services/vectors/collections.ts';
import { startApp } from '../../harness/app.ts';
import { engines } from '../../harness/collections.ts';
import { createStore } from '../../harness/stores.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const [files, perFile] = [10, 150];
const app = await startApp(t, { SVC_RUN_WORKERS: 'false' });
const log = await createLog('silent');
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));

/** Six words of twelve. Every fifth text has a rare word instead, and none of the common ones. */
function textOf(number: number): string {
  if (number % 5 === 0) return `rare${number % 3} filler filler filler filler filler`;
  const places = Array.from({ length: 12 }, (_, place) => ({ place, key: (number * (place + 7) * 7919) % 1009 }));
  return places
    .sort((a, b) => a.key - b.key)
    .slice(0, 6)
    .map(({ place }) => `common${place}`)
    .join(' ');
}

/** The rare words, and seven of the common ones. */
function questionOf(number: number): string {
  const common = Array.from({ length: 7 }, (_, index) => `common${(number + index) % 12}`);
  return ['rare0', 'rare1', 'rare2', ...common].join(' ');
}

t.test('the best chunks of common words have the same scores in both engines', async (t) => {
  const [relational, postgres] = await Promise.all(engines(app, log).map(({ open }) => open(t)));
  const searches: Partial<SearchRequest>[] = [{}, { filter: { type: 'eq', key: 'half', value: 1 } }];
  const found: number[][][] = [];
  for (const engine of [relational, postgres]) {
    const store = await createStore(app, project.key);
    for (let file = 0; file < files; file += 1) {
      const texts = Array.from({ length: perFile }, (_, index) => textOf(perFile * file + index));
      await engine?.put(store, `file-${file}`, texts, { half: file % 2 });
    }
    const scores: number[][] = [];
    for (const more of searches)
      for (let question = 0; question < 10; question += 1) {
        const hits = await engine?.search(store, questionOf(question), {
          ranker: 'keyword',
          ...more,
        });
        scores.push((hits ?? []).map(({ score }) => Math.round(1000 * score)));
      }
    found.push(scores);
  }
  t.ok(
    found[0]?.every((scores) => scores.length === 10),
    'every question has ten hits',
  );
  t.strictSame(found[1], found[0]);
});
