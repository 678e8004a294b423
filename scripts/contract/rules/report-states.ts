// Rules of usage and cost reports: their windows and pages, and that requests are counted by project and key.

import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../send.ts';
import type { JsonObject } from './resource.ts';
import type { Trial } from './rule.ts';
import type { Stage } from './stage.ts';
import type { StateCheck } from './store-states.ts';

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
/** A server counts requests within a few seconds. */
const countedMs = 8000;
const pollMs = 250;
const minute = 60;
const day = 86_400;
const bucketCount = 5;

type Bucket = { start_time: number; end_time: number; results: JsonObject[] };
type Read = (query: string) => Promise<Answer>;

/** Expects that a report of some units of time comes in pages without a gap. */
async function windows(trial: Trial, read: Read, unit: number, width: string): Promise<void> {
  const end = Math.floor(Date.now() / 1000 / unit) * unit;
  const start = end - bucketCount * unit;
  const wanted = Array.from({ length: bucketCount }, (_, index) => start + index * unit);
  const window = `${width}start_time=${start}&end_time=${end}`;
  const starts = ({ body }: Answer): number[] => (body?.data ?? []).map(({ start_time: at }: Bucket) => at);
  const whole = await read(`${window}&limit=${bucketCount}`);
  trial.equal('the buckets of a report', starts(whole), wanted);
  const ends = (whole.body?.data ?? []).map(({ end_time: at }: Bucket) => at - unit);
  trial.equal('the ends of the buckets of a report', ends, wanted);
  const first = await read(`${window}&limit=3`);
  trial.equal('the first page of a report', [starts(first), first.body?.has_more], [wanted.slice(0, 3), true]);
  const rest = await read(`${window}&limit=3&page=${first.body?.next_page}`);
  trial.equal(
    'the second page of a report',
    [starts(rest), rest.body?.has_more, rest.body?.next_page],
    [wanted.slice(3), false, null],
  );
  for (const late of [start, end]) {
    const { body } = await read(`${width}start_time=${end}&end_time=${late}`);
    const page = [body?.data, body?.has_more, body?.next_page];
    trial.equal('a report that does not end after its start', page, [[], false, null]);
  }
}

/** Tests the windows of a report. */
function report(path: string, hasWidths = true): StateCheck {
  return async (trial, stage) => {
    const { key: token } = await stage.own();
    const read: Read = (query) => trial.ask('GET', `/v1/organization/${path}?${query}`, { token });
    if (hasWidths) await windows(trial, read, minute, 'bucket_width=1m&');
    await windows(trial, read, day, '');
  };
}

async function requests(trial: Trial, stage: Stage): Promise<void> {
  await report('usage/requests')(trial, stage);
  const { key: token, project } = await stage.own();
  const read: Read = (query) => trial.ask('GET', `/v1/organization/usage/requests?${query}`, { token });
  // A call that succeeds, and one that fails.
  await trial.ask('GET', '/v1/vector_stores', { token: project.key });
  await trial.ask('GET', `/v1/vector_stores/vs_${unknownId}`, { token: project.key });
  const results = async (query: string): Promise<JsonObject[]> => {
    const { body } = await read(`start_time=${Math.floor(Date.now() / 1000) - day}&${query}`);
    return (body?.data ?? []).flatMap((bucket: Bucket) => bucket.results);
  };
  const counts = (found: JsonObject[]): number[] =>
    ['num_requests', 'num_failed_requests'].map((name) => found.reduce((sum, row) => sum + Number(row[name]), 0));
  const deadline = performance.now() + countedMs;
  const readOwn = () => results(`project_ids=${project.id}&api_key_ids=${project.keyId}`);
  let own = await readOwn();
  let [all = 0, failed = 0] = counts(own);
  while ((failed === 0 || all === failed) && performance.now() < deadline) {
    await wait(pollMs);
    own = await readOwn();
    [all = 0, failed = 0] = counts(own);
  }
  trial.expect(failed > 0 && all > failed, 'requests are not counted', 'succeeded and failed ones', own);
  const strangers = [`project_ids=proj_${unknownId}`, `api_key_ids=key_${unknownId}`, `user_ids=user_${unknownId}`];
  for (const filter of [...strangers, 'models=none'])
    trial.equal(`the filter ${filter.split('=')[0]} of a report`, await results(filter), []);
  const groups = { project_id: project.id, api_key_id: project.keyId };
  for (const [group, id] of Object.entries(groups)) {
    const rows = await results(`group_by=${group}`);
    const ids = rows.map((row) => row[group]);
    trial.expect(ids.includes(id), `a report by ${group} lacks a group`, id, ids);
    for (const row of rows)
      for (const other of ['project_id', 'user_id', 'api_key_id', 'model'].filter((name) => name !== group))
        trial.equal('a report names a group that was not asked for', row[other], null);
  }
  if (!stage.hasTwoOrganizations) return;
  const { key: stranger } = await stage.foreign();
  const path = `/v1/organization/usage/requests?project_ids=${project.id}`;
  const { body } = await trial.ask('GET', path, { token: stranger });
  const seen = (body?.data ?? []).flatMap((bucket: Bucket) => bucket.results);
  trial.equal('a report shows the requests of another organization', seen, []);
}

/** By operation. */
export const reportStates: Record<string, StateCheck> = {
  getRequestsUsage: requests,
  getFilesUsage: report('usage/files'),
  getVectorStoresUsage: report('usage/vector_stores'),
  getEmbeddingsUsage: report('usage/embeddings'),
  getCompletionsUsage: report('usage/completions'),
  getFileSearchCallsUsage: report('usage/file_search_calls'),
  getCompletionsLatency: report('usage/completions/latency', false),
  getCosts: report('costs'),
};
