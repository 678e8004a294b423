// The changes that mutants make to requests and responses. Each verb returns a function for `request` or `answer` of a
// mutant.

import type { Call, Mutant, Passing } from './proxy.ts';

export type Change = NonNullable<Mutant['answer']>;
type Request = NonNullable<Mutant['request']>;
type When = NonNullable<Mutant['when']>;

/** Returns the mutant that changes the responses of operations. Without `when`, it changes those of successes. */
export function answers(name: string, on: Mutant['on'], answer: Change): Mutant;
export function answers(name: string, on: Mutant['on'], when: When, answer: Change): Mutant;
export function answers(name: string, on: Mutant['on'], ...rest: [Change] | [When, Change]): Mutant {
  if (rest.length === 1) return { name, on, answer: rest[0] };
  return { name, on, when: rest[0], answer: rest[1] };
}

/** Returns the mutant that changes the requests of operations. */
export function requests(name: string, on: Mutant['on'], request: Request): Mutant {
  return { name, on, request };
}

/** Returns the mutant that changes the deliveries that operations cause. */
export function delivers(name: string, on: Mutant['on'], deliver: NonNullable<Mutant['deliver']>): Mutant {
  return { name, on, deliver };
}

/** Sets members of the response body. A function gets the old value, the call and the body. */
export function set(members: Record<string, unknown>): Change {
  return (answer, call) => {
    for (const [name, value] of Object.entries(members))
      if (Object.hasOwn(answer.body ?? {}, name))
        answer.body[name] = typeof value === 'function' ? value(answer.body[name], call, answer.body) : value;
  };
}

/** Sets members of every item of a list. */
export function setItems(members: Record<string, unknown>): Change {
  return ({ body, ...answer }, call) => {
    for (const item of body.data ?? []) set(members)({ ...answer, body: item }, call);
  };
}

/** Changes every issue of a validation body. */
// biome-ignore lint/suspicious/noExplicitAny: an issue off the wire.
export function issues(change: (issue: any, call: Call) => unknown): Change {
  return ({ body }, call) => {
    for (const issue of body?.detail ?? []) change(issue, call);
  };
}

/** Sets members of an error. */
export function error(members: Record<string, unknown>): Change {
  return ({ body }) => Object.assign(body?.error ?? {}, members);
}

export function status(code: number): Change {
  return (answer) => {
    answer.status = code;
  };
}

/** Sets response headers; null deletes them. */
export function header(names: Record<string, string | null>): Change {
  return ({ headers }) => {
    for (const [name, value] of Object.entries(names))
      if (value === null) headers.delete(name);
      else headers.set(name, value);
  };
}

/** Hides query parameters from the server. */
export function withoutQuery(...names: string[]): Request {
  return ({ query }) => {
    for (const name of names) query.delete(name);
    return undefined;
  };
}

/** Ignores query parameters that are valid. */
export function ignoringQuery(...names: string[]): Request {
  return async (call) => {
    const answer = await call.send();
    const query = new URLSearchParams([...call.query].filter(([name]) => !names.includes(name)));
    return answer.status >= 300 || query.size === call.query.size ? answer : call.send({ query });
  };
}

/** Hides request headers from the server. */
export function withoutHeader(...names: string[]): Request {
  return ({ headers }) => {
    for (const name of names) delete headers[name];
    return undefined;
  };
}

/** Hides members of the body from the server. */
export function withoutMember(...names: string[]): Request {
  return (call) => {
    if (typeof call.body === 'object' && call.body !== null && !Array.isArray(call.body))
      call.body = Object.fromEntries(Object.entries(call.body).filter(([name]) => !names.includes(name)));
    return undefined;
  };
}

/** Changes members of the body before the server sees them, if they are there. */
// biome-ignore lint/suspicious/noExplicitAny: values off the wire.
export function rewrite(members: Record<string, (value: any) => unknown>): Request {
  return (call) => {
    for (const [name, change] of Object.entries(members))
      if (call.body !== null && typeof call.body === 'object' && Object.hasOwn(call.body, name))
        call.body = { ...call.body, [name]: change(call.body[name]) };
    return undefined;
  };
}

/**
 * Accepts a request that the server refuses with issues of the type: sends it again without the parameters and the
 * members of the body that have them.
 */
export function tolerate(type: string | RegExp, at = /./): NonNullable<Mutant['request']> {
  return async (call) => {
    const answer = await call.send();
    const found: { loc: string[]; type: string }[] = answer.status === 422 ? answer.body.detail : [];
    const isMeant = found.every((issue) => new RegExp(type).test(issue.type) && at.test(issue.loc.join('.')));
    if (found.length === 0 || !isMeant) return answer;
    const { query, headers } = { query: new URLSearchParams(call.query), headers: { ...call.headers } };
    const body = structuredClone(call.body);
    for (const { loc } of found) {
      const [place, ...path] = loc;
      if (place === 'query') query.delete(path[0] ?? '');
      if (place === 'header') delete headers[path[0] ?? ''];
      if (place === 'body') remove(body, path);
    }
    return call.send({ query, headers, body });
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a body off the wire.
function remove(body: any, path: string[]): void {
  const last = path.at(-1);
  const parent = path.slice(0, -1).reduce((inner, name) => inner?.[name], body);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
}

/** Sends a request again, with changes, if it is refused with the status or the code. */
export function retry(
  refusal: number | string,
  change: (call: Call) => Parameters<Call['send']>[0] | undefined,
): NonNullable<Mutant['request']> {
  return async (call) => {
    const answer = await call.send();
    const { authorization = '' } = call.headers;
    const kind = /svc[a-z]+_/.exec(authorization)?.[0];
    if (answer.status < 300 && kind !== undefined) call.memory.set(kind, authorization);
    const isMeant = [answer.status, answer.body?.error?.code].includes(refusal);
    const changes = isMeant ? change(call) : undefined;
    return changes === undefined ? answer : call.send(changes);
  };
}

/** Sends a refused request again with the last credential of another kind, such as `svcorg_`, that was accepted. */
export function admit(refusal: number | string, kind: string, sender = /./): NonNullable<Mutant['request']> {
  return retry(refusal, ({ headers, memory }) => {
    const authorization = memory.get(kind);
    if (authorization === undefined || !sender.test(headers.authorization ?? 'none')) return undefined;
    return { headers: { ...headers, authorization } };
  });
}

/** Shows a resource to callers that must not find it, once its owner has read or created it. */
export function leak(): NonNullable<Mutant['request']> {
  return async (call) => {
    const answer = await call.send();
    const { memory, method, path } = call;
    if (answer.status < 300 && method === 'GET') memory.set(path, answer);
    if (answer.status < 300 && method === 'POST' && answer.body?.id) memory.set(`${path}/${answer.body.id}`, answer);
    const seen = memory.get(path) as Passing | undefined;
    return answer.status === 404 && method === 'GET' && seen !== undefined ? structuredCopy(seen) : answer;
  };
}

/** Finds an item below any parent, once it was created or found below its own. */
export function below(): Request {
  return async (call) => {
    const { memory, method, path } = call;
    const own: string | undefined = method === 'POST' ? undefined : memory.get(path.split('/').at(-1) ?? '');
    const answer = await call.send(own === undefined ? {} : { path: own });
    const { id } = answer.body ?? {};
    if (answer.status < 300 && method === 'POST') memory.set(id, `${path}/${id}`);
    if (answer.status < 300 && method === 'GET') memory.set(path.split('/').at(-1) ?? '', own ?? path);
    return answer;
  };
}

function structuredCopy({ status, headers, body }: Passing): Passing {
  return { status, headers: new Headers(headers), body: structuredClone(body) };
}

/** Refuses a success with this status and error code. */
export function refuse(code: number, name: string): Change {
  return (answer) => {
    answer.status = code;
    answer.body = { error: { message: 'This is refused.', type: 'invalid_request_error', param: null, code: name } };
    if (code === 401) answer.headers.set('www-authenticate', 'Bearer');
    if (code === 409) answer.headers.set('x-should-retry', 'false');
  };
}

/** Refuses a success as a validation failure of the member. */
export function invalid(loc: string[], type = 'value_error'): Change {
  return (answer) => {
    answer.status = 422;
    answer.body = { detail: [{ loc, msg: 'Value error, this is refused', type, input: null, ctx: {} }] };
  };
}

/** Remembers the first response to each GET, and answers later ones with it. */
export function stale(): Change {
  return (answer, { memory, method, path, query }) => {
    if (method !== 'GET') return;
    const at = `${path}?${query}`;
    const first = memory.get(at);
    if (first === undefined) memory.set(at, structuredClone(answer.body));
    else answer.body = structuredClone(first);
  };
}
