// Finds breaking changes of the published document: a request that was accepted would be refused, or a response or an
// event lacks something that clients rely on. New operations, new optional inputs, wider bounds and new response members
// are not breaking. Changes that clients may notice without failing are notes: a default, a tag, one more value.

import { branchPairs, flatBranches, kindOf, typeOf } from './branches.ts';
import { credentialsOf, isChecked, keyOfParameter, numberIn, oneOfAKind, valuesOf, widerFormats } from './compared.ts';
import {
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  parametersOf,
  resolve,
  type Schema,
  webhooksOf,
} from './document.ts';

export interface BreakingChange {
  /** The name that the changelog must contain: the schema, or the operation if no named schema changed. */
  subject: string;
  /** The place and the change, as text. */
  text: string;
}

/** The changes between two documents. */
export interface Changes {
  breaking: BreakingChange[];
  notes: BreakingChange[];
}

interface Found extends BreakingChange {
  at: string;
  change: string;
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
  return new Comparison(before, after).findings().breaking.map(({ subject, text }) => ({ subject, text }));
}

/** Lists the changes, with one line for a change that many operations share. */
export function changesBetween(before: Document, after: Document): Changes {
  const { breaking, notes } = new Comparison(before, after).findings();
  return { breaking: joined(breaking), notes: joined(notes) };
}

/** Operations that share a change stand in one line from this number on. */
const manyOperations = 3;

function joined(found: readonly Found[]): BreakingChange[] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const key = JSON.stringify([one.at.replace(one.subject, ''), one.change]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length < manyOperations)
      return group.map(({ subject, text }) => ({ subject, text }));
    return [{ subject: first.subject, text: `${first.at} and ${group.length - 1} others: ${first.change}` }];
  });
}

class Comparison {
  readonly #before: Document;
  readonly #after: Document;
  readonly #found = new Map<string, Found>();
  readonly #notes = new Map<string, Found>();
  /** Pairs of named schemas that have been compared. Needed because schemas may be recursive. */
  readonly #compared = new Set<string>();

  constructor(before: Document, after: Document) {
    this.#before = before;
    this.#after = after;
  }

  findings(): { breaking: Found[]; notes: Found[] } {
    // A path parameter may get another name.
    const keyOf = (method: string, path: string): string => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;
    const now = new Map(operationsOf(this.#after).map((at) => [keyOf(at.method, at.path), at]));
    for (const { method, path, operation } of operationsOf(this.#before)) {
      const name = operation.operationId;
      const kept = now.get(keyOf(method, path));
      if (kept === undefined) {
        this.#add(name, `${method.toUpperCase()} ${path} was removed`);
        continue;
      }
      if (kept.operation.operationId !== name) this.#add(name, `is now called ${kept.operation.operationId}`);
      this.#callers(operation, kept.operation);
      this.#parameters({ path, operation }, kept);
      this.#requestBody(operation, kept.operation);
      this.#responses(operation, kept.operation);
      const [tag, newTag] = [operation, kept.operation].map(({ tags = [] }) => tags.join(', '));
      if (tag !== newTag) this.#note(name, `the tag was ${tag || 'none'} and is ${newTag || 'none'}`);
    }
    this.#events();
    return { breaking: [...this.#found.values()], notes: [...this.#notes.values()] };
  }

  #add(subject: string, change: string, at = subject): void {
    const text = `${at}: ${change}`;
    this.#found.set(text, { subject, text, at, change });
  }

  #note(subject: string, change: string, at = subject): void {
    const text = `${at}: ${change}`;
    this.#notes.set(text, { subject, text, at, change });
  }

  /** Compares who may call the operation, and with which credentials. */
  #callers(before: Operation, after: Operation): void {
    const name = before.operationId;
    const known = credentialsOf(this.#before, before);
    const now = credentialsOf(this.#after, after);
    for (const choice of known) {
      const isEnough = now.some((schemes) => schemes.every((scheme) => choice.includes(scheme)));
      if (isEnough) continue;
      if (choice.length === 0) this.#add(name, 'a credential is now required');
      else this.#add(name, `the credential ${choice.join(' with ')} is no longer accepted`);
    }
    const [old, access] = [before['x-access'], after['x-access']];
    if (old === undefined || access === undefined) return;
    const lost = access.callers.includes('anyone') ? [] : old.callers.filter((one) => !access.callers.includes(one));
    if (lost.length > 0) this.#add(name, `${lost.join(', ')} may no longer call it`);
    const isContextFree = ['none', 'optional'].includes(old.context);
    if (isContextFree && !['none', 'optional'].includes(access.context))
      this.#add(name, `now needs the context of a ${access.context}`);
  }

  /** Compares the events that the server sends. */
  #events(): void {
    const now = new Map(webhooksOf(this.#after).map((at) => [`${at.method} ${at.path}`, at.operation]));
    for (const { method, path, operation } of webhooksOf(this.#before)) {
      const kept = now.get(`${method} ${path}`);
      if (kept === undefined) this.#add(path, 'the event is no longer sent');
      else
        this.#media(operation.requestBody?.content ?? {}, kept.requestBody?.content ?? {}, {
          ...{ subject: path, at: path, direction: 'response' },
        });
    }
  }

  #parameters(
    { path: oldPath, operation: before }: { path: string; operation: Operation },
    { path: newPath, operation: after }: { path: string; operation: Operation },
  ): void {
    const subject = before.operationId;
    const keyed = (document: Document, path: string, operation: Operation): Map<string, Parameter> =>
      new Map(parametersOf(document, operation).map((parameter) => [keyOfParameter(parameter, path), parameter]));
    const known = keyed(this.#before, oldPath, before);
    const now = keyed(this.#after, newPath, after);
    for (const [key, parameter] of known) {
      const kept = now.get(key);
      const at = `${subject}, ${parameter.in} ${parameter.name.toLowerCase()}`;
      if (kept === undefined) this.#add(subject, 'the parameter was removed', at);
      else this.#schemas({ before: parameter.schema, after: kept.schema, at, subject, direction: 'request' });
    }
    for (const [key, { required = false, in: place, name }] of now) {
      if (required && known.get(key)?.required !== true)
        this.#add(subject, 'is now required', `${subject}, ${place} ${name.toLowerCase()}`);
    }
  }

  #requestBody({ operationId: subject, requestBody: before }: Operation, { requestBody: after }: Operation): void {
    if (after?.required === true && before?.required !== true) this.#add(subject, 'the request body is now required');
    if (before === undefined) return;
    this.#media(before.content, after?.content ?? {}, { subject, at: `${subject} request`, direction: 'request' });
  }

  #responses({ operationId: subject, responses: before }: Operation, { responses: after }: Operation): void {
    for (const [status, { content = {}, headers = {} }] of Object.entries(before)) {
      const at = `${subject} ${status}`;
      if (!/^[23]/.test(status)) {
        const error = after[status] ?? after[`${status[0]}XX`] ?? after.default;
        if (error === undefined) this.#note(subject, 'the status is no longer declared', at);
        else this.#media(content, error.content ?? {}, { subject, at, direction: 'response' });
        continue;
      }
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
      // Any media type includes this one, and its form is not described.
      if (after[type] === undefined && after['*/*'] !== undefined) continue;
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

  #unions({ before, after, ...where }: Pair): void {
    const known = flatBranches(this.#before, before);
    const now = flatBranches(this.#after, after);
    const { pairs, gone, added } = branchPairs(this.#before, known, this.#after, now);
    for (const [one, other] of pairs) this.#schemas({ ...where, before: one, after: other });
    // Several branches may have become one, and one may have become several.
    const { subject, at } = where;
    if (where.direction === 'request') {
      const free = new Set(added);
      for (const branch of gone) {
        const pairsOf = (branches: Iterable<Schema>) =>
          [...branches].map((after) => ({ ...where, before: branch, after }));
        const fitting = this.#fitting(pairsOf(now), pairsOf(free));
        if (fitting === undefined) this.#add(subject, `${kindOf(this.#before, branch)} is no longer accepted`, at);
        else if (free.delete(fitting.after)) this.#schemas(fitting);
      }
    } else {
      const free = new Set(gone);
      for (const branch of added) {
        const pairsOf = (branches: Iterable<Schema>) =>
          [...branches].map((before) => ({ ...where, before, after: branch }));
        const fitting = this.#fitting(pairsOf(known), pairsOf(free));
        if (fitting === undefined) this.#add(subject, `may now be ${kindOf(this.#after, branch)}`, at);
        else if (free.delete(fitting.before)) this.#schemas(fitting);
      }
    }
  }

  /** Returns a pair without breaking changes, or else the pair of `free` branches of one type with the fewest of them. */
  #fitting(all: readonly Pair[], free: readonly Pair[]): Pair | undefined {
    const [best] = this.#counted(all);
    return best?.count === 0 ? best.pair : this.#counted(free)[0]?.pair;
  }

  #counted(pairs: readonly Pair[]): { pair: Pair; count: number }[] {
    return pairs
      .filter(({ before, after }) => typeOf(this.#before, before) === typeOf(this.#after, after))
      .map((pair) => {
        const trial = new Comparison(this.#before, this.#after);
        trial.#schemas(pair);
        return { pair, count: trial.#found.size };
      })
      .sort((one, other) => one.count - other.count);
  }

  #single(pair: Pair): void {
    this.#types(pair);
    if (pair.direction === 'request') this.#narrowedBounds(pair);
    this.#values(pair);
    this.#members(pair);
    const { before, after, at, subject } = pair;
    const [old, usual] = [before, after].map((schema) => JSON.stringify(schema.default));
    if (old !== usual) this.#note(subject, `the default was ${old ?? 'none'} and is ${usual ?? 'none'}`, at);
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
    for (const name of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const) {
      const none = name.endsWith('inimum') ? Number.NEGATIVE_INFINITY : 0;
      if (numberIn(after, name, none) > numberIn(before, name, none))
        this.#add(subject, `${name} is now ${numberIn(after, name, none)}`, at);
    }
    for (const name of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const) {
      const none = Number.POSITIVE_INFINITY;
      if (numberIn(after, name, none) < numberIn(before, name, none))
        this.#add(subject, `${name} is now ${numberIn(after, name, none)}`, at);
    }
    const { pattern, format } = after;
    if (pattern !== undefined && pattern !== before.pattern) this.#add(subject, `pattern is now ${pattern}`, at);
    const isWider = widerFormats[before.format ?? ''] === format;
    if (format !== undefined && format !== before.format && !isWider) this.#add(subject, `format is now ${format}`, at);
    const step = numberIn(after, 'multipleOf', 0);
    const isMultiple = step === 0 || numberIn(before, 'multipleOf', Number.NaN) % step === 0;
    if (!isMultiple) this.#add(subject, `multipleOf is now ${step}`, at);
    for (const [name, sentence] of Object.entries(oneOfAKind)) {
      if (Object.hasOwn(after, name) && !Object.hasOwn(before, name)) this.#add(subject, sentence, at);
    }
  }

  /** Compares the lists of values. */
  #values({ before, after, at, subject, direction }: Pair): void {
    const [known, now] = [valuesOf(before), valuesOf(after)];
    const [gone, added] = [
      known?.filter((one) => now?.includes(one) === false),
      now?.filter((one) => !known?.includes(one)),
    ];
    if (direction === 'request') {
      if (now === undefined) return;
      if (known === undefined) this.#add(subject, `only ${now.join(', ')} are accepted now`, at);
      else if ((gone ?? []).length > 0) this.#add(subject, `${gone?.join(', ')} is no longer accepted`, at);
    } else if (known !== undefined) {
      if (now === undefined) this.#add(subject, `was one of ${known.join(', ')}, and may now have any value`, at);
      else if ((added ?? []).length > 0) this.#note(subject, `may now be ${added?.join(', ')}`, at);
    }
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
    if (direction === 'request' && isChecked(after) && !isChecked(before) && before.additionalProperties !== false)
      this.#add(subject, 'the values of unknown members are checked now', at);
  }
}
