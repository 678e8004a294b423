// Cases of the framing of a JSON body: media type, encoding, size, and invalid JSON.

import {
  type CaseAnswer,
  type CaseRequest,
  type ContractCase,
  type Json,
  missing,
  type Operation,
  refusal,
} from '../../document/index.ts';
import { accepted, bodySchema } from './accepted.ts';
import { judge } from './judge.ts';
import { type Builder, least } from './samples.ts';

/** The default limits of JSON bodies, in bytes. */
const maxBodyBytesOf = { small: 16_384, usual: 1_048_576, inference: 16_777_216 };
const maxDepth = 32;

/** Invalid JSON texts, with the position of the syntax error. `$any` matches any position. */
const malformedTexts: [name: string, text: string, position: Json][] = [
  ['truncated', '{"name":', '8'],
  ['trailing-comma', '{"a":1,}', '7'],
  ['single-quotes', "{'a':1}", '1'],
  ['unquoted-key', '{a:1}', '1'],
  ['two-values', '{} {}', '3'],
  ['comment', '{/**/}', '1'],
  ['not-a-number', '{"a":NaN}', '5'],
  ['leading-zero', '{"a":01}', '6'],
  ['raw-line-break', '{"a":"\n"}', '6'],
  ['bad-escape', '{"a":"\\x"}', '7'],
  ['white-space-only', '  ', '2'],
  ['two-byte-order-marks', '\ufeff\ufeff{}', '0'],
  ['form', 'query=Search', '0'],
  ['too-deep', '['.repeat(maxDepth + 1) + ']'.repeat(maxDepth + 1), String(maxDepth)],
  ['too-deep-objects', `${'{"a":'.repeat(maxDepth + 1)}1${'}'.repeat(maxDepth + 1)}`, String(5 * maxDepth)],
  ['prototype', '{"__proto__":{"a":1}}', { $any: 'text' }],
  ['constructor', '{"constructor":{"prototype":{"a":1}}}', { $any: 'text' }],
];

const wrongMediaTypes: [name: string, contentType: string | null][] = [
  ['none', null],
  ['text', 'text/plain'],
  ['form', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/form-data; boundary=a'],
  ['similar', 'application/jsonp'],
  ['suffix', 'application/problem+json'],
  ['charset', 'application/json; charset=iso-8859-1'],
  ['list', 'text/plain, application/json'],
];

/** Returns the framing cases of an operation's body. */
export function framingCases(builder: Builder, operation: Operation): ContractCase[] {
  const schema = bodySchema(operation);
  if (schema === undefined) return [];
  const toCase = (name: string, rule: string, request: CaseRequest, expect: CaseAnswer): ContractCase => ({
    id: `${operation.operationId}/framing/-/${name}`,
    rule,
    request,
    expect,
  });
  const absent = refusal([{ loc: ['body'], ...missing, input: null }]);
  const wrongType: CaseAnswer = { status: 415, code: 'unsupported_media_type' };
  const usual = accepted(builder, operation, least(builder, schema));
  const maxBodyBytes = maxBodyBytesOf[operation['x-body-limit'] ?? 'usual'];
  const deepest = JSON.parse('['.repeat(maxDepth) + ']'.repeat(maxDepth)) as Json;
  return [
    ...malformedTexts.map(([name, raw, position]) => toCase(name, 'json', { raw }, notJson(position))),
    toCase('invalid-utf-8', 'json', { raw: { $bytes: 'eyJhIjoi//4ifQ==' } }, notJson('0')),
    toCase('deepest', 'json', { body: deepest }, refusal(judge(builder.document, schema, deepest, ['body']))),
    // A byte order mark at the beginning is ignored, as RFC 8259 allows. The value after it is validated.
    toCase('byte-order-mark', 'json', { raw: '\ufeff5' }, refusal(judge(builder.document, schema, 5, ['body']))),
    toCase('empty', 'required', { raw: '' }, absent),
    toCase('no-body', 'required', { contentType: null }, absent),
    ...wrongMediaTypes
      .filter(([, type]) => operation.requestBody?.content[type ?? ''] === undefined)
      .map(([name, contentType]) => toCase(`media-type-${name}`, 'media type', { raw: '{}', contentType }, wrongType)),
    ...['gzip', 'br', 'deflate'].map((encoding) =>
      toCase(`encoding-${encoding}`, 'media type', { raw: '{}', headers: { 'content-encoding': encoding } }, wrongType),
    ),
    ...['application/json;charset=UTF-8', 'Application/JSON'].map((contentType, index) =>
      toCase(`accepted-media-type-${index + 1}`, 'media type', { ...usual.request, contentType }, usual.expect),
    ),
    toCase('largest', 'size', { raw: spaces(maxBodyBytes) }, notJson(String(maxBodyBytes))),
    toCase('oversize', 'size', { raw: spaces(maxBodyBytes + 1) }, { status: 413, code: 'body_too_large' }),
  ];
}

/** Returns spaces in the short form, because there may be megabytes of them. */
function spaces(count: number): Json {
  return { $text: [[' ', count]] };
}

function notJson(position: Json): CaseAnswer {
  const error = { $any: 'text' };
  const issue = { loc: ['body', position], type: 'json_invalid', msg: 'JSON decode error', input: {}, ctx: { error } };
  return { status: 422, detail: [issue] };
}
