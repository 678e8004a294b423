// Prints the results of a contract run: for people grouped by cause, so that one defect in 50 operations is one entry;
// complete as TAP 14 or JSON. The output contains no credential.

import { masked, plain } from '../../text/index.ts';
import type { ReportForm } from '../command/options.ts';
import type { RunReport } from '../run.ts';
import type { CaseResult } from '../run-operation.ts';
import { printJson, printLine } from './print.ts';
import { sentenceOf } from './sentences.ts';
import { byOperation, byRule, nameOfRule, summaryLines } from './summary.ts';
import type { WaiverFault } from './waivers.ts';

/** The results, and the invalid or unused waivers. */
export type Judged = RunReport & { faults: WaiverFault[] };

/** The number of cases that are shown for each cause; --json shows all. */
const shownPerCause = 5;

/** Prints the results, then the count of each outcome as the last line. */
export function printReport(report: Judged, form: ReportForm, secrets: string[]): void {
  const clean = cleaner(secrets);
  if (form === 'json') {
    printJson(asJson(report, clean));
    return;
  }
  if (form === 'tap') {
    printTap(report, clean);
    return;
  }
  for (const line of failureLines(report.results, clean)) printLine(line);
  for (const { id, outcome, waiver = '' } of report.results)
    if (outcome === 'waived') printLine(`${id}: ${clean(waiver)}`);
  for (const { case: id, problem } of report.faults) printLine(`WAIVER  ${id}: ${problem}`);
  for (const line of skipLines(report)) printLine(line);
  if (report.added.length > 0) printLine(`not of the server: the headers ${report.added.join(', ')}`);
  for (const line of summaryLines(report.results)) printLine(line);
  printLine(countsOf(report.results));
}

/** Prints which cases would run. */
export function printPlan(report: RunReport, form: ReportForm): void {
  const count = (outcome: CaseResult['outcome']): number =>
    report.results.filter((result) => result.outcome === outcome).length;
  if (form === 'json') {
    printJson({ would_run: count('passed'), would_skip: count('skipped'), skips: skips(report) });
    return;
  }
  const prefix = form === 'tap' ? '# ' : '';
  for (const line of skipLines(report)) printLine(prefix + line);
  printLine(`${prefix}${count('passed')} would be run, ${count('skipped')} skipped`);
}

/** Returns the text on one line and without credentials. */
export type Clean = (text: string) => string;

/** Returns a function that makes texts of a run safe to print. */
export function cleaner(secrets: string[]): Clean {
  return (text) => {
    // The value of a revealed setting, and texts that look like a credential of this server. The closing quote may be
    // missing, because long texts are truncated.
    const shaped = masked(plain(text)).replace(
      /("(?:value|password|[a-z_]*token|[a-z_]*secret)":")(?:[^"\\]|\\.)*("|\\?$)/g,
      '$1[redacted]$2',
    );
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), shaped);
  };
}

function countsOf(results: CaseResult[]): string {
  const count = (outcome: CaseResult['outcome']): number => results.filter((one) => one.outcome === outcome).length;
  const waived = count('waived') === 0 ? '' : `, ${count('waived')} waived`;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped${waived}`;
}

function* failureLines(results: CaseResult[], clean: Clean): Generator<string> {
  for (const [cause, failures] of byCause(results)) {
    const operations = [...new Set(failures.map(({ operation }) => operation.operationId))];
    yield `FAILED  ${clean(cause)}: ${counted(failures.length, 'case')} of ${operations.join(', ')}`;
    for (const { operation, id, rule, findings, curl } of failures.slice(0, shownPerCause)) {
      const finding = findings.find((one) => one.cause === cause);
      yield `  ${operation.operationId}, rule ${nameOfRule({ id, rule })}: ${id}`;
      yield `    spec      ${sentenceOf({ operation, id, rule })}`;
      yield `    expected  ${clean(finding?.expected ?? '')}`;
      yield `    got       ${clean(finding?.got ?? '')}`;
      if (curl !== undefined) yield `    ${clean(curl)}`;
    }
    if (failures.length > shownPerCause) yield `  and ${failures.length - shownPerCause} more: --json has them all`;
    yield '';
  }
}

/** Groups the failed cases by cause, the most frequent cause first. */
function byCause(results: CaseResult[]): [cause: string, failures: CaseResult[]][] {
  const groups = new Map<string, CaseResult[]>();
  for (const result of results) {
    for (const cause of new Set(result.findings.map((finding) => finding.cause)))
      groups.set(cause, [...(groups.get(cause) ?? []), result]);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

/** The texts for the reasons why a run ended early. */
export const endings: Record<string, string> = {
  time: 'the time limit of the run was reached',
  interrupted: 'the run was interrupted',
  unanswered: 'the server left too many requests unanswered',
};

/** Returns what to do so that the cases with this unmet need can run. */
export function remedyOf({ remedies }: RunReport, lack: string): string {
  return remedies.get(lack) ?? endings[lack] ?? '';
}

function skips(report: RunReport): { lack: string; cases: number; remedy: string }[] {
  const counts = new Map<string, number>();
  for (const { lack } of report.results) if (lack !== undefined) counts.set(lack, (counts.get(lack) ?? 0) + 1);
  const rows = [...counts].map(([lack, cases]) => ({ lack, cases, remedy: remedyOf(report, lack) }));
  return rows.filter(({ lack }) => lack !== 'nothing').sort((a, b) => b.cases - a.cases);
}

function skipLines(report: RunReport): string[] {
  return skips(report).map(
    ({ lack, cases, remedy }) =>
      `skipped ${counted(cases, 'case')}${lack in endings ? '' : ` for lack of ${lack}`}: ${remedy}`,
  );
}

function asJson(report: Judged, clean: Clean): unknown {
  const count = (outcome: CaseResult['outcome']): number =>
    report.results.filter((one) => one.outcome === outcome).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    waived: count('waived'),
    requests: report.requests,
    ended_early_by: report.ending ?? null,
    left_behind: report.left,
    failures: report.results
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ operation, id, rule, findings, curl }) => ({
        operation: operation.operationId,
        case: id,
        rule,
        spec: sentenceOf({ operation, id, rule }),
        findings: findings.map(({ cause, expected, got }) => ({
          cause: clean(cause),
          expected: clean(expected),
          got: clean(got),
        })),
        curl: curl === undefined ? null : clean(curl),
      })),
    waivers: report.results.flatMap(({ id, waiver }) =>
      waiver === undefined ? [] : [{ case: id, waiver: clean(waiver) }],
    ),
    waiver_faults: report.faults,
    skips: skips(report),
    operations: byOperation(report.results),
    rules: byRule(report.results),
  };
}

function printTap({ results, remedies, faults }: Judged, clean: Clean): void {
  printLine('TAP version 14');
  const operations = [...new Set(results.map(({ operation }) => operation))];
  for (const [index, { operationId }] of operations.entries()) {
    const own = results.filter(({ operation }) => operation.operationId === operationId);
    printLine(`# Subtest: ${operationId}`);
    for (const [position, result] of own.entries()) {
      const isBad = result.outcome === 'failed' || result.outcome === 'waived';
      const line = `${isBad ? 'not ok' : 'ok'} ${position + 1} - ${result.id} (${result.rule})`;
      const lack = result.lack ?? '';
      const skip = result.outcome === 'skipped' ? ` # SKIP ${lack}: ${remedies.get(lack) ?? 'not run'}` : '';
      // In TAP, a failure marked as TODO does not fail the run.
      const todo = result.waiver === undefined ? '' : ` # TODO ${clean(result.waiver)}`;
      printLine(`    ${line}${skip}${todo}`);
      if (isBad) for (const detail of yamlOf(result, clean)) printLine(`      ${detail}`);
    }
    printLine(`    1..${own.length}`);
    const isBroken = own.some(({ outcome }) => outcome === 'failed');
    printLine(`${isBroken ? 'not ok' : 'ok'} ${index + 1} - ${operationId}`);
  }
  for (const [index, { case: id, problem }] of faults.entries())
    printLine(`not ok ${operations.length + index + 1} - ${id}: ${problem}`);
  printLine(`1..${operations.length + faults.length}`);
  printLine(`# ${countsOf(results)}`);
}

/** Uses JSON strings, because they are valid YAML. */
function yamlOf({ operation, id, rule, findings, curl }: CaseResult, clean: Clean): string[] {
  const quoted = (text: string): string => JSON.stringify(clean(text));
  return [
    '---',
    `operation: ${operation.operationId}`,
    `rule: ${quoted(rule)}`,
    `spec: ${quoted(sentenceOf({ operation, id, rule }))}`,
    'findings:',
    ...findings.flatMap(({ cause, expected, got }) => [
      `  - cause: ${quoted(cause)}`,
      `    expected: ${quoted(expected)}`,
      `    got: ${quoted(got)}`,
    ]),
    ...(curl === undefined ? [] : [`curl: ${quoted(curl)}`]),
    '...',
  ];
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
