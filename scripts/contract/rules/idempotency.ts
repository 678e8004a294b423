// Idempotency-Key: a repeated call has the first one's answer and no effect, and another call with the key is refused.

import { randomUUID } from 'node:crypto';
import type { CaseRequest, Json, OperationCases } from '../../document/index.ts';
import { parametersOf } from '../../document/index.ts';
import { document, operations } from '../answers.ts';
import { requestOf } from '../requests.ts';
import type { Answer } from '../send.ts';
import type { Rule, Trial } from './rule.ts';
import type { Stage } from './stage.ts';

const atOnce = 4;
export const idempotency: Rule = {
  name: 'idempotency',
  about: 'Idempotency-Key: the same call is answered alike and executed once; another call with the key is refused.',
  applies: ({ operationId }) =>
    operations.some(
      ({ operation }) =>
        operation.operationId === operationId &&
        parametersOf(document, operation).some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    ),
  // Some send mail, or create users, who stay.
  lack: (stage, { cases }) => stage.needOf(cases.find(({ id }) => /\/accepted\/-\/least$/.test(id))),
  async run(trial, stage, operation) {
    const send = await sender(trial, stage, operation);
    const key = randomUUID();
    const first = await send(key);
    if (!trial.status(first, 200, undefined, 'a call with a key')) return;
    const again = await send(key);
    trial.status(again, 200, undefined, 'a repeated call');
    trial.equal('a repeated call has another answer', again.body, first.body);
    trial.equal('a repeated call has another media type', type(again), type(first));
    trial.status(await send(key, true), 409, 'idempotency_key_reused', 'another call with the key');
    const other = await send(randomUUID());
    const isOnce = operation.cases.some(({ id, request }) => /\/accepted\/-\/least$/.test(id) && hasFixture(request));
    if (other.status === 200 && !isOnce)
      trial.expect(other.text !== first.text, 'a new key gets an old answer', 'another answer', other.text);
    const shared = randomUUID();
    const sendAnew = await sender(trial, stage, operation);
    const answers = await Promise.all(Array.from({ length: atOnce }, () => sendAnew(shared)));
    const done = answers.filter(({ status }) => status === 200);
    trial.equal('simultaneous calls with one key', new Set(done.map(idOf)).size, 1);
    for (const late of answers.filter(({ status }) => status !== 200))
      trial.status(late, 409, 'idempotency_key_in_use', 'simultaneous calls with one key');
    await refusedCallKeepsKey(trial, await sender(trial, stage, operation));
    await keysOfTwoCredentials(trial, stage, operation);
  },
};

/** A call that was refused does not use its key up. */
async function refusedCallKeepsKey(trial: Trial, send: Send): Promise<void> {
  const key = randomUUID();
  const refused = await send(key, false, []);
  trial.status(refused, 422, undefined, 'an invalid call with a key');
  trial.status(await send(key), 200, undefined, 'a valid call after an invalid one with its key');
}

/** Two credentials may use the same key for two calls. */
async function keysOfTwoCredentials(trial: Trial, stage: Stage, operation: OperationCases): Promise<void> {
  const isOfProject = operation.caller === 'project_key';
  if (!isOfProject && operation.caller !== 'organization_key') return;
  const hasTwo = isOfProject ? stage.hasTwoProjects : stage.hasTwoOrganizations;
  if (!hasTwo || Object.keys(operation.fixtures).length > 0) return;
  const key = randomUUID();
  // Two projects have two keys; two organizations too.
  const stranger = isOfProject ? undefined : (await stage.foreign()).key;
  const [own, others] = [await sender(trial, stage, operation), await sender(trial, stage, operation, stranger)];
  const [one, other] = [await own(key), await others(key)];
  if (one.status === 200 && trial.status(other, 200, undefined, "another credential's call with the key"))
    trial.expect(idOf(one) !== idOf(other), 'two credentials share a key', 'another id', idOf(other));
}

type Send = (key: string, isOther?: boolean, body?: Json) => Promise<Answer>;

/** Returns a function that sends the smallest request of the operation, or another one. */
async function sender(trial: Trial, stage: Stage, operation: OperationCases, token?: string): Promise<Send> {
  const { fixtures, tokenOf } = await stage.scene([operation]);
  const filling = { fixtures, token: token ?? tokenOf(operation) };
  const of = (name: RegExp): (typeof operation.cases)[number]['request'] | undefined =>
    operation.cases.find(({ id, expect }) => expect.status === 200 && name.test(id))?.request;
  const least = requestOf(filling, operation, of(/\/accepted\/-\/least$/) ?? {});
  const given = least.options.body as { [key: string]: Json };
  // A name by which a later run finds what a killed run has left.
  const sent = 'name' in given ? { ...given, name: `${stage.tag} ${randomUUID().slice(0, 8)}` } : given;
  const others = requestOf(filling, operation, of(/\/accepted\/[a-z_]+\/(alone|value-|max-length$|maximum$)/) ?? {})
    .options.body;
  return (key, isOther = false, instead) => {
    const body = instead ?? (isOther ? { ...sent, ...changed(sent), ...(others as object) } : sent);
    const headers = { ...least.options.headers, 'idempotency-key': key };
    return trial.ask(least.method, least.path, { ...least.options, headers, body });
  };
}

/** Returns true if the request names an existing thing: then a second call may have the first one's result. */
function hasFixture({ body }: CaseRequest): boolean {
  return JSON.stringify(body ?? null).includes('$fixture');
}

function changed(sent: { [key: string]: Json }): { [key: string]: Json } {
  return 'name' in sent ? { name: `${String(sent.name)} changed` } : {};
}

function type({ headers }: Answer): string | null {
  return headers.get('content-type');
}

function idOf({ body }: Answer): unknown {
  return body?.id ?? body?.organization?.id ?? body?.url;
}
