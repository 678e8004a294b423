// The findings of the benchmark, as text for people and as data.

import { advantage, median, type Sample } from './rounds.ts';

/** One request, sent to several servers. The first server is svc. */
export interface Comparison {
  request: string;
  servers: ServerResult[];
}

export interface ServerResult {
  name: string;
  cpuMicros: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** How many times less CPU time svc takes, and how many times more requests per second it answers. */
  oursByCpu: number;
  oursBySpeed: number;
  samples: Sample[];
}

/** A measured value without a goal. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
}

/** Rows of measured values. The first cell of each row is its name. */
export interface Table {
  head: string[];
  rows: [name: string, ...cells: (number | string)[]][];
}

/** A required value from an issue or from performance.md. */
export interface Goal {
  what: string;
  sense: 'at least' | 'at most';
  must: number;
  measured: number;
  unit: string;
  /** The share of `must` that is allowed as noise; 0 for values that are counted. */
  slack: number;
}

/** The findings of a benchmark part. */
export interface Findings {
  comparisons?: Comparison[];
  tables?: Table[];
  figures?: Figure[];
  goals: Goal[];
}

/** The slack of goals on measured times. */
export const timeSlack = 0.15;

/** Returns the medians over the rounds, of the values and of their ratios to the first server. */
export function compare(request: string, samples: Map<string, Sample[]>): Comparison {
  const [ours = []] = samples.values();
  const middle = (of: Sample[], what: keyof Sample): number => median(of.map((sample) => sample[what]));
  return {
    request,
    servers: [...samples].map(([name, own]) => ({
      name,
      cpuMicros: middle(own, 'cpuMicros'),
      perSecond: middle(own, 'perSecond'),
      p50Ms: middle(own, 'p50Ms'),
      p99Ms: middle(own, 'p99Ms'),
      oursByCpu: advantage(ours, own, 'cpuMicros'),
      oursBySpeed: advantage(ours, own, 'perSecond'),
      samples: own,
    })),
  };
}

/** Returns a goal for svc's CPU advantage over the named server. Throws if the comparison has no such server. */
export function cpuGoal(what: string, { servers }: Comparison, name: string, must: number): Goal {
  const measured = servers.find((server) => server.name === name)?.oursByCpu;
  if (measured === undefined) throw new Error(`Nothing named '${name}' was measured`);
  return { what, sense: 'at least', must, measured, unit: 'x', slack: timeSlack };
}

/** Returns true if the measured value misses the goal by more than its slack. */
export function isMissed({ sense, must, measured, slack }: Goal): boolean {
  return sense === 'at least' ? measured < must * (1 - slack) : measured > must * (1 + slack);
}

/** Returns the findings without the goals as lines of text. */
export function lines({ comparisons = [], tables = [], figures = [] }: Findings): string[] {
  return [
    ...comparisons.flatMap(comparisonLines),
    ...tables.flatMap(tableLines),
    ...figures.map(({ what, value, unit }) => `${what}: ${number(value)} ${unit}`),
  ];
}

function comparisonLines({ request, servers }: Comparison): string[] {
  const head = [request, 'CPU µs', 'req/s', 'p50 ms', 'p99 ms', 'svc by CPU', 'by speed'];
  const rows = servers.map((server, index) => [
    `  ${server.name}`,
    server.cpuMicros.toFixed(1),
    server.perSecond.toFixed(0),
    server.p50Ms.toFixed(2),
    server.p99Ms.toFixed(2),
    index === 0 ? '' : `${server.oursByCpu.toFixed(2)}x`,
    index === 0 ? '' : `${server.oursBySpeed.toFixed(2)}x`,
  ]);
  return aligned([head, ...rows]);
}

function tableLines({ head, rows }: Table): string[] {
  const texts = rows.map(([name, ...cells]) => [
    `  ${name}`,
    ...cells.map((cell) => (typeof cell === 'string' ? cell : cell.toFixed(cell < 100 ? 2 : 0))),
  ]);
  return aligned([head, ...texts]);
}

const [leastNameWidth, leastCellWidth] = [62, 11];

/** Returns the rows as lines, with columns as wide as their longest cell. */
export function aligned(rows: string[][]): string[] {
  const width = (column: number): number =>
    Math.max(column === 0 ? leastNameWidth : leastCellWidth, ...rows.map((cells) => (cells[column]?.length ?? 0) + 2));
  return rows.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column)))).join(''),
  );
}

/** Returns the value with at most two decimals. */
export function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}
