// The operations of one kind of resource, found by the paths of the document: an operation that reads one item, and the
// other operations of its path and of the collection's path.

import type { Json, OperationCases } from '../../document/index.ts';
import { contractCases } from '../requests.ts';
import type { Answer } from '../send.ts';

export type JsonObject = { [key: string]: Json };

export interface Resource {
  name: string;
  read: OperationCases | undefined;
  create: OperationCases | undefined;
  update: OperationCases | undefined;
  remove: OperationCases | undefined;
  list: OperationCases | undefined;
}

export type Readable = Resource & { read: OperationCases };

type Role = Exclude<keyof Resource, 'name'>;

/** Resources whose operations have unusual paths. */
const unusual: ({ name: string } & Partial<Record<Role, string>>)[] = [
  { name: 'Invitation', create: 'createInvitationLink', list: 'listInvitations', remove: 'deleteInvitation' },
  { name: 'SpendLimit', create: 'updateSpendLimit', read: 'getSpendLimit', remove: 'deleteSpendLimit' },
  { name: 'WebhookDelivery', create: 'testWebhook', read: 'getWebhookDelivery', list: 'listWebhookDeliveries' },
];

/** Files of pages, documents about the server, and resources behind a forwarding operation. */
const notThings = new Set(['getPanelAsset', 'getDocsFile', 'getScimResourceType', 'getScimSchema']);
const forwarding = ['/v1/{custom_endpoint}', '/mcp/{prefix}'];

/** Returns the operations that belong to an operation which reads one item. */
export function resourceOf(read: OperationCases): Readable {
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

/** Returns true if the operation reads one resource, and not a list below an id or a file of a page, or redirects. */
function readsOne({ operationId, method, path, cases }: OperationCases): boolean {
  const isItem = method === 'GET' && path.endsWith('}') && !forwarding.includes(path);
  const answers = cases.some(({ expect }) => expect.status === 200);
  return isItem && answers && !operationId.startsWith('list') && !notThings.has(operationId);
}

function named(operationId: string | undefined): OperationCases | undefined {
  return contractCases.find((operation) => operation.operationId === operationId);
}

/** Every kind of resource. */
const resources: Resource[] = [
  ...contractCases
    .filter(readsOne)
    .map(resourceOf)
    .filter(({ name }) => unusual.every((one) => one.name !== name)),
  ...unusual.map(({ name, read, create, update, remove, list }) => ({
    name,
    read: named(read),
    create: named(create),
    update: named(update),
    remove: named(remove),
    list: named(list),
  })),
];

/** Returns the resource with the operation in this role. */
export function resourceWith(role: Role, { operationId }: OperationCases): Resource | undefined {
  return resources.find((resource) => resource[role]?.operationId === operationId);
}

/** Returns the resource in a response: the response itself, the only object inside it, or the first of a list. */
export function inner({ body }: Pick<Answer, 'body'>): JsonObject {
  if (body?.object === 'list' && body.data?.length > 0) return body.data[0];
  const [only, ...others] = Object.values((body ?? {}) as JsonObject);
  return others.length === 0 && typeof only === 'object' && only !== null ? (only as JsonObject) : body;
}
