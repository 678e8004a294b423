// Waivers of a contract run: known failures, each with a reason and an end date, so that only new failures break a
// pipeline. An expired or unneeded waiver is a failure too, so that the list stays current.

import { readFileSync } from 'node:fs';
import { cannot } from '../command/failure.ts';
import { ruleIds } from '../rules/index.ts';
import type { RunReport } from '../run.ts';
import { type CaseResult, unchangedId } from '../run-operation.ts';
import { allCases } from '../tenants.ts';

export interface Waiver {
  /** The id of the case that may fail. */
  case: string;
  reason: string;
  /** The last day of the waiver, in UTC: YYYY-MM-DD. */
  until: string;
}

/** An expired or unneeded waiver. */
export interface WaiverFault {
  case: string;
  problem: string;
}

const members = ['case', 'reason', 'until'];

/** Reads the waivers in a YAML or JSON file. Throws if the file cannot be read or an entry is invalid. */
export async function readWaivers(path: string, parse: (text: string) => Promise<unknown>): Promise<Waiver[]> {
  const refuse = (problem: string): Error => cannot(`the waivers in ${path} cannot be used: ${problem}`);
  let list: unknown;
  try {
    list = await parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (!Array.isArray(list)) throw refuse('the file must be a list of entries with the members case, reason and until.');
  const known = new Set(
    allCases().flatMap((operation) => [
      unchangedId(operation.operationId),
      ...operation.cases.map(({ id }) => id),
      ...ruleIds(operation),
    ]),
  );
  const seen = new Set<string>();
  for (const [index, entry] of list.entries()) {
    const problem = isWaiver(entry) ? problemOf(entry, known, seen) : `must have ${members.join(', ')}, as strings.`;
    if (problem !== undefined) throw refuse(`entry ${index + 1} ${problem}`);
    seen.add((entry as Waiver).case);
  }
  return list as Waiver[];
}

function isWaiver(entry: unknown): entry is Waiver {
  if (typeof entry !== 'object' || entry === null) return false;
  const isText = (name: string): boolean => typeof (entry as Record<string, unknown>)[name] === 'string';
  return Object.keys(entry).length === members.length && members.every(isText);
}

function problemOf(waiver: Waiver, known: ReadonlySet<string>, seen: ReadonlySet<string>): string | undefined {
  if (!known.has(waiver.case)) return `names the case '${waiver.case}', which does not exist.`;
  if (seen.has(waiver.case)) return `names the case '${waiver.case}' again.`;
  if (waiver.reason.trim() === '') return 'gives no reason.';
  const day = new Date(`${waiver.until}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${waiver.until}T`);
  return isDay ? undefined : `ends at '${waiver.until}', which is not a date such as 2027-01-31.`;
}

/**
 * Returns the report with waived failures marked, and with expired and unneeded waivers listed. `today` is YYYY-MM-DD.
 */
export function waive(report: RunReport, waivers: Waiver[], today: string): RunReport & { faults: WaiverFault[] } {
  const byCase = new Map(waivers.map((waiver) => [waiver.case, waiver]));
  const results = report.results.map((result): CaseResult => {
    const waiver = byCase.get(result.id);
    if (result.outcome !== 'failed' || waiver === undefined || waiver.until < today) return result;
    return { ...result, outcome: 'waived', waiver: `waived until ${waiver.until}: ${waiver.reason}` };
  });
  const faults = waivers.flatMap((waiver): WaiverFault[] => {
    const problem = faultOf(waiver, report.results, today);
    return problem === undefined ? [] : [{ case: waiver.case, problem }];
  });
  return { ...report, results, faults };
}

function faultOf(waiver: Waiver, results: CaseResult[], today: string): string | undefined {
  if (waiver.until < today) return `the waiver expired on ${waiver.until}: fix the failure, or renew the waiver`;
  const result = results.find(({ id }) => id === waiver.case);
  // The check that refused requests change nothing has a result only if it fails.
  const wasTried =
    result?.outcome === 'passed' ||
    (result === undefined &&
      results.some(
        ({ operation, outcome }) => unchangedId(operation.operationId) === waiver.case && outcome !== 'skipped',
      ));
  return wasTried ? 'the case passes: remove the waiver' : undefined;
}
