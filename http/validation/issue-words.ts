// Turns a validator's error into type, msg and ctx in the vocabulary of pydantic.

import type { ErrorObject } from 'ajv';
import { meantName, type ValidationIssue } from '../../services/platform/index.ts';
import type { FormatRule } from './formats.ts';

export interface SchemaPart {
  type?: string | string[];
  format?: string;
  anyOf?: SchemaPart[];
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, SchemaPart>;
  items?: SchemaPart;
  maxItems?: number;
  /** True for a form part that is a file. */
  'x-file'?: boolean;
}

export type ValidatorError = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'propertyName' | 'data'> & {
  parentSchema?: SchemaPart;
};

type Words = Pick<ValidationIssue, 'type' | 'msg' | 'ctx'>;

/**
 * Returns the words for one error. `head` is the part of the request with the value, and `form` for a part of a form.
 * `siblings` is the object with an unknown member.
 */
export function wordsFor(
  { keyword, params, parentSchema }: ValidatorError,
  value: unknown,
  { head, formats, siblings }: { head: string; formats: Map<string, FormatRule>; siblings?: unknown },
): Words {
  const { limit } = params;
  switch (keyword) {
    case 'required':
      return words('missing', 'Field required');
    case 'additionalProperties':
      return extraForbidden(meantName(params.additionalProperty, absentNames(parentSchema, siblings)));
    case 'type':
      return words(...wrongType(typesOf(params.type)[0] ?? '', value, head, parentSchema));
    case 'enum': {
      const expected = alternatives((params.allowedValues as unknown[]).filter((allowed) => allowed !== null));
      return words('literal_error', `Input should be ${expected}`, { expected });
    }
    case 'minimum':
      return words('greater_than_equal', `Input should be greater than or equal to ${limit}`, { ge: limit });
    case 'maximum':
      return words('less_than_equal', `Input should be less than or equal to ${limit}`, { le: limit });
    case 'minLength':
      return words('string_too_short', `String should have at least ${count(limit, 'character')}`, {
        min_length: limit,
      });
    case 'maxLength':
      return words('string_too_long', `String should have at most ${count(limit, 'character')}`, { max_length: limit });
    case 'pattern':
      return words('string_pattern_mismatch', `String should match pattern '${params.pattern}'`, {
        pattern: params.pattern,
      });
    case 'minItems':
      return wrongSize('short', 'List', limit, value);
    case 'maxItems':
      return wrongSize('long', 'List', limit, value);
    case 'maxProperties':
      return wrongSize('long', 'Dictionary', limit, value);
    case 'format': {
      const unknown = words('value_error', `Value error, not a ${params.format}`);
      return formats.get(params.format)?.(String(value)) ?? unknown;
    }
    default:
      throw new Error(`The spec uses '${keyword}', for which there are no words`);
  }
}

function words(type: string, msg: string, ctx: Words['ctx'] = {}): Words {
  return { type, msg, ctx };
}

/** Returns the words for an unknown member. `meant` is the known member with a similar name. */
export function extraForbidden(meant: string | undefined): Words {
  return words('extra_forbidden', 'Extra inputs are not permitted', meant === undefined ? {} : { did_you_mean: meant });
}

/** Returns the names of the schema's members that the object does not have. */
function absentNames(schema: SchemaPart | undefined, value: unknown): string[] {
  return Object.keys(schema?.properties ?? {}).filter((name) => !Object.hasOwn((value ?? {}) as object, name));
}

function wrongType(
  type: string,
  value: unknown,
  head: string,
  schema: SchemaPart | undefined,
): [type: string, msg: string] {
  const fromText = head !== 'requestBody' && typeof value === 'string';
  const isNumeric = type === 'integer' || type === 'number';
  if (isNumeric && typeof value === 'number' && !Number.isFinite(value))
    return ['finite_number', 'Input should be a finite number'];
  switch (type) {
    case 'string':
      return ['string_type', 'Input should be a valid string'];
    case 'integer':
      if (fromText) return ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer'];
      if (typeof value === 'number')
        return ['int_from_float', 'Input should be a valid integer, got a number with a fractional part'];
      return ['int_type', 'Input should be a valid integer'];
    case 'number':
      if (fromText) return ['float_parsing', 'Input should be a valid number, unable to parse string as a number'];
      return ['float_type', 'Input should be a valid number'];
    case 'boolean':
      if (fromText) return ['bool_parsing', 'Input should be a valid boolean, unable to interpret input'];
      return ['bool_type', 'Input should be a valid boolean'];
    case 'array':
      return ['list_type', 'Input should be a valid list'];
    default:
      if (schema?.['x-file'] === true)
        return ['value_error', 'Value error, expected a file with a filename, received a text'];
      if (schema?.properties === undefined) return ['dict_type', 'Input should be a valid dictionary'];
      return ['model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'];
  }
}

/** Returns the words for a list or a dictionary with too few or too many items. */
function wrongSize(kind: 'short' | 'long', fieldType: string, limit: number, value: unknown): Words {
  const actual = sizeOf(value);
  const [bound, name] = kind === 'short' ? ['least', 'min_length'] : ['most', 'max_length'];
  return words(
    `too_${kind}`,
    `${fieldType} should have at ${bound} ${count(limit, 'item')} after validation, not ${actual}`,
    { field_type: fieldType, [name]: limit, actual_length: actual },
  );
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

/** Returns the types without `null`. */
export function typesOf(type: string | string[] | undefined): string[] {
  return (Array.isArray(type) ? type : [type ?? '']).filter((name) => name !== 'null');
}
