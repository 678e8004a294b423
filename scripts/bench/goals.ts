// The table of all goals at the end of a run, beside the figures of the last release. `--keep VERSION` writes them into
// released.json; run it at each release, and commit the file.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import { aligned, type Findings, type Goal, isMissed, number } from './report.ts';

const file = join(import.meta.dirname, 'released.json');
/** A figure that is worse than the release by more than this share is marked. */
const worseShare = 0.15;

/** The measured values of a release, by part and goal. */
interface Released {
  version: string;
  machine: Machine;
  measured: Record<string, number>;
}

/** Returns the table, one line for each goal of the parts. */
export function goalTable(findings: Record<string, Findings>, machine: Machine): string[] {
  const released = JSON.parse(readFileSync(file, 'utf8')) as Released;
  const rows = named(findings).map(([name, goal]) => {
    const { sense, must, measured, unit, slack } = goal;
    const before = released.measured[name];
    return [
      name,
      `${sense === 'at least' ? '≥' : '≤'} ${number(must)} ${unit}`,
      `${number(measured)} ${unit}`,
      before === undefined ? 'none' : `${number(before)} ${unit}`,
      isMissed(goal) ? 'MISSED' : isMet(goal) ? 'met' : `within ${slack * 100} %`,
      before !== undefined && isWorse(goal, before) ? `WORSE THAN ${released.version}` : '',
    ];
  });
  const head = ['', 'goal', 'measured', released.version, 'verdict', ''];
  if (machine.cpu === released.machine.cpu) return aligned([head, ...rows]);
  return [
    ...aligned([head, ...rows]),
    `${released.version} was measured on ${released.machine.cpu}: compare only ratios.`,
  ];
}

/** Keeps the measured values as those of a release. Goals that were not measured keep their former values. */
export function keepRelease(version: string, findings: Record<string, Findings>, machine: Machine): void {
  const { measured } = JSON.parse(readFileSync(file, 'utf8')) as Released;
  for (const [name, goal] of named(findings)) measured[name] = Math.round(goal.measured * 1000) / 1000;
  writeFileSync(file, `${JSON.stringify({ version, machine, measured } satisfies Released, null, 2)}\n`);
}

function named(findings: Record<string, Findings>): [name: string, goal: Goal][] {
  return Object.entries(findings).flatMap(([part, { goals }]) =>
    goals.map((goal): [string, Goal] => [`${part}: ${goal.what}`, goal]),
  );
}

function isMet({ sense, must, measured }: Goal): boolean {
  return sense === 'at least' ? measured >= must : measured <= must;
}

function isWorse({ sense, measured }: Goal, before: number): boolean {
  return sense === 'at least' ? measured < before * (1 - worseShare) : measured > before * (1 + worseShare);
}
