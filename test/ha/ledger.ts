// Compares what was acknowledged with what the database has after a fault.

import { send } from '../../scripts/contract/send.ts';
import { until } from '../harness/process.ts';
import type { Installation } from './installation.ts';
import type { Call } from './load.ts';

export interface Losses {
  acknowledged: number;
  lost: string[];
  /** Made twice, or counted twice. */
  twice: string[];
  /** Made, although the answer said that it was not. */
  denied: string[];
  eventsTwice: string[];
}

/** The counted chats of the project, and the chats that the model has answered, before a load begins. */
export interface Before {
  counted: number;
  answered: number;
}

export async function before(installation: Installation): Promise<Before> {
  return { counted: await countedChats(installation), answered: answeredChats(installation) };
}

/** Waits until all that was acknowledged is done, or until nothing more has come for two minutes. */
export async function lossesOf(installation: Installation, calls: Call[], start: Before): Promise<Losses> {
  const { receiver } = installation;
  const made = calls.filter(({ result }) => result === 'made');
  const batches = made.filter(({ kind }) => kind === 'batch').map(({ id }) => String(id));
  const idsOf = (batch: string): Set<string> =>
    new Set(receiver.received.flatMap(({ event }) => (event.data.id === batch ? [String(event.id)] : [])));
  const withoutEvent = (): string[] => batches.filter((batch) => idsOf(batch).size === 0);
  // A busy machine reads files more slowly than the load adds them.
  for (let left = batches.length + 1; left > withoutEvent().length; ) {
    left = withoutEvent().length;
    await until(() => (withoutEvent().length < left || left === 0 ? true : undefined)).catch(() => undefined);
  }
  const late = await Promise.all(
    withoutEvent().map(async (id) => `event of ${id}: ${await stateOf(installation, id)}`),
  );
  const chats = made.filter(({ kind }) => kind === 'chat').length;
  const counted = await until(async () => {
    const count = (await countedChats(installation)) - start.counted;
    return count >= chats ? count : undefined;
  }, 20_000).catch(async () => (await countedChats(installation)) - start.counted);
  const answered = answeredChats(installation) - start.answered;
  const names = [...(await keyNames(installation)), ...(await fileNames(installation))];
  const times = Map.groupBy(names, (name) => name);
  const ofNamed = calls.filter(({ kind }) => kind === 'key' || kind === 'repeatable key' || kind === 'upload');
  const timesOf = ({ name, kind }: Call): number => times.get(kind === 'upload' ? `${name}.txt` : name)?.length ?? 0;
  const labels = (which: (call: Call) => boolean): string[] =>
    ofNamed.filter(which).map(({ kind, name, status, error = '' }) => `${kind} ${name}: ${status} ${error}`);
  return {
    acknowledged: made.length,
    lost: [
      ...labels((call) => call.result === 'made' && timesOf(call) === 0),
      ...late,
      ...(counted < chats ? [`${chats - counted} of ${chats} chats`] : []),
    ],
    twice: [
      ...labels((call) => timesOf(call) > 1),
      ...(counted > answered ? [`${counted - answered} of ${answered} chats`] : []),
    ],
    denied: labels((call) => call.result === 'not made' && timesOf(call) > 0),
    eventsTwice: batches.filter((batch) => idsOf(batch).size > 1),
  };
}

function answeredChats({ upstream }: Installation): number {
  return upstream.seen.filter(({ path }) => path === '/v1/chat/completions').length;
}

async function countedChats(installation: Installation): Promise<number> {
  const from = Math.floor(Date.now() / 1000) - 7200;
  const path = `/v1/organization/usage/completions?start_time=${from}&bucket_width=1h`;
  const body = await read(installation, path);
  const results = body.data.flatMap((bucket: { results: { num_model_requests: number }[] }) => bucket.results);
  return results.reduce((sum: number, one: { num_model_requests: number }) => sum + one.num_model_requests, 0);
}

async function keyNames(installation: Installation): Promise<string[]> {
  const rows = await readAll(installation, `/v1/organization/projects/${installation.projectId}/api_keys`);
  return rows.map(({ name }) => String(name));
}

async function fileNames(installation: Installation): Promise<string[]> {
  const rows = await readAll(installation, '/v1/files');
  return rows.map(({ filename }) => String(filename));
}

/** Returns the state of a batch: one that was never read has no event yet. */
async function stateOf(installation: Installation, id: string): Promise<string> {
  const path = `/v1/vector_stores/${installation.storeId}/file_batches/${id}`;
  return (await read(installation, path)).status;
}

/** Reads all pages of a list. */
async function readAll(installation: Installation, path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let after = ''; ; ) {
    const { data, has_more, last_id } = await read(installation, `${path}?limit=100${after}`);
    rows.push(...data);
    if (!has_more) return rows;
    after = `&after=${last_id}`;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a body off the wire.
async function read({ urls, organizationKey, projectKey }: Installation, path: string): Promise<any> {
  const token = path.startsWith('/v1/organization/') ? organizationKey : projectKey;
  return until(async () => {
    const { status, body } = await send(String(urls[0]), 'GET', path, { token });
    return status === 200 ? body : undefined;
  });
}
