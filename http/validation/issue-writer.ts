// Turns validator errors into the body of a 422: { loc, msg, type, input, ctx } in the vocabulary of pydantic.
//
// Valid requests never get here: fast validators, which stop at the first error, have accepted them. A refused request
// is parsed again without defaults, and checked by validators that find every error. `input` shows that parsed value.
//
// The cost is limited, because one huge body could block the event loop. If a body has more than `maxCheckedValues`
// values, only a sample is checked. If the sample is valid, only the first failure of the whole body is reported.
//
// Each failure is reported once. A wrong type hides other errors of the same value, and a broken bound hides the
// format. For a union, only the branch of the value's type is reported, and for objects the branch that the tag
// property names.

import type { Ajv, ValidateFunction } from 'ajv';
import { secretMask } from '../../models/secret-mask.ts';
import { excerptOf, meantName, type ValidationIssue } from '../../services/platform/index.ts';
import type { FormatRule } from './formats.ts';
import { extraForbidden, type SchemaPart, typesOf, type ValidatorError, wordsFor } from './issue-words.ts';
import type { UnknownField } from './unknown-fields.ts';

/** The parts of a request that are validated. */
export interface Parts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  requestBody?: unknown;
  /** True if the body came as a form, so that its numbers came as texts. */
  isForm?: boolean;
}

type Tagged = Record<string, unknown>;

const maxIssues = 50;
/** Ajv cannot stop at the nth error, and each error takes 1 µs: this many values take up to 5 ms. */
const maxCheckedValues = 4000;
/**
 * Objects rarely have many members, and lists often have many items. So a sample keeps 16 times more members than
 * items.
 */
const membersPerItem = 16;
/** The spec's maximum length of a name in `loc`. */
const maxNameCharacters = 1000;
const heads: Record<string, string> = { requestBody: 'body', query: 'query', path: 'path', header: 'header' };

interface Validators {
  /** Finds every failure. */
  thorough: ValidateFunction;
  /** Stops at the first failure. */
  quick: ValidateFunction;
}

function errorsOf(validate: ValidateFunction, value: unknown): ValidatorError[] {
  validate(value);
  return (validate.errors ?? []) as ValidatorError[];
}

export class IssueWriter {
  readonly #ajvs: { thorough: Ajv; quick: Ajv };
  readonly #formats: Map<string, FormatRule>;
  readonly #secretNames: ReadonlySet<string>;
  readonly #branches = new WeakMap<object, Validators>();
  /** For unions with a tag property: a schema of only that property, with its values from all branches. */
  readonly #tags = new WeakMap<object, SchemaPart>();

  /** @param secretNames properties whose values are never shown. */
  constructor(ajvs: { thorough: Ajv; quick: Ajv }, formats: Map<string, FormatRule>, secretNames: ReadonlySet<string>) {
    this.#ajvs = ajvs;
    this.#formats = formats;
    this.#secretNames = secretNames;
  }

  /** Returns the issues of a request. `parts` is the request as sent: no types converted, no defaults. */
  issues(validators: Validators[], coerced: Parts, parts: Parts, misspelt: UnknownField[] = []): ValidationIssue[] {
    // The misspelt name explains a missing member, so it goes first.
    const first = misspelt.map(({ path, value, meant }) => this.#misspeltIssue(path, value, meant));
    return [...first, ...this.#broken(validators, coerced, parts)].slice(0, maxIssues);
  }

  #misspeltIssue(path: string[], value: unknown, meant: string | undefined): ValidationIssue {
    const { msg, type, ctx } = extraForbidden(meant);
    const input = this.#shown(value, path, 'additionalProperties');
    return { loc: ['body', ...path.map(shortName)], msg, type, input, ctx };
  }

  #broken(validators: Validators[], coerced: Parts, parts: Parts): ValidationIssue[] {
    const { value: sample, isWhole } = sampleOf(coerced);
    const tooLong = isWhole
      ? []
      : validators.flatMap(({ thorough }) => tooLongLists(thorough.schema as SchemaPart, coerced, ''));
    const found = validators.flatMap(({ thorough }) => errorsOf(thorough, sample));
    const issues = this.#writeAll([...tooLong, ...found], parts);
    if (issues.length > 0 || isWhole) return issues;
    return this.#writeAll(
      validators.flatMap(({ quick }) => errorsOf(quick, coerced)),
      parts,
    );
  }

  #writeAll(errors: ValidatorError[], parts: Parts): ValidationIssue[] {
    const issues = new Map<string, ValidationIssue>();
    for (const error of this.#mostImportant(errors, parts)) {
      const issue = this.#write(error, parts);
      const key = JSON.stringify([issue.loc, issue.type]);
      if (!issues.has(key)) issues.set(key, issue);
      if (issues.size === maxIssues) break;
    }
    return [...issues.values()];
  }

  /** Replaces union errors by those of the matching branch, and keeps only the most important errors of each value. */
  *#mostImportant(errors: ValidatorError[], parts: Parts): Generator<ValidatorError> {
    const unions = new Map<string, ValidatorError>();
    for (const error of errors) {
      // Of several unions at one value, Ajv reports the outer one last.
      if (error.keyword === 'anyOf') unions.set(error.instancePath, error);
    }
    const outside = errors.filter(
      (error) =>
        error.keyword !== 'propertyNames' && !liesWithin(error.instancePath, unions) && !isOfSampleOnly(error, parts),
    );
    const ranks = new Map<string, number>();
    for (const error of outside) {
      const subject = subjectOf(error);
      ranks.set(subject, Math.min(rank(error.keyword), ranks.get(subject) ?? Number.POSITIVE_INFINITY));
    }
    yield* outside.filter((error) => rank(error.keyword) === ranks.get(subjectOf(error)));
    for (const union of unions.values()) {
      const { instancePath } = union;
      const parent = instancePath.slice(0, Math.max(0, instancePath.lastIndexOf('/')));
      if (!liesWithin(parent, unions)) yield* this.#branchErrors(union, parts);
    }
  }

  /** Yields the errors of the branches whose type matches the value, or of all branches if none matches. */
  *#branchErrors({ instancePath, data, parentSchema }: ValidatorError, parts: Parts): Generator<ValidatorError> {
    const branches = (parentSchema?.anyOf ?? []).filter(({ type }) => type !== 'null');
    const fitting = branches.filter(({ type }) => typesOf(type).some((name) => isOfType(data, name)));
    const matching = fitting.length > 1 ? this.#tagged(parentSchema as SchemaPart, fitting, data) : fitting;
    for (const branch of matching.length === 0 ? branches : matching) {
      const { thorough, quick } = this.#validatorsOf(branch);
      const { value: sample, isWhole } = sampleOf(data);
      let errors = errorsOf(thorough, sample);
      if (errors.length === 0 && !isWhole) errors = errorsOf(quick, data);
      yield* this.#mostImportant(
        errors.map((error) => ({ ...error, instancePath: instancePath + error.instancePath })),
        parts,
      );
    }
  }

  /**
   * Returns the branches that the value's tag names. If none has that tag, returns the branches that allow any other
   * tag, or else one schema that allows the tags of all branches. Returns all branches if they have no tag property.
   */
  #tagged(union: SchemaPart, branches: SchemaPart[], data: unknown): SchemaPart[] {
    const tag = tagOf(branches);
    if (tag === undefined) return branches;
    const named = branches.filter(({ properties }) => properties?.[tag]?.enum?.includes((data as Tagged)[tag]));
    if (named.length > 0) return named;
    const open = branches.filter(({ properties }) => properties?.[tag]?.enum === undefined);
    if (open.length > 0) return open;
    let together = this.#tags.get(union);
    if (together === undefined) {
      const choices = branches.flatMap(({ properties }) => properties?.[tag]?.enum ?? []);
      together = { type: 'object', properties: { [tag]: { type: 'string', enum: choices } }, required: [tag] };
      this.#tags.set(union, together);
    }
    return [together];
  }

  #validatorsOf(branch: object): Validators {
    let validators = this.#branches.get(branch);
    if (validators === undefined) {
      validators = { thorough: this.#ajvs.thorough.compile(branch), quick: this.#ajvs.quick.compile(branch) };
      this.#branches.set(branch, validators);
    }
    return validators;
  }

  #write(error: ValidatorError, parts: Parts): ValidationIssue {
    const { keyword, params, propertyName } = error;
    const path = pointer(error.instancePath);
    const leaf =
      keyword === 'required'
        ? params.missingProperty
        : keyword === 'additionalProperties'
          ? params.additionalProperty
          : propertyName;
    const full: string[] = leaf === undefined ? path : [...path, String(leaf)];
    const [head = 'requestBody', ...rest] = full;
    const value =
      keyword === 'required'
        ? containerOf(parts, path, head)
        : propertyName === undefined
          ? read(parts, full)
          : propertyName;
    const { type, msg, ctx } = wordsFor(error, value, {
      head: parts.isForm ? 'form' : head,
      formats: this.#formats,
      siblings: keyword === 'additionalProperties' ? read(parts, path) : undefined,
    });
    const loc = [heads[head] ?? head, ...rest.map(shortName)];
    return { loc, msg, type, input: this.#shown(value, rest, keyword), ctx };
  }

  /**
   * Returns the `input` of an issue. For `missing` it is the object without the field, so a secret's name does not mask
   * it.
   */
  #shown(value: unknown, loc: string[], keyword: string): unknown {
    const last = loc.at(-1);
    const isSecret = keyword !== 'required' && last !== undefined && this.#isSecret(last);
    return isSecret ? secretMask : excerptOf(value, (name) => this.#isSecret(name));
  }

  /** Returns true for a secret's name, also if it is misspelt. */
  #isSecret(name: string): boolean {
    return this.#secretNames.has(name) || meantName(name, this.#secretNames) !== undefined;
  }
}

function shortName(name: string): string {
  return name.slice(0, maxNameCharacters).toWellFormed();
}

/**
 * Returns the key of the value that an error is about. Of the errors with one key, only those of the lowest rank are
 * shown.
 */
function subjectOf({ instancePath, propertyName }: ValidatorError): string {
  return propertyName === undefined ? instancePath : `${instancePath}\n${propertyName}`;
}

/**
 * A wrong type hides the other errors. An enum goes first, because it also lists the allowed values. A format goes
 * last.
 */
function rank(keyword: string): number {
  if (keyword === 'enum') return 0;
  if (keyword === 'type') return 1;
  return keyword === 'format' ? 3 : 2;
}

/** Returns true if only the sample lacks the required member. */
function isOfSampleOnly({ keyword, instancePath, params }: ValidatorError, parts: Parts): boolean {
  if (keyword !== 'required' || !instancePath.startsWith('/requestBody')) return false;
  const container = read(parts, pointer(instancePath));
  return typeof container === 'object' && container !== null && Object.hasOwn(container, params.missingProperty);
}

/** Returns the required property whose value tells the branches apart, if there is one. */
function tagOf(branches: SchemaPart[]): string | undefined {
  const isTag = (name: string): boolean =>
    branches.every(({ properties, required }) => properties?.[name] !== undefined && required?.includes(name)) &&
    branches.some(({ properties }) => properties?.[name]?.enum !== undefined);
  return Object.keys(branches[0]?.properties ?? {}).find(isTag);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? typeof value === 'number' : typeof value === type;
}

/** Returns true if the path, or a parent of it, is in the map. */
function liesWithin(path: string, above: ReadonlyMap<string, unknown>): boolean {
  if (above.size === 0) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (above.has(path.slice(0, end))) return true;
  }
  return above.has('');
}

function pointer(instancePath: string): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function read(parts: Parts, path: string[]): unknown {
  let value: unknown = parts;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Returns the object without the field, or null for a query parameter, a header or the whole body. */
function containerOf(parts: Parts, path: string[], head: string): unknown {
  return head === 'requestBody' && path.length > 0 ? read(parts, path) : null;
}

/** Returns the value; if it has more than `maxCheckedValues` values, with its lists and dictionaries cut. */
function sampleOf(value: unknown): { value: unknown; isWhole: boolean } {
  if (hasAtMost(value, maxCheckedValues) >= 0) return { value, isWhole: true };
  for (let items = maxCheckedValues / membersPerItem; ; items /= 2) {
    const room = { left: maxCheckedValues };
    const sample = clip(value, { items: Math.ceil(items), members: Math.ceil(items * membersPerItem) }, room);
    if (room.left >= 0) return { value: sample, isWhole: false };
  }
}

/** Counts the values, and returns how many more are allowed. Negative: too many. The count stops early then. */
function hasAtMost(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return most - 1;
  let left = most - 1;
  if (Array.isArray(value)) {
    if (value.length > left) return -1;
    for (const item of value) {
      left = hasAtMost(item, left);
      if (left < 0) return left;
    }
    return left;
  }
  for (const name in value) {
    left = hasAtMost((value as Tagged)[name], left);
    if (left < 0) return left;
  }
  return left;
}

/** Copies a value with each list and dictionary cut. Gives up when `room` is used up. */
function clip(value: unknown, most: { items: number; members: number }, room: { left: number }): unknown {
  room.left -= 1;
  if (typeof value !== 'object' || value === null || room.left < 0) return value;
  if (Array.isArray(value)) return value.slice(0, most.items).map((item) => clip(item, most, room));
  const members: Tagged = {};
  let count = 0;
  for (const name in value) {
    if (count === most.members || room.left < 0) break;
    members[name] = clip((value as Tagged)[name], most, room);
    count += 1;
  }
  return members;
}

/** The number of items per list that are searched for lists that are too long. */
const maxLists = 100;

/** Finds lists that are too long: the sample has them cut, so its check cannot find them. */
function tooLongLists(schema: SchemaPart, value: unknown, instancePath: string): ValidatorError[] {
  if (typeof value !== 'object' || value === null) return [];
  const type = Array.isArray(value) ? 'array' : 'object';
  const fitting = [schema, ...(schema.anyOf ?? [])].find((branch) => typesOf(branch.type).includes(type));
  if (fitting === undefined) return [];
  const { maxItems: limit, items = {}, properties = {} } = fitting;
  if (!Array.isArray(value)) {
    return Object.keys(properties).flatMap((name) =>
      Object.hasOwn(value, name)
        ? tooLongLists(properties[name] as SchemaPart, (value as Tagged)[name], `${instancePath}/${name}`)
        : [],
    );
  }
  const own = { keyword: 'maxItems', instancePath, params: { limit }, data: value, parentSchema: fitting };
  const inside = value
    .slice(0, maxLists)
    .flatMap((item, index) => tooLongLists(items, item, `${instancePath}/${index}`));
  return limit !== undefined && value.length > limit ? [own, ...inside] : inside;
}
