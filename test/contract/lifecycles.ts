// Creates a resource with every member in a scope of its own.

import { fixturesOf, requestOf } from '../../scripts/contract/requests.ts';
import { inner, type JsonObject, type Readable } from '../../scripts/contract/rules/resource.ts';
import type { CaseRequest, OperationCases } from '../../scripts/document/case.ts';
import type { Json } from '../../scripts/document/document.ts';
import type { Answer, TestApp } from '../harness/app.ts';
import { createScope, createThings, type Scope } from '../harness/fixtures.ts';
import { finished } from '../harness/stores.ts';
import type { Person } from '../harness/world.ts';

export interface Life {
  id: string;
  /** The response to the creation; undefined if no operation creates the resource. */
  created: JsonObject | undefined;
  /** Calls an operation on the resource. Without a body, sends the smallest valid one. */
  call(operation: OperationCases, body?: Json): Promise<Answer>;
}

/** Creates a resource with every member in a scope of its own. */
export async function beginLife(app: TestApp, admin: Person, { read, create }: Readable): Promise<Life> {
  const scope = await createScope(app, admin);
  const collections = Object.values(read.fixtures);
  const needed = [read, ...(create === undefined ? [] : [create])].flatMap((operation) => [...fixturesOf(operation)]);
  const things = await createThings(scope, new Set([...collections, ...needed, 'users', 'models', 'responses']));
  const innermost = collections.at(-1) ?? '';
  const send = (operation: OperationCases, request: CaseRequest): Promise<Answer> => {
    const token = scope.tokens[operation.caller as keyof Scope['tokens']];
    const { options, path } = requestOf({ token, fixtures: things }, operation, request);
    return app.request(operation.method, path, options);
  };
  let created: JsonObject | undefined;
  if (create !== undefined) {
    // The full request for a response says store: false.
    const answer = await send(
      create,
      requestNamed(create, create.operationId === 'createResponse' ? 'least' : 'full-1'),
    );
    if (answer.status !== 200) throw new Error(answer.text);
    created = inner(answer);
    things.set(innermost, String(created.id));
    // A resource in progress changes by itself until it is finished.
    if (created.status === 'in_progress')
      await finished(app, scope.tokens.project_key, requestOf({ token: undefined, fixtures: things }, read, {}).path);
  }
  return {
    id: things.get(innermost) ?? '',
    created,
    call: (operation, body) => send(operation, body === undefined ? requestNamed(operation, 'least') : { body }),
  };
}

function requestNamed(operation: OperationCases, name: string): CaseRequest {
  return operation.cases.find(({ id }) => id.endsWith(`/accepted/-/${name}`))?.request ?? {};
}
