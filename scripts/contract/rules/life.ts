// One resource from its creation to its deletion, for the rules that follow it.

import type { CaseRequest, OperationCases } from '../../document/index.ts';
import { type FilledRequest, requestOf } from '../requests.ts';
import type { Answer, Ask } from '../send.ts';
import { inner, type JsonObject, type Resource } from './resource.ts';
import type { Scene, Stage } from './stage.ts';

export interface Life {
  resource: Resource;
  scene: Scene;
  id: string;
  /** The response to the creation. */
  answer: Answer;
  created: JsonObject;
  /** The body of the creation. */
  sent: JsonObject;
  /** Calls another operation on the resource. */
  call(operation: OperationCases, request?: CaseRequest): Promise<Answer>;
  /** Creates a further resource beside this one. */
  another(request: CaseRequest): Promise<Answer>;
}

/**
 * Returns the request of a successful case of the operation: `least`, `full-1`, or the first of the names that exists.
 * A body with `store: false` makes nothing that could be read or deleted.
 */
export function requestNamed({ cases }: OperationCases, ...names: string[]): CaseRequest {
  const found = names.flatMap((name) =>
    cases.filter(({ id, request }) => id.endsWith(`/accepted/-/${name}`) && !isUnstored(request)),
  );
  return found[0]?.request ?? {};
}

function isUnstored({ body }: CaseRequest): boolean {
  return (body as JsonObject | undefined)?.store === false;
}

/**
 * Creates a resource in a new project. If no operation creates one, the resource is a fixture, and `created` is what is
 * read of it. Throws if the server refuses.
 */
export async function beginLife(ask: Ask, stage: Stage, resource: Resource, ...names: string[]): Promise<Life> {
  const { create, read, update, remove, list } = resource;
  const first = create ?? read;
  if (first === undefined) throw new Error(`no operation creates or reads a ${resource.name}`);
  const operations = [create, read, update, remove, list].filter((one) => one !== undefined);
  const innermost = innermostOf(resource);
  const isFixture = create === undefined || JSON.stringify(create.cases).includes(`"${innermost}"`);
  const scene = await stage.scene(operations, new Set(isFixture ? [] : [innermost]));
  const { fixtures } = scene;
  const filled = (operation: OperationCases, request: CaseRequest): FilledRequest =>
    requestOf({ token: scene.tokenOf(operation), fixtures }, operation, request);
  const send = ({ method, path, options }: FilledRequest): ReturnType<Ask> => ask(method, path, options);
  const creation = filled(first, requestNamed(first, ...names));
  const answer = await send(creation);
  if (answer.status > 299) throw new Error(`${first.operationId} answered ${answer.status} ${answer.text}`);
  const created = inner(answer);
  const id = String(created.id);
  if (create !== undefined && created.id !== undefined) fixtures.set(innermost, id);
  // A resource in progress changes by itself until it is finished.
  if (created.status === 'in_progress' && read !== undefined) {
    await scene.place.settled(scene.tokenOf(read) ?? '', filled(read, {}).path);
  }
  return {
    resource,
    scene,
    id,
    answer,
    created,
    sent: (creation.options.body ?? {}) as JsonObject,
    call: (operation, given) => send(filled(operation, given ?? requestNamed(operation, 'least', 'plain'))),
    another: (given) => send(filled(first, given)),
  };
}

/** Returns the fixture that stands for the resource in the paths of its operations. */
function innermostOf({ read, remove }: Resource): string {
  const item = [read, remove].find((operation) => operation?.path.endsWith('}'));
  return Object.values(item?.fixtures ?? {}).at(-1) ?? '';
}

/** Returns the resource without the members, and without its last use, which others change. */
export function without(resource: JsonObject, members: readonly string[]): JsonObject {
  const others = ['last_used_at', 'last_active_at', 'active_keys'];
  return Object.fromEntries(
    Object.entries(resource ?? {}).filter(([name]) => !members.includes(name) && !others.includes(name)),
  );
}
