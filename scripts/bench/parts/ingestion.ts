// Measures the ingestion of files into vector stores: each stage alone, all of it through the API on both databases,
// and the latency of other calls to a server that ingests.
//
// The latency is compared with the latency of an idle server at the same time: one caller sends requests to both in
// turn. Two measurements one after the other, of an idle and of a busy server, are not comparable. Other processes may
// take a core for a few milliseconds, which already affects 1 % of the calls. Such measurements differed by a factor of
// three even without ingestion. In this design both servers have the same caller, the same machine and the same reader
// processes beside them, so the difference is the effect of ingestion on the server's own calls. The design does not
// show what the reader processes take from all other processes; the first two p99 lines of the table show that.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import { documents, type Sample } from '../ingestion/documents.ts';
import type { Step } from '../ingestion/stages.ts';
import { pinned } from '../machine.ts';
import type { Bench, Part } from '../part.ts';
import { type Findings, type Goal, type Table, timeSlack } from '../report.ts';
import { median } from '../rounds.ts';
import { root, type ServerProcess, Servers } from '../server-process.ts';
import { createTenant, type DatabaseSettings, type Tenant } from '../tenant.ts';

const stageRounds = 3;
const stages = ['extract', 'chunk', 'embed', 'write'] as const;
/** Enough vector stores to fill a page of a list. */
const stores = 50;
const pollMs = 25;
const intervalMs = 4;
/** The duration of one latency measurement, in multiples of --seconds. */
const watchShare = 3;
const processTimeoutMs = 120_000;
const megabyte = 1e6;

/** A running server with its test tenant. */
interface Site {
  server: ServerProcess;
  tenant: Tenant;
}

/** A server that ingests the uploaded documents, and an idle server to compare it with. */
interface Subject extends Site {
  name: string;
  fileIds: string[];
  idle: Site;
}

/** The result of one round on one server. */
interface Round {
  megabytesPerSecond: number;
  /**
   * The latency of the server before ingestion, of the server during ingestion, and of the idle server during
   * ingestion.
   */
  before: Calls;
  busy: Calls;
  idle: Calls;
  lateMs: number;
}

interface Calls {
  p50Ms: number;
  p99Ms: number;
}

export const ingestion: Part = {
  name: 'ingestion',
  about: 'documents into vector stores, and other calls at the same time',
  async run(bench) {
    const mariaDb = await startMariaDb();
    const servers = new Servers();
    try {
      const samples = documents();
      const folder = join(bench.folder, 'documents');
      await mkdir(folder);
      for (const { name, content } of samples) await writeFile(join(folder, name), content);
      const databases = {
        embedded: () => '',
        MariaDB: (database: string) => `${mariaDb.url}${database}`,
      };
      for (const made of ['bench', 'idle']) await runSql(mariaDb.url, `CREATE DATABASE ${made}`);
      const steps = new Map<string, Step[][]>();
      const subjects: Subject[] = [];
      for (const [name, urlOf] of Object.entries(databases)) {
        const settings = { SVC_DATA_DIR: join(bench.folder, name), SVC_DATABASE_URL: urlOf('bench') };
        const others = { SVC_DATA_DIR: join(bench.folder, `${name}-idle`), SVC_DATABASE_URL: urlOf('idle') };
        for (const { SVC_DATA_DIR } of [settings, others]) await mkdir(SVC_DATA_DIR);
        const tenant = await createTenant(settings, stores);
        bench.note(`the stages, ${name}`);
        steps.set(name, await runStages(bench, settings, folder));
        const idle = await start(servers, others, await createTenant(others, stores));
        const subject = { name, idle, ...(await start(servers, settings, tenant)), fileIds: [] as string[] };
        for (const sample of samples) subject.fileIds.push(await upload(subject, sample));
        subjects.push(subject);
      }
      const textBytes = sum(steps.get('embedded')?.[0] ?? [], 'extract', 'textBytes');
      const rounds = await measure(bench, subjects, textBytes);
      return findings(steps, rounds);
    } finally {
      await servers.stop();
      await mariaDb.stop();
    }
  },
};

async function runStages({ cores }: Bench, settings: DatabaseSettings, folder: string): Promise<Step[][]> {
  const output = await outputOf(cores?.servers, 'stages.ts', {
    ...settings,
    DOCUMENTS: folder,
    ROUNDS: String(stageRounds),
  });
  return output.map((line) => JSON.parse(line) as Step[]);
}

/** Returns the lines that a script prints. */
async function outputOf(
  core: string | undefined,
  script: string,
  environment: Record<string, string>,
): Promise<string[]> {
  const [command, args] = pinned(core, process.execPath, [join('scripts/bench/ingestion', script)]);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...{ timeout: processTimeoutMs, killSignal: 'SIGKILL' },
  });
  const exited = once(child, 'exit');
  const output = await text(child.stdout);
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return output.trim().split('\n');
}

/**
 * Starts a server that is not pinned to a core, as in production: a server that reads files consists of several
 * processes.
 */
async function start(servers: Servers, settings: DatabaseSettings, tenant: Tenant): Promise<Site> {
  return { server: await servers.startSvc(undefined, { ...settings }), tenant };
}

async function upload(subject: Subject, { name, content }: Sample): Promise<string> {
  const form = new FormData();
  form.append('purpose', 'assistants');
  form.append('file', new Blob([content]), name);
  return (await send<{ id: string }>(subject, 'POST', '/v1/files', form)).id;
}

async function send<Answer>({ server, tenant }: Site, method: string, path: string, body?: unknown): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${tenant.projectKey.value}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

async function measure(
  { rounds, seconds, note }: Bench,
  subjects: Subject[],
  textBytes: number,
): Promise<Map<string, Round[]>> {
  const found = new Map(subjects.map(({ name }) => [name, [] as Round[]]));
  // Round 0 warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    note(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const subject of subjects) {
      const once = await measureOnce(subject, textBytes, watchShare * seconds);
      if (round > 0) found.get(subject.name)?.push(once);
    }
  }
  return found;
}

async function measureOnce(subject: Subject, textBytes: number, watchSeconds: number): Promise<Round> {
  const began = performance.now();
  const store = await attachAll(subject);
  await ended(subject, store);
  const megabytesPerSecond = textBytes / megabyte / ((performance.now() - began) / 1000);
  await send(subject, 'DELETE', `/v1/vector_stores/${store.id}`);
  const [before] = await watch(subject, watchSeconds);
  const busyStores = Math.ceil((2 * watchSeconds * megabytesPerSecond * megabyte) / textBytes);
  const others: Batch[] = [];
  for (let index = 0; index < busyStores; index += 1) others.push(await attachAll(subject));
  await subject.server.usage();
  const [busy, idle] = await watch(subject, watchSeconds);
  const { lateMs } = await subject.server.usage();
  if ((await Promise.all(others.map((batch) => read(subject, batch)))).every(({ status }) => status !== 'in_progress'))
    throw new Error('All files were read before the latency measurement ended');
  for (const { id } of others) await send(subject, 'DELETE', `/v1/vector_stores/${id}`);
  // Gives the reader processes time to notice that their stores are deleted.
  await wait(500);
  return { megabytesPerSecond, lateMs, before, busy, idle };
}

interface Batch {
  /** The id of the vector store. */
  id: string;
  batchId: string;
}

interface BatchAnswer {
  id: string;
  status: string;
  file_counts: { completed: number; total: number };
}

/** Creates a vector store and starts the ingestion of all documents into it. */
async function attachAll(subject: Subject): Promise<Batch> {
  const { id } = await send<{ id: string }>(subject, 'POST', '/v1/vector_stores', {});
  const body = { file_ids: subject.fileIds };
  const batch = await send<BatchAnswer>(subject, 'POST', `/v1/vector_stores/${id}/file_batches`, body);
  return { id, batchId: batch.id };
}

function read(subject: Subject, { id, batchId }: Batch): Promise<BatchAnswer> {
  return send<BatchAnswer>(subject, 'GET', `/v1/vector_stores/${id}/file_batches/${batchId}`);
}

async function ended(subject: Subject, batch: Batch): Promise<void> {
  for (;;) {
    const { status, file_counts: counts } = await read(subject, batch);
    if (status !== 'in_progress') {
      if (counts.completed !== counts.total)
        throw new Error(`Only ${counts.completed} of ${counts.total} files were read`);
      return;
    }
    await wait(pollMs);
  }
}

/** Measures the latency of calls to the server and to its idle neighbour, in turn. */
async function watch(subject: Subject, seconds: number): Promise<[own: Calls, idle: Calls]> {
  const [line = ''] = await outputOf(undefined, 'caller.ts', {
    TARGETS: JSON.stringify(
      [subject, subject.idle].map(({ server, tenant }) => ({
        url: `${server.url}/v1/vector_stores`,
        authorization: `Bearer ${tenant.projectKey.value}`,
      })),
    ),
    INTERVAL_MS: String(intervalMs),
    COUNT: String(Math.floor((seconds * 1000) / intervalMs)),
  });
  return (JSON.parse(line) as [number[], number[]]).map((times) => {
    const sorted = times.sort((a, b) => a - b);
    const at = (part: number): number => sorted[Math.floor(part * sorted.length)] as number;
    return { p50Ms: at(0.5), p99Ms: at(0.99) };
  }) as [Calls, Calls];
}

function findings(steps: Map<string, Step[][]>, rounds: Map<string, Round[]>): Findings {
  const names = [...rounds.keys()];
  const row = (what: string, of: (round: Round) => number): [string, ...number[]] => [
    what,
    ...names.map((name) => median((rounds.get(name) ?? []).map(of))),
  ];
  const whole: Table = {
    head: ['through the API', ...names],
    rows: [
      row('MB of text per second, end to end', ({ megabytesPerSecond }) => megabytesPerSecond),
      row('ms per call before ingestion, p50', ({ before }) => before.p50Ms),
      row('ms per call to the idle server during ingestion, p50', ({ idle }) => idle.p50Ms),
      row('ms per call during ingestion, p50', ({ busy }) => busy.p50Ms),
      row('ms per call before ingestion, p99', ({ before }) => before.p99Ms),
      row('ms per call to the idle server during ingestion, p99', ({ idle }) => idle.p99Ms),
      row('ms per call during ingestion, p99', ({ busy }) => busy.p99Ms),
      row('p99 during ingestion, times the p99 before', ({ busy, before }) => busy.p99Ms / before.p99Ms),
    ],
  };
  return {
    tables: [stageTable(steps), kindTable(steps), whole],
    goals: names.flatMap((name) => goalsOn(name, steps, rounds)),
  };
}

function stageTable(steps: Map<string, Step[][]>): Table {
  const rates = (of: readonly Step['stage'][]): number[] => [...steps.values()].map((own) => rate(own, of));
  return {
    head: ['MB of text per second of CPU time, by stage', ...steps.keys()],
    rows: [
      ...stages.map((stage): [string, ...number[]] => [stage, ...rates([stage])]),
      ['all stages', ...rates(stages)],
    ],
  };
}

function kindTable(steps: Map<string, Step[][]>): Table {
  const rounds = steps.get('embedded') ?? [];
  const kinds = [...new Set(rounds[0]?.map(({ kind }) => kind))];
  return {
    head: ['extract, by kind', 'of text', 'of file'],
    rows: kinds.map((kind) => {
      const own = rounds.map((round) => round.filter((step) => step.kind === kind));
      return [kind, rate(own, ['extract']), rate(own, ['extract'], 'fileBytes')];
    }),
  };
}

/** Returns the megabytes per second through the given stages in sequence: the median over the rounds. */
function rate(rounds: Step[][], of: readonly Step['stage'][], bytes: 'textBytes' | 'fileBytes' = 'textBytes'): number {
  return median(
    rounds.map((round) => {
      const seconds = of.reduce((total, stage) => total + sum(round, stage, 'cpuSeconds'), 0);
      return sum(round, 'extract', bytes) / megabyte / seconds;
    }),
  );
}

function sum(steps: Step[], stage: Step['stage'], what: 'cpuSeconds' | 'textBytes' | 'fileBytes'): number {
  return steps.filter((step) => step.stage === stage).reduce((total, step) => total + step[what], 0);
}

function goalsOn(name: string, steps: Map<string, Step[][]>, rounds: Map<string, Round[]>): Goal[] {
  const own = rounds.get(name) ?? [];
  return [
    {
      what: `text to chunks in the database, ${name}`,
      ...{
        sense: 'at least',
        must: 4,
        measured: rate(steps.get(name) ?? [], ['chunk', 'write']),
        unit: 'MB/s',
        slack: timeSlack,
      },
    },
    {
      what: `p99 of calls during ingestion, relative to an idle server, ${name}`,
      ...{
        sense: 'at most',
        must: 1.5,
        measured: median(own.map(({ busy, idle }) => busy.p99Ms / idle.p99Ms)),
        unit: 'x',
        slack: timeSlack,
      },
    },
    {
      what: `event loop delay during ingestion, p99, ${name}`,
      ...{
        sense: 'at most',
        must: 20,
        measured: median(own.map(({ lateMs }) => lateMs)),
        unit: 'ms',
        slack: timeSlack,
      },
    },
  ];
}
