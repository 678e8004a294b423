// Tests on a real PostgreSQL, by its log, that each statement on a table of the engine names the collection.

import t from 'tap';
import { database, transaction } from '../../models/connection.ts';
import { startRealPostgres } from '../../scripts/fixtures/postgres.ts';
import { createLog } from '../../services/platform/log.ts';
import { collectionsOver } from '../../services/vectors/open.ts';
import { postgresEngines } from '../../services/vectors/postgres.ts';
import { engineOver, sameAsPlain } from '../harness/collections.ts';
import { until } from '../harness/process.ts';
import { createStore, textsOf } from '../harness/stores.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

t.setTimeout(300_000);
const postgres = await startRealPostgres(['log_statement=all']);
t.teardown(() => postgres.stop());
const { app, admin } = await startWithAdmin(t, { SVC_RUN_WORKERS: 'false' });
const { project } = await createTenant(app, admin);

/** Returns the statements of the log that read or write rows. */
function statements(): string[] {
  return postgres
    .log()
    .split(/\n(?=\d{4}-\d\d-\d\d )/)
    .map((entry) => /LOG: {2}(?:statement|execute [^:]*): ([\s\S]*)/.exec(entry)?.[1] ?? '')
    .filter((text) => /^\s*(SELECT|INSERT|COPY|UPDATE|DELETE|WITH)\b/.test(text) && /\bsvc2_/.test(text));
}

t.test('each statement names the collection, also in an index build and a sweep', async (t) => {
  const engines = postgresEngines(
    { url: postgres.url, poolSize: 3, indexChunks: 50 },
    database().reader,
    await createLog('silent'),
  );
  const ages = { garbageMs: 0, stagedMs: 0, keptTraces: 0 };
  const engine = engineOver(t, collectionsOver(engines, await createLog('silent'), ages), async () => [], {
    ...{ perFile: 100, queries: 5, error: 4e-4 },
  });
  const { collections, put, search } = engine;
  const store = await createStore(app, project.key);
  await sameAsPlain(t, engine, store);
  await put(store, 'file-x', ['a lighthouse'], { x: 1 });
  await search(store, 'lighthouse', { filter: { type: 'eq', key: 'x', value: 1 } });
  t.equal((await textsOf(collections, store, 'file-x')).length, 1);
  await collections.sweep();
  await until(async () => ((await collections.indexes())[0]?.state === 'valid' ? true : undefined));
  await transaction((tx) => collections.removeFile(store, 'file-x', tx));
  await collections.sweep();
  await transaction((tx) => collections.dropStore(store, tx));
  await collections.sweep();
  await collections.move();
  const found = statements();
  const kinds = ['COPY svc2_chunks', 'INSERT INTO svc2_terms', 'DELETE FROM svc2_chunks', 'DELETE FROM svc2_terms'];
  for (const kind of kinds)
    t.ok(
      found.some((text) => text.includes(kind)),
      `the log has ${kind}`,
    );
  // The sweep looks for dropped collections, by their ids. `setup` looks for a name.
  const others = found.filter((text) => !/collection_id|svc2_collections\b[\s\S]*\bid\b|to_regclass/.test(text));
  t.strictSame(others, []);
});
