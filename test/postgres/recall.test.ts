// Tests on a real PostgreSQL that searches with a vector index find the best chunks of real text. The figures of a large
// store are in the bench (scripts/bench/parts/scale-postgres.ts).

import t from 'tap';
import { database, transaction } from '../../models/connection.ts';
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

t.setTimeout(600_000);
const postgres = await startRealPostgres();
t.teardown(() => postgres.stop());
const app = await startApp(t, { SVC_RUN_WORKERS: 'false' });
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
const [chunks, questionsAsked] = [12_000, 200];

t.test('an index finds nearly what the exact order has', async (t) => {
  const log = await createLog('silent');
  const open = (indexChunks: number) => {
    const engine = postgresEngine({ url: postgres.url, poolSize: 3, indexChunks }, database().reader, log);
    const ages = { garbageMs: 0, stagedMs: 0, keptTraces: 0 };
    return engineOver(t, collectionsOver([engine], log, ages), async () => [], { perFile: 0, queries: 0 });
  };
  const first = open(0);
  const store = await createStore(app, project.key);
  const { texts, questions } = installedTexts(chunks, questionsAsked);
  const staged = await first.stage(store, 'file-a', texts);
  await transaction((tx) => first.collections.publish(staged, {}, tx));
  const ask = async ({ search }: ReturnType<typeof open>): Promise<SearchHit[][]> => {
    const found: SearchHit[][] = [];
    for (const question of questions) found.push(await search(store, question, { ranker: 'vector' }));
    return found;
  };
  const exact = await ask(first);
  // PostgreSQL takes the exact order for cheaper in such a small store.
  await runPostgres(postgres.url, 'ALTER DATABASE postgres SET enable_sort = off');
  const second = open(5000);
  await second.collections.sweep();
  await until(async () => ((await second.collections.indexes())[0]?.state === 'valid' ? true : undefined), 300_000);
  const shares = (await ask(second)).map((hits, index) => {
    const best = exact[index] as SearchHit[];
    const last = (best.at(-1)?.score ?? 0) - 1e-6;
    return hits.filter(({ score }) => score >= last).length / best.length;
  });
  const used = await runPostgres<{ scans: number }>(
    postgres.url,
    "SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname LIKE 'svc2_hnsw_%'",
  );
  // PostgreSQL counts scans with a delay.
  t.ok((used[0]?.scans ?? 0) > questions.length / 2, `the index was scanned ${used[0]?.scans} times`);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  t.ok(mean >= 0.997, `recall@10 is ${mean}`);
  t.ok(Math.min(...shares) >= 0.8, `the lowest of a question is ${Math.min(...shares)}`);
});
