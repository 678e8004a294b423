// Writes the results of a contract run as JUnit XML, which CI systems show: a test suite for each operation, a test for
// each case. Uses only the elements and attributes that both the Jenkins schema (junit-10.xsd) and GitLab support.

import { writeFileSync } from 'node:fs';
import { cannot } from '../command/failure.ts';
import type { CaseResult } from '../run-operation.ts';
import { type Clean, cleaner, endings, type Judged, remedyOf } from './report.ts';
import { sentenceOf } from './sentences.ts';
import { nameOfRule } from './summary.ts';
import type { WaiverFault } from './waivers.ts';

export interface JunitFile {
  /** Writes the results, replacing the file. Throws if the file cannot be written. */
  save(report: Judged, secrets: string[]): void;
  /** Writes that there are no results, with the reason. */
  saveError(message: string): void;
}

/**
 * Returns the JUnit file at the path. Writes it at once, with an error that the run did not end. So an unusable path is
 * reported before the first request, and a killed run leaves neither an old report nor none.
 */
export function createJunitFile(path: string): JunitFile {
  const write = (text: string): void => {
    try {
      writeFileSync(path, text);
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const remedy = reasons[code] ?? message;
      throw cannot(`the report cannot be written to ${path}: ${remedy}`, error);
    }
  };
  const saveError = (message: string): void => write(errorXml(cleaner([])(message)));
  saveError('The run did not finish.');
  return { save: (report, secrets) => write(junitXml(report, cleaner(secrets))), saveError };
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist.',
  ENOTDIR: 'its parent is a file, not a folder.',
  EISDIR: 'the path is a folder; name a file in it.',
  EACCES: 'permission denied.',
  EPERM: 'permission denied.',
  EROFS: 'the disk is read-only.',
  ENOSPC: 'the disk is full.',
};

interface Counts {
  tests: number;
  failures: number;
  errors: number;
}

const runName = 'svc contract run';

function junitXml(report: Judged, clean: Clean): string {
  const suites = byOperation(report.results);
  const lines = [...suites].flatMap(([operationId, results]) => {
    const skipped = results.filter(({ outcome }) => outcome === 'skipped' || outcome === 'waived').length;
    const attributes = { name: operationId, ...countsOf(results), skipped, time: secondsOf(results) };
    const cases = results.flatMap((result) => caseLines(result, report, clean));
    return [`  <testsuite${attributesText(attributes)}>`, ...cases, '  </testsuite>'];
  });
  const time = secondsOf(report.results);
  const counts = countsOf(report.results);
  const tests = counts.tests + report.faults.length;
  const failures = counts.failures + report.faults.length;
  lines.push(...waiverSuite(report.faults));
  if (report.ending === undefined) return documentOf({ tests, failures, errors: 0, time }, lines);
  // Without this error, passed and skipped tests would look like a complete run.
  const early = errorSuite(endings[report.ending] ?? '');
  return documentOf({ tests: tests + 1, failures, errors: 1, time }, [...early, ...lines]);
}

/** Groups the results. Node 20 has no Map.groupBy. */
function byOperation(results: CaseResult[]): Map<string, CaseResult[]> {
  const suites = new Map<string, CaseResult[]>();
  for (const result of results) {
    const { operationId } = result.operation;
    const suite = suites.get(operationId) ?? [];
    suite.push(result);
    suites.set(operationId, suite);
  }
  return suites;
}

function errorXml(message: string): string {
  return documentOf({ tests: 1, failures: 0, errors: 1 }, errorSuite(message));
}

function waiverSuite(faults: WaiverFault[]): string[] {
  if (faults.length === 0) return [];
  const name = 'waivers';
  const counts = { tests: faults.length, failures: faults.length, errors: 0 };
  const cases = faults.flatMap(({ case: id, problem }) => [
    `    <testcase${attributesText({ name: id, classname: name })}>`,
    `      <failure${attributesText({ type: 'waiver', message: problem })}/>`,
    '    </testcase>',
  ]);
  return [`  <testsuite${attributesText({ name, ...counts, skipped: 0 })}>`, ...cases, '  </testsuite>'];
}

function errorSuite(message: string): string[] {
  const counts = { tests: 1, failures: 0, errors: 1 };
  return [
    `  <testsuite${attributesText({ name: runName, ...counts, skipped: 0 })}>`,
    `    <testcase${attributesText({ name: 'the run', classname: runName })}>`,
    `      <error${attributesText({ type: 'cut off', message })}/>`,
    '    </testcase>',
    '  </testsuite>',
  ];
}

function documentOf(attributes: Counts & { time?: string }, suites: string[]): string {
  const head = `<testsuites${attributesText({ name: runName, ...attributes })}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join('\n');
}

function caseLines(result: CaseResult, report: Judged, clean: Clean): string[] {
  const { operation, id, outcome } = result;
  const attributes = { name: id, classname: operation.operationId, time: secondsOf([result]) };
  const start = `    <testcase${attributesText(attributes)}`;
  if (outcome === 'passed') return [`${start}/>`];
  const inner =
    outcome === 'failed'
      ? failure(result, clean)
      : `<skipped${attributesText({ message: clean(result.waiver ?? skipText(result, report)) })}/>`;
  return [`${start}>`, `      ${inner}`, '    </testcase>'];
}

function failure({ operation, id, rule, findings, curl }: CaseResult, clean: Clean): string {
  const message = findings.map(({ cause }) => clean(cause)).join('; ');
  const lines = findings.flatMap(({ cause, expected, got }) => [
    cause,
    `  expected  ${expected}`,
    `  got       ${got}`,
  ]);
  const spec = `spec: ${sentenceOf({ operation, id, rule })}`;
  const text = [spec, ...lines, ...(curl === undefined ? [] : [curl])]
    .map((line) => keepIndent(line, clean))
    .join('\n');
  return `<failure${attributesText({ type: nameOfRule({ id, rule }), message })}>${escaped(text)}</failure>`;
}

function keepIndent(line: string, clean: Clean): string {
  const [indent = ''] = /^ */.exec(line) ?? [];
  return indent + clean(line.slice(indent.length));
}

function skipText({ lack = '' }: CaseResult, report: Judged): string {
  if (lack === 'nothing') return 'not run';
  return `${lack in endings ? '' : `for lack of ${lack}: `}${remedyOf(report, lack)}`;
}

function countsOf(results: CaseResult[]): Counts {
  return { tests: results.length, failures: results.filter(({ outcome }) => outcome === 'failed').length, errors: 0 };
}

function secondsOf(results: CaseResult[]): string {
  return (results.reduce((sum, { ms = 0 }) => sum + ms, 0) / 1000).toFixed(3);
}

function attributesText(attributes: object): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes the text for XML. Removes the characters that XML does not allow even in escaped form. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
