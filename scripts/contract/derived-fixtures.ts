// Makers that follow from the document, so that a new resource needs no entry in fixtures.ts: an item is made by the
// operation that creates one in its collection, with the least body that the operation takes.

import { randomBytes } from 'node:crypto';
import type { OperationCases } from '../document/index.ts';
import { type Maker, NotMade, type Place } from './fixtures.ts';
import { contractCases, requestOf } from './requests.ts';

/**
 * Returns the operation that creates an item of a collection, the last constant part of a path: a POST to the
 * collection, or a PUT to the address of an item, whose name is then the caller's choice.
 */
export function creationIn(collection: string): OperationCases | undefined {
  const at = (method: string, pattern: RegExp): OperationCases | undefined =>
    contractCases.find((operation) => operation.method === method && pattern.test(operation.path));
  return at('POST', new RegExp(`/${collection}/?$`)) ?? at('PUT', new RegExp(`/${collection}/\\{[^}]+\\}$`));
}

/** Returns the item's part of its address: the name that a PUT was sent to, or the id that a POST answered. */
export async function createIn(
  operation: OperationCases,
  place: Place,
  within: ReadonlyMap<string, string>,
): Promise<{ key: string; id: string }> {
  const { method, path, caller } = operation;
  const collection = path.split('/').at(-2) ?? '';
  const name = `thing-${randomBytes(6).toString('hex')}`;
  const fixtures = method === 'PUT' ? new Map([...within, [collection, name]]) : within;
  const token = place.tokens[caller as keyof Place['tokens']];
  const least = operation.cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id));
  const request = requestOf({ token, fixtures }, operation, least?.request ?? {});
  const answer = await place.ask(request.method, request.path, request.options);
  if (answer.status !== 200) throw new NotMade(request.method, request.path, answer);
  return { key: method === 'PUT' ? name : answer.body.id, id: answer.body.id };
}

/** Returns a maker for a collection by the operation that creates an item in it; undefined if no operation does. */
export function derivedMaker(collection: string): Maker<Place> | undefined {
  const operation = creationIn(collection);
  return operation === undefined ? undefined : async (place, within) => (await createIn(operation, place, within)).key;
}
