// Runs the cases of one operation. Refused requests run first and concurrently, because together they must change
// nothing. Successful requests run one after another, because they change their fixtures.

import { isDeepStrictEqual } from 'node:util';
import type { ContractCase, Json, Need, OperationCases } from '../document/index.ts';
import { inParallel } from '../parallel/index.ts';
import { violations } from './answers.ts';
import { Missing } from './credentials.ts';
import { earlierRuns, isLimited } from './fixtures.ts';
import { differences, type Finding } from './judge.ts';
import { asCurl, contractCases, type Filling, filler, requestOf, shorten } from './requests.ts';
import type { Ask } from './send.ts';

/** The environment in which cases run. */
export interface Kit {
  ask: Ask;
  /** Returns a credential and fixtures for the operation. Called again after each success that uses its fixtures up. */
  fillingOf(operation: OperationCases): Promise<Filling>;
  /** Returns why the case cannot run, or undefined if it can. */
  missingNeed?(one: ContractCase): string | undefined;
  /** Returns true if nobody else changes what a GET at the operation's path shows. By default, it is true. */
  isOwnState?(operation: OperationCases): boolean;
  /** The number of concurrent requests. */
  width: number;
}

export interface CaseResult {
  operation: OperationCases;
  id: string;
  rule: string;
  /** `waived`: the case failed, and a waiver allows that. */
  outcome: 'passed' | 'failed' | 'skipped' | 'waived';
  /** The differences of the response, if the case failed. */
  findings: Finding[];
  /** The request as a curl command; undefined if it was not sent. */
  curl?: string;
  /** The duration of the call in milliseconds; undefined if the request was not sent. */
  ms?: number;
  /** The reason and the end date of the waiver. */
  waiver?: string;
  /** The unmet need, if the case was skipped. */
  lack?: string;
}

/**
 * Returns the results of all cases of the operation, in order. If refused requests changed something, an additional
 * result says so.
 */
export async function runOperation(kit: Kit, operation: OperationCases): Promise<CaseResult[]> {
  const runnable = operation.cases.filter((one) => kit.missingNeed?.(one) === undefined);
  const results = new Map<ContractCase, CaseResult>();
  const isAccepted = ({ expect }: ContractCase): boolean => expect.status < 300;
  let changed: CaseResult[] = [];
  if (runnable.length > 0) {
    const shared = await kit.fillingOf(operation);
    const before = await stateOf(kit, shared, operation);
    const refused = runnable.filter((one) => !isAccepted(one));
    await inParallel(
      kit.width,
      refused,
      async (one) => void results.set(one, await runCase(kit, shared, operation, one)),
    );
    // A read without an answer tells nothing about changes.
    const after = await stateOf(kit, shared, operation).catch(() => before);
    changed = changeBetween(operation, before, after);
    for (const one of runnable.filter(isAccepted)) {
      // A case that could run when the run was planned may not be able to now, for example because the time is up. No
      // fixtures are created for it then.
      if (kit.missingNeed?.(one) !== undefined) continue;
      const filling = usesUp(operation) ? await kit.fillingOf(operation) : shared;
      results.set(one, await runCase(kit, filling, operation, one));
    }
  }
  const inTheirOrder = operation.cases.map(
    (one) => results.get(one) ?? skipped(operation, one, kit.missingNeed?.(one)),
  );
  return [...inTheirOrder, ...changed];
}

const mostViolations = 50;

/** A server with lower limits may refuse any case for its size. */
const sizeLimits: Need[] = ['usual-body-limit', 'usual-upload-limit'];

/** Sends the case's request, and compares the response with the case and with the published document. */
async function runCase(
  { ask, missingNeed }: Pick<Kit, 'ask' | 'missingNeed'>,
  filling: Filling,
  operation: OperationCases,
  one: ContractCase,
): Promise<CaseResult> {
  const lack = missingNeed?.(one);
  if (lack !== undefined) return skipped(operation, one, lack);
  const fill = filler(filling.fixtures);
  const { fileName: _, ...refused } = filling;
  // A refusal may repeat the name of the file.
  const request = requestOf(one.expect.status < 300 ? filling : refused, operation, one.request, fill);
  const { method, path, options } = request;
  const began = performance.now();
  let unmet: string | undefined;
  const findings = await ask(method, path, options).then(
    (answer) => {
      if (isLimited(path, answer) && one.expect.status !== 429) unmet = earlierRuns;
      if (answer.status === 413 && one.expect.status !== 413) unmet = missingNeed?.({ ...one, needs: sizeLimits });
      const broken = violations({ method, path, ...answer })
        .slice(0, mostViolations)
        .map((text): Finding => {
          const about = shorten(text.slice(text.indexOf(' → ') + 3).replace(/^\d+ /, ''));
          return { cause: causeOf(about), expected: 'a response that the document declares', got: about };
        });
      const wrong = differences(answer, one.expect, { path, body: (options.body ?? null) as Json }, fill);
      // An unexpected status is often undeclared too. The result reports it once, not twice.
      return wrong.some(({ cause }) => cause.startsWith('status ')) ? wrong : [...wrong, ...broken];
    },
    (error: unknown): Finding[] => {
      if (error instanceof Missing) unmet = error.need;
      return [{ cause: 'no answer', expected: String(one.expect.status), got: messageOf(error) }];
    },
  );
  // The end of the run has aborted the request.
  const end = unmet ?? (findings[0]?.cause === 'no answer' ? missingNeed?.(one) : undefined);
  if (end !== undefined) return skipped(operation, one, end);
  const ms = performance.now() - began;
  const outcome = findings.length === 0 ? 'passed' : 'failed';
  return { operation, id: one.id, rule: one.rule, outcome, findings, curl: asCurl(request), ms };
}

/** Returns the result of a case that is not run. */
export function skipped(operation: OperationCases, { id, rule }: ContractCase, lack = 'nothing'): CaseResult {
  return { operation, id, rule, outcome: 'skipped', findings: [], lack };
}

/** Returns true if a successful call deletes or changes its fixtures, so that the next call needs new ones. */
export function usesUp({ method, path }: OperationCases): boolean {
  return method === 'DELETE' || /^\/auth\/|^\/v1\/(invitations|reset_password)\/|\/complete$/.test(path);
}

/** Returns the violation without the parts that differ between responses, so that a report can group by it. */
function causeOf(violation: string): string {
  return violation
    .replace(/\/\d+/g, '/n')
    .replace(/ \{.*$/s, (params) => {
      const name = /"(?:additionalProperty|missingProperty)":"([^"]*)"/.exec(params)?.[1];
      return name === undefined ? '' : `: ${name}`;
    })
    .replace(/^is [^,]+, not .*$/s, 'media type of the answer');
}

/**
 * Returns the response to a GET at the operation's path, without last-use times. Undefined if there is nothing to read.
 */
async function stateOf(
  { ask, isOwnState }: Kit,
  { token, fixtures }: Filling,
  operation: OperationCases,
): Promise<Json | undefined> {
  if (isOwnState?.(operation) === false) return undefined;
  const read = contractCases.find(({ method, path }) => method === 'GET' && path === operation.path);
  // Two methods at one path may use fixtures of different kinds.
  const isSame = JSON.stringify(read?.fixtures) === JSON.stringify(operation.fixtures);
  if (operation.method === 'GET' || !isSame) return undefined;
  const { path } = requestOf({ token, fixtures }, operation, {});
  const { status, text } = await ask('GET', path, { token });
  // A fixture that the run cannot create does not exist. It must not exist after the refused requests either.
  if (status !== 200) return status;
  try {
    return JSON.parse(text, (key, value: Json) => (key === 'last_used_at' ? null : value)) as Json;
  } catch {
    return text;
  }
}

/** Returns the id of the additional result that reports a change by refused requests. */
export function unchangedId(operationId: string): string {
  return `${operationId}/refused/-/unchanged`;
}

function changeBetween(operation: OperationCases, before: Json | undefined, after: Json | undefined): CaseResult[] {
  if (isDeepStrictEqual(before, after)) return [];
  const { operationId, path } = operation;
  return [
    {
      operation,
      id: unchangedId(operationId),
      rule: 'what is refused changes nothing',
      outcome: 'failed',
      findings: [{ cause: 'refused requests changed something', expected: shorten(before), got: shorten(after) }],
      curl: `curl -i -H "authorization: Bearer $TOKEN" "$URL${path}"`,
    },
  ];
}

function messageOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error };
  return cause?.message ?? message;
}
