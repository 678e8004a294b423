// Runs the cases of one operation: first those that are refused, several at a time, which together must change nothing;
// then those that succeed, one after another, since they change what they are about.

import { isDeepStrictEqual } from 'node:util';
import type { ContractCase, Json, OperationCases } from '../document/index.ts';
import { inParallel } from '../parallel/index.ts';
import { violations } from './answers.ts';
import { differences, type Finding } from './judge.ts';
import { asCurl, contractCases, type Filling, filler, requestOf, shorten } from './requests.ts';
import type { Ask } from './send.ts';

/** What runs cases. */
export interface Kit {
  ask: Ask;
  /** Credential and fixtures for the operation; they are asked for again where a success uses them up. */
  fillingOf(operation: OperationCases): Promise<Filling>;
  /** Why the case cannot be run; undefined: it can. */
  lackOf?(one: ContractCase): string | undefined;
  /** How many requests there are at a time. */
  width: number;
}

export interface CaseResult {
  operation: OperationCases;
  id: string;
  rule: string;
  /** Waived: failed, as it was known to. */
  outcome: 'passed' | 'failed' | 'skipped' | 'waived';
  /** What is wrong with the answer, where it failed. */
  findings: Finding[];
  /** The request, as a command; of what was not sent, none. */
  curl?: string;
  /** How long the answer took; of what was not sent, nothing. */
  ms?: number;
  /** Until when it is waived, and why. */
  waiver?: string;
  /** What was lacking, where it was skipped. */
  lack?: string;
}

/** The results of every case of the operation, in their order; behind them that refusals changed something, if they did. */
export async function runOperation(kit: Kit, operation: OperationCases): Promise<CaseResult[]> {
  const runnable = operation.cases.filter((one) => kit.lackOf?.(one) === undefined);
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
    changed = changeBetween(operation, before, await stateOf(kit, shared, operation));
    for (const one of runnable.filter(isAccepted)) {
      // What there was when it was planned may be over: the time, for one. Then nothing more is made for it.
      if (kit.lackOf?.(one) !== undefined) continue;
      const filling = usesUp(operation) ? await kit.fillingOf(operation) : shared;
      results.set(one, await runCase(kit, filling, operation, one));
    }
  }
  const inTheirOrder = operation.cases.map((one) => results.get(one) ?? skipped(operation, one, kit.lackOf?.(one)));
  return [...inTheirOrder, ...changed];
}

/** Sends the case's request, and judges the answer, by the case and by the published document. */
export async function runCase(
  { ask, lackOf }: Pick<Kit, 'ask' | 'lackOf'>,
  filling: Filling,
  operation: OperationCases,
  one: ContractCase,
): Promise<CaseResult> {
  const lack = lackOf?.(one);
  if (lack !== undefined) return skipped(operation, one, lack);
  const fill = filler(filling.fixtures);
  const request = requestOf(filling, operation, one.request, fill);
  const { method, path, options } = request;
  const began = performance.now();
  const findings = await ask(method, path, options).then(
    (answer) => {
      const broken = violations({ method, path, ...answer }).map((text): Finding => {
        const about = text.slice(text.indexOf(' → ') + 3).replace(/^\d+ /, '');
        return { cause: causeOf(about), expected: 'an answer as the document declares it', got: about };
      });
      const wrong = differences(answer, one.expect, (options.body ?? null) as Json, fill);
      // A status that the document does not know either is one thing that is wrong, not two.
      return wrong.some(({ cause }) => cause.startsWith('status ')) ? wrong : [...wrong, ...broken];
    },
    (error: unknown): Finding[] => [{ cause: 'no answer', expected: String(one.expect.status), got: messageOf(error) }],
  );
  const ms = performance.now() - began;
  const outcome = findings.length === 0 ? 'passed' : 'failed';
  return { operation, id: one.id, rule: one.rule, outcome, findings, curl: asCurl(request), ms };
}

/** A result for a case that is not run. */
export function skipped(operation: OperationCases, { id, rule }: ContractCase, lack = 'nothing'): CaseResult {
  return { operation, id, rule, outcome: 'skipped', findings: [], lack };
}

/** Whether a success leaves nothing behind to call it on again. */
export function usesUp({ method, path }: OperationCases): boolean {
  return method === 'DELETE' || /^\/auth\/|^\/v1\/(invitations|reset_password)\/|\/complete$/.test(path);
}

/** The violation without what differs from answer to answer. */
function causeOf(violation: string): string {
  return violation
    .replace(/\/\d+/g, '/n')
    .replace(/ \{.*$/s, (params) => {
      const name = /"(?:additionalProperty|missingProperty)":"([^"]*)"/.exec(params)?.[1];
      return name === undefined ? '' : `: ${name}`;
    })
    .replace(/^is [^,]+, not .*$/s, 'media type of the answer');
}

/** What can be read at the operation's own address, without the times at which keys were used; undefined: nothing. */
async function stateOf(
  { ask }: Kit,
  { token, fixtures }: Filling,
  operation: OperationCases,
): Promise<Json | undefined> {
  const read = contractCases.find(({ method, path }) => method === 'GET' && path === operation.path);
  // Under one address two methods may take the ids of different things.
  const isSame = JSON.stringify(read?.fixtures) === JSON.stringify(operation.fixtures);
  if (operation.method === 'GET' || !isSame) return undefined;
  const { path } = requestOf({ token, fixtures }, operation, {});
  const { status, text } = await ask('GET', path, { token });
  // Of what a runner cannot make there is nothing to read: that should stay so.
  if (status !== 200) return status;
  try {
    return JSON.parse(text, (key, value: Json) => (key === 'last_used_at' ? null : value)) as Json;
  } catch {
    return text;
  }
}

/** The id of the result that tells of a change by what was refused: no case has it. */
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
