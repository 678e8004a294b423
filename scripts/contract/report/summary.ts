// The summary of a contract run: the outcomes by operation and by rule.

import type { CaseResult } from '../run-operation.ts';

export interface Tally {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  waived: number;
}

/** Returns the outcomes by operation, in the order of the results. */
export function byOperation(results: CaseResult[]): Tally[] {
  return tallies(results, ({ operation }) => operation.operationId);
}

/** Returns the outcomes by rule. The rules with failures come first. */
export function byRule(results: CaseResult[]): Tally[] {
  return tallies(results, nameOfRule).sort((a, b) => b.failed - a.failed);
}

/** Returns the short name of the rule of a result: that of a rule with several requests is the last part of its id. */
export function nameOfRule({ id, rule }: Pick<CaseResult, 'id' | 'rule'>): string {
  return rule.includes(' ') && rule !== 'media type' ? (id.split('/').at(-1) ?? rule) : rule;
}

/** Returns the lines of a table: the rules, and the operations that have failures. */
export function summaryLines(results: CaseResult[]): string[] {
  const failing = byOperation(results).filter(({ failed }) => failed > 0);
  const lines = ['RULE', ...byRule(results).map(row)];
  return failing.length === 0 ? lines : [...lines, 'OPERATION', ...failing.map(row)];
}

const nameWidth = 32;

function row({ name, passed, failed, skipped, waived }: Tally): string {
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    `${skipped} skipped`,
    ...(waived > 0 ? [`${waived} waived`] : []),
  ];
  return `  ${name.padEnd(nameWidth)} ${counts.map((text) => text.padStart(13)).join('')}`;
}

function tallies(results: CaseResult[], nameOf: (result: CaseResult) => string): Tally[] {
  const found = new Map<string, Tally>();
  for (const result of results) {
    const name = nameOf(result);
    const tally = found.get(name) ?? { name, passed: 0, failed: 0, skipped: 0, waived: 0 };
    tally[result.outcome] += 1;
    found.set(name, tally);
  }
  return [...found.values()];
}
