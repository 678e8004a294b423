// Finds breaking changes of the published document: a request that was accepted would be refused, or a response lacks
// something that clients rely on. New operations, new optional inputs, wider bounds and new response members are not
// breaking.

import {
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  parametersOf,
  resolve,
  type Schema,
} from './document.ts';

/** One breaking change. */
export interface BreakingChange {
  /** The name that the changelog must contain: the schema, or the operation if no named schema changed. */
  subject: string;
  /** The place and the change, as text. */
  text: string;
}

type Direction = 'request' | 'response';

/** The versions of a schema in both documents, and its place. */
interface Pair {
  before: Schema;
  after: Schema;
  at: string;
  subject: string;
  direction: Direction;
}

/** Lists the changes from the released document `before` to `after` that break clients. Each change is listed once. */
export function breakingChanges(before: Document, after: Document): BreakingChange[] {
  return new Comparison(before, after).findings();
}

class Comparison {
  readonly #before: Document;
  readonly #after: Document;
  readonly #found = new Map<string, BreakingChange>();
  /** Pairs of named schemas that have been compared. Needed because schemas may be recursive. */
  readonly #compared = new Set<string>();

  constructor(before: Document, after: Document) {
    this.#before = before;
    this.#after = after;
  }

  findings(): BreakingChange[] {
    const now = new Map(operationsOf(this.#after).map((at) => [`${at.method} ${at.path}`, at.operation]));
    for (const { method, path, operation } of operationsOf(this.#before)) {
      const name = operation.operationId;
      const kept = now.get(`${method} ${path}`);
      if (kept === undefined) {
        this.#add(name, `${method.toUpperCase()} ${path} was removed`);
        continue;
      }
      if (kept.operationId !== name) this.#add(name, `is now called ${kept.operationId}`);
      this.#parameters(operation, kept);
      this.#requestBody(operation, kept);
      this.#responses(operation, kept);
    }
    return [...this.#found.values()];
  }

  #add(subject: string, change: string, at = subject): void {
    const text = `${at}: ${change}`;
    this.#found.set(text, { subject, text });
  }

  #parameters(before: Operation, after: Operation): void {
    const subject = before.operationId;
    const keyOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name.toLowerCase()}`;
    const known = new Map(parametersOf(this.#before, before).map((parameter) => [keyOf(parameter), parameter]));
    const now = new Map(parametersOf(this.#after, after).map((parameter) => [keyOf(parameter), parameter]));
    for (const [key, parameter] of known) {
      const kept = now.get(key);
      const at = `${subject}, ${key}`;
      if (kept === undefined) this.#add(subject, 'the parameter was removed', at);
      else this.#schemas({ before: parameter.schema, after: kept.schema, at, subject, direction: 'request' });
    }
    for (const [key, { required = false }] of now) {
      if (required && known.get(key)?.required !== true) this.#add(subject, 'is now required', `${subject}, ${key}`);
    }
  }

  #requestBody({ operationId: subject, requestBody: before }: Operation, { requestBody: after }: Operation): void {
    if (after?.required === true && before?.required !== true) this.#add(subject, 'the request body is now required');
    if (before === undefined) return;
    this.#media(before.content, after?.content ?? {}, { subject, at: `${subject} request`, direction: 'request' });
  }

  #responses({ operationId: subject, responses: before }: Operation, { responses: after }: Operation): void {
    for (const [status, { content = {}, headers = {} }] of Object.entries(before)) {
      if (!/^[23]/.test(status)) continue;
      const at = `${subject} ${status}`;
      // `default` replaces the statuses of a range except the common one.
      const kept = after[status] ?? (after.default && after[status.replace('XX', '00')]);
      if (kept === undefined) {
        this.#add(subject, 'the response was removed', at);
        continue;
      }
      const names = Object.keys(kept.headers ?? {}).map((name) => name.toLowerCase());
      for (const name of Object.keys(headers)) {
        if (!names.includes(name.toLowerCase())) this.#add(subject, `the header ${name} was removed`, at);
      }
      this.#media(content, kept.content ?? {}, { subject, at, direction: 'response' });
    }
  }

  #media(
    before: NonNullable<Operation['requestBody']>['content'],
    after: NonNullable<Operation['requestBody']>['content'],
    where: Pick<Pair, 'subject' | 'at' | 'direction'>,
  ): void {
    for (const [type, { schema = {} }] of Object.entries(before)) {
      const kept = after[type];
      if (kept === undefined) this.#add(where.subject, `the media type ${type} was removed`, where.at);
      else this.#schemas({ ...where, before: schema, after: kept.schema ?? {} });
    }
  }

  #schemas(pair: Pair): void {
    const name = pair.before.$ref?.replace('#/components/schemas/', '');
    if (name !== undefined) {
      const key = JSON.stringify([pair.direction, pair.before, pair.after]);
      if (this.#compared.has(key)) return;
      this.#compared.add(key);
    }
    const named = name === undefined ? pair : { ...pair, subject: name, at: name };
    const before = resolve(this.#before, pair.before);
    const after = resolve(this.#after, pair.after);
    const resolved = { ...named, before, after };
    if (before.anyOf !== undefined || after.anyOf !== undefined) this.#unions(resolved);
    else this.#single(resolved);
  }

  /** Compares the branches of unions. Branches are paired by type and by position within the type. */
  #unions({ before, after, ...where }: Pair): void {
    const known = this.#branches(this.#before, before);
    const now = this.#branches(this.#after, after);
    for (const [kind, branch] of known) {
      const kept = now.get(kind);
      if (kept !== undefined) this.#schemas({ ...where, before: branch, after: kept });
      else if (where.direction === 'request') this.#add(where.subject, `${kind} is no longer accepted`, where.at);
    }
    if (where.direction === 'request') return;
    for (const kind of now.keys()) if (!known.has(kind)) this.#add(where.subject, `may now be ${kind}`, where.at);
  }

  #branches(document: Document, schema: Schema): Map<string, Schema> {
    const branches = new Map<string, Schema>();
    for (const branch of flatBranches(document, schema)) {
      const { type = 'anything' } = resolve(document, branch);
      const kind = [type].flat().join(' or ');
      const names = [kind, ...[2, 3, 4, 5, 6, 7, 8, 9].map((nth) => `${kind} (form ${nth})`)];
      branches.set(names.find((name) => !branches.has(name)) ?? kind, branch);
    }
    return branches;
  }

  #single(pair: Pair): void {
    this.#types(pair);
    if (pair.direction === 'request') this.#narrowedBounds(pair);
    this.#members(pair);
    const { before, after, at } = pair;
    if (before.items !== undefined && after.items !== undefined)
      this.#schemas({ ...pair, before: before.items, after: after.items, at: `${at}[]` });
    if (typeof before.additionalProperties === 'object' && typeof after.additionalProperties === 'object')
      this.#schemas({ ...pair, before: before.additionalProperties, after: after.additionalProperties, at: `${at}.*` });
  }

  #types({ before, after, at, subject, direction }: Pair): void {
    const [known, now] = [before, after].map(({ type = [] }) => [type].flat()) as [string[], string[]];
    // A request of any type is accepted if the schema names no type. In a response, a missing type allows unexpected
    // types.
    const [accepted, sent] = direction === 'request' ? [now, known] : [known, now];
    if (accepted.length === 0) return;
    const stray = sent.filter(
      (type) => !accepted.includes(type) && !(type === 'integer' && accepted.includes('number')),
    );
    if (stray.length > 0 || sent.length === 0)
      this.#add(subject, `the type was ${known.join(' or ') || 'any'} and is ${now.join(' or ') || 'any'}`, at);
  }

  #narrowedBounds({ before, after, at, subject }: Pair): void {
    for (const name of ['minimum', 'minLength', 'minItems'] as const) {
      if (
        (after[name] ?? Number.NEGATIVE_INFINITY) >
        (before[name] ?? (name === 'minimum' ? Number.NEGATIVE_INFINITY : 0))
      )
        this.#add(subject, `${name} is now ${after[name]}`, at);
    }
    for (const name of ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const) {
      if ((after[name] ?? Number.POSITIVE_INFINITY) < (before[name] ?? Number.POSITIVE_INFINITY))
        this.#add(subject, `${name} is now ${after[name]}`, at);
    }
    for (const name of ['pattern', 'format'] as const) {
      if (after[name] !== undefined && after[name] !== before[name])
        this.#add(subject, `${name} is now ${after[name]}`, at);
    }
    const { enum: values } = after;
    if (values === undefined) return;
    const gone = before.enum?.filter((value) => !values.includes(value));
    if (gone === undefined) this.#add(subject, `only ${values.join(', ')} are accepted now`, at);
    else if (gone.length > 0) this.#add(subject, `${gone.join(', ')} is no longer accepted`, at);
  }

  #members({ before, after, at, subject, direction }: Pair): void {
    const { properties: known = {}, required: always = [] } = before;
    const { properties: now = {}, required = [] } = after;
    for (const [name, property] of Object.entries(known)) {
      const kept = now[name];
      const place = `${at}.${name}`;
      if (kept === undefined) this.#add(subject, 'the member was removed', place);
      else this.#schemas({ before: property, after: kept, at: place, subject, direction });
    }
    const changed =
      direction === 'request'
        ? required.filter((name) => !always.includes(name))
        : always.filter((name) => name in now && !required.includes(name));
    for (const name of changed)
      this.#add(subject, direction === 'request' ? 'is now required' : 'may now be absent', `${at}.${name}`);
    if (
      direction === 'request' &&
      after.additionalProperties === false &&
      (before.additionalProperties ?? true) !== false
    )
      this.#add(subject, 'unknown members are refused now', at);
  }
}

/** Returns the branches of a union, also of a union in it, each with the bounds that stand beside the union. */
function flatBranches(document: Document, schema: Schema): Schema[] {
  const { anyOf, ...beside } = schema;
  if (anyOf === undefined) return [schema];
  const bounds = Object.fromEntries(
    Object.entries(beside).filter(([name]) => /^(min|max|pattern$|format$)/.test(name)),
  );
  return anyOf.flatMap((branch) => {
    const inner = resolve(document, branch);
    return inner.anyOf === undefined ? [{ ...bounds, ...branch }] : flatBranches(document, inner);
  });
}
