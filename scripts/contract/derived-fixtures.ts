// Makers derived from the document, so that a new resource needs no entry in fixtures.ts. A maker calls the operation
// that creates an item in the collection, with the smallest body that the operation accepts.

import { randomBytes } from 'node:crypto';
import type { Operation, OperationCases } from '../document/index.ts';
import { documented, operations } from './answers.ts';
import { type Maker, notMade, type Place } from './fixtures.ts';
import { contractCases, requestOf } from './requests.ts';

export function caseOf(operationId: string | undefined): OperationCases | undefined {
  return contractCases.find((operation) => operation.operationId === operationId);
}

/** Returns what the document says about the rows of a list. */
export function itemsOf(operationId: string): NonNullable<Operation['x-items']> {
  return documented(operationId)?.['x-items'] ?? {};
}

/**
 * Returns the operation that creates an item of a collection, or undefined. A collection is the last constant segment
 * of a path. The operation is that of `x-items`, or a POST to the collection, or a PUT to an item's path with a name that
 * the caller chooses.
 */
function creationIn(collection: string): OperationCases | undefined {
  const list = new RegExp(`/${collection}/?(\\{[^}]+\\})?$`);
  const said = operations.find(({ path, operation }) => list.test(path) && operation['x-items']?.create !== undefined);
  if (said !== undefined) return caseOf(said.operation['x-items']?.create);
  const at = (method: string, pattern: RegExp): OperationCases | undefined =>
    contractCases.find((operation) => operation.method === method && pattern.test(operation.path));
  return at('POST', new RegExp(`/${collection}/?$`)) ?? at('PUT', new RegExp(`/${collection}/\\{[^}]+\\}$`));
}

/** Creates an item. Returns its path segment: the name in a PUT's path, or the id in the response to a POST. */
export async function createIn(
  operation: OperationCases,
  place: Place,
  within: ReadonlyMap<string, string>,
): Promise<{ key: string; id: string }> {
  const { method, path, caller } = operation;
  const collection = path.split('/').at(-2) ?? '';
  const name = `thing-${randomBytes(6).toString('hex')}`;
  const fixtures = new Map([...within, ['own_organization', place.organizationId]]);
  if (method === 'PUT') fixtures.set(collection, name);
  // The admin of the run owns what it creates.
  const token = place.tokens[(caller === 'owner' ? 'admin' : caller) as keyof Place['tokens']];
  const least = operation.cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id));
  const request = requestOf({ token, fixtures }, operation, least?.request ?? {});
  const answer = await place.ask(request.method, request.path, request.options);
  if (answer.status > 299) throw notMade(request.method, request.path, answer);
  // Some operations create several items, and answer with a list of them.
  const { id } = answer.body.object === 'list' ? answer.body.data[0] : answer.body;
  return { key: method === 'PUT' ? name : id, id };
}

/** Returns a maker that uses the operation which creates an item in the collection, or undefined if there is none. */
export function derivedMaker(collection: string): Maker<Place> | undefined {
  const operation = creationIn(collection);
  return operation === undefined ? undefined : async (place, within) => (await createIn(operation, place, within)).key;
}
