// Compares vector search over 10,000 and 100,000 passages: the search of svc, and sqlite-vec, which a developer would
// embed instead. Each engine has a process of its own on the servers' core. One caller sends one query at a time.

import { mkdir } from 'node:fs/promises';
import { type EngineProcess, fillEngine, startEngine } from '../engine-process.ts';
import type { Answer } from '../engines/engine.ts';
import {
  dimensions,
  percentOf,
  queryCount,
  readPassages,
  readQueries,
  type Size,
  sizes,
  writeVectors,
} from '../engines/passages.ts';
import type { Bench, Part } from '../part.ts';
import { type Figure, type Findings, type Goal, type Table, timeSlack } from '../report.ts';
import { median } from '../rounds.ts';
import { createTenant } from '../tenant.ts';

const names = {
  svc: 'svc',
  'sqlite-vec': 'sqlite-vec 0.1, flat',
  memory: 'a byte a dimension, read from memory',
} as const;
type Name = keyof typeof names;
const engines = Object.keys(names) as Name[];

/** A search setup: the number of passages, and the percentage of files that the filter selects. */
interface Scenario {
  size: Size;
  below: 10 | 1 | undefined;
}

const scenarios: Scenario[] = sizes.flatMap((size) => ([undefined, 10, 1] as const).map((below) => ({ size, below })));
const wanted = 10;
/** The share of a round's time that an engine gets for each scenario. */
const share = 0.25;
const removals = 10;
const [small, large] = sizes;

export const search: Part = {
  name: 'search',
  about: 'the 10 best of 10,000 and of 100,000 vectors of 384 dimensions',
  async run(bench) {
    const running = new Map<Name, EngineProcess>();
    try {
      await mkdir(bench.folder, { recursive: true });
      writeVectors(bench.folder);
      const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
      await createTenant(settings, sizes.length);
      for (const name of engines) {
        const seconds = await fillEngine(`${name}.ts`, settings, bench);
        bench.note(`${names[name]} filled in ${seconds.toFixed(1)} s`);
        running.set(name, await startEngine(`${name}.ts`, settings, bench));
      }
      return await findOut(bench, running);
    } finally {
      await Promise.all([...running.values()].map((engine) => engine.stop()));
    }
  },
};

/** The first query of a process, which includes loading the data. */
interface Cold {
  ms: number;
  rssBytes: number;
}

/** The answers by engine, then by the index of the scenario. */
type Answers = Map<Name, Answer[][]>;

async function findOut(bench: Bench, running: Map<Name, EngineProcess>): Promise<Findings> {
  bench.note('exact results');
  const truths = exactAnswers(bench.folder);
  const cold = new Map<Name, Cold[]>();
  for (const [name, engine] of running) cold.set(name, await firstQueries(engine));
  const answers = await measure(bench, running);
  const svc = running.get('svc') as EngineProcess;
  const hybrid: Answer[] = [];
  for (const size of sizes)
    hybrid.push(await svc.run({ size, first: 0, count: 100, budgetMs: 3000, ranker: 'hybrid' }));
  const stale = await svc.remove({ size: small, count: removals });
  const tables = scenarios.map((_, scenario) => table(scenario, answers, truths));
  return {
    tables,
    figures: [
      ...coldFigures(cold),
      ...sizes.map((size, index) => ({
        what: `svc, by words and vectors, ${size}: p50`,
        value: median((hybrid[index] as Answer).times),
        unit: 'ms',
      })),
    ],
    goals: goals(answers, truths, stale),
  };
}

async function firstQueries(engine: EngineProcess): Promise<Cold[]> {
  const { rssBytes: empty } = await engine.run({ size: small, first: 0, count: 0, budgetMs: 0 });
  const found: Cold[] = [];
  let before = empty;
  for (const size of sizes) {
    const { times, rssBytes } = await engine.run({ size, first: 0, count: 1, budgetMs: 0 });
    found.push({ ms: times[0] as number, rssBytes: rssBytes - before });
    before = rssBytes;
  }
  return found;
}

/** Measures the engines in turn, so that a temporary slowdown of the machine affects all of them. */
async function measure({ rounds, seconds, note }: Bench, running: Map<Name, EngineProcess>): Promise<Answers> {
  const answers: Answers = new Map(engines.map((name) => [name, scenarios.map(() => [])]));
  // Round 0 warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    note(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const [place, { size, below }] of scenarios.entries()) {
      for (const [name, engine] of running) {
        const filter = below === undefined ? {} : { below };
        const budgetMs = share * seconds * 1000;
        const answer = await engine.run({ size, ...filter, first: round * 13, count: queryCount, budgetMs });
        if (round > 0) answers.get(name)?.[place]?.push(answer);
      }
    }
  }
  return answers;
}

/** Computes the exact best passages of every query, by scenario and query. */
function exactAnswers(folder: string): Set<number>[][] {
  const passages = readPassages(folder, 0, large);
  const queries = readQueries(folder);
  const found = queries.map((query) => {
    const scores = new Float64Array(large);
    for (let passage = 0; passage < large; passage += 1)
      scores[passage] = product(query, passages[passage] as Float32Array);
    return scenarios.map(({ size, below }) =>
      best(scores, (passage) => passage < size && percentOf(passage) < (below ?? 100)),
    );
  });
  return scenarios.map((_, place) => found.map((byScenario) => byScenario[place] as Set<number>));
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at += 1) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

function best(scores: Float64Array, counts: (passage: number) => boolean): Set<number> {
  let kept: number[] = [];
  const byScore = (a: number, b: number): number => (scores[b] as number) - (scores[a] as number);
  let floor = Number.NEGATIVE_INFINITY;
  for (let passage = 0; passage < scores.length; passage += 1) {
    if ((scores[passage] as number) <= floor || !counts(passage)) continue;
    kept = [...kept, passage].sort(byScore).slice(0, wanted);
    if (kept.length === wanted) floor = scores[kept[wanted - 1] as number] as number;
  }
  return new Set(kept);
}

function table(place: number, answers: Answers, truths: Set<number>[][]): Table {
  const { size, below } = scenarios[place] as Scenario;
  const what = below === undefined ? `${size} passages` : `${size} passages, filtered to ${below} %`;
  return {
    head: [what, 'p50 ms', 'p99 ms', 'recall@10', 'svc by p50'],
    rows: engines.map((name) => {
      const own = answers.get(name)?.[place] ?? [];
      const row = [
        p50(own),
        percentile(
          own.flatMap(({ times }) => times),
          0.99,
        ),
        name === 'memory' ? '' : recall(own, truths[place] ?? []),
      ];
      return [names[name], ...row, name === 'svc' ? '' : `${advantage(answers, name, place).toFixed(2)}x`];
    }),
  };
}

function coldFigures(cold: Map<Name, Cold[]>): Figure[] {
  return [...cold].flatMap(([name, found]) =>
    (name === 'memory' ? [] : found).flatMap(({ ms, rssBytes }, index) => {
      const size = sizes[index] as Size;
      return [
        { what: `${names[name]}, ${size}: first query of a process`, value: ms, unit: 'ms' },
        {
          what: `${names[name]}, ${size}: memory after the first query`,
          value: rssBytes / size,
          unit: 'bytes per passage',
        },
      ];
    }),
  );
}

function goals(answers: Answers, truths: Set<number>[][], stale: number): Goal[] {
  const own = answers.get('svc') ?? [];
  const at = (size: Size, below: Scenario['below']): number =>
    scenarios.findIndex((scenario) => scenario.size === size && scenario.below === below);
  const plain = (size: Size): number => at(size, undefined);
  const limit = (what: string, must: number, measured: number, unit: string, slack: number): Goal => ({
    ...{ what, sense: 'at most', must, measured, unit, slack },
  });
  const least = (what: string, must: number, measured: number, unit: string, slack: number): Goal => ({
    ...{ what, sense: 'at least', must, measured, unit, slack },
  });
  return [
    limit(`a query of ${small}, p50`, 1, p50(own[plain(small)] ?? []), 'ms', timeSlack),
    limit(`a query of ${large}, p50`, 4, p50(own[plain(large)] ?? []), 'ms', timeSlack),
    ...scenarios.map(({ size, below }, place) =>
      least(
        `recall@10 of ${size}${below === undefined ? '' : `, ${below} %`}`,
        0.99,
        recall(own[place] ?? [], truths[place] ?? []),
        '',
        0,
      ),
    ),
    least(`to sqlite-vec at ${large}`, 10, advantage(answers, 'sqlite-vec', plain(large)), 'x', timeSlack),
    ...scenarios.flatMap(({ size, below }, place) =>
      below === undefined
        ? []
        : [
            limit(
              `filtered to ${below} %, to unfiltered, ${size}`,
              1.1,
              ratio(own[place] ?? [], own[plain(size)] ?? []),
              'x',
              timeSlack,
            ),
          ],
    ),
    limit('removed passages in the next search', 0, stale, 'found', 0),
    limit(
      'lateness of the event loop while it searches, p99',
      20,
      Math.max(...own.map((answers) => median(answers.map(({ lateMs }) => lateMs)))),
      'ms',
      timeSlack,
    ),
  ];
}

/** Returns the median of the rounds' medians, in milliseconds. */
function p50(answers: Answer[]): number {
  return median(answers.map(({ times }) => median(times)));
}

/** Returns how many times longer `one` takes than `other`: the median over the rounds. */
function ratio(one: Answer[], other: Answer[]): number {
  return median(one.map(({ times }, round) => median(times) / median((other[round] as Answer).times)));
}

function advantage(answers: Answers, name: Name, place: number): number {
  return ratio(answers.get(name)?.[place] ?? [], answers.get('svc')?.[place] ?? []);
}

/** Returns the share of the exact best passages that the engine found. */
function recall(answers: Answer[], truth: Set<number>[]): number {
  let found = 0;
  let sought = 0;
  // Each round starts 13 queries after the one before.
  for (const [round, { hits }] of answers.entries()) {
    for (const [index, own] of hits.entries()) {
      const expected = truth[((round + 1) * 13 + index) % queryCount] as Set<number>;
      found += own.filter((passage) => expected.has(passage)).length;
      sought += expected.size;
    }
  }
  return found / sought;
}

function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)] as number;
}
