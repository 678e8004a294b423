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

/** One error of the validator. */
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
  switch (keyword) {
    case 'required':
      return { type: 'missing', msg: 'Field required', ctx: {} };
    case 'additionalProperties':
      return extraForbidden(meantName(params.additionalProperty, absentNames(parentSchema, siblings)));
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
        formats.get(params.format)?.(String(value)) ?? {
          type: 'value_error',
          msg: `Value error, not a ${params.format}`,
          ctx: {},
        }
      );
    default:
      throw new Error(`The spec uses '${keyword}', for which there are no words`);
  }
}

/** Returns the words for an unknown member. `meant` is the known member with a similar name. */
export function extraForbidden(meant: string | undefined): Words {
  return {
    type: 'extra_forbidden',
    msg: 'Extra inputs are not permitted',
    ctx: meant === undefined ? {} : { did_you_mean: meant },
  };
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

function tooMany(fieldType: string, limit: number, value: unknown): Words {
  const actual = sizeOf(value);
  return {
    type: 'too_long',
    msg: `${fieldType} should have at most ${count(limit, 'item')} after validation, not ${actual}`,
    ctx: { field_type: fieldType, max_length: limit, actual_length: actual },
  };
}

function tooFew(fieldType: string, limit: number, value: unknown): Words {
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

/** Returns the types without `null`. */
export function typesOf(type: string | string[] | undefined): string[] {
  return (Array.isArray(type) ? type : [type ?? '']).filter((name) => name !== 'null');
}
