// Tests on a real PostgreSQL that searches with a vector index find the best chunks of real text. The figures of a large
// store are in the bench (scripts/bench/parts/scale-postgres.ts).

import t from 'tap';
import { database } from '../../models/connection.ts';
import { installedTexts } from '../../scripts/fixtures/installed-texts.ts';
import { runPostgres, startRealPostgres } from '../../scripts/fixtures/postgres.ts';
import { createLog } from '../../services/platform/log.ts';
import type { SearchHit } from '../../services/vectors/collections.ts';
import { collectionsOver } from '../../services/vectors/open.ts';
import { postgresEngine } from '../../services/vectors/postgres.ts';
import { startApp } from '../harness/app.ts';
import { engineOver } from '../harness/collections.ts';
import { until } from '../harness/process.ts';
import { createStore } from '../harness/stores.ts';
import { createTenant, signUp } from '../harness/world.ts';

t.setTimeout(1_200_000);
const postgres = await startRealPostgres();
t.teardown(() => postgres.stop());
const app = await startApp(t, { SVC_RUN_WORKERS: 'false' });
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
/** In a smaller store, PostgreSQL takes the exact order for cheaper, and is right. */
const [chunks, indexChunks, chunksPerFile, questionsAsked] = [51_000, 50_000, 1000, 200];

t.test('an index finds nearly what the exact order has', async (t) => {
  const log = await createLog('silent');
  const open = (least: number) => {
    const engine = postgresEngine({ url: postgres.url, poolSize: 3, indexChunks: least }, database().reader, log);
    const ages = { garbageMs: 0, stagedMs: 0, keptTraces: 0 };
    return engineOver(t, collectionsOver([engine], log, ages), async () => [], { perFile: 0, queries: 0 });
  };
  const first = open(0);
  const store = await createStore(app, project.key);
  const { texts, questions } = installedTexts(chunks, questionsAsked);
  for (let at = 0; at < chunks; at += chunksPerFile)
    await first.put(store, `file-${at}`, texts.slice(at, at + chunksPerFile));
  await first.put(store, 'file-only', ['Nothing like the questions.'], { only: true });
  const ask = async ({ search }: ReturnType<typeof open>): Promise<SearchHit[][]> => {
    const found: SearchHit[][] = [];
    for (const question of questions) found.push(await search(store, question, { ranker: 'vector' }));
    return found;
  };
  const exact = await ask(first);
  await addNeighbours();
  const second = open(indexChunks);
  await second.collections.sweep();
  await until(async () => ((await second.collections.indexes())[0]?.state === 'valid' ? true : undefined), 900_000);
  const shares = (await ask(second)).map((hits, index) => {
    const best = exact[index] as SearchHit[];
    const last = (best.at(-1)?.score ?? 0) - 1e-6;
    return hits.filter(({ score }) => score >= last).length / best.length;
  });
  t.equal((await second.search(store, 'anything', { filter: { type: 'eq', key: 'only', value: true } })).length, 1);
  // PostgreSQL counts the scans of a connection once it has been idle for 10 seconds.
  await until(async () => ((await scansOfIndexes()) >= questions.length ? true : undefined), 30_000);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  t.ok(mean >= 0.997, `recall@10 is ${mean}`);
  t.ok(Math.min(...shares) >= 0.7, `the lowest of a question is ${Math.min(...shares)}`);
});

/** Adds stores with small files to the partition of the large one, by which PostgreSQL underestimates the large files. */
async function addNeighbours(): Promise<void> {
  await runPostgres(
    postgres.url,
    `WITH part AS (SELECT replace(tableoid::regclass::text, 'svc2_chunks_', '')::int AS number FROM svc2_chunks LIMIT 1),
       ids AS (SELECT 'neighbour-' || g AS id FROM generate_series(1, 60000) AS g, part
         WHERE satisfies_hash_partition('svc2_chunks'::regclass, 64, part.number, 'neighbour-' || g))
     INSERT INTO svc2_chunks (position, words, collection_id, set_id, vector, terms, counts, text)
     SELECT 0, 1, id, id || '-' || file, array_fill(0.05, ARRAY[384])::halfvec, '{1}', '\\x01', 'small'
     FROM ids CROSS JOIN generate_series(1, 10) AS file`,
  );
}

async function scansOfIndexes(): Promise<number> {
  const scans =
    "SELECT coalesce(sum(idx_scan), 0)::int AS scans FROM pg_stat_user_indexes WHERE indexrelname LIKE 'svc2_hnsw_%'";
  return (await runPostgres<{ scans: number }>(postgres.url, scans))[0]?.scans ?? 0;
}
