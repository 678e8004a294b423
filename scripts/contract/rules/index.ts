// Rules of the spec that one request cannot test, tried for every operation that they concern.

import type { OperationCases } from '../../document/index.ts';
import { inParallel } from '../../parallel/index.ts';
import { Missing } from '../credentials.ts';
import type { CaseResult } from '../run-operation.ts';
import type { Ask } from '../send.ts';
import { access } from './access.ts';
import { callers } from './callers.ts';
import { deliveries } from './deliveries.ts';
import { http } from './http.ts';
import { idempotency } from './idempotency.ts';
import { created, deleted, listed, read, updated } from './lifecycle.ts';
import { paging } from './paging.ts';
import { places } from './places.ts';
import { precedence } from './precedence.ts';
import { rates } from './rates.ts';
import { type Rule, Trial } from './rule.ts';
import type { Stage } from './stage.ts';
import { state } from './states.ts';

export { Watch } from './every-answer.ts';
export { Stage, type StageOptions } from './stage.ts';

const rules: Rule[] = [
  access,
  callers,
  precedence,
  http,
  idempotency,
  created,
  read,
  listed,
  updated,
  deleted,
  paging,
  places,
  rates,
  state,
  deliveries,
];

export function ruleIds(operation: OperationCases): string[] {
  const names = rules.filter((rule) => rule.applies(operation)).map(({ name }) => name);
  return [...names, 'every-answer'].map((name) => `${operation.operationId}/rules/-/${name}`);
}

/** The number of rules that are tried at once. */
const width = 3;

interface TrialOptions {
  ask: Ask;
  stage: Stage;
  /** The names of rules that are not tried. */
  leftOut: ReadonlySet<string>;
  /** Returns the reason why nothing can be tried any more. */
  lack: () => string | undefined;
}

/** Tries the rules on an operation. Returns a result for each rule that concerns it. */
export function ruleResults(options: TrialOptions, operation: OperationCases): Promise<CaseResult[]> {
  const concerned = rules.filter((rule) => !options.leftOut.has(rule.name) && rule.applies(operation));
  return inParallel(width, concerned, (rule) => ruleResult(options, operation, rule));
}

async function ruleResult(
  { ask, stage, lack }: TrialOptions,
  operation: OperationCases,
  rule: Rule,
): Promise<CaseResult> {
  const base = { operation, id: `${operation.operationId}/rules/-/${rule.name}`, rule: rule.about };
  const began = performance.now();
  const trial = new Trial(ask);
  let missing = lack() ?? rule.lack?.(stage, operation);
  if (missing === undefined)
    await rule.run(trial, stage, operation).catch((error: Error) => {
      missing = error instanceof Missing ? error.need : lack();
      if (missing !== undefined) return;
      trial.expect(false, 'the resources of a rule could not be created', 'an operation creates them', error.message);
    });
  const { findings, curl } = trial;
  if (missing !== undefined && findings.length === 0)
    return { ...base, outcome: 'skipped', findings: [], lack: missing };
  const ms = performance.now() - began;
  const outcome = findings.length === 0 ? 'passed' : 'failed';
  return { ...base, outcome, findings, ms, ...(curl === undefined ? {} : { curl }) };
}
