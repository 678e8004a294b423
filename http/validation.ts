// From the validator's complaints to the body of a 422: { loc, msg, type, input, ctx } in the vocabulary of pydantic.
//
// A valid request never comes here: it was checked by validators that stop at the first error. One that failed is parsed
// anew, as it came, and checked again by validators that find every error. What is shown as `input` is read from that.
//
// A failure is shown once: a wrong type hides the other complaints about the same value, a broken bound hides its format,
// and a union is judged by the branch whose type fits: of objects by the one that the value's own tag names.

import type { Ajv, ValidateFunction } from 'ajv';
import type { ValidationIssue } from '../services/platform/errors.ts';
import type { FormatRule } from './formats.ts';
import { type Complaint, type SchemaPart, typesOf, wordsFor } from './issue-words.ts';

/** What is validated: the parts of a request. */
export interface Parts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  requestBody?: unknown;
  /** The body came as a form: what are numbers came as texts. */
  isForm?: boolean;
}

type Tagged = Record<string, unknown>;

const maxIssues = 50;
const maxShownItems = 2500;
/** Each is compared with every other. */
const maxComplaints = 2500;
const secretMask = '••••••••';
const heads: Record<string, string> = { requestBody: 'body', query: 'query', path: 'path', header: 'header' };

/** What the validators say. Of a union the alternatives come first, and that none fits comes last: the last are kept. */
function complaintsOf(validators: ValidateFunction[], parts: Parts): Complaint[] {
  return validators.flatMap((validate) => {
    validate(parts);
    return ((validate.errors ?? []) as Complaint[]).slice(-maxComplaints);
  });
}

export class IssueWriter {
  readonly #ajv: Ajv;
  readonly #formats: Map<string, FormatRule>;
  readonly #secretNames: ReadonlySet<string>;
  readonly #branches = new WeakMap<object, ValidateFunction>();
  /** Of unions that are told apart by a property: that property, with all that it may be. */
  readonly #tags = new WeakMap<object, SchemaPart>();

  /** @param secretNames properties whose value is never shown. */
  constructor(ajv: Ajv, formats: Map<string, FormatRule>, secretNames: ReadonlySet<string>) {
    this.#ajv = ajv;
    this.#formats = formats;
    this.#secretNames = secretNames;
  }

  /** The issues of a request. `parts` as they came, nothing coerced and no default filled in. */
  issues(validators: ValidateFunction[], coerced: Parts, parts: Parts): ValidationIssue[] {
    const inClipped = [
      ...complaintsOf(validators, clip(coerced) as Parts),
      ...validators.flatMap(({ schema }) => tooLongLists(schema as SchemaPart, coerced, '')),
    ];
    // What is wrong may stand behind the clip.
    const complaints = inClipped.length > 0 ? inClipped : complaintsOf(validators, coerced);
    const issues = this.#settle(complaints).map((complaint) => this.#write(complaint, parts));
    return dropRepeats(issues).slice(0, maxIssues);
  }

  /** Unions resolved, and one complaint left where several say the same. */
  #settle(complaints: Complaint[]): Complaint[] {
    const unions = complaints.filter(({ keyword }) => keyword === 'anyOf');
    const outermost = unions.filter(
      (union) => !unions.some((outer) => outer !== union && isWithin(union.instancePath, outer.instancePath)),
    );
    const outside = complaints.filter(
      ({ keyword, instancePath }) =>
        keyword !== 'propertyNames' && !outermost.some((union) => isWithin(instancePath, union.instancePath)),
    );
    const kept = outside.filter((complaint) => !outside.some((other) => hides(other, complaint)));
    return [...kept, ...outermost.flatMap((union) => this.#judge(union))];
  }

  /** The complaints of the branches whose type fits the value; where none does, those of all of them. */
  #judge({ instancePath, data, parentSchema }: Complaint): Complaint[] {
    const branches = (parentSchema?.anyOf ?? []).filter(({ type }) => type !== 'null');
    const fitting = branches.filter(({ type }) => typesOf(type).some((name) => isOfType(data, name)));
    const judging = fitting.length > 1 ? this.#tagged(parentSchema as SchemaPart, fitting, data) : fitting;
    return (judging.length === 0 ? branches : judging).flatMap((branch) => {
      const validate = this.#validatorOf(branch);
      validate(structuredClone(data));
      return this.#settle(
        ((validate.errors ?? []) as Complaint[]).slice(0, maxComplaints).map((error) => ({
          ...error,
          instancePath: instancePath + error.instancePath,
        })),
      );
    });
  }

  /**
   * Of branches that are told apart by a property, those that have the value's; where none has it, what they say of that
   * property together.
   */
  #tagged(union: SchemaPart, branches: SchemaPart[], data: unknown): SchemaPart[] {
    const tag = tagOf(branches);
    if (tag === undefined) return branches;
    const named = branches.filter(({ properties }) => properties?.[tag]?.enum?.includes((data as Tagged)[tag]));
    if (named.length > 0) return named;
    let together = this.#tags.get(union);
    if (together === undefined) {
      const choices = branches.flatMap(({ properties }) => properties?.[tag]?.enum ?? []);
      together = { type: 'object', properties: { [tag]: { type: 'string', enum: choices } }, required: [tag] };
      this.#tags.set(union, together);
    }
    return [together];
  }

  #validatorOf(branch: object): ValidateFunction {
    let validate = this.#branches.get(branch);
    if (validate === undefined) {
      validate = this.#ajv.compile(branch);
      this.#branches.set(branch, validate);
    }
    return validate;
  }

  #write(complaint: Complaint, parts: Parts): ValidationIssue {
    const { keyword, params, propertyName } = complaint;
    const path = pointer(complaint.instancePath);
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
    const { type, msg, ctx } = wordsFor(complaint, value, {
      head: parts.isForm ? 'form' : head,
      formats: this.#formats,
    });
    return { loc: [heads[head] ?? head, ...rest], msg, type, input: this.#shown(value, rest, keyword), ctx };
  }

  /** For `missing`, what is shown is the object that lacks the field, not the field. */
  #shown(value: unknown, loc: string[], keyword: string): unknown {
    const last = loc.at(-1);
    const isSecret = keyword !== 'required' && last !== undefined && this.#secretNames.has(last);
    return isSecret ? secretMask : this.#masked(value ?? null);
  }

  #masked(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#masked(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        this.#secretNames.has(name) ? secretMask : this.#masked(item),
      ]),
    );
  }
}

/** A wrong type goes before all else, but for the list of what is allowed, which says more; a format comes last. */
function hides(other: Complaint, complaint: Complaint): boolean {
  if (
    other === complaint ||
    other.instancePath !== complaint.instancePath ||
    other.propertyName !== complaint.propertyName
  )
    return false;
  return rank(other.keyword) < rank(complaint.keyword);
}

function rank(keyword: string): number {
  if (keyword === 'enum') return 0;
  if (keyword === 'type') return 1;
  return keyword === 'format' ? 3 : 2;
}

/** The required property by whose value the branches are told apart; undefined where there is none. */
function tagOf(branches: SchemaPart[]): string | undefined {
  const isTag = (name: string): boolean =>
    branches.every(({ properties, required }) => properties?.[name]?.enum !== undefined && required?.includes(name));
  return Object.keys(branches[0]?.properties ?? {}).find(isTag);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? typeof value === 'number' : typeof value === type;
}

function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
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

/** What lacks the field: null where a query parameter, a header or the body itself is missing. */
function containerOf(parts: Parts, path: string[], head: string): unknown {
  return head === 'requestBody' && path.length > 0 ? read(parts, path) : null;
}

/** The value with very long lists cut: each of their items would bring its own complaint. */
function clip(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxShownItems).map(clip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxShownItems)
      .map(([name, item]) => [name, clip(item)]),
  );
}

/** That lists are too long, of those whose bound lies behind the clip. */
function tooLongLists(schema: SchemaPart, value: unknown, instancePath: string): Complaint[] {
  if (typeof value !== 'object' || value === null) return [];
  const type = Array.isArray(value) ? 'array' : 'object';
  const fitting = [schema, ...(schema.anyOf ?? [])].find((branch) => typesOf(branch.type).includes(type));
  if (fitting === undefined) return [];
  const { maxItems: limit, items = {}, properties = {} } = fitting;
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, item]) =>
      Object.hasOwn(properties, name)
        ? tooLongLists(properties[name] as SchemaPart, item, `${instancePath}/${name}`)
        : [],
    );
  }
  const isTooLong = limit !== undefined && limit >= maxShownItems && value.length > limit;
  const own = { keyword: 'maxItems', instancePath, params: { limit }, data: value, parentSchema: fitting };
  const inside = value
    .slice(0, maxShownItems)
    .flatMap((item, index) => tooLongLists(items, item, `${instancePath}/${index}`));
  return isTooLong ? [own, ...inside] : inside;
}

function dropRepeats(issues: ValidationIssue[]): ValidationIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ loc, type }) => {
    const key = JSON.stringify([loc, type]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
