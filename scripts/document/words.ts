// The contract's text for each broken rule: type, message and bounds, in the vocabulary of pydantic v2.
//
// This table deliberately shares no code with the server's (http/validation/issue-writer.ts), so that a mistake in one
// of them shows in the tests.

import type { Json } from './document.ts';

/** One entry in the `detail` of a 422. */
export interface Issue {
  loc: string[];
  type: string;
  msg: string;
  ctx: { [key: string]: Json };
  input: Json;
}

export type Words = Pick<Issue, 'type' | 'msg' | 'ctx'>;

/** The replacement for a secret value. */
export const secretMask = '••••••••';

export const missing: Words = { type: 'missing', msg: 'Field required', ctx: {} };

export const extraForbidden: Words = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted', ctx: {} };

/** A form part that must be a file. */
export const notFile: Words = {
  type: 'value_error',
  msg: 'Value error, expected a file with a filename, received a text',
  ctx: {},
};

export function valueError(error: string): Words {
  return { type: 'value_error', msg: `Value error, ${error}`, ctx: { error } };
}

/** Returns the message for a value outside of `enum`, such as `'a', 'b' or 'c'`. */
export function notOneOf(allowed: readonly Json[]): Words {
  const quoted = allowed.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const expected = quoted.length === 1 ? String(quoted[0]) : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } };
}

export function belowMinimum(ge: number): Words {
  return { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${ge}`, ctx: { ge } };
}

export function aboveMaximum(le: number): Words {
  return { type: 'less_than_equal', msg: `Input should be less than or equal to ${le}`, ctx: { le } };
}

export function tooShort(length: number): Words {
  return {
    type: 'string_too_short',
    msg: `String should have at least ${counted(length, 'character')}`,
    ctx: { min_length: length },
  };
}

export function tooLong(length: number): Words {
  return {
    type: 'string_too_long',
    msg: `String should have at most ${counted(length, 'character')}`,
    ctx: { max_length: length },
  };
}

export function patternMismatch(pattern: string): Words {
  return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
}

export function tooFewItems(minimum: number, actual: number): Words {
  return {
    type: 'too_short',
    msg: `List should have at least ${counted(minimum, 'item')} after validation, not ${actual}`,
    ctx: { field_type: 'List', min_length: minimum, actual_length: actual },
  };
}

export function tooManyItems(kind: 'List' | 'Dictionary', maximum: number, actual: number): Words {
  return {
    type: 'too_long',
    msg: `${kind} should have at most ${counted(maximum, 'item')} after validation, not ${actual}`,
    ctx: { field_type: kind, max_length: maximum, actual_length: actual },
  };
}

/**
 * Returns the message for a value of another JSON type. `fromText`: the value is text from a query. `isModel`: the
 * object has named fields.
 */
export function wrongType(type: string, value: Json, { fromText = false, isModel = false } = {}): Words {
  return { ...typeWords(type, value, fromText && typeof value === 'string', isModel), ctx: {} };
}

function typeWords(type: string, value: Json, parsed: boolean, isModel: boolean): Pick<Words, 'type' | 'msg'> {
  if (type === 'string') return { type: 'string_type', msg: 'Input should be a valid string' };
  if (type === 'array') return { type: 'list_type', msg: 'Input should be a valid list' };
  if (type === 'object' && isModel)
    return {
      type: 'model_attributes_type',
      msg: 'Input should be a valid dictionary or object to extract fields from',
    };
  if (type === 'object') return { type: 'dict_type', msg: 'Input should be a valid dictionary' };
  if (type === 'boolean') {
    if (!parsed) return { type: 'bool_type', msg: 'Input should be a valid boolean' };
    return { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' };
  }
  if (type === 'integer') {
    const said = 'Input should be a valid integer';
    if (parsed) return { type: 'int_parsing', msg: `${said}, unable to parse string as an integer` };
    if (typeof value === 'number')
      return { type: 'int_from_float', msg: `${said}, got a number with a fractional part` };
    return { type: 'int_type', msg: said };
  }
  if (parsed)
    return { type: 'float_parsing', msg: 'Input should be a valid number, unable to parse string as a number' };
  return { type: 'float_type', msg: 'Input should be a valid number' };
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
