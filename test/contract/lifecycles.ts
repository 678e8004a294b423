// Finds resources by the document's paths, and creates one of each with every member in a scope of its own.

import { contractCases, fixturesOf, requestOf } from '../../scripts/contract/requests.ts';
import type { CaseRequest, OperationCases } from '../../scripts/document/case.ts';
import type { Json } from '../../scripts/document/document.ts';
import type { Answer, TestApp } from '../harness/app.ts';
import { createScope, createThings, type Scope } from '../harness/fixtures.ts';
import { finished } from '../harness/stores.ts';
import type { Person } from '../harness/world.ts';

export type JsonObject = { [key: string]: Json };

/** The operations of one kind of resource. */
export interface Resource {
  name: string;
  read: OperationCases;
  create: OperationCases | undefined;
  update: OperationCases | undefined;
  remove: OperationCases | undefined;
  list: OperationCases | undefined;
}

export interface Life {
  id: string;
  /** The response to the creation; undefined if no operation creates the resource. */
  created: JsonObject | undefined;
  /** Calls an operation on the resource. Without a body, sends the smallest valid one. */
  call(operation: OperationCases, body?: Json): Promise<Answer>;
}

/** Returns the operations that belong to an operation which reads one item. */
export function resourceOf(read: OperationCases): Resource {
  const collection = read.path.slice(0, read.path.lastIndexOf('/'));
  const at = (method: string, ...paths: string[]): OperationCases | undefined =>
    contractCases.find((operation) => operation.method === method && paths.includes(operation.path));
  return {
    name: read.operationId.replace(/^(get|retrieve)/, ''),
    read,
    create: at('POST', collection, `${collection}/`),
    update: at('POST', read.path),
    remove: at('DELETE', read.path),
    list: at('GET', collection, `${collection}/`),
  };
}

/** Creates a resource with every member in a scope of its own. */
export async function beginLife(app: TestApp, admin: Person, { read, create }: Resource): Promise<Life> {
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
    // The full request for a response has the tool file_search: such a response is not stored.
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

/** Returns the resource in a response: the response itself, or the only object inside it. */
export function inner({ body }: Answer): JsonObject {
  const [only, ...others] = Object.values(body as JsonObject);
  return others.length === 0 && typeof only === 'object' ? (only as JsonObject) : body;
}
