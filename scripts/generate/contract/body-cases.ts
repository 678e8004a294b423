// Cases of JSON bodies: valid ones, each rule broken alone at every depth, and several rules broken at once.

import {
  branchesOf,
  type ContractCase,
  type Json,
  type Operation,
  refusal,
  resolve,
  type Schema,
} from '../../document/index.ts';
import { accepted, bodySchema, readOnly } from './accepted.ts';
import { breaches } from './breaches.ts';
import { judge, tagOf } from './judge.ts';
import { type Builder, complete, edges, least, ordinary } from './samples.ts';

/** A position in a body, with a function that builds the smallest body around a value at this position. */
interface Place {
  pointer: string;
  schema: Schema;
  /** True inside of a union of objects, where a value that breaks one branch may be valid in another. */
  isInUnion?: boolean;
  around(value: Json): Json;
}

type JsonObject = { [key: string]: Json };
type Draft = { family: string; pointer: string; name: string; rule: string; body: Json };

export function bodyCases(builder: Builder, operation: Operation): ContractCase[] {
  const schema = bodySchema(operation);
  if (schema === undefined) return [];
  const places = placesIn(builder, { pointer: '', schema, around: (value) => value });
  const drafts = [
    ...wholeBodies(builder, operation, schema),
    ...places.flatMap((place) => acceptedAt(builder, place)),
    ...places.flatMap((place) =>
      brokenAt(builder, place).filter(
        ({ body }) => !place.isInUnion || judge(builder.document, schema, body, ['body']).length > 0,
      ),
    ),
    ...severalBroken(builder, schema),
  ];
  // OAuth ignores what it does not know, however it is spelt.
  const kept = drafts.filter(({ rule }) => rule !== 'misspelt' || operation['x-errors'] !== 'oauth');
  return numbered(withoutRepeats(kept)).map((draft) => toCase(builder, operation, schema, draft));
}

function toCase(builder: Builder, operation: Operation, schema: Schema, draft: Draft): ContractCase {
  const { family, pointer, name, rule, body } = draft;
  const issues = judge(builder.document, schema, body, ['body']);
  const id = `${operation.operationId}/${family}/${pointer === '' ? '-' : pointer}/${name}`;
  if ((family === 'accepted') !== (issues.length === 0)) throw new Error(`${id} is not what it says it is`);
  if (issues.length > 0) return { id, rule, request: { body }, expect: refusal(issues) };
  const { request, expect } = accepted(builder, operation, body);
  if (rule !== 'open') return { id, rule, request, expect };
  const { status, echoIn } = expect;
  const ignored = Object.keys(readOnly(builder, operation, schema)).filter((key) =>
    Object.hasOwn(body as JsonObject, key),
  );
  return {
    id,
    rule,
    request,
    expect: { status, ...(ignored.length === 0 ? {} : { ignored, ...(echoIn ? { echoIn } : {}) }) },
  };
}

function* eachProperty(builder: Builder, schema: Schema): Generator<[name: string, schema: Schema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield [name, resolve(builder.document, property)];
}

/** Returns the place and all places inside it: properties, the second item of a list, a value of a map. */
function placesIn(builder: Builder, place: Place): Place[] {
  const within: Place[] = [];
  const branches = branchesOf(builder.document, place.schema);
  const objects = branches.filter(({ properties }) => properties !== undefined);
  const tag = tagOf(builder.document, objects);
  for (const { type, items, additionalProperties, ...rest } of branches) {
    const kind =
      tag === undefined ? '' : `<${resolve(builder.document, rest.properties?.[tag] ?? {}).enum?.[0] ?? 'other'}>`;
    const isInUnion = place.isInUnion || objects.length > 1;
    for (const [name, property] of eachProperty(builder, rest)) {
      const around = (value: Json): Json => place.around({ ...leastBeside(builder, rest, name, value), [name]: value });
      const pointer = place.pointer === '' ? name : `${place.pointer}${kind}.${name}`;
      within.push({ pointer, schema: property, isInUnion, around });
    }
    if (type === 'array' && items !== undefined) {
      const before = rest['x-distinct'] ? [] : [ordinary(builder, items)];
      const around = (value: Json): Json => place.around([...before, value]);
      within.push({ pointer: `${place.pointer}[${before.length}]`, schema: items, isInUnion, around });
    }
    if (type === 'object' && typeof additionalProperties === 'object') {
      const around = (value: Json): Json => place.around({ key: value });
      within.push({ pointer: `${place.pointer}{key}`, schema: additionalProperties, isInUnion, around });
    }
  }
  return [place, ...within.flatMap((inner) => placesIn(builder, inner))];
}

/** Returns the smallest object for a value of a member. A member that is null is not set, so another choice is. */
function leastBeside(builder: Builder, schema: Schema, name: string, value: Json): JsonObject {
  const choices = schema['x-one-of'] ?? [];
  if (value !== null || !choices.includes(name)) return least(builder, schema, name);
  return least(builder, { ...schema, 'x-one-of': choices.filter((choice) => choice !== name) });
}

function wholeBodies(builder: Builder, operation: Operation, schema: Schema): Draft[] {
  const draft = (name: string, rule: string, body: Json): Draft => ({
    family: 'accepted',
    pointer: '',
    name,
    rule,
    body,
  });
  const resolved = resolve(builder.document, schema);
  const ignored = readOnly(builder, operation, schema);
  const isOpen = resolved.additionalProperties === undefined && Object.keys(ignored).length > 0;
  return [
    draft('least', 'required', least(builder, schema)),
    ...(isOpen ? [draft('read-only-fields', 'open', { ...least(builder, schema), ...ignored })] : []),
    ...(resolved.examples ?? []).map((example, index) =>
      draft(`full-${index + 1}`, 'examples', complete(builder, schema, example)),
    ),
  ];
}

function acceptedAt(builder: Builder, { pointer, schema, around }: Place): Draft[] {
  const resolved = resolve(builder.document, schema);
  const draft = (name: string, rule: string, body: Json): Draft => ({ family: 'accepted', pointer, name, rule, body });
  const found = edges(builder, resolved).map(({ name, rule, value }) => draft(name, rule, around(value)));
  const alone = draft('alone', 'optional', around(ordinary(builder, resolved)));
  const isOpen = resolved.properties !== undefined && resolved.additionalProperties === undefined;
  const unknown = around({ ...least(builder, resolved), unknown_field: 1 });
  return [...found, ...(pointer === '' ? [] : [alone]), ...(isOpen ? [draft('unknown-field', 'open', unknown)] : [])];
}

function brokenAt(builder: Builder, { pointer, schema, around }: Place): Draft[] {
  const resolved = resolve(builder.document, schema);
  const draft = (name: string, rule: string, body: Json): Draft => ({ family: 'broken', pointer, name, rule, body });
  const objects = branchesOf(builder.document, resolved).filter(({ properties }) => properties !== undefined);
  const lacking = objects.flatMap((branch, index) =>
    (branch.required ?? []).map((name) => {
      const { [name]: _, ...rest } = least(builder, branch);
      return draft(`${index === 0 ? '' : `${index + 1}-`}without-${name}`, 'required', around(rest));
    }),
  );
  const isClosed = resolved.properties !== undefined && resolved.additionalProperties === false;
  const misspelt = misspeltIn(resolved, least(builder, resolved));
  const unknown = around({ ...least(builder, resolved), unknown_field: { a: 1 } });
  return [
    ...breaches(builder, resolved).map(({ name, rule, value }) => draft(name, rule, around(value))),
    ...lacking,
    ...(isClosed ? [draft('unknown-field', 'additionalProperties', unknown)] : []),
    ...(misspelt === undefined ? [] : [draft('misspelt-field', 'misspelt', around(misspelt))]),
  ];
}

/** Returns the body with a member whose name is that of an absent member, with the last two different letters swapped. */
function misspeltIn({ properties = {}, additionalProperties }: Schema, body: Json): Json | undefined {
  if (typeof additionalProperties === 'object' || additionalProperties === true) return undefined;
  for (const name of Object.keys(properties)) {
    const swapped = name.replace(/(.)((?!\1).)(.)$/, '$2$1$3');
    const isFree = swapped !== name && swapped.length > 3 && !(swapped in properties);
    if (isFree && !Object.hasOwn(body as JsonObject, name)) return { ...(body as JsonObject), [swapped]: 1 };
  }
  return undefined;
}

/** Returns two drafts: the first two fields broken at once, and all fields broken at once. */
function severalBroken(builder: Builder, schema: Schema): Draft[] {
  const broken: [string, Json][] = [];
  for (const [name, property] of eachProperty(builder, resolve(builder.document, schema))) {
    const [breach] = breaches(builder, property);
    if (breach !== undefined) broken.push([name, breach.value]);
  }
  const bodyOf = (count: number): Json => ({
    ...least(builder, schema),
    ...Object.fromEntries(broken.slice(0, count)),
  });
  return [
    ...(broken.length < 2 ? [] : [{ name: 'two', count: 2 }]),
    ...(broken.length < 3 ? [] : [{ name: 'all', count: broken.length }]),
  ].map(({ name, count }) => ({
    family: 'broken',
    pointer: '',
    name: `${name}-at-once`,
    rule: 'several',
    body: bodyOf(count),
  }));
}

/** Adds a number to repeated names. For example, two lists in one union both have an item [1]. */
function numbered(drafts: Draft[]): Draft[] {
  const counts = new Map<string, number>();
  return drafts.map((draft) => {
    const name = `${draft.family}/${draft.pointer}/${draft.name}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? draft : { ...draft, name: `${draft.name}-${count}` };
  });
}

function withoutRepeats(drafts: Draft[]): Draft[] {
  const bodies = drafts.map(({ body }) => JSON.stringify(body));
  return drafts.filter((_, index) => bodies.indexOf(bodies[index] as string) === index);
}
