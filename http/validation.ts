// From the validator's complaints to the body of a 422: { loc, msg, type, input, ctx } in the vocabulary of pydantic.
//
// A valid request never comes here: it was checked by validators that stop at the first error. One that failed is parsed
// anew, as it came, and checked again by validators that find every error. What is shown as `input` is read from that.
//
// A failure is shown once: a wrong type hides the other complaints about the same value, a broken bound hides its format,
// and a union is judged by the branch whose type fits: of objects by the one that the value's own tag names.

import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { ValidationIssue } from '../services/errors.ts';
import type { FormatRule } from './formats.ts';

/** What is validated: the parts of a request. */
export interface Parts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  requestBody?: unknown;
  /** The body came as a form: what are numbers came as texts. */
  isForm?: boolean;
}

interface SchemaPart {
  type?: string | string[];
  format?: string;
  anyOf?: SchemaPart[];
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, SchemaPart>;
  /** A part of a form that is a file. */
  'x-file'?: boolean;
}

type Tagged = Record<string, unknown>;

type Complaint = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'propertyName' | 'data'> & {
  parentSchema?: SchemaPart;
};

const maxIssues = 50;
const maxShownItems = 2500;
const secretMask = '••••••••';
const heads: Record<string, string> = { requestBody: 'body', query: 'query', path: 'path', header: 'header' };

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
    const clipped = clip(coerced) as Parts;
    const complaints = validators.flatMap((validate) => {
      validate(clipped);
      return (validate.errors ?? []) as Complaint[];
    });
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
        ((validate.errors ?? []) as Complaint[]).map((error) => ({
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
    const { type, msg, ctx } = this.#words(complaint, value, parts.isForm ? 'form' : head);
    return { loc: [heads[head] ?? head, ...rest], msg, type, input: this.#shown(value, rest, keyword), ctx };
  }

  #words(
    { keyword, params, parentSchema }: Complaint,
    value: unknown,
    head: string,
  ): Pick<ValidationIssue, 'type' | 'msg' | 'ctx'> {
    switch (keyword) {
      case 'required':
        return { type: 'missing', msg: 'Field required', ctx: {} };
      case 'additionalProperties':
        return { type: 'extra_forbidden', msg: 'Extra inputs are not permitted', ctx: {} };
      case 'type':
        return { ...wrongType(typesOf(params.type)[0] ?? '', value, head, parentSchema), ctx: {} };
      case 'enum': {
        const expected = alternatives((params.allowedValues as unknown[]).filter((allowed) => allowed !== null));
        return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } };
      }
      case 'minimum':
        return {
          type: 'greater_than_equal',
          msg: `Input should be greater than or equal to ${params.limit}`,
          ctx: { ge: params.limit },
        };
      case 'maximum':
        return {
          type: 'less_than_equal',
          msg: `Input should be less than or equal to ${params.limit}`,
          ctx: { le: params.limit },
        };
      case 'minLength':
        return {
          type: 'string_too_short',
          msg: `String should have at least ${count(params.limit, 'character')}`,
          ctx: { min_length: params.limit },
        };
      case 'maxLength':
        return {
          type: 'string_too_long',
          msg: `String should have at most ${count(params.limit, 'character')}`,
          ctx: { max_length: params.limit },
        };
      case 'pattern':
        return {
          type: 'string_pattern_mismatch',
          msg: `String should match pattern '${params.pattern}'`,
          ctx: { pattern: params.pattern },
        };
      case 'minItems':
        return tooFew('List', params.limit, value);
      case 'maxItems':
        return tooMany('List', params.limit, value);
      case 'maxProperties':
        return tooMany('Dictionary', params.limit, value);
      case 'format':
        return (
          this.#formats.get(params.format)?.(String(value)) ?? {
            type: 'value_error',
            msg: `Value error, not a ${params.format}`,
            ctx: {},
          }
        );
      default:
        throw new Error(`The spec uses '${keyword}', for which there are no words`);
    }
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

function wrongType(
  type: string,
  value: unknown,
  head: string,
  schema: SchemaPart | undefined,
): Pick<ValidationIssue, 'type' | 'msg'> {
  const fromText = head !== 'requestBody' && typeof value === 'string';
  const isNumeric = type === 'integer' || type === 'number';
  if (isNumeric && typeof value === 'number' && !Number.isFinite(value))
    return { type: 'finite_number', msg: 'Input should be a finite number' };
  switch (type) {
    case 'string':
      return { type: 'string_type', msg: 'Input should be a valid string' };
    case 'integer':
      if (fromText)
        return { type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' };
      if (typeof value === 'number')
        return { type: 'int_from_float', msg: 'Input should be a valid integer, got a number with a fractional part' };
      return { type: 'int_type', msg: 'Input should be a valid integer' };
    case 'number':
      if (fromText)
        return { type: 'float_parsing', msg: 'Input should be a valid number, unable to parse string as a number' };
      return { type: 'float_type', msg: 'Input should be a valid number' };
    case 'boolean':
      if (fromText) return { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' };
      return { type: 'bool_type', msg: 'Input should be a valid boolean' };
    case 'array':
      return { type: 'list_type', msg: 'Input should be a valid list' };
    default:
      if (schema?.['x-file'] === true)
        return { type: 'value_error', msg: 'Value error, expected a file with a filename, received a text' };
      if (schema?.properties === undefined) return { type: 'dict_type', msg: 'Input should be a valid dictionary' };
      return {
        type: 'model_attributes_type',
        msg: 'Input should be a valid dictionary or object to extract fields from',
      };
  }
}

function tooMany(fieldType: string, limit: number, value: unknown): Pick<ValidationIssue, 'type' | 'msg' | 'ctx'> {
  const actual = sizeOf(value);
  return {
    type: 'too_long',
    msg: `${fieldType} should have at most ${count(limit, 'item')} after validation, not ${actual}`,
    ctx: { field_type: fieldType, max_length: limit, actual_length: actual },
  };
}

function tooFew(fieldType: string, limit: number, value: unknown): Pick<ValidationIssue, 'type' | 'msg' | 'ctx'> {
  const actual = sizeOf(value);
  return {
    type: 'too_short',
    msg: `${fieldType} should have at least ${count(limit, 'item')} after validation, not ${actual}`,
    ctx: { field_type: fieldType, min_length: limit, actual_length: actual },
  };
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Object.keys(value as object).length;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function alternatives(values: unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

function typesOf(type: string | string[] | undefined): string[] {
  return (Array.isArray(type) ? type : [type ?? '']).filter((name) => name !== 'null');
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

function dropRepeats(issues: ValidationIssue[]): ValidationIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ loc, type }) => {
    const key = JSON.stringify([loc, type]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
