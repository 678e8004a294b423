// Measures searches while a started server moves a store from the default engine to PostgreSQL, and one back: those of
// the store, and those of another one that stays in PostgreSQL.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadPanel } from '../../../http/panel/index.ts';
import { closeDatabase } from '../../../models/index.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { closeServices, createServices, type Services } from '../../../services/index.ts';
import { createLog } from '../../../services/platform/log.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import { openCollections } from '../../../services/vectors/open.ts';
import { fill, percentile, secondsOf } from '../filled-collections.ts';
import type { Bench } from '../part.ts';
import type { Goal, Table } from '../report.ts';
import { Servers } from '../server-process.ts';
import { createTenant } from '../tenant.ts';

const otherChunks = 2000;
/** The searches of each store that are measured without a move. */
const searches = 200;
const must = 1.5;
type Place = 'relational' | 'postgres';

/** Times in ms of the searches of both stores. */
interface Times {
  moved: number[];
  other: number[];
}

/** @param url that of an empty PostgreSQL. */
export async function scaleMoves(bench: Bench, url: string, chunks: number): Promise<{ rows: Row[]; goals: Goal[] }> {
  const folder = join(bench.folder, 'moves');
  await mkdir(folder, { recursive: true });
  const settings = { SVC_DATA_DIR: folder, SVC_DATABASE_URL: '' };
  const { projectKey } = await createTenant(settings, 3);
  const log = await createLog('warn');
  await openDatabaseWithRetries(loadConfig(settings), log);
  const [there, back, other] = (await VectorStore.findAll({ order: ['id'], raw: true })).map(({ id }) => id) as [
    string,
    string,
    string,
  ];
  const filled = [[there, '', chunks] as const, [back, url, chunks] as const, [other, url, otherChunks] as const];
  for (const [store, ofUrl, count] of filled) {
    const collections = openCollections(loadConfig({ ...settings, SVC_COLLECTIONS_URL: ofUrl }), log);
    await fill(collections, store, count);
    await collections.close();
  }
  const config = loadConfig({ ...settings, SVC_COLLECTIONS_URL: url });
  const services = createServices(config, log, loadPanel(config));
  const servers = new Servers();
  try {
    const server = await servers.startSvc(bench.cores?.servers, { ...settings, SVC_COLLECTIONS_URL: url });
    const headers = { authorization: `Bearer ${projectKey.value}`, 'content-type': 'application/json' };
    const ask = async (store: string, number: number): Promise<number> => {
      const body = JSON.stringify({ query: `w${number} w${number * 7} w${number * 31}`, max_num_results: 10 });
      const began = performance.now();
      const answer = await fetch(`${server.url}/v1/vector_stores/${store}/search`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`a search during a move: ${await answer.text()}`);
      await answer.text();
      return performance.now() - began;
    };
    const searchWhile = async (moved: string, goesOn: (done: number) => boolean): Promise<Times> => {
      const times: Times = { moved: [], other: [] };
      for (let done = 0; goesOn(done); done += 1) {
        times.moved.push(await ask(moved, done));
        times.other.push(await ask(other, done));
      }
      return times;
    };
    const found: { rows: Row[]; goals: Goal[] } = { rows: [], goals: [] };
    for (const [moved, to] of [[there, 'postgres'] as const, [back, 'relational'] as const]) {
      await searchWhile(moved, (done) => done < searches / 4);
      const before = await searchWhile(moved, (done) => done < searches);
      const { during, seconds } = await searchDuring(services, { storeId: moved, to }, searchWhile);
      add(found, { chunks, to, seconds }, before, during);
    }
    for (const row of found.rows) bench.note(row.join(' '));
    return found;
  } finally {
    await servers.stop();
    await closeServices(services);
    await closeDatabase();
  }
}

type Row = Table['rows'][number];
type SearchWhile = (moved: string, goesOn: (done: number) => boolean) => Promise<Times>;

/** Lets the server move the store, and searches until it has ended. */
async function searchDuring(
  { storeMoves }: Services,
  move: { storeId: string; to: Place },
  searchWhile: SearchWhile,
): Promise<{ during: Times; seconds: number }> {
  let isMoved = false;
  let during: Times = { moved: [], other: [] };
  const seconds = await secondsOf(async () => {
    await storeMoves.begin(move);
    const searching = searchWhile(move.storeId, () => !isMoved);
    while ((await storeMoves.stores()) > 0) await wait(50);
    isMoved = true;
    during = await searching;
  });
  return { during, seconds };
}

function add(
  { rows, goals }: { rows: Row[]; goals: Goal[] },
  { chunks, to, seconds }: { chunks: number; to: Place; seconds: number },
  before: Times,
  during: Times,
): void {
  rows.push([`${chunks} chunks moved to ${to}`, Number(seconds.toFixed(1)), 's']);
  for (const store of ['moved', 'other'] as const) {
    const [without, beside] = [percentile(before[store], 0.95), percentile(during[store], 0.95)];
    const what = `searches of the ${store} store during a move to ${to}, p95`;
    rows.push([
      `${what}: ${during[store].length} answered, without a move ${without.toFixed(1)} ms`,
      Number(beside.toFixed(1)),
      'ms',
    ]);
    goals.push({
      what: `${what}, to that without a move`,
      sense: 'at most',
      must,
      measured: beside / without,
      unit: 'x',
      slack: 0,
    });
  }
}
