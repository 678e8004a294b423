// The report of a client's coverage, as text and as numbers.

import type { Coverage, OperationCoverage, Undocumented } from './record.ts';

export interface Totals {
  operations: number;
  /** Operations with at least one answer. */
  called: number;
  /** Operations with at least one answer below 400. */
  succeeded: number;
  statuses: number;
  seenStatuses: number;
  /** The share of called operations, in percent with one decimal, rounded down: 100 means all. */
  percent: number;
}

/** Returns the totals of the counted operations. */
export function totalsOf({ operations }: Coverage): Totals {
  const called = operations.filter(({ calls }) => calls > 0);
  const seen = (statuses: OperationCoverage['statuses']): number[] => Object.keys(statuses).map(Number);
  const seenStatuses = called.reduce((sum, { statuses }) => sum + seen(statuses).length, 0);
  const unseen = operations.reduce((sum, one) => sum + one.unseen.length, 0);
  return {
    operations: operations.length,
    called: called.length,
    succeeded: called.filter(({ statuses }) => seen(statuses).some((status) => status < 400)).length,
    statuses: seenStatuses + unseen,
    seenStatuses,
    percent: operations.length === 0 ? 0 : Math.floor((1000 * called.length) / operations.length) / 10,
  };
}

/** Returns the lines of the report. */
export function coverageLines(coverage: Coverage): string[] {
  const { operations, strayCalls, unknownAnswers, unanswered } = coverage;
  const called = operations.filter(({ calls }) => calls > 0);
  const others = operations.filter(({ calls }) => calls === 0);
  const totals = totalsOf(coverage);
  const width = Math.max(0, ...operations.map(({ operationId }) => operationId.length));
  const nameOf = ({ operationId, method, path }: OperationCoverage): string =>
    `${operationId.padEnd(width)} ${method} ${path}`;
  return [
    ...section(
      'CALLED',
      called.map((one) => [nameOf(one), `${seenText(one)}; not seen: ${one.unseen.join(' ') || 'none'}`]),
    ),
    ...section(
      'NOT CALLED',
      others.map((one) => [nameOf(one), '']),
    ),
    ...section('UNDOCUMENTED CALLS', strayCalls.map(counted)),
    ...section('UNDOCUMENTED RESPONSES', unknownAnswers.map(counted)),
    ...(unanswered === 0 ? [] : [`${unanswered} call${unanswered === 1 ? '' : 's'} got no answer`]),
    `${totals.called} of ${totals.operations} operations called (${totals.percent} %), ${totals.succeeded} with success; ${totals.seenStatuses} of ${totals.statuses} statuses seen`,
  ];
}

function seenText({ statuses }: OperationCoverage): string {
  return Object.entries(statuses)
    .map(([status, calls]) => (calls === 1 ? status : `${status} (${calls})`))
    .join(' ');
}

function counted({ text, calls }: Undocumented): [string, string] {
  return [text, `${calls} call${calls === 1 ? '' : 's'}`];
}

function section(title: string, rows: [name: string, text: string][]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd()), ''];
}
